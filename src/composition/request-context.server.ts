import { decodeJwt } from 'jose'
import type { Brand } from '../brands/brands.ts'
import { type Carts, type Owned } from '../modules/cart/cart.server.ts'
import type { Cart } from '../modules/cart/cart.ts'
import { buyableLines } from '../modules/cart/sent-carts.server.ts'
import { categoryPicture } from '../modules/catalogue/pictures.server.ts'
import { isProformaBrand } from '../modules/delivery/suppliers.ts'
import { kindsIn, offersKinds } from '../modules/delivery/services.ts'
import { type RequestOrigin } from '../modules/geo/detection.server.ts'
import { type Geography } from '../modules/geo/geo.server.ts'
import { asksForProof, may, refusalOf, type Act } from '../modules/identity/policy.ts'
import { factorTexts } from '../modules/identity/second-factors.ts'
import type { Principal, Staff } from '../modules/identity/identity.ts'
import { bindingOf } from '../modules/identity/tokens.server.ts'
import { shownBlocks } from '../modules/navigation/page-blocks.server.ts'
import { orderTexts } from '../modules/orders/order-view.ts'
import { isWithin, type ProductSummary } from '../modules/catalogue/catalogue.ts'
import { plainChoice } from '../modules/search/listing-query.ts'
import { newsletterLimit } from '../modules/content/newsletter.server.ts'
import { newsletterTexts } from '../modules/content/newsletter.ts'
import { quotePath } from '../modules/quotes/quotes.ts'
import type { WantedDelivery, WantedServices } from '../modules/search/listing-query.ts'
import { ProblemError, refusal } from '../platform/http/problem.ts'
import type { Limit } from '../platform/http/rate-limit.ts'
import { accepted, refused } from '../platform/result.ts'
import type { RequestContext } from './request-context.ts'
import { confirmationOf, withoutPerson } from '../modules/orders/orders.ts'
import type { Services } from './services.server.ts'

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
export function createRequestContext(
  services: Services,
  given: Brand,
  visit: Visit,
  formTargets: readonly string[],
): RequestContext {
  const build = services.site.builds[given.app]
  const brand = services.site.effectiveBrand(given.app)
  const { catalogue, geo: geography, delivery, cart: carts, orders, payments: paymentConfiguration } = services
  const { listings } = services.search
  const { tariffs: energyTariffs } = services.catalogue
  const { settings, clock, reviews, stores, promotions, content, events: cookingDemos, compare, navigation } = services
  const { contact, redirects } = services.content
  const { detection } = services.geo
  const { shared: sentCarts } = services.cart
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
      await services.staff.refuse(owner, brand.app, act, 'shop', 'not_allowed')
    }
    throw new ProblemError(refusal(403, 'forbidden', 'You do not have permission to perform this action.'))
  }

  /** The cart of whoever has signed in, with what this browser's had in it; null for those who have none of their own. */
  async function joined(who: Principal, secret: string | null): ReturnType<Carts['merge']> {
    if (who.kind === 'guest') return accepted(null)
    if (may(who, 'keep a cart')) return carts.merge(brand, secret, who.userId)
    return who.kind === 'staff' ? carts.attend(brand, secret, who.userId) : accepted(null)
  }

  /** Who has signed in; null for a guest. A cart is also there for somebody whose token has ended: then the cookie alone names it. */
  async function signedIn(): Promise<Exclude<Principal, { kind: 'guest' }> | null> {
    if (visit.bearer === null) return null
    const who = await principal().catch((error: unknown) => {
      if (error instanceof ProblemError) return null
      throw error
    })
    return who === null || who.kind === 'guest' ? null : who
  }

  /** An account has one cart, on every device: the sign-in names it before the cookie does (decision cart-02, 0042). */
  async function joinOwnCart(): Promise<void> {
    const who = await signedIn()
    if (who === null) return
    if (cartSecret !== null && (await carts.isOwn(brand, cartSecret, who.userId))) return
    const merged = await joined(who, cartSecret)
    // One of the two is being paid for: until that is over the cookie's stays.
    if (!merged.ok) return
    if (merged.value === null) cartSecret = null
    else if (merged.value.secret !== cartSecret) visit.setCookie('cart', (cartSecret = merged.value.secret))
  }

  let joining: Promise<void> | null = null

  /** What names the visitor's cart in this request. */
  async function ownSecret(): Promise<string | null> {
    await (joining ??= joinOwnCart())
    return cartSecret
  }

  /** The visitor's cart has this secret from now on. What a signed-in visitor's new cart has in it goes into the account's. */
  async function keepCart(given: Owned): Promise<Cart> {
    if (given.secret === cartSecret) return given.cart
    const who = await signedIn()
    const merged = who === null ? null : await joined(who, given.secret)
    // Another device began to pay for the account's cart meanwhile: this one waits beside it and joins it later.
    const { cart, secret } = merged?.ok === true && merged.value !== null ? merged.value : given
    visit.setCookie('cart', (cartSecret = secret))
    return cart
  }

  /** The brand as it sells to whoever asks: some show prices only to those who have signed in. */
  async function sellingBrand(): Promise<Brand> {
    if (!brand.hidesPricesWhenAnonymous || !may(await principal(), 'buy', brand)) return brand
    return { ...brand, hidesPricesWhenAnonymous: false }
  }

  /** The account of a customer who has signed in; null for guests and for staff, who choose for others. */
  async function customerId(): Promise<string | null> {
    const who = await signedIn()
    return who !== null && may(who, 'keep a cart') ? who.userId : null
  }

  function setVisitor(secret: string | null): void {
    if (secret !== visitorSecret) visit.setCookie('visitor', (visitorSecret = secret))
  }

  async function keepChoice(choice: Parameters<Geography['choose']>[2]): Promise<void> {
    setVisitor(await geography.choose(brand, visitorSecret, choice, await customerId()))
  }

  const comparer = async () => ({ visitorSecret, accountId: await customerId() })

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

  function* soldProducts(): Generator<ProductSummary> {
    for (const product of catalogue.all()) if (product.offers[brand.app] !== undefined) yield product
  }

  async function hasServices({ postcode, kinds }: WantedServices): Promise<(productId: number) => boolean> {
    const zone = await delivery.zoneOf({ country: brand.country, postcode })
    if (zone === null) return () => false
    const isOffered = offersKinds(await delivery.services(), zone.tier.code, kinds)
    return (id) => {
      const product = catalogue.product(id)
      return product !== null && isOffered(product)
    }
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
      const { account: accounts } = services
      const { dealsClub, ownedProducts: ownedThings, personalData } = services.account
      return {
        userId,
        info: () => accounts.info(userId),
        patch: (patch) => accounts.patch(brand.app, userId, patch),
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
        choose: (choices) => personalData.choose(brand.app, userId, choices),
        copy: () => personalData.copy(userId),
        close: (typedEmail) => personalData.close(brand.app, userId, typedEmail),
      }
    },
    async order(id) {
      const access = visit.orderToken === null ? null : services.orders.access.open(visit.orderToken)
      const who = visit.bearer === null ? null : await principal()
      const owned =
        who === null || who.kind === 'guest' || !may(who, 'keep a cart')
          ? null
          : await orders.ofAccountById({ accountId: who.userId, app: brand.app, isInvoiced: false }, id)
      const given = access?.orderId === id ? await orders.byId(id) : null
      const order = owned ?? (given?.app === brand.app ? given : null)
      if (order === null) throw new ProblemError(refusal(404, 'not_found', orderTexts.gone))
      const isLink = owned === null && access?.scope === 'pay'
      return { order, isLink, view: () => services.checkout.orderView(order, { isLink }) }
    },
    async confirmation(cartId) {
      const who = visit.bearer === null ? null : await principal()
      const ofAccount = who === null || who.kind === 'guest' ? null : await orders.ofOwnCart(brand, cartId, who.userId)
      const order = ofAccount ?? (await orders.ofCart(brand, cartId))
      if (order === null) return null
      const access = visit.orderToken === null ? null : services.orders.access.open(visit.orderToken)
      const isTheirs =
        ofAccount !== null || access?.orderId === order.id || (await carts.owned(brand, cartSecret))?.id === cartId
      const shown = confirmationOf(order)
      return { order, shown: isTheirs ? shown : withoutPerson(shown) }
    },
    async lookUpOrder(number, email) {
      const found = await services.orders.access.lookUp(brand, number, email)
      if (found !== null) visit.setCookie('order', found.token)
      return found?.access.orderId ?? null
    },
    openOrderLink(token) {
      const found = services.orders.access.enter(token)
      if (found !== null) visit.setCookie('order', found.token)
      return found?.access.orderId ?? null
    },
    session: {
      ...services.identity.provider,
      confirmEmail: (token) => services.identity.provider.confirmEmail(brand.app, token),
      ...services.site.identityHost(brand),
      clientId: build.idClientId,
      providers: services.identity.offeredProviders,
      startLogin() {
        const secret = services.ids.secret()
        const nonce = bindingOf(secret)
        // Of the last few: a second login page in another tab must not end what the first one began.
        visit.setCookie('binding', [secret, ...visit.bindings].slice(0, mostBindings).join('.'))
        visit.setCookie('loginNonce', nonce)
        return nonce
      },
      async joined() {
        await ownSecret()
        const accountId = await customerId()
        if (accountId === null) return
        setVisitor(await geography.joinAccount(brand, visitorSecret, accountId))
        await compare.joinAccount(brand, visitorSecret, accountId)
      },
      stopReminders: (token) => services.account.personalData.stopReminders(token),
      async left() {
        if (visit.cartSecret !== null) await carts.forget(visit.cartSecret)
        for (const name of ['cart', 'binding', 'loginNonce'] as const) visit.setCookie(name, null)
        cartSecret = null
      },
    },
    staff: {
      panelOrigin: build.winningCmsUrl,
      mustBe: member,
      async panelTokens(parent) {
        const who = await member('work in panels')
        // It was believed a moment ago.
        const { sid = '' } = decodeJwt<{ sid?: string }>(visit.bearer ?? '')
        const info = await services.account.info(who.userId)
        const { app } = brand
        return services.staff.panelTokens.issue({
          accountId: who.userId,
          sessionId: sid,
          app,
          parent,
          firstName: info?.firstName ?? '',
        })
      },
      reminders: async () => services.staff.reminders.soonest(await member('sell')),
      projects: async (search) =>
        services.staff.projects.list(await member('sell'), brand, { search, email: null, page: 0 }),
    },
    everyShop: services,
    get otherCountry() {
      return services.site.otherCountry(brand)
    },
    catalogue,
    listings,
    geography,
    orders,
    paymentConfiguration,
    settings,
    showsGallery: services.site.showsGallery,
    isDevelopment: services.site.isDevelopment,
    securityContact: services.site.securityContact,
    analytics: services.analytics.access,
    captcha: services.identity.captcha,
    isPerson: (form, token) => services.identity.captcha.isPerson(brand, form, token, visit.origin?.address ?? ''),
    applePayDomainProof: services.payments.applePay.domainProof,
    googlePay: {
      ...services.payments.googlePay,
      gateway: 'adyen',
      merchantName: brand.companyName,
      country: brand.country,
      currency: brand.currency,
      chargesStorage: brand.chargesStorage,
      savesSession: brand.savesCheckoutSession,
      takesApplePay: services.payments.applePay.isReady,
    },
    maps: build.keys.maps === '' ? null : { url: services.geo.mapsUrl, key: build.keys.maps },
    delivery,
    reviews,
    navigation: () => navigation.of(brand),
    waitFor: (limit, key) => visit.waitFor(limit, key),
    askForPriceMatch: (product, draft) => services.pricematch.ask(brand.app, product, draft),
    now: () => clock.now(),
    formTargets,
    instalments: paymentConfiguration.terms('afterpay', brand),
    atPlace: async ({ delivery: wanted, services }) => ({
      ...(wanted === null ? {} : { arrives: await arrivesBy(wanted), ofBrand: hasDays() }),
      ...(services === null ? {} : { ofProduct: await hasServices(services) }),
    }),
    serviceKinds: async (categoryUri) => kindsIn(await delivery.services(), categoryUri, soldProducts),
    tariffs: () => energyTariffs.of(brand.country),
    cart: {
      current: async () => carts.current(brand, await ownSecret()),
      async owned(id) {
        const named = await carts.owned(brand, visit.cartSecret)
        const who = await signedIn()
        if (who === null || (id !== undefined && named?.id === id)) return named
        const own = id === undefined ? null : await carts.ownById(brand, id, who.userId)
        return own ?? carts.owned(brand, await ownSecret())
      },
      async put(item) {
        const done = await carts.put(await sellingBrand(), await ownSecret(), item)
        return done.ok ? accepted(await keepCart(done.value)) : done
      },
      look: async () => carts.look(brand, await ownSecret()),
      async mail(recipient) {
        const cart = await carts.current(brand, await ownSecret())
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
        const done = await carts.putAll(await sellingBrand(), await ownSecret(), lines, terms?.services ?? null)
        if (!done.ok) return done
        if (terms !== null && geography.locality(terms.localityId) !== null)
          await keepChoice({ localityId: terms.localityId })
        return accepted(await keepCart(done.value))
      },
      kept: async () => carts.keptLines(brand, await ownSecret()),
      remove: async (productCode) => carts.remove(brand, await ownSecret(), productCode),
      async clear() {
        const done = await carts.clear(brand, await ownSecret())
        if (done.ok) visit.setCookie('cart', (cartSecret = null))
        return done
      },
      applyCode: async (code, email) => carts.applyCode(brand, await ownSecret(), code, email),
      removeCode: async (code) => carts.removeCode(brand, await ownSecret(), code),
      setEmail: async (email) => carts.setEmail(brand, await ownSecret(), email),
      async takeAgain(lines) {
        const selling = await sellingBrand()
        const shown = await sentCarts.shown(selling, lines)
        const buyable = buyableLines(shown)
        const done = buyable.length === 0 ? null : await carts.putAll(selling, await ownSecret(), buyable)
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
      link: (token) => new URL(quotePath(token), brand.origin).href,
    },
    compare: {
      list: async () => compare.of(brand, await comparer()),
      async add(sku) {
        const done = await compare.add(brand, await comparer(), sku)
        if (!done.ok) return done
        setVisitor(done.value.visitorSecret)
        return accepted(null)
      },
      remove: async (sku) => compare.remove(brand, await comparer(), sku),
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
        visit.waitFor(newsletterLimit) > 0
          ? newsletterTexts.tooMany
          : services.content.newsletter.ask(brand.app, email),
      preview: (token) => services.content.previews.open(brand.app, token),
      newsOf: (token) => services.content.newsletter.find(brand.app, token),
      answerNews: (token, wantsNews) => services.content.newsletter.answer(brand.app, token, wantsNews),
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
