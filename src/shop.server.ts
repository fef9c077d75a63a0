import { readFileSync } from 'node:fs'
import { decodeJwt } from 'jose'
import { appCodes, type AppCode } from './brands/apps.ts'
import { brandOf, otherCountryAddress, siteAddress, type Brand } from './brands/brands.ts'
import { openSettings, type Settings } from './brands/settings.server.ts'
import { ownHosts, identityAddress, identitySource, issuerOf } from './brands/sites.ts'
import type { AnalyticsAccess } from './modules/analytics/analytics.ts'
import { analyticsAccess, createAnalyticsCounts, type AnalyticsCounts } from './modules/analytics/analytics.server.ts'
import { createAccounts, defaultAddressOf, type Accounts } from './modules/account/account.server.ts'
import { careMailJob, type CareMailOrder } from './modules/account/care-mails.ts'
import { careMail } from './modules/account/mail/care-mail.tsx'
import { personalAddresses } from './modules/account/account-store.server.ts'
import { createDealsClub, personalClubs, type DealsClub } from './modules/account/deals-club.server.ts'
import { createOwned, type OwnedThings } from './modules/account/owned.server.ts'
import { createPersonalData, type PersonalData } from './modules/account/personal-data.server.ts'
import { personalCarts } from './modules/cart/personal-records.server.ts'
import { personalNotices } from './modules/catalogue/personal-records.server.ts'
import { personalAccount } from './modules/identity/personal-records.server.ts'
import { personalOrders } from './modules/orders/personal-records.server.ts'
import { personalQuestions } from './modules/content/personal-records.server.ts'
import { personalReviews } from './modules/reviews/personal-records.server.ts'
import { personalMails } from './platform/mail-records.server.ts'
import { createCarts, type Carts, type Owned } from './modules/cart/cart.server.ts'
import type { Cart } from './modules/cart/cart.ts'
import { createCartReading } from './modules/cart/cart-reading.server.ts'
import { sentCartMail } from './modules/cart/mail/sent-cart-mail.tsx'
import { buyableLines, createSentCarts, mailCartJob, type SentCarts } from './modules/cart/sent-carts.server.ts'
import { openCatalogue, type Catalogue } from './modules/catalogue/catalogue.server.ts'
import { categoryPicture } from './modules/catalogue/pictures.server.ts'
import { openEnergyTariffs, type EnergyTariffs } from './modules/catalogue/tariffs.server.ts'
import { createBalances, type Balances } from './modules/checkout/balance.server.ts'
import { createCheckout, type Checkout } from './modules/checkout/checkout.server.ts'
import { createRescheduling, type Rescheduling } from './modules/checkout/reschedule.server.ts'
import { jobNames } from './modules/checkout/settle.server.ts'
import { createCompare, type Compare } from './modules/compare/compare.server.ts'
import { createWebhooks, outcomeInInbox, type Webhooks } from './modules/checkout/webhooks.server.ts'
import { openDelivery, type Delivery } from './modules/delivery/delivery.server.ts'
import {
  createCookingDemos,
  demoMailJob,
  type CookingDemos,
  type DemoMailOrder,
} from './modules/events/events.server.ts'
import { demoMail } from './modules/events/mail/demo-mail.tsx'
import { personalCookingDemos } from './modules/events/personal-records.server.ts'
import { isProformaBrand } from './modules/delivery/suppliers.ts'
import { kindsIn, offersKinds } from './modules/delivery/services.ts'
import { openDetection, type Detection, type RequestOrigin } from './modules/geo/detection.server.ts'
import { openGeography, type Geography } from './modules/geo/geo.server.ts'
import { createAccountRecords, createIdentity, staffById, type Identity } from './modules/identity/identity.server.ts'
import { identityMailJob, type IdentityMailOrder } from './modules/identity/identity-mails.ts'
import { identityMail } from './modules/identity/mail/identity-mail.tsx'
import { createPasswords } from './modules/identity/passwords.server.ts'
import { asksForProof, may, refusalOf, type Act } from './modules/identity/policy.ts'
import { factorTexts } from './modules/identity/second-factors.ts'
import type { Principal, Staff } from './modules/identity/identity.ts'
import { createCaptcha, type Captcha } from './modules/identity/captcha.server.ts'
import { createExternalLogins, type ExternalLogins } from './modules/identity/external-logins.server.ts'
import type { OfferedProvider } from './modules/identity/external-providers.ts'
import { createLogins } from './modules/identity/logins.server.ts'
import { createOpenIdProvider } from './modules/identity/openid.server.ts'
import { isDemoProvider, providerSettings } from './modules/identity/provider-settings.server.ts'
import { createIdentityProvider, type IdentityProvider } from './modules/identity/provider.server.ts'
import { createSealing, secondFactorSealing } from './modules/identity/sealing.server.ts'
import { createSecondFactors, type SecondFactors } from './modules/identity/second-factors.server.ts'
import { createSigningKeys, type SigningKeys } from './modules/identity/signing-keys.server.ts'
import { bindingOf, createTokens } from './modules/identity/tokens.server.ts'
import { buildConfigOf, type BuildConfig } from './brands/build-config.server.ts'
import { createCancellations, lapseEvery, type Cancellations } from './modules/orders/cancellation.server.ts'
import { isBefore } from './modules/orders/changes.ts'
import { orderConfirmationMail } from './modules/orders/mail/order-confirmation.tsx'
import { shownBlocks } from './modules/navigation/page-blocks.server.ts'
import { orderNewsMail } from './modules/orders/mail/order-news.tsx'
import { createOrderAccess, type OrderAccess } from './modules/orders/order-access.server.ts'
import { createOrderDesk, type OrderDesk } from './modules/orders/order-desk.server.ts'
import { orderMailJob } from './modules/orders/order-moves.server.ts'
import { eventText, orderTexts, orderViewOf, type OrderView } from './modules/orders/order-view.ts'
import type { Order } from './modules/orders/orders.ts'
import { createRefunds, type Refunds } from './modules/orders/refunds.server.ts'
import { openNavigation, type Navigation } from './modules/navigation/navigation.server.ts'
import { attachGuestOrders, createOrders, type Orders } from './modules/orders/orders.server.ts'
import type { ProviderCode } from './modules/payments/payments.ts'
import { openPaymentConfiguration, type PaymentConfiguration } from './modules/payments/payments.server.ts'
import { createApplePay, type ApplePay } from './modules/payments/providers/apple-pay.server.ts'
import type { GooglePayAccess } from './modules/payments/ui/google-pay.ts'
import { createProviderHealth } from './modules/payments/provider-health.ts'
import { afterpay as afterpayProvider } from './modules/payments/providers/afterpay.server.ts'
import { cardGateway } from './modules/payments/providers/card-gateway.server.ts'
import { parseCardNotices } from './modules/payments/providers/card-notices.server.ts'
import { creditAccount } from './modules/payments/providers/credit-account.server.ts'
import { merchantCertificates } from './modules/payments/providers/merchant-certificates.server.ts'
import { parsePayPalNotice, paypalVerifier } from './modules/payments/providers/paypal-notices.server.ts'
import { paypal as paypalProvider } from './modules/payments/providers/paypal.server.ts'
import { zipInStore } from './modules/payments/providers/zip-in-store.server.ts'
import { zip as zipProvider } from './modules/payments/providers/zip.server.ts'
import { isWithin } from './modules/catalogue/catalogue.ts'
import { plainChoice } from './modules/search/listing-query.ts'
import {
  createNewsletter,
  newsletterLimit,
  newsletterMailJob,
  personalNews,
  type Newsletter,
} from './modules/content/newsletter.server.ts'
import { newsletterPath, newsletterTexts } from './modules/content/newsletter.ts'
import { createPreviews, type Previews } from './modules/content/previews.server.ts'
import { contactMailJob, createContact, type Contact } from './modules/content/contact.server.ts'
import { openRedirects, type Redirects } from './modules/content/redirects.server.ts'
import { brandInUse } from './brands/brand-in-use.server.ts'
import { openContent, type Content } from './modules/content/content.server.ts'
import { newsletterMail } from './modules/content/mail/newsletter-mail.tsx'
import { contactMail } from './modules/content/mail/contact-mail.tsx'
import { openPromotions, type Promotions } from './modules/promotions/promotions.server.ts'
import { createModeration } from './modules/reviews/moderation.server.ts'
import { createReviews, type Reviews } from './modules/reviews/reviews.server.ts'
import { priceMatchMail } from './modules/pricematch/mail/price-match-mail.tsx'
import { personalPriceMatches } from './modules/pricematch/pricematch-store.server.ts'
import { createPriceMatches, priceMatchMailJob, type PriceMatches } from './modules/pricematch/pricematch.server.ts'
import { createPanelTokens, type PanelTokenMaker } from './modules/staff/panel-tokens.server.ts'
import { createStaffDesk, type StaffDesk } from './modules/staff/staff.server.ts'
import { applySchedules } from './modules/catalogue/price-schedule.server.ts'
import { createChoices } from './modules/office/choices.server.ts'
import { resumeBulk } from './modules/office/bulk.server.ts'
import { createOffice, type Office } from './modules/office/office.server.ts'
import type { OfficeParts } from './modules/office/resource.server.ts'
import { forgetUploads } from './modules/office/runs-store.server.ts'
import { everyResource } from './modules/office/every-resource.server.ts'
import { quoteMail } from './modules/quotes/mail/quote-mail.tsx'
import { createQuotes, type Quotes } from './modules/quotes/quotes.server.ts'
import { quotePath } from './modules/quotes/quotes.ts'
import { forgetUnusedFiles } from './modules/office/file-references.server.ts'
import { openStores, type Stores } from './modules/stores/stores.server.ts'
import type { WantedDelivery, WantedServices } from './modules/search/listing-query.ts'
import { createSearchEvents, type SearchEvents } from './modules/search/search-events.server.ts'
import { openSearchWords, type SearchWords } from './modules/search/search-words.server.ts'
import { createListings, type Listings } from './modules/search/listings.server.ts'
import { hours, seconds, type Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { createCrashPoint } from './platform/crash-point.ts'
import type { Database } from './platform/database.server.ts'
import { ProblemError, refusal } from './platform/http/problem.ts'
import type { Limit } from './platform/http/rate-limit.ts'
import type { Ids } from './platform/ids.ts'
import { openJobs, type Jobs } from './platform/jobs.server.ts'
import type { Log } from './platform/log.server.ts'
import { createMailer, type Mailer } from './platform/mail.server.ts'
import type { Metrics } from './platform/metrics.server.ts'
import { accepted, refused } from './platform/result.ts'
import type { Shop } from './shop.ts'

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
  readonly jobs: Jobs
  readonly settings: Settings
  otherCountryAddress(brand: Brand): string | null
  /** Where a shop's pages are reached. */
  siteAddress(app: AppCode): string
  /** Where a browser reaches a brand's identity host, for links and for policies. */
  identityHost(brand: Brand): { readonly address: string; readonly source: string }
  readonly showsGallery: boolean
  readonly mapsUrl: string
  readonly captcha: Captcha
  readonly googlePay: Pick<GooglePayAccess, 'scriptUrl' | 'environment' | 'gatewayMerchantId' | 'merchantId'>
  readonly applePay: ApplePay
  readonly isDevelopment: boolean
  readonly analytics: AnalyticsAccess | null
  readonly analyticsCounts: AnalyticsCounts
  readonly clock: Clock
  readonly ids: Ids
  close(): Promise<void>
}

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
    queues: [
      ...Object.values(jobNames),
      mailCartJob,
      identityMailJob,
      contactMailJob,
      newsletterMailJob,
      orderMailJob,
      careMailJob,
      demoMailJob,
      priceMatchMailJob,
    ],
  })
  const contact = createContact({ database, jobs, clock, ids })
  const previews = createPreviews({ database, clock, secretKey: config.secretKey })
  const newsletter = createNewsletter({ database, jobs, clock, ids })
  const analyticsCounts = createAnalyticsCounts({ database, clock, log })
  const { secretKey } = config
  const cookingDemos = createCookingDemos({ database, jobs, catalogue, clock, ids, secretKey })
  const usedBrand = (app: AppCode) => brandInUse(brandOf(app), settings)
  const hasClub = (app: AppCode) => settings.isOn(brandOf(app), 'dealsClubEnabled')
  const dealsClub = createDealsClub({ database, hasClub, clock })
  const { isMember } = dealsClub
  const reading = createCartReading({ catalogue, promotions, settings, clock, brandOf: usedBrand, isMember })
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
  const logins = createLogins({
    database,
    clock,
    ids,
    jobs,
    tokens,
    mailCodes: createSealing(config.secretKey, 'codes by mail'),
    asksForMailCode: (app) => settings.isOn(brandOf(app), 'OTPEnabled'),
  })
  const identityProvider = createIdentityProvider({
    database,
    clock,
    ids,
    passwords,
    logins,
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
      personalReviews,
      personalQuestions,
      personalNews,
      personalCookingDemos,
      personalPriceMatches,
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
  const parseCard = (raw: string) => parseCardNotices(raw, config.GATEWAY_HMAC_KEY, merchantAccounts)
  const health = createProviderHealth(clock, (provider, isUp) => {
    if (isUp) log.info({ provider }, 'the provider answers again and is offered')
    else log.error({ provider }, 'the provider does not answer and is not offered')
  })
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
    afterpay,
    paypal,
    zip: zipProvider({ url: config.zipUrl, apiKey: config.ZIP_API_KEY, clock, log, onNews: newsOf('zip') }),
    'zip-in-store': zipInStore({
      url: config.zipInStoreUrl,
      apiKey: config.ZIP_IN_STORE_API_KEY,
      clock,
      log,
      onNews: newsOf('zip-in-store'),
    }),
    'credit-account': creditAccount({ database, clock }),
  }
  const card = cardGateway({
    url: config.gatewayUrl,
    apiKey: config.GATEWAY_API_KEY,
    merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    agencyMerchantAccount,
    lookup: (attempt) => outcomeInInbox(database, parseCard, attempt),
    clock,
    log,
    onNews: newsOf('card'),
  })
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
      card: { isSigned: async () => true, parse: parseCard },
      paypal: {
        isSigned: paypalVerifier({ url: config.paypalUrl, webhookId: config.PAYPAL_WEBHOOK_ID, clock }),
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
    cancellations,
    rescheduling,
    jobs,
    moderation: createModeration({ database, clock }),
    analytics: analyticsCounts,
    previews,
    cookingDemos,
    priceMatches,
    paymentConfiguration,
    cmsUrl: config.cmsUrl,
    log,
    choices: createChoices({ database, clock }),
    clock,
    ids,
    ownHosts: ownHosts(config),
    shopAddress: (app) => siteAddress(app, config.SITES, config.publicUrl),
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
        return { principal: found.staff, firstName: found.firstName, brand: brandOf(app), parent: '' }
      }),
    applyPriceSchedules: () => applySchedules(database, clock.now()),
    panelTokens,
    builds: Object.fromEntries(appCodes.map((app) => [app, buildConfigOf(app, config)])) as Services['builds'],
    checkout,
    webhooks,
    paymentConfiguration,
    mailer,
    jobs,
    settings,
    otherCountryAddress: (brand) => otherCountryAddress(brand, config.SITES, config.publicUrl),
    siteAddress: (app) => siteAddress(app, config.SITES, config.publicUrl),
    identityHost({ app }) {
      const address = identityAddress(app, config)
      return { address, source: identitySource(address, config.publicUrl) }
    },
    showsGallery: config.showsGallery,
    isDevelopment: config.ENV === 'dev',
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

