import { readFileSync } from 'node:fs'
import { appCodes, type AppCode } from '../brands/apps.ts'
import { brandOf, type Brand, type EffectiveBrand } from '../brands/brands.ts'
import { openSettings, type Settings } from '../brands/settings.server.ts'
import { ownHosts, originOf, identityAddress, identitySource, issuerOf } from '../brands/sites.ts'
import type { AnalyticsAccess } from '../modules/analytics/analytics.ts'
import { analyticsAccess, createAnalyticsCounts, type AnalyticsCounts } from '../modules/analytics/analytics.server.ts'
import { createAccounts, defaultAddressOf, type Accounts } from '../modules/account/account.server.ts'
import { careMailJob } from '../modules/account/care-mails.ts'
import { personalAddresses } from '../modules/account/account-store.server.ts'
import { createDealsClub, personalClubs, type DealsClub } from '../modules/account/deals-club.server.ts'
import { createOwned, type OwnedThings } from '../modules/account/owned.server.ts'
import { createPersonalData, type PersonalData } from '../modules/account/personal-data.server.ts'
import { personalCarts } from '../modules/cart/personal-records.server.ts'
import { personalCompareLists } from '../modules/compare/personal-records.server.ts'
import { personalPlaces } from '../modules/geo/personal-records.server.ts'
import { personalNotices } from '../modules/catalogue/personal-records.server.ts'
import { personalAccount } from '../modules/identity/personal-records.server.ts'
import { personalOrders } from '../modules/orders/personal-records.server.ts'
import { personalQuestions } from '../modules/content/personal-records.server.ts'
import { personalReviews } from '../modules/reviews/personal-records.server.ts'
import { personalMails } from '../platform/mail/mail-records.server.ts'
import { createCarts, type Carts } from '../modules/cart/cart.server.ts'
import { createCartReading } from '../modules/cart/cart-reading.server.ts'
import { createSentCarts, mailCartJob, type SentCarts } from '../modules/cart/sent-carts.server.ts'
import { openCatalogue, type Catalogue } from '../modules/catalogue/catalogue.server.ts'
import { categoryPicture } from '../modules/catalogue/pictures.server.ts'
import { openEnergyTariffs, type EnergyTariffs } from '../modules/catalogue/tariffs.server.ts'
import { createBalances, type Balances } from '../modules/checkout/balance.server.ts'
import { createCheckout, type Checkout } from '../modules/checkout/checkout.server.ts'
import { createPaymentResolution } from '../modules/checkout/resolve.server.ts'
import { createRescheduling, type Rescheduling } from '../modules/checkout/reschedule.server.ts'
import { jobNames } from '../modules/checkout/settle.server.ts'
import { createCompare, type Compare } from '../modules/compare/compare.server.ts'
import { createWebhooks, outcomeInInbox, type Webhooks } from '../modules/checkout/webhooks.server.ts'
import { openDelivery, type Delivery } from '../modules/delivery/delivery.server.ts'
import { createCookingDemos, demoMailJob, type CookingDemos } from '../modules/events/events.server.ts'
import { personalCookingDemos } from '../modules/events/personal-records.server.ts'
import { openDetection, type Detection } from '../modules/geo/detection.server.ts'
import { openGeography, type Geography } from '../modules/geo/geo.server.ts'
import { createAccountRecords, createIdentity, staffById, type Identity } from '../modules/identity/identity.server.ts'
import { identityMailJob } from '../modules/identity/identity-mails.ts'
import { createPasswords } from '../modules/identity/passwords.server.ts'
import { createCaptcha, type Captcha } from '../modules/identity/captcha.server.ts'
import { createExternalLogins, type ExternalLogins } from '../modules/identity/external-logins.server.ts'
import type { OfferedProvider } from '../modules/identity/external-providers.ts'
import { createKnownDevices } from '../modules/identity/known-devices.server.ts'
import { createLogins } from '../modules/identity/logins.server.ts'
import { createOpenIdProvider } from '../modules/identity/openid.server.ts'
import { isDemoProvider, providerSettings } from '../modules/identity/provider-settings.server.ts'
import { createIdentityProvider, type IdentityProvider } from '../modules/identity/provider.server.ts'
import { createSealing, knownDeviceSealing, secondFactorSealing } from '../modules/identity/sealing.server.ts'
import { createSecondFactors, type SecondFactors } from '../modules/identity/second-factors.server.ts'
import { createSigningKeys, type SigningKeys } from '../modules/identity/signing-keys.server.ts'
import { createTokens } from '../modules/identity/tokens.server.ts'
import { buildConfigOf, type BuildConfig } from '../brands/build-config.server.ts'
import { createCancellations, type Cancellations } from '../modules/orders/cancellation.server.ts'
import { createOrderAccess, type OrderAccess } from '../modules/orders/order-access.server.ts'
import { createOrderDesk, type OrderDesk } from '../modules/orders/order-desk.server.ts'
import { orderMailJob } from '../modules/orders/order-moves.server.ts'
import { createRefunds, type Refunds } from '../modules/orders/refunds.server.ts'
import { openNavigation, type Navigation } from '../modules/navigation/navigation.server.ts'
import { attachGuestOrders, createOrders, type Orders } from '../modules/orders/orders.server.ts'
import type { PaymentProvider, ProviderCode } from '../modules/payments/payments.ts'
import { openPaymentConfiguration, type PaymentConfiguration } from '../modules/payments/payments.server.ts'
import { createApplePay, type ApplePay } from '../modules/payments/providers/apple-pay.server.ts'
import type { GooglePayAccess } from '../modules/payments/ui/google-pay.ts'
import { createProviderHealth } from '../modules/payments/provider-health.ts'
import { afterpay as afterpayProvider } from '../modules/payments/providers/afterpay.server.ts'
import { cardGateway } from '../modules/payments/providers/card-gateway.server.ts'
import { parseCardNotices } from '../modules/payments/providers/card-notices.server.ts'
import { creditAccount } from '../modules/payments/providers/credit-account.server.ts'
import { merchantCertificates } from '../modules/payments/providers/merchant-certificates.server.ts'
import { parsePayPalNotice, paypalVerifier } from '../modules/payments/providers/paypal-notices.server.ts'
import { paypal as paypalProvider } from '../modules/payments/providers/paypal.server.ts'
import { notConfigured } from '../modules/payments/providers/not-configured.ts'
import { zipInStore } from '../modules/payments/providers/zip-in-store.server.ts'
import { zip as zipProvider } from '../modules/payments/providers/zip.server.ts'
import {
  createNewsletter,
  newsletterMailJob,
  personalConsents,
  personalNews,
  type Newsletter,
} from '../modules/content/newsletter.server.ts'
import { createPreviews, type Previews } from '../modules/content/previews.server.ts'
import { contactMailJob, createContact, type Contact } from '../modules/content/contact.server.ts'
import { openRedirects, type Redirects } from '../modules/content/redirects.server.ts'
import { brandInUse } from '../brands/brand-in-use.server.ts'
import { openContent, type Content } from '../modules/content/content.server.ts'
import { openPromotions, type Promotions } from '../modules/promotions/promotions.server.ts'
import { createModeration } from '../modules/reviews/moderation.server.ts'
import { createReviews, type Reviews } from '../modules/reviews/reviews.server.ts'
import { personalPriceMatches } from '../modules/pricematch/pricematch-store.server.ts'
import { personalProjects } from '../modules/staff/personal-records.server.ts'
import { createPriceMatches, priceMatchMailJob, type PriceMatches } from '../modules/pricematch/pricematch.server.ts'
import { createPanelTokens, type PanelTokenMaker } from '../modules/staff/panel-tokens.server.ts'
import { createStaffDesk, type StaffDesk } from '../modules/staff/staff.server.ts'
import { applySchedules } from '../modules/catalogue/price-schedule.server.ts'
import { createChoices } from '../modules/office/choices.server.ts'
import { resumeBulk } from '../modules/office/bulk.server.ts'
import { createOffice, type Office } from '../modules/office/office.server.ts'
import type { OfficeParts } from '../modules/office/resource.server.ts'
import { everyResource } from '../modules/office/every-resource.server.ts'
import { createQuotes, type Quotes } from '../modules/quotes/quotes.server.ts'
import { openStores, type Stores } from '../modules/stores/stores.server.ts'
import { createSearchEvents, type SearchEvents } from '../modules/search/search-events.server.ts'
import { openSearchWords, type SearchWords } from '../modules/search/search-words.server.ts'
import { createListings, type Listings } from '../modules/search/listings.server.ts'
import { type Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { createCrashPoint } from '../platform/crash-point.ts'
import type { Database } from '../platform/database/database.server.ts'
import type { Ids } from '../platform/ids.ts'
import { openJobs, type Jobs } from '../platform/jobs/jobs.server.ts'
import type { Log } from '../platform/log.server.ts'
import { mailQueueState, watchMailQueue } from '../platform/mail/mail-queue.server.ts'
import { createMailer, type Mailer } from '../platform/mail/mail.server.ts'
import type { Metrics } from '../platform/metrics.server.ts'

/** Puts the shop together: every service once, with what it needs passed in. */

export type Parts = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
}

