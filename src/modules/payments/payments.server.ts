import { followMethodRecords } from './internal/method-records-feed.server.ts'
import { createAfterpayLimits } from './internal/afterpay-limits.server.ts'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { isSpecialBrand, specialBrandName } from '../../brands/special-brand.ts'
import { addDays, type Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Cents } from '../../platform/money.ts'
import type { ZipTerms } from '../pricing/instalments.ts'
import { agencyAccountOf, openAdapters, type Adapters, type AdaptersDeps } from './internal/adapters.server.ts'
import type { PaymentMethod, PaymentProvider, ProviderCode, RedirectProvider } from './payments.ts'
import type { ProviderHealth } from './provider-health.ts'
import type { MethodRecord } from './internal/methods-store.server.ts'
import { createSavedCards, type SavedCards } from './internal/saved-cards.server.ts'
import { createApplePay, type ApplePay } from './providers/card/apple-pay.server.ts'
import { merchantCertificates } from './providers/card/merchant-certificates.server.ts'
import type { GooglePayAccess } from './ui/google-pay.ts'

export type { SavedCards } from './internal/saved-cards.server.ts'
export type { WebhookReader } from './internal/adapters.server.ts'

export type PaymentServices = PaymentConfiguration &
  Pick<Adapters, 'providers' | 'noticeReaders' | 'isBreakerOpen'> & {
    /** The Google Pay button's data for pages of a brand. */
    googlePay(brand: Brand): GooglePayAccess
    readonly applePay: ApplePay
    readonly savedCards: SavedCards
  }

export type PaymentDeps = AdaptersDeps & {
  readonly settings: Pick<Settings, 'text'>
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue'>
}

export async function openPayments(deps: PaymentDeps): Promise<PaymentServices> {
  const { database, clock, log, config, settings } = deps
  const { providers, health, vault, noticeReaders, isBreakerOpen } = openAdapters(deps)
  const configuration = await openPaymentConfiguration({
    database,
    providers,
    health,
    certificates: merchantCertificates(config.gatewayCertificatesFile),
    merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    agencyMerchantAccount: agencyAccountOf(config),
    zipConfig: (brand) => settings.text(brand, 'ZipConfig'),
    clock,
    log,
  })
  const applePay = applePayOf(deps)
  return {
    ...configuration,
    providers,
    noticeReaders,
    isBreakerOpen,
    applePay,
    savedCards: createSavedCards({
      ...deps,
      vault,
      isOn: health.isConfigured('card'),
      merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    }),
    googlePay: (brand) => googlePayOf(brand, config, { takesApplePay: applePay.isReady }),
  }
}

const googlePayOf = (
  brand: Brand,
  config: Config,
  { takesApplePay }: Pick<GooglePayAccess, 'takesApplePay'>,
): GooglePayAccess => ({
  scriptUrl: config.googlePayUrl,
  environment: config.GOOGLE_PAY_MERCHANT_ID === undefined ? 'TEST' : 'PRODUCTION',
  gateway: 'adyen',
  gatewayMerchantId: config.GATEWAY_MERCHANT_ACCOUNT,
  merchantId: config.GOOGLE_PAY_MERCHANT_ID ?? '',
  merchantName: brand.companyName,
  country: brand.country,
  currency: brand.currency,
  chargesStorage: brand.chargesStorage,
  savesSession: brand.savesCheckoutSession,
  takesApplePay,
})

function applePayOf({ config, clock, log, metrics, tracing }: PaymentDeps): ApplePay {
  const { APPLE_PAY_DOMAIN_FILE: file } = config
  return createApplePay({
    url: config.gatewayUrl,
    apiKey: config.GATEWAY_API_KEY,
    merchantIdentifier: config.applePayMerchantId,
    domainProof: file === undefined ? null : readFileSync(file, 'utf8'),
    clock,
    log,
    tracing,
    onCall: (operation, outcome, ms) =>
      metrics.observe('outgoing_call_duration_seconds', { provider: 'apple-pay', operation, outcome }, ms / 1_000),
  })
}

/** Which methods are offered, within which amounts, and the keys cards are encrypted with (decisions payments-04, payments-06). */

/** Methods as the configuration calls name them. */
export const configuredMethods = [
  'klarna',
  'afterpay',
  'paypalbnpl',
  'humm',
  'zipnz',
  'zipmoney',
  'applepay',
  'googlepay',
] as const
export type ConfiguredMethod = (typeof configuredMethods)[number]

/** The lines of a cart. */
export type Goods = readonly { readonly brand: string }[]

export type MethodRange = { readonly minimum: Cents; readonly maximum: Cents }

