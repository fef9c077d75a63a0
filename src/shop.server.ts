import type { AppCode } from './brands/apps.ts'
import { brandOf, otherCountryAddress, siteAddress, type Brand } from './brands/brands.ts'
import { openSettings, type Settings } from './brands/settings.server.ts'
import { identityAddress, identitySource, issuerOf } from './brands/sites.ts'
import { createAccounts, defaultAddressOf, type Accounts } from './modules/account/account.server.ts'
import { createCarts, type Carts, type Owned } from './modules/cart/cart.server.ts'
import type { Cart } from './modules/cart/cart.ts'
import { createCartReading } from './modules/cart/cart-reading.server.ts'
import { sentCartMail } from './modules/cart/mail/sent-cart-mail.tsx'
import { buyableLines, createSentCarts, mailCartJob, type SentCarts } from './modules/cart/sent-carts.server.ts'
import { openCatalogue, type Catalogue } from './modules/catalogue/catalogue.server.ts'
import { categoryPicture } from './modules/catalogue/pictures.server.ts'
import { createEnergyTariffs, type EnergyTariffs } from './modules/catalogue/tariffs.server.ts'
import { createCheckout, type Checkout } from './modules/checkout/checkout.server.ts'
import { jobNames } from './modules/checkout/settle.server.ts'
import { createCompare, type Compare } from './modules/compare/compare.server.ts'
import { createWebhooks, outcomeInInbox, type Webhooks } from './modules/checkout/webhooks.server.ts'
import { openDelivery, type Delivery } from './modules/delivery/delivery.server.ts'
import { isProformaBrand } from './modules/delivery/suppliers.ts'
import { kindsIn, offersKinds } from './modules/delivery/services.ts'
import { openDetection, type Detection, type RequestOrigin } from './modules/geo/detection.server.ts'
import type { MapsAccess } from './modules/geo/address-lookup.ts'
import { openGeography, type Geography } from './modules/geo/geo.server.ts'
import { createAccountRecords, createIdentity, type Identity } from './modules/identity/identity.server.ts'
import { identityMailJob, type IdentityMailOrder } from './modules/identity/identity-mails.ts'
import { identityMail } from './modules/identity/mail/identity-mail.tsx'
import { createPasswords } from './modules/identity/passwords.server.ts'
import { may, refusalOf } from './modules/identity/policy.ts'
import type { Principal } from './modules/identity/identity.ts'
import { createIdentityProvider, type IdentityProvider } from './modules/identity/provider.server.ts'
import { createSigningKeys, type SigningKeys } from './modules/identity/signing-keys.server.ts'
import { bindingOf, createTokens } from './modules/identity/tokens.server.ts'
import { clientIdOf } from './modules/identity/tokens.ts'
import { orderConfirmationMail } from './modules/orders/mail/order-confirmation.tsx'
import { openNavigation, type Navigation } from './modules/navigation/navigation.server.ts'
import { attachGuestOrders, createOrders, type Orders } from './modules/orders/orders.server.ts'
import { openPaymentConfiguration, type PaymentConfiguration } from './modules/payments/payments.server.ts'
import { afterpay as afterpayProvider } from './modules/payments/providers/afterpay.server.ts'
import { cardGateway } from './modules/payments/providers/card-gateway.server.ts'
import { parseCardNotices } from './modules/payments/providers/card-notices.server.ts'
import { creditAccount } from './modules/payments/providers/credit-account.server.ts'
import { merchantCertificates } from './modules/payments/providers/merchant-certificates.server.ts'
import { parsePayPalNotice, paypalVerifier } from './modules/payments/providers/paypal-notices.server.ts'
import { paypal as paypalProvider } from './modules/payments/providers/paypal.server.ts'
import { zipInStore } from './modules/payments/providers/zip-in-store.server.ts'
import { zip as zipProvider } from './modules/payments/providers/zip.server.ts'
import { openPromotions, type Promotions } from './modules/promotions/promotions.server.ts'
import { createReviews, type Reviews } from './modules/reviews/reviews.server.ts'
import { openStores, type Stores } from './modules/stores/stores.server.ts'
import type { WantedDelivery, WantedServices } from './modules/search/listing-query.ts'
import { createSearchEvents, type SearchEvents } from './modules/search/search-events.server.ts'
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
  readonly signingKeys: SigningKeys
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly listings: Listings
  readonly searchEvents: SearchEvents
  readonly energyTariffs: EnergyTariffs
  readonly geography: Geography
  readonly detection: Detection
  readonly stores: Stores
  readonly promotions: Promotions
  readonly navigation: Navigation
  readonly delivery: Delivery
  readonly reviews: Reviews
  readonly carts: Carts
  readonly sentCarts: SentCarts
  readonly compare: Compare
  readonly orders: Orders
  readonly checkout: Checkout
  readonly webhooks: Webhooks
  readonly paymentConfiguration: PaymentConfiguration
  readonly mailer: Mailer
  readonly jobs: Jobs
  readonly settings: Settings
  otherCountryAddress(brand: Brand): string | null
  /** Where a browser reaches a brand's identity host, for links and for policies. */
  identityHost(brand: Brand): { readonly address: string; readonly source: string }
  readonly showsGallery: boolean
  readonly isDevelopment: boolean
  readonly maps: MapsAccess | null
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
  const settings = await openSettings({ database, log })
  const jobs = await openJobs({ database, log, queues: [...Object.values(jobNames), mailCartJob, identityMailJob] })
  const reading = createCartReading({ catalogue, promotions, settings, clock, brandOf })
  const carts = createCarts({ database, catalogue, reading, clock, ids })
  const sentCarts = createSentCarts({ database, catalogue, reading, jobs, clock, ids })
  const compare = createCompare({ database, catalogue, geography })
  const delivery = await openDelivery({ database, clock })
  const mailer = createMailer({ database, clock, smtpUrl: config.SMTP_URL })
  const orders = createOrders({ database, clock })
  const signingKeys = createSigningKeys({ database, clock, secretKey: config.secretKey })
  const tokens = createTokens({ keys: signingKeys, clock, issuer: issuerOf(config) })
  const identityProvider = createIdentityProvider({
    database,
    clock,
    ids,
    jobs,
    passwords: createPasswords(),
    tokens,
    onConfirmed: attachGuestOrders,
  })
  const identity = given ?? createIdentity({ database, clock, tokens, addressOf: defaultAddressOf })
  const records = createAccountRecords({ database })
  const accounts = createAccounts({ database, records, orders, geography, clock, ids })
  // Cards are signed item by item; PayPal's notices are looked at when they come, and what is stored of them was.
  const parseCard = (raw: string) => parseCardNotices(raw, config.GATEWAY_HMAC_KEY, [config.GATEWAY_MERCHANT_ACCOUNT])
  const afterpay = afterpayProvider({
    url: config.afterpayUrl,
    merchantId: config.AFTERPAY_MERCHANT_ID,
    secretKey: config.AFTERPAY_SECRET_KEY,
    site: config.publicUrl,
    clock,
    log,
  })
  const paypal = paypalProvider({
    url: config.paypalUrl,
    clientId: config.PAYPAL_CLIENT_ID,
    clientSecret: config.PAYPAL_CLIENT_SECRET,
    clock,
    log,
  })
  const providers = {
    afterpay,
    paypal,
    zip: zipProvider({ url: config.zipUrl, apiKey: config.ZIP_API_KEY, clock, log }),
    'zip-in-store': zipInStore({ url: config.zipInStoreUrl, apiKey: config.ZIP_IN_STORE_API_KEY, clock, log }),
    'credit-account': creditAccount({ database, clock }),
  }
  const card = cardGateway({
    url: config.gatewayUrl,
    apiKey: config.GATEWAY_API_KEY,
    merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    lookup: (attempt) => outcomeInInbox(database, parseCard, attempt),
    clock,
    log,
  })
  const paymentConfiguration = await openPaymentConfiguration({
    database,
    afterpay,
    certificates: merchantCertificates(config.gatewayCertificatesFile),
    merchantAccount: config.GATEWAY_MERCHANT_ACCOUNT,
    clock,
    log,
  })
  const checkout = createCheckout({
    database,
    catalogue,
    geography,
    carts,
    delivery,
    stores,
    settings,
    paymentConfiguration,
    jobs,
    clock,
    ids,
    log,
    metrics,
    providers: { card, ...providers },
    crashPoint: createCrashPoint(config.CRASH_AT),
  })
  const webhooks = createWebhooks({
    database,
    checkout,
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
  })
  const energyTariffs = createEnergyTariffs({ database, clock })
  const listings = createListings({ catalogue, database })
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
    signingKeys,
    accounts,
    catalogue,
    listings,
    searchEvents: createSearchEvents({ database, clock }),
    energyTariffs,
    geography,
    detection,
    stores,
    promotions,
    navigation,
    delivery,
    reviews,
    carts,
    sentCarts,
    compare,
    orders,
    checkout,
    webhooks,
    paymentConfiguration,
    mailer,
    jobs,
    settings,
    otherCountryAddress: (brand) => otherCountryAddress(brand, config.SITES, config.publicUrl),
    identityHost({ app }) {
      const address = identityAddress(app, config)
      return { address, source: identitySource(address, config.publicUrl) }
    },
    showsGallery: config.showsGallery,
    isDevelopment: config.ENV === 'dev',
    maps: config.MAPS_KEY === undefined ? null : { url: config.MAPS_URL.replace(/\/$/, ''), key: config.MAPS_KEY },
    clock,
    ids,
    async close() {
      await jobs.close()
      await delivery.close()
      await navigation.close()
      await settings.close()
      await stores.close()
      await catalogue.close()
    },
  }
}

