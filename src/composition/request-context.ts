import { createContext } from 'react-router'
import type { EffectiveBrand } from '../brands/brands.ts'
import type { Settings } from '../brands/settings.server.ts'
import type { AnalyticsAccess } from '../modules/analytics/analytics.ts'
import type { Accounts } from '../modules/account/account.server.ts'
import type { OwnedThings } from '../modules/account/owned.server.ts'
import type { DealsClub } from '../modules/account/deals-club.server.ts'
import type { PersonalData } from '../modules/account/personal-data.server.ts'
import type { PrivacyChoices } from '../modules/account/personal-data.ts'
import type { Cart, CartProblem, GiftCard } from '../modules/cart/cart.ts'
import type { Carts } from '../modules/cart/cart.server.ts'
import type { LineChange } from '../modules/cart/last-visit.ts'
import type { SentCart } from '../modules/cart/sent-carts.server.ts'
import type { KeptLine } from '../modules/cart/merging.ts'
import type { Catalogue } from '../modules/catalogue/catalogue.server.ts'
import type { ProductSummary } from '../modules/catalogue/catalogue.ts'
import type { Tariffs } from '../modules/catalogue/energy.ts'
import type { Compare, ComparedProduct, CompareProblem } from '../modules/compare/compare.server.ts'
import type { ShownBlock } from '../modules/navigation/page-blocks.ts'
import type { KeptPage } from '../modules/content/page-document.ts'
import type { Previewed } from '../modules/content/previews.server.ts'
import type { PriceMatchDraft } from '../modules/pricematch/pricematch.ts'
import type { ContactDraft } from '../modules/content/contact.ts'
import type { Subscription } from '../modules/content/newsletter.ts'
import type { Promotions } from '../modules/promotions/promotions.server.ts'
import type { Content } from '../modules/content/content.server.ts'
import type { Delivery } from '../modules/delivery/delivery.server.ts'
import type { CookingDemos } from '../modules/events/events.server.ts'
import type { ListedServiceKind } from '../modules/delivery/services.ts'
import type { ListingChoice } from '../modules/search/listing-query.ts'
import type { Listings, PlaceFilters } from '../modules/search/listings.server.ts'
import type { MapsAccess } from '../modules/geo/address-lookup.ts'
import type { Captcha, CaptchaForm } from '../modules/identity/captcha.server.ts'
import type { GooglePayAccess } from '../modules/payments/ui/google-pay.ts'
import type { Geography, VisitorPlace } from '../modules/geo/geo.server.ts'
import type { Principal } from '../modules/identity/identity.ts'
import type { OfferedProvider } from '../modules/identity/external-providers.ts'
import type { Act, SensitiveAct } from '../modules/identity/policy.ts'
import type { IdentityProvider } from '../modules/identity/provider.server.ts'
import type { Navbar } from '../modules/navigation/navigation.ts'
import type { OrderView } from '../modules/orders/order-view.ts'
import type { Confirmation, Order } from '../modules/orders/orders.ts'
import type { Orders } from '../modules/orders/orders.server.ts'
import type { Quotes } from '../modules/quotes/quotes.server.ts'
import type { Reviews } from '../modules/reviews/reviews.server.ts'
import type { PromotionPage } from '../modules/promotions/promotions.server.ts'
import type { Promotion } from '../modules/promotions/promotions.ts'
import type { Sale } from '../modules/promotions/sale.ts'
import type { PanelTokens } from '../modules/staff/staff.ts'
import type { StaffDesk } from '../modules/staff/staff.server.ts'
import type { Store } from '../modules/stores/stores.ts'
import type { PaymentConfiguration } from '../modules/payments/payments.server.ts'
import type { Limit } from '../platform/http/rate-limit.ts'
import type { Result } from '../platform/result.ts'

/**
 * What one request may ask of the shop, whichever face it came through: the services, bound to the brand of its host and to the
 * visitor of its cookies. A page or an endpoint never sees a cookie or another app's data.
 */