/** What runs beside requests: mails, money to give back, notices and open payments. */
/** What every process does for itself, because it keeps it in memory: which ways to pay there are, and which of them work. */
export function startWatching({ jobs, paymentConfiguration }: Pick<Services, 'jobs' | 'paymentConfiguration'>): void {
  jobs.every('provider health', seconds(1), () => paymentConfiguration.watch())
  // Notices tell of a change; this one ends the time after the records could not be read.
  jobs.every('payment methods', seconds(30), () => paymentConfiguration.follow())
}

export async function startWork(services: Services, config: Config): Promise<void> {
  const { jobs, searchEvents, orders, mailer, checkout, webhooks, sentCarts, identityProvider, signingKeys } = services
  const { refunds, cancellations, contact, settings, staffDesk } = services
  const usedBrand = (app: AppCode) => brandInUse(brandOf(app), settings)
  await jobs.handle(jobNames.orderPlaced, async ({ orderId }) => {
    const order = await orders.byId(String(orderId))
    if (order === null) return
    const link = orderLink(services, config, order)
    await mailer.send(await orderConfirmationMail(order, usedBrand(order.app), config.MAIL_FROM, link))
  })
  await jobs.handle(orderMailJob, ({ orderId, eventId }) =>
    sendOrderNews(services, config, { orderId: String(orderId), eventId: Number(eventId) }),
  )
  await jobs.handle(jobNames.capture, ({ attemptId }) => checkout.capture(String(attemptId)))
  await jobs.handle(jobNames.giveBack, ({ attemptId, providerRef }) =>
    checkout.giveBack(String(attemptId), String(providerRef)),
  )
  await jobs.handle(mailCartJob, async ({ app, token, recipient }) => {
    const brand = usedBrand(app as AppCode)
    const sent = await sentCarts.open(brand, String(token))
    if (sent === null) return
    const link = new URL(`/cart/${String(token)}`, siteAddress(brand.app, config.SITES, config.publicUrl)).href
    const quote = await services.quotes.madeOf(brand, sent)
    const to = { brand, link, recipient: String(recipient), from: config.MAIL_FROM }
    await mailer.send(await (quote === null ? sentCartMail({ ...sent, ...to }) : quoteMail({ quote, ...to })))
  })
  await jobs.handle(contactMailJob, async ({ reference }) => {
    const request = await contact.find(String(reference))
    if (request === null) return
    await mailer.send(await contactMail(request, { brand: usedBrand(request.app), from: config.MAIL_FROM }))
  })
  await jobs.handle(priceMatchMailJob, async ({ reference, token }) => {
    const asked = await services.priceMatches.find(String(reference))
    // When it was asked: an answer that came before this mail was made has a mail of its own.
    const now = asked === null ? null : token === undefined ? ({ ...asked, state: 'waiting' } as const) : asked
    if (now === null) return
    const site = siteAddress(now.app, config.SITES, config.publicUrl)
    const link = typeof token === 'string' ? new URL(`/cart/${token}`, site).href : null
    await mailer.send(await priceMatchMail(now, { brand: usedBrand(now.app), from: config.MAIL_FROM, link }))
  })
  await jobs.handle(newsletterMailJob, async ({ app, email }) => {
    const wanted = { app: String(app) as AppCode, email: String(email) }
    const token = await services.newsletter.linkFor(wanted.app, wanted.email)
    if (token === null) return
    const site = siteAddress(wanted.app, config.SITES, config.publicUrl)
    const link = new URL(`${newsletterPath}/${token}`, site).href
    await mailer.send(
      await newsletterMail({ ...wanted, link }, { brand: usedBrand(wanted.app), from: config.MAIL_FROM }),
    )
  })
  await jobs.handle(demoMailJob, async (order) => {
    const mail = await services.cookingDemos.mailFor(order as unknown as DemoMailOrder)
    if (mail === null) return
    const site = siteAddress(mail.app, config.SITES, config.publicUrl)
    const [brand, now] = [usedBrand(mail.app), services.clock.now()]
    await mailer.send(await demoMail(mail, { brand, site, now, from: config.MAIL_FROM }))
  })
  await jobs.handle(identityMailJob, (order) =>
    sendIdentityMails(services, config, order as unknown as IdentityMailOrder),
  )
  await jobs.handle(careMailJob, (order) => sendCareMail(services, config, order as unknown as CareMailOrder))
  jobs.every('reminders of care', hours(1), () => services.ownedThings.remind())
  jobs.every('signing keys', hours(1), () => signingKeys.rotate())
  jobs.every('old sign-ins', hours(12), () => identityProvider.forget())
  jobs.every('staff sign-ins', hours(12), () => staffDesk.forget())
  jobs.every('uploads of the back office', hours(1), () =>
    forgetUploads(services.officeParts.database.db, new Date(services.clock.now().getTime() - hours(24))),
  )
  jobs.every('uploads that nothing names', hours(12), async () => {
    await forgetUnusedFiles(services.officeParts.database, services.officeParts.clock.now())
  })
  jobs.every('sent carts', hours(12), () => sentCarts.forget())
  jobs.every('webhooks', seconds(1), () => webhooks.work())
  jobs.every('search events', hours(12), () => searchEvents.forget())
  jobs.every('daily figures', hours(12), () => services.analyticsCounts.forget())
  // As often as the quickest provider wants to be asked: what is not due is not touched.
  jobs.every('reconciler', seconds(2), () => checkout.reconcile())
  jobs.every('refunds', seconds(2), () => refunds.work())
  jobs.every('orders nobody paid for', lapseEvery, () => cancellations.lapse())
  jobs.every('many changes that were broken off', seconds(5), () => services.resumeManyChanges())
  jobs.every('price schedules', seconds(1), () => services.applyPriceSchedules())
}