export type Services = {
  readonly identity: Identity
  readonly identityProvider: IdentityProvider
  readonly secondFactors: SecondFactors
  readonly externalLogins: ExternalLogins
  /** What the login page offers beside a password. */
  readonly offeredProviders: readonly OfferedProvider[]
  readonly signingKeys: SigningKeys
  readonly accounts: Accounts
  readonly ownedThings: OwnedThings
  readonly personalData: PersonalData
  readonly dealsClub: DealsClub
  readonly catalogue: Catalogue
  readonly listings: Listings
  readonly searchWords: SearchWords
  readonly searchEvents: SearchEvents
  readonly energyTariffs: EnergyTariffs
  readonly geography: Geography
  readonly detection: Detection
  readonly stores: Stores
  readonly promotions: Promotions
  readonly content: Content
  readonly contact: Contact
  readonly newsletter: Newsletter
  readonly previews: Previews
  readonly cookingDemos: CookingDemos
  readonly redirects: Redirects
  readonly navigation: Navigation
  readonly delivery: Delivery
  readonly reviews: Reviews
  readonly carts: Carts
  readonly sentCarts: SentCarts
  readonly quotes: Quotes
  readonly priceMatches: PriceMatches
  readonly compare: Compare
  readonly orders: Orders
  readonly orderAccess: OrderAccess
  readonly refunds: Refunds
  readonly cancellations: Cancellations
  readonly orderDesk: OrderDesk
  readonly rescheduling: Rescheduling
  readonly balances: Balances
  readonly staffDesk: StaffDesk
  readonly office: Office
  readonly officeParts: OfficeParts
  /** Goes on with many changes at once whose process has ended. */
  resumeManyChanges(): Promise<void>
  /** Begins and ends prices that somebody has scheduled. */
  applyPriceSchedules(): Promise<void>
  readonly panelTokens: PanelTokenMaker
  /** What each app is and reaches. */
  readonly builds: Readonly<Record<AppCode, BuildConfig>>
  readonly checkout: Checkout
  readonly webhooks: Webhooks
  readonly paymentConfiguration: PaymentConfiguration
  readonly mailer: Mailer
  readonly mailQueue: ReturnType<typeof watchMailQueue>
  readonly jobs: Jobs
  readonly settings: Settings
  /** A brand as this installation serves it. */
  effectiveBrand(app: AppCode): EffectiveBrand
  /** The same shop for the other country; null when there is none, or this installation has no host for it. */
  otherCountry(brand: Brand): EffectiveBrand | null
  /** Where a browser reaches a brand's identity host, for links and for policies. */
  identityHost(brand: Brand): { readonly address: string; readonly source: string }
  readonly showsGallery: boolean
  readonly mapsUrl: string
  readonly captcha: Captcha
  readonly googlePay: Pick<GooglePayAccess, 'scriptUrl' | 'environment' | 'gatewayMerchantId' | 'merchantId'>
  readonly applePay: ApplePay
  readonly isDevelopment: boolean
  /** Where people report vulnerabilities; null where nobody said. */
  readonly securityContact: string | null
  readonly analytics: AnalyticsAccess | null
  readonly analyticsCounts: AnalyticsCounts
  readonly clock: Clock
  readonly ids: Ids
  close(): Promise<void>
}