export type RequestContext = {
  readonly brand: EffectiveBrand
  /** Who asks. Leaves with a 401 when they say who they are and are not believed. */
  principal(): Promise<Principal>
  /** The account of whoever asks. Leaves with a 401 when they have none, and with a 403 when the act asks for a newer proof of who they are. */
  account(act?: SensitiveAct): Promise<OwnAccount>
  /** An order of whoever asks: of their account, or looked up. Leaves with a 404 for any other. */
  order(id: string): Promise<OwnOrder>
  /** The order of a cart for its confirmation; without anything of the person for whoever knows the cart's id alone. Null when there is none. */
  confirmation(cartId: string): Promise<{ readonly order: Order; readonly shown: Confirmation } | null>
  /** Gives access to an order to whoever knows its number and address, for a while; its id, or null. */
  lookUpOrder(number: string, email: string): Promise<string | null>
  /** The same by what stands in a link of a mail. */
  openOrderLink(token: string): string | null
  readonly session: VisitorSession
  readonly staff: StaffOnShop
  /** The same shop for the other country; null when there is none, or this installation has no host for it. */
  readonly otherCountry: EffectiveBrand | null
  /** What was written for any shop, to know whether another one has a page too; everything else here is this shop's own. */
  readonly everyShop: {
    readonly content: Pick<Content, 'text' | 'post'>
    readonly promotions: Pick<Promotions, 'page'>
  }
  readonly catalogue: Catalogue
  readonly listings: Listings
  readonly geography: Geography
  readonly cart: VisitorCart
  readonly quotes: AppQuotes
  readonly compare: VisitorCompare
  readonly place: VisitorPlace
  readonly stores: AppStores
  readonly promotions: AppPromotions
  readonly content: AppContent
  readonly cookingDemos: AppCookingDemos
  readonly orders: Orders
  readonly settings: Settings
  /** What is true of deliveries for everyone. */
  readonly delivery: Pick<Delivery, 'warehouses' | 'terms'>
  readonly reviews: Reviews
  /** The header's icons, menu and links; the same object until something of it changes. */
  navigation(): Navbar
  readonly now: () => Date
  readonly paymentConfiguration: PaymentConfiguration
  /** Cents between which a price can be paid in four instalments; null when that method is off. */
  readonly instalments: { readonly minimum: number; readonly maximum: number } | null
  /** What running an appliance is reckoned with; null where nobody has said. */
  tariffs(): Promise<Tariffs | null>
  /** What a list is narrowed to by the day and the services that a choice asks for at a postcode; nothing where nothing is served. */
  atPlace(choice: Pick<ListingChoice, 'delivery' | 'services'>): Promise<PlaceFilters>
  /** The kinds of service a list offers to be narrowed by. */
  serviceKinds(categoryUri: string | null): Promise<readonly ListedServiceKind[]>
  /** Where an address of this shop, with its query, has moved; null when nowhere. */
  movedTo(address: string): string | null
  /** 0 when the visitor may do this now, or when it may be done with what `key` names; else how many seconds to wait. */
  waitFor(limit: Limit, key?: string): number
  /** Keeps a request for the price of another shop; answers its reference. */
  askForPriceMatch(product: { readonly id: number; readonly price: number }, draft: PriceMatchDraft): Promise<string>
  /** Whether the gallery of building blocks has pages: never in production. */
  readonly showsGallery: boolean
  /** Who measures besides us; null when nobody does. */
  readonly analytics: AnalyticsAccess | null
  /** Whether it runs on a developer's machine. */
  readonly isDevelopment: boolean
  /** Where people report vulnerabilities; null where nobody said. */
  readonly securityContact: string | null
  /** The maps service that suggests addresses; null where they are typed. */
  readonly maps: MapsAccess | null
  /** Whether a person sends a form. */
  readonly captcha: Captcha
  /** The same for whoever asks; `token` is what their captcha says. */
  isPerson(form: CaptchaForm, token: string): Promise<boolean>
  /** What pages need for the button of Google Pay. */
  readonly googlePay: GooglePayAccess
  /** What says to Apple that this domain is the shop's; null without Apple Pay. */
  readonly applePayDomainProof: string | null
  /** Hosts that a form of ours may post to besides our own: the issuer's page for 3-D Secure. */
  readonly formTargets: readonly string[]
}