/** A reminder of care, when its reader still wants it. */
export async function sendCareMail(
  { ownedThings, personalData, mailer }: Pick<Services, 'ownedThings' | 'personalData' | 'mailer'>,
  config: Config,
  order: CareMailOrder,
): Promise<void> {
  const made = await ownedThings.mailFor(order)
  if (made === null) return
  const site = siteAddress(order.app, config.SITES, config.publicUrl)
  await mailer.send(
    await careMail({
      brand: brandOf(order.app),
      recipient: made.email,
      firstName: made.firstName,
      owned: made.owned,
      dueOn: order.dueOn,
      accountId: order.accountId,
      site,
      stopLink: new URL(`account/no-reminders/${personalData.stopToken(order.accountId)}`, site).href,
      from: config.MAIL_FROM,
    }),
  )
}

/** The mails of one order. A link whose mail nobody took is taken back, so that the next try is not too soon after it. */
export async function sendIdentityMails(
  { identityProvider, mailer, clock }: Pick<Services, 'identityProvider' | 'mailer' | 'clock'>,
  config: Config,
  order: IdentityMailOrder,
): Promise<void> {
  const site = siteAddress(order.app, config.SITES, config.publicUrl)
  for (const { mail, undo } of await identityProvider.mailFor(order)) {
    try {
      await mailer.send(await identityMail(mail, { site, from: config.MAIL_FROM, now: clock.now() }))
    } catch (error) {
      await undo()
      throw error
    }
  }
}