/** Every job that sends a mail. */
const mailJobs: readonly string[] = [
  jobNames.orderPlaced,
  mailCartJob,
  identityMailJob,
  contactMailJob,
  newsletterMailJob,
  orderMailJob,
  careMailJob,
  demoMailJob,
  priceMatchMailJob,
]

/** `given` stands in for who people are, in tests that are about something else. */
export async function openServices(parts: Parts, given: Identity | null = null): Promise<Services> {
  const { config, database, clock, ids, log, metrics } = parts
  const catalogue = await openCatalogue({ database, clock, log })
  const geography = await openGeography({ database, clock, ids })
  const detection = openDetection(
    {
      countryHeader: config.GEO_COUNTRY_HEADER,
      postcodeHeader: config.GEO_POSTCODE_HEADER,
      databaseFile: config.GEO_DATABASE,
    },
    geography,
  )
  const stores = await openStores({ database, clock, log })
  const promotions = await openPromotions({ database, catalogue, clock, log })
  const content = await openContent({ database, clock, log })
  const redirects = await openRedirects({ database, log, hosts: ownHosts(config) })
  const settings = await openSettings({ database, log })
  const jobs = await openJobs({
    database,
    log,
    queues: [...new Set([...Object.values(jobNames), ...mailJobs])],
  })
  const contact = createContact({ database, jobs, clock, ids })
  const previews = createPreviews({ database, clock, secretKey: config.secretKey })
  const newsletter = createNewsletter({ database, jobs, clock, ids })
  const analyticsCounts = createAnalyticsCounts({ database, clock, log })
  const { secretKey } = config
  const cookingDemos = createCookingDemos({ database, jobs, catalogue, clock, ids, secretKey })
  const effectiveBrand = (app: AppCode) => brandInUse(app, settings, config)
  const hasClub = (app: AppCode) => settings.isOn(brandOf(app), 'dealsClubEnabled')
  const dealsClub = createDealsClub({ database, hasClub, clock })
  const { isMember } = dealsClub
  const reading = createCartReading({ catalogue, promotions, settings, clock, brandOf: effectiveBrand, isMember })
  const carts = createCarts({ database, catalogue, reading, clock, ids })
  const sentCarts = createSentCarts({ database, catalogue, reading, jobs, clock, ids })
  const priceMatches = createPriceMatches({ database, catalogue, sentCarts, jobs, clock, ids })
  const compare = createCompare({ database, catalogue, geography })
  const delivery = await openDelivery({ database, clock })
  const quotes = createQuotes({ database, catalogue, promotions, delivery, geography, sentCarts, clock })
  const mailer = createMailer({ database, clock, smtpUrl: config.SMTP_URL })
  const orders = createOrders({ database, clock })
  const signingKeys = createSigningKeys({ database, clock, secretKey: config.secretKey })
  const tokens = createTokens({ keys: signingKeys, clock, issuer: issuerOf(config) })
  const passwords = createPasswords()
  const knownDevices = createKnownDevices({ sealing: createSealing(config.secretKey, knownDeviceSealing), ids })
  const logins = createLogins({
    database,
    clock,
    ids,
    jobs,
    tokens,
    mailCodes: createSealing(config.secretKey, 'codes by mail'),
    asksForMailCode: (app) => settings.isOn(brandOf(app), 'OTPEnabled'),
    knownDevices,
  })
  const identityProvider = createIdentityProvider({
    database,
    clock,
    ids,
    passwords,
    logins,
    knownDevices,
    onConfirmed: attachGuestOrders,
  })
  const secondFactors = createSecondFactors({
    database,
    clock,
    ids,
    sealing: createSealing(config.secretKey, secondFactorSealing),
    passwords,
    logins,
  })
  const openIdProviders = providerSettings(config)
  const externalLogins = createExternalLogins({
    database,
    clock,
    ids,
    sealing: createSealing(config.secretKey, 'logins by other providers'),
    logins,
    providers: openIdProviders.map((one) => createOpenIdProvider(one, clock)),
    onConfirmed: attachGuestOrders,
  })
  const identity = given ?? createIdentity({ database, clock, tokens, addressOf: defaultAddressOf })
  const records = createAccountRecords({ database })
  const accounts = createAccounts({ database, records, orders, geography, clock, ids })
  const ownedThings = createOwned({ database, catalogue, orders, records, jobs, clock })
  const personalData = createPersonalData({
    database,
    records,
    personal: [
      personalAddresses,
      personalClubs,
      personalOrders,
      personalCarts,
      personalPlaces,
      personalCompareLists,
      personalReviews,
      personalQuestions,
      personalNews,
      personalConsents,
      personalCookingDemos,
      personalPriceMatches,
      personalProjects,
      personalNotices,
      personalMails,
      personalAccount,
    ],
    goodbye: (tx, { app, email, firstName }) => logins.queueMail(tx, { kind: 'closed', app, email, firstName }),
    secretKey: config.secretKey,
    clock,
  })
  // Cards are signed item by item; PayPal's notices are looked at when they come, and what is stored of them was.
  const agencyMerchantAccount =
    config.GATEWAY_AGENCY_MERCHANT_ACCOUNT === '' ? null : config.GATEWAY_AGENCY_MERCHANT_ACCOUNT
  const merchantAccounts = [config.GATEWAY_MERCHANT_ACCOUNT, agencyMerchantAccount].filter((one) => one !== null)
  const parseCard = (raw: string) =>
    parseCardNotices(raw, config.GATEWAY_HMAC_KEY, merchantAccounts, { isLive: config.isLive })
  // The account of a trade customer is the shop's own and needs no settings.
  const isConfigured = (provider: ProviderCode) => provider === 'credit-account' || config.providers.has(provider)
  const configured = (provider: PaymentProvider) =>
    isConfigured(provider.code) ? provider : notConfigured(provider.code)
  const health = createProviderHealth(
    clock,
    (provider, isUp) => {
      if (isUp) {
        log.info({ provider }, 'the provider answers again and is offered')
        void checkout
          .recovered(provider)
          .catch((error: unknown) => log.error({ err: error, provider }, 'open payments could not be made due'))
      } else log.error({ provider }, 'the provider does not answer and is not offered')
    },
    isConfigured,
  )
  const newsOf = (provider: ProviderCode) => (isAnswered: boolean) => health.heard(provider, isAnswered)
  const afterpay = afterpayProvider({
    url: config.afterpayUrl,
    merchantId: config.AFTERPAY_MERCHANT_ID,
    secretKey: config.AFTERPAY_SECRET_KEY,
    site: config.publicUrl,
    clock,
    log,
    onNews: newsOf('afterpay'),
  })
  const paypal = paypalProvider({
    url: config.paypalUrl,
    clientId: config.PAYPAL_CLIENT_ID,
    clientSecret: config.PAYPAL_CLIENT_SECRET,
    clock,
    log,
    onNews: newsOf('paypal'),
  })
  const providers = {
    afterpay: configured(afterpay),
    paypal: configured(paypal),
    zip: configured(zipProvider({ url: config.zipUrl, apiKey: config.ZIP_API_KEY, clock, log, onNews: newsOf('zip') })),
    'zip-in-store': configured(
      zipInStore({
        url: config.zipInStoreUrl,
        apiKey: config.ZIP_IN_STORE_API_KEY,
        clock,
        log,
        onNews: newsOf('zip-in-store'),
      }),
    ),
    'credit-account': creditAccount({ database, clock }),
  }
  const card = configured(
    cardGateway({
      url: config.gatewayUrl,
      apiKey: config.GATEWAY_API_KEY,
      merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
      agencyMerchantAccount,
      lookup: (attempt) => outcomeInInbox(database, parseCard, attempt),
      clock,
      log,
      onNews: newsOf('card'),
    }),
  )
  const paymentConfiguration = await openPaymentConfiguration({
    database,
    providers: { card, ...providers },
    health,
    certificates: merchantCertificates(config.gatewayCertificatesFile),
    merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    agencyMerchantAccount,
    zipConfig: (brand) => settings.text(brand, 'ZipConfig'),
    clock,
    log,
  })
  const moneyParts = {
    database,
    carts,
    delivery,
    jobs,
    clock,
    ids,
    log,
    metrics,
    paymentConfiguration,
    providers: { card, ...providers },
    crashPoint: createCrashPoint(config.CRASH_AT ?? null),
  }
  const checkout = createCheckout({ ...moneyParts, catalogue, geography, stores, settings })
  const refunds = createRefunds(moneyParts)
  const paymentResolution = createPaymentResolution(moneyParts)
  const cancellations = createCancellations({ ...moneyParts, catalogue, refunds })
  const orderDesk = createOrderDesk({ ...moneyParts, refunds })
  const rescheduling = createRescheduling({ ...moneyParts, catalogue, cancellations, refunds })
  const balances = createBalances(moneyParts)
  const orderAccess = createOrderAccess({ database, clock, secretKey: config.secretKey })
  const webhooks = createWebhooks({
    database,
    checkout,
    refunds,
    senders: {
      card: { isSigned: async () => isConfigured('card'), parse: parseCard },
      paypal: {
        isSigned: isConfigured('paypal')
          ? paypalVerifier({ url: config.paypalUrl, webhookId: config.PAYPAL_WEBHOOK_ID, clock })
          : async () => false,
        parse: parsePayPalNotice,
      },
    },
    clock,
    log,
    metrics,
    crashPoint: moneyParts.crashPoint,
  })
  const panelTokens = createPanelTokens({ keys: signingKeys, clock, ids, issuer: issuerOf(config) })
  const staffDesk = createStaffDesk({
    database,
    catalogue,
    carts,
    sentCarts,
    quotes,
    orders,
    tokens: panelTokens,
    delivery,
    brandOf,
    clock,
    ids,
  })
  const officeParts: OfficeParts = {
    database,
    catalogue,
    settings,
    orders,
    orderDesk,
    refunds,
    paymentResolution,
    cancellations,
    rescheduling,
    jobs,
    moderation: createModeration({ database, clock }),
    analytics: analyticsCounts,
    previews,
    cookingDemos,
    priceMatches,
    paymentConfiguration,
    mailQueue: () => mailQueueState(database.db, mailJobs),
    cmsUrl: config.cmsUrl,
    log,
    choices: createChoices({ database, clock }),
    clock,
    ids,
    ownHosts: ownHosts(config),
    shopAddress: (app) => `${effectiveBrand(app).origin}/`,
  }
  const office = createOffice(officeParts, staffDesk, everyResource(officeParts))
  const energyTariffs = await openEnergyTariffs({ database, clock })
  const searchWords = await openSearchWords({ database, log })
  const listings = createListings({ catalogue, database, words: searchWords })
  const reviews = createReviews({ database, catalogue, clock })
  const navigation = await openNavigation({
    database,
    log,
    catalogue,
    listings,
    settings,
    pictureOf: categoryPicture,
  })
  return {
    identity,
    identityProvider,
    secondFactors,
    externalLogins,
    offeredProviders: openIdProviders.map((one) => ({ name: one.name, isDemo: isDemoProvider(one) })),
    signingKeys,
    accounts,
    ownedThings,
    personalData,
    dealsClub,
    catalogue,
    listings,
    searchWords,
    searchEvents: createSearchEvents({ database, clock }),
    energyTariffs,
    geography,
    detection,
    stores,
    promotions,
    content,
    contact,
    newsletter,
    previews,
    cookingDemos,
    redirects,
    navigation,
    delivery,
    reviews,
    carts,
    sentCarts,
    quotes,
    priceMatches,
    compare,
    orders,
    orderAccess,
    refunds,
    cancellations,
    orderDesk,
    rescheduling,
    balances,
    staffDesk,
    office,
    officeParts,
    resumeManyChanges: () =>
      resumeBulk(officeParts, office, async (accountId, app) => {
        const found = await staffById(database.db, accountId)
        if (found === null) return null
        return {
          principal: found.staff,
          firstName: found.firstName,
          brand: brandOf(app),
          parent: '',
          authenticatedAt: null,
          sessionId: null,
        }
      }),
    applyPriceSchedules: () => applySchedules(database, clock.now()),
    panelTokens,
    builds: Object.fromEntries(appCodes.map((app) => [app, buildConfigOf(app, config)])) as Services['builds'],
    checkout,
    webhooks,
    paymentConfiguration,
    mailer,
    mailQueue: watchMailQueue({ db: () => database.db, jobNames: mailJobs, clock, log, metrics }),
    jobs,
    settings,
    effectiveBrand,
    otherCountry: ({ otherCountryApp: app }) =>
      app === null || originOf(app, config) === null ? null : effectiveBrand(app),
    identityHost({ app }) {
      const address = identityAddress(app, config)
      return { address, source: identitySource(address, config.publicUrl) }
    },
    showsGallery: config.showsGallery,
    isDevelopment: config.ENV === 'dev',
    securityContact: config.SECURITY_CONTACT ?? null,
    analytics: analyticsAccess(config, log),
    analyticsCounts,
    mapsUrl: config.MAPS_URL.replace(/\/$/, ''),
    captcha: createCaptcha({ settings, url: config.recaptcha.url, secrets: config.recaptcha, log }),
    googlePay: {
      scriptUrl: config.googlePayUrl,
      environment: config.GOOGLE_PAY_MERCHANT_ID === undefined ? 'TEST' : 'PRODUCTION',
      gatewayMerchantId: config.GATEWAY_MERCHANT_ACCOUNT,
      merchantId: config.GOOGLE_PAY_MERCHANT_ID ?? '',
    },
    applePay: createApplePay({
      url: config.gatewayUrl,
      apiKey: config.GATEWAY_API_KEY,
      merchantIdentifier: config.applePayMerchantId,
      domainProof:
        config.APPLE_PAY_DOMAIN_FILE === undefined ? null : readFileSync(config.APPLE_PAY_DOMAIN_FILE, 'utf8'),
      clock,
      log,
    }),
    clock,
    ids,
    async close() {
      await analyticsCounts.close()
      await jobs.close()
      await delivery.close()
      await content.close()
      await promotions.close()
      await energyTariffs.close()
      await paymentConfiguration.close()
      await searchWords.close()
      await redirects.close()
      await navigation.close()
      await settings.close()
      await stores.close()
      await catalogue.close()
    },
  }
}