/** The terms of an enabled method. */
export type MethodTerms = MethodRange & {
  /** The number of monthly instalments; null where it is unknown. */
  readonly repaymentMonths: number | null
  readonly offerExpiry: Day | null
}

export type ProviderState = { readonly code: ProviderCode; readonly isConfigured: boolean; readonly isUp: boolean }

export interface PaymentConfiguration {
  /**
   * Null while the method is off, while its provider is not configured, and while the terms are unknown. Afterpay's limits are its own
   * where they could be read.
   */
  terms(method: ConfiguredMethod, brand: Brand): MethodTerms | null
  /** Whether a method's limits come from its provider, and not from the record. */
  isRangeTheirs(method: ConfiguredMethod, brand: Brand): boolean
  /** The same as `terms`, and also null while the provider is unavailable. */
  offered(method: ConfiguredMethod, brand: Brand): MethodTerms | null
  /** Whether the provider of a method is available. */
  isUp(method: PaymentMethod): boolean
  /** Whether the shop has the settings of a provider; one without them is not offered at all. */
  isConfigured(provider: ProviderCode): boolean
  /** Every provider, for the back office: whether the shop has its settings, and whether it answers. */
  providerStates(): readonly ProviderState[]
  /** The range of each redirect provider of a brand, in display order; those that are off or unavailable are left out. */
  redirects(brand: Brand): Readonly<Partial<Record<RedirectProvider, MethodTerms>>>
  /** Whether an amount can be paid by a method; those without a range accept any. */
  takes(brand: Brand, method: PaymentMethod, total: Cents): boolean
  /**
   * Certificates by seller, base64 DER: the company's own, and the agency's when it is paid by itself and its goods are among `goods`; null
   * for all that there are. Empty when none is configured: then cards cannot be taken.
   */
  encryptionKeys(brand: Brand, goods: Goods | null): Promise<Readonly<Record<string, string>>>
  /** Whether some of these goods have to be paid to the agency: by card then, because the other ways pay one seller (decision payments-08). */
  paysAgency(goods: Goods): boolean
  /** Reads the records again, as a notice of their change does. */
  follow(): Promise<void>
  /** Calls back after each change of the records. */
  subscribe(listener: () => void): void
  /** Checks providers without recent calls. */
  watch(): Promise<void>
  close(): Promise<void>
}

/** The provider of a method; null for methods without one. */
const takers: Readonly<Record<ConfiguredMethod, ProviderCode | null>> = {
  klarna: null,
  afterpay: 'afterpay',
  paypalbnpl: 'paypal',
  humm: null,
  zipnz: 'zip',
  zipmoney: 'zip',
  applepay: 'card',
  googlepay: 'card',
}

/** The last day of an offer: the day before it expires (PAYO-17). */
export function lastOfferDay(offerExpiry: Day | null): Day | null {
  return offerExpiry === null ? null : addDays(offerExpiry, -1)
}

const zipConfig = z.object({
  minimumAmount: z.number().min(0).optional(),
  maximumAmount: z.number().min(0).optional(),
  repaymentPeriodMonths: z.int().min(1).nullable().optional(),
  offerExpiry: z.iso.date().nullable().optional(),
})

/** The terms of the setting ZipConfig for Zip in Australia, replacing the record; empty for an invalid value (decision platform-20). */
export function zipConfigOf(text: string): Partial<MethodTerms> {
  if (text === '') return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return {}
  }
  const read = zipConfig.safeParse(given)
  if (!read.success) return {}
  const { minimumAmount, maximumAmount, repaymentPeriodMonths, offerExpiry } = read.data
  return {
    ...(minimumAmount === undefined ? {} : { minimum: Math.round(minimumAmount * 100) }),
    ...(maximumAmount === undefined ? {} : { maximum: Math.round(maximumAmount * 100) }),
    ...(repaymentPeriodMonths === undefined ? {} : { repaymentMonths: repaymentPeriodMonths }),
    ...(offerExpiry === undefined ? {} : { offerExpiry }),
  }
}

/** Over how long Zip spreads a price, and whether without interest today; null while it is off. */
export function zipTermsOf(terms: MethodTerms | undefined, today: Day): ZipTerms | null {
  if (terms === undefined) return null
  const last = lastOfferDay(terms.offerExpiry)
  return { months: terms.repaymentMonths, isInterestFree: last !== null && today <= last }
}

export type PaymentConfigurationDeps = {
  readonly database: Database
  readonly providers: Readonly<Record<ProviderCode, Pick<PaymentProvider, 'limits' | 'isAnswering'>>>
  readonly health: ProviderHealth
  readonly certificates: () => Promise<Readonly<Record<string, string>>>
  readonly merchantAccount: string
  /** Null where the agency's goods are paid with ours. */
  readonly agencyMerchantAccount: string | null
  /** The setting ZipConfig of an app; '' by default. */
  readonly zipConfig: (brand: Brand) => string
  readonly clock: Clock
  readonly log: Log
}