/** Where the owner of an order sees it and pays for it, as it stands in mails: what opens it is never sent to a server by itself. */
function orderLink({ orderAccess }: Pick<Services, 'orderAccess'>, config: Config, { id, app }: Order): string {
  const page = new URL(`/order/${id}`, siteAddress(app, config.SITES, config.publicUrl)).href
  return `${page}#key=${orderAccess.link(id)}`
}

/** The mail about one event of an order. */
export async function sendOrderNews(
  services: Services,
  config: Config,
  { orderId, eventId }: { orderId: string; eventId: number },
): Promise<void> {
  const order = await services.orders.byId(orderId)
  if (order === null) return
  const view = await orderView(services, order, { isLink: true })
  const { events, refunds } = await services.orders.storyOf(orderId)
  const event = events.find((one) => one.id === eventId)
  if (event === undefined) return
  const titleOf = (code: string) => order.snapshot.lines.find((line) => line.productCode === code)?.title ?? ''
  // A refund is made in the transaction of its event, at the same moment.
  const refund = refunds.find((one) => one.madeAt.getTime() === event.at.getTime())
  const text = eventText(event.move, event.facts, titleOf)
  const news = { view, eventId, move: event.move, text, refundNumber: refund?.number ?? null }
  const from = config.MAIL_FROM
  await services.mailer.send(
    await orderNewsMail(news, { brand: brandOf(order.app), link: orderLink(services, config, order), from }),
  )
}