/** What runs beside requests: mails, money to give back, notices and open payments. */
export async function startWork(services: Services, config: Config): Promise<void> {
  const { jobs, searchEvents, orders, mailer, checkout, webhooks, sentCarts, identityProvider, signingKeys } = services
  const { paymentConfiguration } = services
  await jobs.handle(jobNames.orderPlaced, async ({ orderId }) => {
    const order = await orders.byId(String(orderId))
    if (order !== null) await mailer.send(await orderConfirmationMail(order, brandOf(order.app), config.MAIL_FROM))
  })
  await jobs.handle(jobNames.giveBack, ({ attemptId, providerRef }) =>
    checkout.giveBack(String(attemptId), String(providerRef)),
  )
  await jobs.handle(mailCartJob, async ({ app, token, recipient }) => {
    const brand = brandOf(app as AppCode)
    const sent = await sentCarts.open(brand, String(token))
    if (sent === null) return
    const link = new URL(`/cart/${String(token)}`, siteAddress(brand.app, config.SITES, config.publicUrl)).href
    await mailer.send(
      await sentCartMail({ ...sent, brand, link, recipient: String(recipient), from: config.MAIL_FROM }),
    )
  })
  await jobs.handle(identityMailJob, (order) =>
    sendIdentityMails(services, config, order as unknown as IdentityMailOrder),
  )
  jobs.every('signing keys', hours(1), () => signingKeys.rotate())
  jobs.every('old sign-ins', hours(12), () => identityProvider.forget())
  jobs.every('sent carts', hours(12), () => sentCarts.forget())
  jobs.every('webhooks', seconds(1), () => webhooks.work())
  jobs.every('search events', hours(12), () => searchEvents.forget())
  // As often as the quickest provider wants to be asked: what is not due is not touched.
  jobs.every('reconciler', seconds(2), () => checkout.reconcile())
  jobs.every('payment methods', seconds(30), () => paymentConfiguration.follow())
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

/** Who is asking: the cookies of a request that the shop set itself, and a way to set them. */
export type Visit = {
  readonly cartSecret: string | null
  readonly visitorSecret: string | null
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

export type VisitCookie = 'cart' | 'visitor' | 'binding' | 'loginNonce'

/** The visit of somebody without cookies: what cached pages are made for. */
export const nobody: Visit = {
  cartSecret: null,
  visitorSecret: null,
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
export function shopFor(services: Services, brand: Brand, visit: Visit, formTargets: readonly string[]): Shop {
  const { catalogue, listings, energyTariffs, geography, delivery, carts, orders, paymentConfiguration } = services
  const { settings, clock, reviews, stores, promotions, detection, compare, navigation, sentCarts } = services
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

  /** Whoever has an account has one cart on it; what a new cart has in it goes there. */
  async function ownCart(owned: Owned): Promise<Owned> {
    const who = visit.bearer === null ? null : await principal()
    if (who === null || who.kind === 'guest' || !may(who, 'keep a cart')) return owned
    const merged = await carts.merge(brand, owned.secret, who.userId)
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
    async account() {
      const who = await principal()
      const refused = refusalOf(who, 'use an account')
      if (who.kind === 'guest' || refused !== null)
        throw new ProblemError(
          refusal(refused ?? 401, 'login_required', 'Authentication required. Please log in again.'),
        )
      const { userId } = who
      const { accounts } = services
      return {
        userId,
        info: () => accounts.info(userId),
        patch: (patch) => accounts.patch(userId, patch),
        addresses: () => accounts.addresses(brand, userId),
        saveAddress: (input) => accounts.saveAddress(brand, userId, input),
        deleteAddress: (id) => accounts.deleteAddress(brand, userId, id),
        invoices: (page) => accounts.invoices(brand, userId, page),
        invoice: (id) => accounts.invoice(brand, userId, id),
        orders: () => accounts.orders(brand, userId),
      }
    },
    session: {
      ...services.identityProvider,
      ...services.identityHost(brand),
      clientId: clientIdOf(brand.app),
      startLogin() {
        const secret = services.ids.secret()
        const nonce = bindingOf(secret)
        // Of the last few: a second login page in another tab must not end what the first one began.
        visit.setCookie('binding', [secret, ...visit.bindings].slice(0, mostBindings).join('.'))
        visit.setCookie('loginNonce', nonce)
        return nonce
      },
      async joined() {
        const who = await principal()
        if (who.kind === 'guest' || !may(who, 'keep a cart')) return
        const merged = await carts.merge(brand, cartSecret, who.userId)
        // A cart that is being paid for stays whose it is until that is over.
        if (merged.ok && merged.value !== null) visit.setCookie('cart', (cartSecret = merged.value.secret))
      },
      left() {
        for (const name of ['cart', 'binding', 'loginNonce'] as const) visit.setCookie(name, null)
        cartSecret = null
      },
    },
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
    maps: services.maps,
    delivery,
    reviews,
    navigation: () => navigation.of(brand),
    waitFor: (limit, key) => visit.waitFor(limit, key),
    now: () => clock.now(),
    formTargets,
    instalments: paymentConfiguration.terms('afterpay', brand.currency),
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
        const done = await carts.putAll(await sellingBrand(), cartSecret, buyableLines(sent))
        return done.ok ? accepted(await keepCart(done.value)) : done
      },
      remove: (productCode) => carts.remove(brand, cartSecret, productCode),
      async clear() {
        const done = await carts.clear(brand, cartSecret)
        if (done.ok) visit.setCookie('cart', (cartSecret = null))
        return done
      },
      applyCode: (code, email) => carts.applyCode(brand, cartSecret, code, email),
      removeCode: (code) => carts.removeCode(brand, cartSecret, code),
      setEmail: (email) => carts.setEmail(brand, cartSecret, email),
      giftCard: (code) => carts.giftCard(brand, code),
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