export async function openPaymentConfiguration(parts: PaymentConfigurationDeps): Promise<PaymentConfiguration> {
  const methods = await followMethodRecords(parts)
  const limits = createAfterpayLimits(parts)

  const isRangeTheirs: PaymentConfiguration['isRangeTheirs'] = (method, { currency }) => {
    const last = method === 'afterpay' ? limits.last(currency) : undefined
    return last !== undefined && limits.isGood(last)
  }

  const recordOf = (method: ConfiguredMethod, { app }: Brand): MethodRecord | undefined =>
    methods.records().get(`${app}.${method}`) ?? methods.records().get(method)

  function terms(method: ConfiguredMethod, brand: Brand): MethodTerms | null {
    const { currency } = brand
    const record = recordOf(method, brand)
    const taker = takers[method]
    if (taker !== null && !parts.health.isConfigured(taker)) return null
    if (record === undefined || !record.isEnabled) return null
    const { minimum, maximum, repaymentMonths, offerExpiry } = record
    const seeded = { minimum, maximum, repaymentMonths, offerExpiry }
    if (method === 'zipmoney') return { ...seeded, ...zipConfigOf(parts.zipConfig(brand)) }
    if (method !== 'afterpay') return seeded
    limits.refresh(currency, seeded)
    const last = limits.last(currency)
    if (last === undefined) return seeded
    return limits.isGood(last) ? { ...seeded, ...last.range } : null
  }

  const paysAgency = (goods: Goods): boolean =>
    parts.agencyMerchantAccount !== null && goods.some((one) => isSpecialBrand(one.brand))

  const isUp = (method: PaymentMethod): boolean => method === 'other' || parts.health.isUp(method)

  function offered(method: ConfiguredMethod, brand: Brand): MethodTerms | null {
    const taker = takers[method]
    return taker !== null && !parts.health.isUp(taker) ? null : terms(method, brand)
  }

  const redirects: PaymentConfiguration['redirects'] = (brand) => {
    const places = [
      ['paypal', 'paypalbnpl'],
      ['afterpay', 'afterpay'],
      ['zip', brand.country === 'AU' ? 'zipmoney' : 'zipnz'],
    ] as const
    const position = (method: ConfiguredMethod) => recordOf(method, brand)?.position ?? 0
    const inOrder = places.toSorted(([, a], [, b]) => position(a) - position(b))
    return Object.fromEntries(
      inOrder.flatMap(([place, method]) => {
        const found = offered(method, brand)
        return found === null ? [] : [[place, found]]
      }),
    )
  }

  return {
    terms,
    isRangeTheirs,
    offered,
    isUp,
    isConfigured: parts.health.isConfigured,
    providerStates: () =>
      (Object.keys(parts.providers) as ProviderCode[]).map((code) => ({
        code,
        isConfigured: parts.health.isConfigured(code),
        isUp: parts.health.isUp(code),
      })),
    redirects,
    takes(brand, method, total) {
      // PayPal has no limits: its range is for the instalment text (decision payments-05).
      if (method !== 'afterpay' && method !== 'zip') return true
      const range = redirects(brand)[method]
      return range !== undefined && total >= range.minimum && total <= range.maximum
    },
    paysAgency,
    async encryptionKeys(brand, goods) {
      const known = parts.health.isConfigured('card') ? await parts.certificates() : {}
      const { merchantAccount, agencyMerchantAccount } = parts
      const own = known[merchantAccount]
      const isAgencyPaid = agencyMerchantAccount !== null && (goods === null || paysAgency(goods))
      const ofAgency = isAgencyPaid ? known[agencyMerchantAccount] : undefined
      return {
        ...(own === undefined ? {} : { [brand.companyName]: own }),
        ...(ofAgency === undefined ? {} : { [specialBrandName]: ofAgency }),
      }
    },
    follow: methods.follow,
    subscribe: methods.subscribe,
    watch: () => askSilentProviders(parts),
    close: methods.close,
  }
}

/** Checks providers without recent calls. */
async function askSilentProviders({
  providers,
  health,
}: Pick<PaymentConfigurationDeps, 'providers' | 'health'>): Promise<void> {
  const due = (Object.keys(providers) as ProviderCode[]).filter((one) => health.isDue(one))
  await Promise.all(
    due.map(async (one) => {
      // A call that was sent is evidence by itself; a suppressed one is not.
      const isAnswering = await providers[one].isAnswering().catch(() => false)
      if (health.isDue(one)) health.heard(one, isAnswering)
    }),
  )
}