export type OwnOrder = {
  readonly order: Order
  /** By a link of a mail, which may have been passed on: to see and to pay, not to change. */
  readonly isLink: boolean
  view(): Promise<OrderView>
}

type Changed<Value> = Promise<Result<Value, CartProblem>>

/** Everything of the account but whose it is. */
export type OwnAccount = {
  readonly userId: string
  info(): ReturnType<Accounts['info']>
  patch(patch: Parameters<Accounts['patch']>[2]): ReturnType<Accounts['patch']>
  addresses(): ReturnType<Accounts['addresses']>
  saveAddress(input: Parameters<Accounts['saveAddress']>[2]): ReturnType<Accounts['saveAddress']>
  deleteAddress(id: string): ReturnType<Accounts['deleteAddress']>
  invoices(page: number): ReturnType<Accounts['invoices']>
  invoice(id: string): ReturnType<Accounts['invoice']>
  orders(page: number): ReturnType<Accounts['orders']>
  owned(): ReturnType<OwnedThings['of']>
  club(): ReturnType<DealsClub['of']>
  setClub(isMember: boolean): ReturnType<DealsClub['set']>
  /** Whether its cart has the prices of the Deals Club. */
  paysAsMember(): Promise<boolean>
  choices(): ReturnType<PersonalData['choices']>
  choose(choices: Partial<PrivacyChoices>): ReturnType<PersonalData['choose']>
  copy(): ReturnType<PersonalData['copy']>
  close(typedEmail: string): ReturnType<PersonalData['close']>
}

/** Signing in and out, as far as the shop takes part in it. */
export type VisitorSession = Pick<IdentityProvider, 'register' | 'forgotPassword' | 'resetPassword'> & {
  confirmEmail(token: string): ReturnType<IdentityProvider['confirmEmail']>
  /** Who else may say who somebody is. */
  readonly providers: readonly OfferedProvider[]
  /** Where the browser reaches the identity host: an origin, or ':3001' for its own host with another port. */
  readonly address: string
  /** The same for a content policy. */
  readonly source: string
  readonly clientId: string
  /** The nonce of a login that begins: the digest of a secret that a cookie keeps from now on. */
  startLogin(): string
  /** After a sign-in: the guest's cart, place and compare list become the member's. */
  joined(): Promise<void>
  /** Ends reminders by the link of a mail; false for what is no such link. */
  stopReminders(token: string): Promise<boolean>
  /** After a sign-out: nothing of the member's stays in the browser. */
  left(): Promise<void>
}

/** What the app says in its own words. */
export type AppContent = Bound<
  Pick<Content, 'text' | 'texts' | 'page' | 'post' | 'posts' | 'topics' | 'alert' | 'footer'>
> & {
  /** The blocks of a page with what they show now. */
  blocks(page: KeptPage): readonly ShownBlock<ProductSummary, Promotion>[]
  /** Keeps a question for the staff; answers its reference. */
  ask(draft: ContactDraft): Promise<string>
  /** Asks the owner of an address whether they want our news; what is wrong with it, or null. */
  askForNews(email: string): Promise<string | null>
  /** What a link of the back office shows before it is shown to everybody; null for what is no such link. */
  preview(token: string): Promise<Previewed | null>
  /** Whose link it is, and whether they get our news; null for one that is nobody's. */
  newsOf(token: string): Promise<Subscription | null>
  answerNews(token: string, wantsNews: boolean): Promise<Subscription | null>
}