/** An order as its owner sees it now. */
export async function orderView(
  { orders, cancellations, rescheduling, clock }: Services,
  order: Order,
  { isLink }: { isLink: boolean },
): Promise<OrderView> {
  const [story, closesAt] = [await orders.storyOf(order.id), await cancellations.closesAt(order)]
  const isOpen = isBefore(clock.now(), closesAt)
  const canReschedule = isOpen && order.stage === 'placed' && (await rescheduling.dates(order)) !== null
  return orderViewOf({ ...story, order, closesAt, isOpen, canReschedule, isLink })
}

/** Who is asking: the cookies of a request that the shop set itself, and a way to set them. */
export type Visit = {
  readonly cartSecret: string | null
  readonly visitorSecret: string | null
  /** What gives access to an order that was looked up. */
  readonly orderToken: string | null
  /** Secrets of logins that began in this browser, newest first: the token of one of them is good here and nowhere else. */
  readonly bindings: readonly string[]
  /** The access token of the request's header. */
  readonly bearer: string | null
  /** What says where the visitor is; null for a visitor who stands for everyone. */
  readonly origin: RequestOrigin | null
  setCookie(name: VisitCookie, value: string | null): void
  /** Seconds to wait before this may be done again: from where the request comes from, or with what `key` names. */
  waitFor(limit: Limit, key?: string): number
}

export type VisitCookie = 'cart' | 'visitor' | 'order' | 'binding' | 'loginNonce'

/** The visit of somebody without cookies: what cached pages are made for. */
export const nobody: Visit = {
  cartSecret: null,
  visitorSecret: null,
  orderToken: null,
  bindings: [],
  bearer: null,
  origin: null,
  setCookie() {
    throw new Error('A page that is kept for everyone must not set a cookie.')
  },
  waitFor: () => 0,
}

/** How many logins one browser may have begun. */
const mostBindings = 3

