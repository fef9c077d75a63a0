import type { AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { personalMails } from '../../platform/mail/mail-records.server.ts'
import type { PersonalRecords } from '../../platform/data-export.ts'
import { personalCarts } from '../cart/data-export.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { personalNotifications } from '../catalogue/data-export.server.ts'
import { personalCompareLists } from '../compare/data-export.server.ts'
import { personalConsents, personalNews } from '../content/forms/newsletter.server.ts'
import { personalQuestions } from '../content/data-export.server.ts'
import { personalCookingDemos } from '../events/data-export.server.ts'
import type { Geography } from '../geo/geo.server.ts'
import { personalPlaces } from '../geo/data-export.server.ts'
import type { IdentityServices } from '../identity/identity.server.ts'
import { personalAccount } from '../identity/data-export.server.ts'
import type { Orders } from '../orders/orders.server.ts'
import { personalOrders } from '../orders/data-export.server.ts'
import type { PaymentServices } from '../payments/payments.server.ts'
import { personalPriceMatches } from '../pricematch/pricematch-store.server.ts'
import { personalReviews } from '../reviews/data-export.server.ts'
import { personalWishlists } from '../wishlists/data-export.server.ts'
import { personalAddresses } from './internal/account-store.server.ts'
import { createDealsClub, personalClubs, type DealsClub } from './internal/deals-club.server.ts'
import { createAccounts, type Accounts } from './internal/accounts.server.ts'
import { createOwned, type OwnedThings } from './internal/owned.server.ts'
import { createPersonalData, type PersonalData } from './internal/data-export.server.ts'

export { defaultAddressOf, type AccountProblem, type Accounts } from './internal/accounts.server.ts'

export type AccountServices = Accounts & {
  readonly dealsClub: DealsClub
  /** Products that accounts have bought, with reminders of their care. */
  readonly ownedProducts: OwnedThings
  readonly personalData: PersonalData
}

export type AccountDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Pick<Log, 'info'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly settings: Pick<Settings, 'isOn'>
  readonly config: Pick<Config, 'secretKey'>
  readonly identity: Pick<IdentityServices, 'accounts' | 'queueMail'>
  readonly geo: Pick<Geography, 'find'>
  readonly catalogue: Catalogue
  readonly orders: Orders
  readonly payments: Pick<PaymentServices, 'savedCards'>
  /** Personal records of modules that come after this one. */
  readonly laterRecords: readonly PersonalRecords[]
}

export function openAccount(deps: AccountDeps): AccountServices {
  const { identity, settings, config } = deps
  const records = identity.accounts
  const hasClub = (app: AppCode) => settings.isOn(brandOf(app), 'dealsClubEnabled')
  return {
    ...createAccounts({ ...deps, records, geography: deps.geo }),
    dealsClub: createDealsClub({ ...deps, hasClub }),
    ownedProducts: createOwned({ ...deps, records }),
    personalData: createPersonalData({
      ...deps,
      records,
      personal: personalRecords(deps.payments.savedCards.personal, deps.laterRecords),
      goodbye: (tx, { app, email, firstName }) => identity.queueMail(tx, { kind: 'closed', app, email, firstName }),
      secretKey: config.secretKey,
    }),
  }
}

/** Exported and erased in this order: the account itself last, because the others refer to it. */
const personalRecords = (
  personalCards: PersonalRecords,
  later: readonly PersonalRecords[],
): readonly PersonalRecords[] => [
  personalAddresses,
  personalCards,
  personalClubs,
  personalOrders,
  personalCarts,
  personalPlaces,
  personalCompareLists,
  personalWishlists,
  personalReviews,
  personalQuestions,
  personalNews,
  personalConsents,
  personalCookingDemos,
  personalPriceMatches,
  ...later,
  personalNotifications,
  personalMails,
  personalAccount,
]