/** The app's cooking demos. */
export type AppCookingDemos = Bound<
  Pick<CookingDemos, 'list' | 'detail' | 'choices' | 'book' | 'bookOlder' | 'wait' | 'rsvp' | 'booking'>
>

/** The same functions without the brand that comes first. */
type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (brand: never, ...rest: infer Rest) => infer Answer
    ? (...rest: Rest) => Answer
    : never
}

/** What one of ours may ask for on the shop's pages. Each leaves with a 401 or a 403 for everybody else. */
export type StaffOnShop = {
  /** Whose panels pages may frame. */
  readonly panelOrigin: string
  /** Throws a 401 or a 403 unless the caller is one of the shop's own people and has the permission. */
  mustBe(act: Act): Promise<unknown>
  /** For the address of a panel that a page of this origin opens. */
  panelTokens(parent: string): Promise<PanelTokens>
  /** Those not done, the soonest first. */
  reminders(): ReturnType<StaffDesk['reminders']['soonest']>
  projects(search: string): ReturnType<StaffDesk['projects']['list']>
}

/** The app's promotions and its sale. */
export type AppPromotions = {
  /** Whenever they run. */
  all(): readonly Promotion[]
  page(path: string): PromotionPage | null
  productIds(promotion: Promotion): readonly number[]
  /** Those that run today and are for a product. */
  forProduct(product: ProductSummary): readonly Promotion[]
  sale(): Sale
}

/** The app's stores, and the one the visitor chose. */
export type AppStores = {
  all(): readonly Store[]
  /** By storeId or storeUri. */
  find(id: string): Store | null
  chosen(): Promise<Store | null>
  /** Keeps the choice for a year (decision stores-04); null when the app has no such store. */
  choose(storeId: number): Promise<Store | null>
}

/** What a shopper would pay for something, to keep. */
export type AppQuotes = Bound<Pick<Quotes, 'draft' | 'make' | 'open'>> & {
  /** Mails the link of a quote that is there. */
  mail(token: string, recipient: string): Promise<void>
  /** The whole address of a quote's page. */
  link(token: string): string
}

/** The visitor's own cart. */
export type VisitorCart = {
  current(): Promise<Cart | null>
  /** The visitor's cart whatever became of it, an order included; with an id that one, where the cookie or the account has it. */
  owned(id?: string): Promise<Cart | null>
  put(item: Parameters<Carts['put']>[2]): Changed<Cart>
  remove(productCode: string): Changed<Cart>
  clear(): Changed<null>
  applyCode(code: string, email: string | null): Changed<Cart>
  removeCode(code: string): Changed<Cart>
  setEmail(email: string): Changed<null>
  /** What has become of the lines since the last look; looking makes it known. */
  look(): Promise<readonly LineChange[]>
  /** Mails a copy of the lines, with a link to it. */
  mail(recipient: string): Changed<null>
  /** What a link of such a mail shows; null when it leads nowhere any more. */
  sent(token: string): Promise<SentCart | null>
  /** Its lines as they are kept, with what was agreed for them. */
  kept(): ReturnType<Carts['keptLines']>
  /** Puts what such a link shows, as far as it can be bought, into the visitor's own cart; a quote brings its place and its services. */
  takeSent(token: string): Changed<Cart>
  /** Puts what somebody bought before into their cart as far as it is to be had; answers product codes. */
  takeAgain(
    lines: readonly KeptLine[],
  ): Changed<{ readonly added: readonly string[]; readonly missing: readonly string[] }>
  giftCard(code: string): Promise<GiftCard | null>
}

/** The visitor's own list of products to compare, and what any comparison is made of. */
export type VisitorCompare = Pick<Compare, 'skusOf'> & {
  list(): Promise<readonly ComparedProduct[]>
  add(sku: string): Promise<Result<null, CompareProblem>>
  remove(sku: string): Promise<void>
  /** The products of some skus that the app sells. */
  sold(skus: readonly string[]): Promise<readonly ComparedProduct[]>
}

export const requestContext = createContext<RequestContext>()