/** The services bound to a brand and a visitor. */
export function shopFor(services: Services, given: Brand, visit: Visit, formTargets: readonly string[]): Shop {
  const build = services.builds[given.app]
  const brand = brandInUse(given, services.settings)
  const { catalogue, listings, energyTariffs, geography, delivery, carts, orders, paymentConfiguration } = services
  const {
    settings,
    clock,
    reviews,
    stores,
    promotions,
    content,
    contact,
    cookingDemos,
    redirects,
    detection,
    compare,
    navigation,
    sentCarts,
  } = services
  let cartSecret = visit.cartSecret
  let visitorSecret = visit.visitorSecret

  let asking: Promise<Principal> | null = null

  /** Found out once for a request. */
  function principal(): Promise<Principal> {
    asking ??= services.identity
      .principal({ app: brand.app, bearer: visit.bearer, bindings: visit.bindings })
      .then((found) => {
        if (found.kind !== 'refused') return found
        throw new ProblemError(refusal(401, found.code, 'Authentication required. Please log in again.'))
      })
    return asking
  }

  /** Whoever asks, when they are one of ours and may do that. What somebody who has signed in is refused is written down. */
  async function member(act: Act): Promise<Staff> {
    const who = await principal()
    const refused = refusalOf(who, act)
    if (refused === null && who.kind === 'staff') return who
    if (refused === 401)
      throw new ProblemError(refusal(401, 'login_required', 'Authentication required. Please log in again.'))
    if (who.kind !== 'guest') {
      const owner = { userId: who.userId, winningUserId: '', subdivision: null }
      await services.staffDesk.refuse(owner, brand.app, act, 'shop', 'not_allowed')
    }
    throw new ProblemError(refusal(403, 'forbidden', 'You do not have permission to perform this action.'))
  }

  /** The cart of whoever has signed in, with what this browser's had in it; null for those who have none of their own. */
  async function joined(who: Principal, secret: string | null): ReturnType<Carts['merge']> {
    if (who.kind === 'guest') return accepted(null)
    if (may(who, 'keep a cart')) return carts.merge(brand, secret, who.userId)
    return who.kind === 'staff' ? carts.attend(brand, secret, who.userId) : accepted(null)
  }

  /** Whoever has an account has one cart on it; what a new cart has in it goes there. */
  async function ownCart(owned: Owned): Promise<Owned> {
    const who = visit.bearer === null ? null : await principal()
    const merged = who === null ? null : await joined(who, owned.secret)
    if (merged === null) return owned
    return merged.ok && merged.value !== null ? merged.value : owned
  }

  /** The visitor's cart has this secret from now on. */
  async function keepCart(given: Owned): Promise<Cart> {
    if (given.secret === cartSecret) return given.cart
    const { cart, secret } = await ownCart(given)
    visit.setCookie('cart', (cartSecret = secret))
    return cart
  }

  /** The brand as it sells to whoever asks: some show prices only to those who have signed in. */
  async function sellingBrand(): Promise<Brand> {
    if (!brand.hidesPricesWhenAnonymous || !may(await principal(), 'buy', brand)) return brand
    return { ...brand, hidesPricesWhenAnonymous: false }
  }

  async function keepChoice(choice: Parameters<Geography['choose']>[2]): Promise<void> {
    const secret = await geography.choose(brand, visitorSecret, choice)
    if (secret !== visitorSecret) visit.setCookie('visitor', (visitorSecret = secret))
  }

  async function arrivesBy({ postcode, by }: WantedDelivery): Promise<(supply: string) => boolean> {
    const [place] = geography.search(brand.country, postcode)
    const state = place?.postcode === postcode ? place.state : null
    const canArrive = await delivery.arrivals({ country: brand.country, postcode, state }, by)
    return canArrive ?? (() => false)
  }

  /** Not those whose maker agrees on the day with the buyer, even where a supplier brings some of their goods. */
  function hasDays(): (brandUri: string) => boolean {
    const makers = settings.text(brand, 'proformaShippingBrands')
    return (uri) => !isProformaBrand(makers, catalogue.brandByUri(uri)?.title ?? '')
  }

  async function hasServices({ postcode, kinds }: WantedServices): Promise<(categoryUri: string) => boolean> {
    const zone = await delivery.zoneOf({ country: brand.country, postcode })
    if (zone === null) return () => false
    const all = await delivery.services()
    return (categoryUri) => offersKinds(all, { categoryUri, tierCode: zone.tier.code }, kinds)
  }

  return {
    brand,
    principal,
    async account(act) {
      const who = await principal()
      const refused = refusalOf(who, 'use an account')
      if (who.kind === 'guest' || refused !== null)
        throw new ProblemError(
          refusal(refused ?? 401, 'login_required', 'Authentication required. Please log in again.'),
        )
      if (act !== undefined && asksForProof(act, who, clock.now()))
        throw new ProblemError(refusal(403, 'fresh_login_required', factorTexts.stale))
      const { userId } = who
      const { accounts, dealsClub, ownedThings, personalData } = services
      return {
        userId,
        info: () => accounts.info(userId),
        patch: (patch) => accounts.patch(userId, patch),
        addresses: () => accounts.addresses(brand, userId),
        saveAddress: (input) => accounts.saveAddress(brand, userId, input),
        deleteAddress: (id) => accounts.deleteAddress(brand, userId, id),
        invoices: (page) => accounts.invoices(brand, userId, page),
        invoice: (id) => accounts.invoice(brand, userId, id),
        orders: (page) => accounts.orders(brand, userId, page),
        owned: () => ownedThings.of(brand, userId),
        club: () => dealsClub.of(brand, userId),
        setClub: (isMember) => dealsClub.set(brand, userId, isMember),
        paysAsMember: async () => may(who, 'keep a cart') && (await dealsClub.isMember(userId, brand.app)),
        choices: () => personalData.choices(userId),
        choose: (choices) => personalData.choose(userId, choices),
        copy: () => personalData.copy(userId),
        close: (typedEmail) => personalData.close(brand.app, userId, typedEmail),
      }
    },
    async order(id) {
      const access = visit.orderToken === null ? null : services.orderAccess.open(visit.orderToken)
      const who = visit.bearer === null ? null : await principal()
      const owned =
        who === null || who.kind === 'guest' || !may(who, 'keep a cart')
          ? null
          : await orders.ofAccountById({ accountId: who.userId, app: brand.app, isInvoiced: false }, id)
      const given = access?.orderId === id ? await orders.byId(id) : null
      const order = owned ?? (given?.app === brand.app ? given : null)
      if (order === null) throw new ProblemError(refusal(404, 'not_found', orderTexts.gone))
      const isLink = owned === null && access?.scope === 'pay'
      return { order, isLink, view: () => orderView(services, order, { isLink }) }
    },
    async lookUpOrder(number, email) {
      const found = await services.orderAccess.lookUp(brand, number, email)
      if (found !== null) visit.setCookie('order', found.token)
      return found?.access.orderId ?? null
    },
    openOrderLink(token) {
      const found = services.orderAccess.enter(token)
      if (found !== null) visit.setCookie('order', found.token)
      return found?.access.orderId ?? null
    },
    session: {
      ...services.identityProvider,
      confirmEmail: (token) => services.identityProvider.confirmEmail(brand.app, token),
      ...services.identityHost(brand),
      clientId: build.idClientId,
      providers: services.offeredProviders,
      startLogin() {
        const secret = services.ids.secret()
        const nonce = bindingOf(secret)
        // Of the last few: a second login page in another tab must not end what the first one began.
        visit.setCookie('binding', [secret, ...visit.bindings].slice(0, mostBindings).join('.'))
        visit.setCookie('loginNonce', nonce)
        return nonce
      },
      async joined() {
        const merged = await joined(await principal(), cartSecret)
        // A cart that is being paid for stays whose it is until that is over.
        if (merged.ok && merged.value !== null) visit.setCookie('cart', (cartSecret = merged.value.secret))
      },
      stopReminders: (token) => services.personalData.stopReminders(token),
      left() {
        for (const name of ['cart', 'binding', 'loginNonce'] as const) visit.setCookie(name, null)
        cartSecret = null
      },
    },
    staff: {
      panelOrigin: build.winningCmsUrl,
      async panelTokens(parent) {
        const who = await member('work in panels')
        // It was believed a moment ago.
        const { sid = '' } = decodeJwt<{ sid?: string }>(visit.bearer ?? '')
        const info = await services.accounts.info(who.userId)
        const { app } = brand
        return services.panelTokens.issue({
          accountId: who.userId,
          sessionId: sid,
          app,
          parent,
          firstName: info?.firstName ?? '',
        })
      },
      reminders: async () => services.staffDesk.reminders.soonest(await member('sell')),
      projects: async (search) =>
        services.staffDesk.projects.list(await member('sell'), brand, { search, email: null, page: 0 }),
    },
    everyShop: services,
    get otherCountryAddress() {
      return services.otherCountryAddress(brand)
    },
    catalogue,
    listings,
    geography,
    orders,
    paymentConfiguration,
    settings,
    showsGallery: services.showsGallery,
    isDevelopment: services.isDevelopment,
    analytics: services.analytics,
    captcha: services.captcha,
    isPerson: (form, token) => services.captcha.isPerson(brand, form, token, visit.origin?.address ?? ''),
    applePayDomainProof: services.applePay.domainProof,
    googlePay: {
      ...services.googlePay,
      gateway: 'adyen',
      merchantName: brand.companyName,
      country: brand.country,
      currency: brand.currency,
      chargesStorage: brand.chargesStorage,
      savesSession: brand.savesCheckoutSession,
      takesApplePay: services.applePay.isReady,
    },
    maps: build.keys.maps === '' ? null : { url: services.mapsUrl, key: build.keys.maps },
    delivery,
    reviews,
    navigation: () => navigation.of(brand),
    waitFor: (limit, key) => visit.waitFor(limit, key),
    askForPriceMatch: (product, draft) => services.priceMatches.ask(brand.app, product, draft),
    now: () => clock.now(),
    formTargets,
    instalments: paymentConfiguration.terms('afterpay', brand),
    atPlace: async ({ delivery: wanted, services }) => ({
      ...(wanted === null ? {} : { arrives: await arrivesBy(wanted), ofBrand: hasDays() }),
      ...(services === null ? {} : { inCategory: await hasServices(services) }),
    }),
    serviceKinds: async (categoryUri) => kindsIn(await delivery.services(), categoryUri),
    tariffs: () => energyTariffs.of(brand.country),
    cart: {
      current: () => carts.current(brand, cartSecret),
      owned: () => carts.owned(brand, cartSecret),
      async put(item) {
        const done = await carts.put(await sellingBrand(), cartSecret, item)
        return done.ok ? accepted(await keepCart(done.value)) : done
      },
      look: () => carts.look(brand, cartSecret),
      async mail(recipient) {
        const cart = await carts.current(brand, cartSecret)
        if (cart === null || cart.lines.length === 0) return refused({ code: 'cart_empty' })
        await sentCarts.send(cart, recipient)
        return accepted(null)
      },
      sent: (token) => sentCarts.open(brand, token),
      async takeSent(token) {
        const sent = await sentCarts.open(brand, token)
        if (sent === null) return refused({ code: 'sent_cart_gone' })
        const { terms } = sent
        const lines = buyableLines(sent)
        const done = await carts.putAll(await sellingBrand(), cartSecret, lines, terms?.services ?? null)
        if (!done.ok) return done
        if (terms !== null && geography.locality(terms.localityId) !== null)
          await keepChoice({ localityId: terms.localityId })
        return accepted(await keepCart(done.value))
      },
      kept: () => carts.keptLines(brand, cartSecret),
      remove: (productCode) => carts.remove(brand, cartSecret, productCode),
      async clear() {
        const done = await carts.clear(brand, cartSecret)
        if (done.ok) visit.setCookie('cart', (cartSecret = null))
        return done
      },
      applyCode: (code, email) => carts.applyCode(brand, cartSecret, code, email),
      removeCode: (code) => carts.removeCode(brand, cartSecret, code),
      setEmail: (email) => carts.setEmail(brand, cartSecret, email),
      async takeAgain(lines) {
        const selling = await sellingBrand()
        const shown = await sentCarts.shown(selling, lines)
        const buyable = buyableLines(shown)
        const done = buyable.length === 0 ? null : await carts.putAll(selling, cartSecret, buyable)
        if (done?.ok === false) return done
        if (done !== null) await keepCart(done.value)
        const missing = lines.filter(
          (line) => (buyable.find((one) => one.productCode === line.productCode)?.quantity ?? 0) < line.quantity,
        )
        return accepted({
          added: buyable.map((one) => one.productCode),
          missing: missing.map((one) => one.productCode),
        })
      },
      giftCard: (code) => carts.giftCard(brand, code),
    },
    quotes: {
      draft: (wishes) => services.quotes.draft(brand, wishes),
      make: (wishes) => services.quotes.make(brand, wishes),
      open: (token) => services.quotes.open(brand, token),
      mail: (token, recipient) => sentCarts.mailLink(brand.app, token, recipient),
      link: (token) => new URL(quotePath(token), services.siteAddress(brand.app)).href,
    },
    compare: {
      list: () => compare.of(brand, visitorSecret),
      async add(sku) {
        const done = await compare.add(brand, visitorSecret, sku)
        if (!done.ok) return done
        if (done.value.secret !== visitorSecret) visit.setCookie('visitor', (visitorSecret = done.value.secret))
        return accepted(null)
      },
      remove: (sku) => compare.remove(brand, visitorSecret, sku),
      sold: (skus) => compare.sold(brand, skus),
      skusOf: (list) => compare.skusOf(list),
    },
    place: {
      isNew: visit.visitorSecret === null,
      ipCountry: () => (visit.origin === null ? null : detection.countryOf(visit.origin)),
      async chosen() {
        const chosen = await geography.chosenBy(brand, visitorSecret)
        return chosen ?? (visit.origin === null ? null : detection.placeOf(visit.origin, brand.country))
      },
      async choose(localityId) {
        const place = geography.locality(localityId)
        if (place === null || place.country !== brand.country) return null
        await keepChoice({ localityId })
        return place
      },
    },
    promotions: {
      all: () => promotions.of(brand),
      page: (path) => promotions.page(brand, path),
      productIds: (promotion) => promotions.productIds(brand, promotion),
      forProduct: (product) => promotions.forProduct(brand, product),
      sale: () => promotions.sale(brand),
    },
    movedTo: (address) => redirects.destination(brand, address),
    content: {
      text: (name) => content.text(brand, name),
      texts: () => content.texts(brand),
      page: (slug) => content.page(brand, slug),
      post: (slug) => content.post(brand, slug),
      posts: (wanted) => content.posts(brand, wanted),
      topics: () => content.topics(brand),
      alert: () => content.alert(brand),
      footer: () => content.footer(brand),
      blocks: (page) =>
        shownBlocks(page.blocks, {
          brand,
          catalogue,
          lists: {
            count: (uri) => listings.count(brand, uri),
            savings: (uri) =>
              listings.total(brand, { belowRrp: true }, plainChoice, { inCategory: (one) => isWithin(one, uri) }),
            first(list, count) {
              const scope = list === 'savings' ? { belowRrp: true as const } : { all: true as const }
              const sort = list === 'savings' ? 'relevance' : 'newest'
              return listings
                .list(brand, scope, { ...plainChoice, sort }, null, { size: count })
                .cards.map(({ sku }) => sku)
            },
          },
          pictureOf: categoryPicture,
          promotions: { all: () => promotions.of(brand), sale: () => promotions.sale(brand) },
        }),
      ask: (draft) => contact.send(brand.app, draft),
      askForNews: async (email) =>
        visit.waitFor(newsletterLimit) > 0 ? newsletterTexts.tooMany : services.newsletter.ask(brand.app, email),
      preview: (token) => services.previews.open(brand.app, token),
      newsOf: (token) => services.newsletter.find(brand.app, token),
      answerNews: (token, wantsNews) => services.newsletter.answer(brand.app, token, wantsNews),
    },
    cookingDemos: {
      list: (filters, recordsPerPage) => cookingDemos.list(brand, filters, recordsPerPage),
      detail: (id) => cookingDemos.detail(brand, id),
      choices: () => cookingDemos.choices(brand),
      book: (asked) => cookingDemos.book(brand, asked),
      bookOlder: (asked) => cookingDemos.bookOlder(brand, asked),
      wait: (asked) => cookingDemos.wait(brand, asked),
      rsvp: (answer) => cookingDemos.rsvp(brand, answer),
      booking: (token) => cookingDemos.booking(brand, token),
    },
    stores: {
      all: () => stores.of(brand),
      find: (id) => stores.find(brand, id),
      async chosen() {
        const storeId = await geography.storeChosenBy(brand, visitorSecret)
        return storeId === null ? null : stores.find(brand, String(storeId))
      },
      async choose(storeId) {
        const store = stores.find(brand, String(storeId))
        if (store !== null) await keepChoice({ storeId })
        return store
      },
    },
  }
}
