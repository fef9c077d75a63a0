import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PersonalRecords } from '../../../platform/data-export.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import { err, ok, type Result } from '../../../platform/result.ts'
import { forgetShopperJob } from '../saved-card-jobs.ts'
import type { CardVault } from '../providers/card/card-vault.server.ts'
import type { PaymentOutcome } from '../payments.ts'
import { maxSavedCards, type SavedCard, type StoredCardToken } from '../saved-cards.ts'
import {
  deleteSavedCard,
  deleteShoppers,
  saveCardOfAttempt,
  savedCards,
  savedCardWithToken,
  shopperReference,
  shoppersOf,
  type CardOwner,
} from '../saved-cards-store.server.ts'

/** Cards that members have had saved. The gateway has the cards; the shop has tokens (decision 0070). */
export interface SavedCards {
  /** Whether cards can be saved, and saved ones used: the gateway has its settings. */
  readonly isOn: boolean
  /** Newest first. */
  of(owner: CardOwner): Promise<readonly SavedCard[]>
  /** The gateway's name for the owner, to save a card for; null when they have as many as they can have. */
  shopperFor(owner: CardOwner): Promise<string | null>
  /** A card with its token; null when it is not the owner's, as when there is none. */
  withToken(owner: CardOwner, id: string): Promise<(SavedCard & StoredCardToken) | null>
  /** Saves the card of an approved payment, if it was to be saved and has not been. In the transaction that settles the payment. */
  save(tx: Writer, attemptId: string, outcome: PaymentOutcome): Promise<void>
  /** Removes a card at the gateway and then here; it stays while the gateway does not answer. */
  remove(owner: CardOwner, id: string): Promise<Result<null, { readonly code: 'card_gone' | 'gateway_away' }>>
  /** Removes everything that the gateway stores for a shopper. Throws while it does not answer, so that the job is repeated. */
  forgetShopper(reference: string): Promise<void>
  /** For the data export, and for the erasure of an account. */
  readonly personal: PersonalRecords
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** An account of another installation, or a made-up id, has no cards. */
const isKnown = (owner: CardOwner, id?: string) => uuid.test(owner.accountId) && (id === undefined || uuid.test(id))

export function createSavedCards({
  database,
  vault,
  isOn,
  merchantAccount,
  jobs,
  clock,
  ids,
}: {
  readonly database: Database
  readonly vault: CardVault
  readonly isOn: boolean
  /** A token is of one merchant account; those of an earlier one cannot be used. */
  readonly merchantAccount: string
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly ids: Ids
}): SavedCards {
  const of = async (owner: CardOwner) => (isKnown(owner) ? savedCards(database.db, owner, merchantAccount) : [])
  const withToken = async (owner: CardOwner, id: string) =>
    isKnown(owner, id) ? savedCardWithToken(database.db, owner, merchantAccount, id) : null
  return {
    isOn,
    of,
    withToken,
    async shopperFor(owner) {
      if (!isOn || !isKnown(owner) || (await of(owner)).length >= maxSavedCards) return null
      return shopperReference(database.db, owner, { fresh: ids.secret(), now: clock.now() })
    },
    async save(tx, attemptId, outcome) {
      if (outcome.kind !== 'approved' || outcome.storedCard === undefined) return
      const { storedCard, card } = outcome
      const given = { attemptId, merchantAccount, storedCard, card, id: ids.uuid(), now: clock.now() }
      // The account was closed while its payment was under way.
      if ((await saveCardOfAttempt(tx, given)) === 'shopper-gone')
        await jobs.enqueue(tx, forgetShopperJob, { reference: storedCard.shopperReference })
    },
    async remove(owner, id) {
      const card = await withToken(owner, id)
      if (card === null) return err({ code: 'card_gone' })
      if (!isOn || !(await vault.remove(card))) return err({ code: 'gateway_away' })
      await deleteSavedCard(database.db, card.id)
      return ok(null)
    },
    async forgetShopper(reference) {
      const tokens = await vault.tokensOf(reference)
      if (tokens === null) throw new Error('the gateway did not say which cards it stores for a closed account')
      for (const token of tokens)
        if (!(await vault.remove({ token, shopperReference: reference })))
          throw new Error('the gateway did not remove a card of a closed account yet')
    },
    personal: {
      name: 'saved cards',
      async held(db, { accountId }) {
        const { rows } = await sql<{ app: AppCode }>`select s.app, c.brand, c.last_four as "lastFour",
            lpad(c.expiry_month::text, 2, '0') || '/' || c.expiry_year as expiry, c.created_at as "savedAt"
          from saved_card c join card_shopper s on s.reference = c.shopper_reference
          where s.account_id = ${accountId} order by s.app, c.created_at`.execute(db)
        return rows
      },
      async forget(tx, { accountId }) {
        // At the gateway by a job of this transaction: no erasure without it, and none waits for it.
        for (const reference of await shoppersOf(tx, accountId)) await jobs.enqueue(tx, forgetShopperJob, { reference })
        await deleteShoppers(tx, accountId)
      },
    },
  }
}
