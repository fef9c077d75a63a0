import type { AppCode, Country } from './apps.ts'
import { tokensOf, type Theme, type Tokens } from './tokens.ts'
import type { Currency } from '../platform/money.ts'
import type { Realm } from './not-real.ts'
import { trimEnd } from '../platform/text/trim-end.ts'

export type HeaderIcon = 'cart' | 'project' | 'search' | 'contactUs'

/** What tells the header of one brand from another's (NAV-02, the column `navigation` of decision brands-02). */
export type HeaderLook = {
  /** Its name in that table; stylesheets and scripts go by the values below. */
  readonly name: 'NavWa' | 'NavAndoo' | 'NavAol' | 'NavAolNz' | 'NavAoc' | 'NavWac' | 'NavHc' | 'NavFk'
  /** Shown where nobody has set otherwise. */
  readonly icons: readonly HeaderIcon[]
  /** What opens under a category: subcategories beside their brands and a picture, a picture for each, or a short list. */
  readonly menu: 'columns' | 'pictures' | 'list'
  /** Whether the row of the logo is dark on light or light on dark. */
  readonly tone: 'light' | 'dark'
  /** How the bar sets its entries: plainly, in small capitals amid the row, with soft grounds, close together, or in bold capitals. */
  readonly labels: 'plain' | 'caps' | 'soft' | 'compact' | 'loud'
  /** The strip on top: promises in small print, promises with a tick each, or promises one cannot miss. */
  readonly strip: 'quiet' | 'service' | 'loud'
  /** A sale's banner and a notice above the header share one strip (decision promotions-09). */
  readonly hasJoinedBanners: boolean
  /** The field of the search is open on phones too. */
  readonly keepsSearchOpen: boolean
  /** Stand in the bar before the categories, and instead of them where the category bar is hidden. */
  readonly barLinks: readonly { readonly title: string; readonly href: string }[]
}

/**
 * The eight variants as data: the table of decision brands-02. Code reads these values and never asks which app it runs as.
 */
export type Brand = {
  readonly app: AppCode
  readonly theme: Theme
  readonly companyName: string
  readonly country: Country
  readonly locale: 'en_AU' | 'en_NZ'
  readonly currency: Currency
  /** The brand that sells the same in the other country (decision geo-11). */
  readonly otherCountryApp: AppCode | null
  readonly supportNumber: string
  readonly supportText: '24/7 Customer Support' | '24/7 Australia Customer Support'
  readonly tagline: string
  /** Short promises of the service strip above the header. */
  readonly service: readonly string[]
  readonly searchPlaceholder:
    | 'Search for a product'
    | 'What are you looking for?'
    | 'Find the best brands at lowest prices'
  readonly suggestionTiles: { readonly small: number; readonly large: number; readonly imagePx: 90 | 100 }
  /**
   * The call that fills the dropdown of the search (decision search-06). The variants with product search also ask where a submitted
   * keyword leads with a call of their own, and show that they are waiting for it.
   */
  readonly suggestionsFrom: 'product-search' | 'header-search' | 'suggestion-search'
  readonly header: HeaderLook
  readonly hidesCategoryBar: boolean
  /** Its home page is composed by the page builder; the compare tray shows there (CMPR-11, CMPR-12). */
  readonly homeUsesPageBuilder: boolean
  /** What adds a product to the comparison, which decides on the wording of its limit too (decision compare-05). */
  readonly compareControl: 'button' | 'checkbox'
  readonly hasStores: boolean
  /** Whoever has signed in has a bar on top of the page, not only staff (decision staff-01). */
  readonly customerTopBar: boolean
  /** The toolbar of staff has no reminders (decision staff-03). */
  readonly hidesReminders: boolean
  readonly drawsRibbons: boolean
  /** Shows the condition of every product; the others leave out the ordinary one, 'New Condition'. */
  readonly statesEveryCondition: boolean
  readonly hidesPricesWhenAnonymous: boolean
  readonly labelsRrpAsWas: boolean
  readonly ignoresLineDiscount: boolean
  /** Which price promise stands beside a price, where PriceMatchEnabled is on. */
  readonly pricePromise: 'feel-good-value' | 'winning-value' | 'price-match' | null
  /** The RRP tooltip goes on to say that our prices are low every day (decision pricing-08). */
  readonly explainsLowPrices: boolean
  readonly warnsWhenLeavingCheckout: boolean
  /** The sale's banner stands in the checkout's summary too (decision promotions-08). */
  readonly showsSaleAtCheckout: boolean
  readonly newsletterDefault: boolean
  readonly asksForPoNumber: boolean
  /** Who registers is a business, and says so by its ABN (decision identity-12). */
  readonly asksForAbn: boolean
  /** A session that the server has ended sends the visitor to sign in again (decision platform-13). */
  readonly logsOutOn401: boolean
  /** Approved trade customers may buy on account. */
  readonly offersCreditAccount: boolean
  /** What is typed at the checkout is kept in the browser for a while (decision checkout-23). */
  readonly savesCheckoutSession: boolean
  readonly chargesStorage: boolean
  readonly explainsUnavailableDelivery: boolean
  /** The page of those who sell assembly as a service. */
  readonly assemblyLink: string | null
  readonly canonicalSlash: boolean
  readonly paymentConfigVersion: 1 | 2
  /** Top categories that come first in menus and on the home page; the others follow in their own order. */
  readonly leadCategories: readonly string[]
  /** Within how many days a buyer may give goods back for any reason; null where only faults count, as between businesses. */
  readonly changeOfMindDays: number | null
  readonly freeDeliveryText: 'Free next-day delivery' | 'Free fast delivery'
  readonly tokens: Tokens
}

/** A brand as this installation serves it: with what its settings change, at its public origin. */
export type EffectiveBrand = Brand & {
  /** Scheme, host and port, without a slash at the end: 'https://www.shop.example'. */
  readonly origin: string
  readonly realm: Realm
}

type Special = Pick<Brand, 'app' | 'theme' | 'companyName' | 'supportNumber' | 'tagline' | 'service'> &
  Partial<Omit<Brand, 'tokens' | 'currency' | 'locale' | 'header'>> & {
    readonly header: Pick<HeaderLook, 'name'> & Partial<HeaderLook>
  }

/** What follows from a country. */
export const countryParts = (country: Country): Pick<Brand, 'country' | 'locale' | 'currency'> =>
  country === 'NZ' ? { country, locale: 'en_NZ', currency: 'NZD' } : { country, locale: 'en_AU', currency: 'AUD' }

function brand(special: Special): Brand {
  const country = special.country ?? 'AU'
  return {
    ...countryParts(country),
    otherCountryApp: null,
    supportText: '24/7 Customer Support',
    searchPlaceholder: 'Search for a product',
    suggestionTiles: { small: 3, large: 6, imagePx: 90 },
    suggestionsFrom: 'suggestion-search',
    hidesCategoryBar: false,
    homeUsesPageBuilder: false,
    compareControl: 'button',
    hasStores: true,
    customerTopBar: false,
    hidesReminders: false,
    drawsRibbons: false,
    statesEveryCondition: false,
    hidesPricesWhenAnonymous: false,
    labelsRrpAsWas: false,
    ignoresLineDiscount: false,
    pricePromise: null,
    explainsLowPrices: true,
    warnsWhenLeavingCheckout: false,
    showsSaleAtCheckout: false,
    newsletterDefault: true,
    asksForPoNumber: false,
    asksForAbn: false,
    logsOutOn401: true,
    offersCreditAccount: false,
    savesCheckoutSession: true,
    chargesStorage: false,
    explainsUnavailableDelivery: false,
    assemblyLink: null,
    canonicalSlash: false,
    paymentConfigVersion: 1,
    leadCategories: [],
    changeOfMindDays: 30,
    freeDeliveryText: country === 'NZ' ? 'Free fast delivery' : 'Free next-day delivery',
    ...special,
    header: {
      icons: ['cart', 'search', 'contactUs'],
      menu: 'columns',
      tone: 'light',
      labels: 'plain',
      strip: 'quiet',
      hasJoinedBanners: false,
      keepsSearchOpen: false,
      barLinks: [],
      ...special.header,
    },
    tokens: tokensOf[special.theme],
  }
}

const wideTiles = { small: 4, large: 8, imagePx: 100 } as const

export const brands: readonly Brand[] = [
  brand({
    app: 'wa',
    customerTopBar: true,
    theme: 'wa',
    companyName: 'Winning Appliances',
    header: { name: 'NavWa', icons: ['cart', 'project', 'search', 'contactUs'], labels: 'caps' },
    supportNumber: '1300 975 707',
    tagline: 'The finest appliances, chosen with you and fitted by us',
    service: ['Showrooms in every state', 'Delivered and installed by our own team', 'Call 24 hours a day'],
    drawsRibbons: true,
    pricePromise: 'winning-value',
    explainsLowPrices: false,
    warnsWhenLeavingCheckout: true,
    chargesStorage: true,
    suggestionsFrom: 'product-search',
    homeUsesPageBuilder: true,
  }),
  brand({
    app: 'andoo',
    theme: 'andoo',
    companyName: 'Andoo',
    header: {
      name: 'NavAndoo',
      icons: ['cart', 'project', 'search', 'contactUs'],
      menu: 'pictures',
      labels: 'soft',
      hasJoinedBanners: true,
    },
    supportNumber: '1300 000 500',
    tagline: 'Furniture, bedding and appliances for a home that feels like yours',
    service: ['Delivered to the room you choose', 'We take the packaging away', 'Call 24 hours a day'],
    searchPlaceholder: 'What are you looking for?',
    suggestionTiles: wideTiles,
    assemblyLink: '/s/assembly-services',
    drawsRibbons: true,
    pricePromise: 'feel-good-value',
    showsSaleAtCheckout: true,
    leadCategories: ['living', 'bedroom', 'dining', 'office', 'lighting-and-decor'],
    suggestionsFrom: 'product-search',
    homeUsesPageBuilder: true,
  }),
  brand({
    app: 'aol',
    hidesReminders: true,
    theme: 'aol',
    companyName: 'Appliances Online',
    header: { name: 'NavAol', strip: 'service', keepsSearchOpen: true },
    supportNumber: '1300 975 708',
    supportText: '24/7 Australia Customer Support',
    tagline: 'Every appliance, delivered free and fast, connected if you like',
    service: [
      'Free next-day delivery to most metro postcodes',
      'We take your old appliance away',
      'Call 24 hours a day',
    ],
    searchPlaceholder: 'What are you looking for?',
    suggestionTiles: wideTiles,
    hasStores: false,
    otherCountryApp: 'aol-nz',
    pricePromise: 'winning-value',
    warnsWhenLeavingCheckout: true,
    canonicalSlash: true,
    paymentConfigVersion: 2,
    logsOutOn401: false,
    suggestionsFrom: 'product-search',
  }),
  brand({
    app: 'aol-nz',
    hidesReminders: true,
    theme: 'aol',
    companyName: 'Appliances Online NZ',
    header: { name: 'NavAolNz', strip: 'service', keepsSearchOpen: true },
    country: 'NZ',
    supportNumber: '0800 100 900',
    tagline: 'Every appliance, delivered fast across New Zealand',
    service: ['Free fast delivery to most postcodes', 'We take your old appliance away', 'Call 24 hours a day'],
    searchPlaceholder: 'What are you looking for?',
    suggestionTiles: wideTiles,
    hasStores: false,
    otherCountryApp: 'aol',
    pricePromise: 'price-match',
    warnsWhenLeavingCheckout: true,
    canonicalSlash: true,
    paymentConfigVersion: 2,
    logsOutOn401: false,
    suggestionsFrom: 'header-search',
  }),
  brand({
    app: 'aoc',
    theme: 'aoc',
    companyName: 'Appliances Online Commercial',
    header: { name: 'NavAoc', menu: 'list', labels: 'compact' },
    supportNumber: '1300 975 709',
    supportText: '24/7 Australia Customer Support',
    tagline: 'Appliances by the project for builders, developers and accommodation',
    service: ['One account, one invoice', 'Delivery by stage of works', 'Call 24 hours a day'],
    hasStores: false,
    hidesPricesWhenAnonymous: true,
    changeOfMindDays: null,
    asksForAbn: true,
    compareControl: 'checkbox',
  }),
  brand({
    app: 'wac',
    theme: 'wac',
    companyName: 'Winning Appliances Commercial',
    header: {
      name: 'NavWac',
      icons: ['cart', 'project', 'search', 'contactUs'],
      tone: 'dark',
      labels: 'caps',
      barLinks: [
        { title: 'Brands', href: '/brands' },
        { title: 'New arrivals', href: '/products?sort=newest' },
        { title: 'Promotions', href: '/promotions' },
      ],
    },
    supportNumber: '1300 975 710',
    tagline: 'The trade desk for builders and designers',
    service: ['Trade accounts with credit', 'PO numbers on every invoice', 'Call 24 hours a day'],
    hidesCategoryBar: true,
    newsletterDefault: false,
    asksForPoNumber: true,
    asksForAbn: true,
    offersCreditAccount: true,
    chargesStorage: true,
    changeOfMindDays: null,
    compareControl: 'checkbox',
  }),
  brand({
    app: 'hc',
    customerTopBar: true,
    theme: 'hc',
    companyName: 'Home & Commercial Outlet',
    header: {
      name: 'NavHc',
      tone: 'dark',
      labels: 'loud',
      strip: 'loud',
      barLinks: [
        { title: 'Deals', href: '/sale' },
        { title: 'Just in', href: '/products?sort=newest' },
      ],
    },
    supportNumber: '1300 975 711',
    tagline: 'Runout, clearance and seconds at outlet prices',
    service: ['Full manufacturer warranty', 'Condition stated on every item', 'Call 24 hours a day'],
    searchPlaceholder: 'Find the best brands at lowest prices',
    suggestionTiles: { small: 3, large: 8, imagePx: 90 },
    drawsRibbons: true,
    statesEveryCondition: true,
    labelsRrpAsWas: true,
    ignoresLineDiscount: true,
    explainsUnavailableDelivery: true,
    changeOfMindDays: 14,
    suggestionsFrom: 'header-search',
    homeUsesPageBuilder: true,
    compareControl: 'checkbox',
  }),
  brand({
    app: 'fk',
    hidesReminders: true,
    theme: 'fk',
    companyName: 'FK Kitchens',
    header: {
      name: 'NavFk',
      barLinks: [
        { title: 'Brands', href: '/brands' },
        { title: 'New arrivals', href: '/products?sort=newest' },
        { title: 'Promotions', href: '/promotions' },
      ],
    },
    supportNumber: '1800 160 401',
    tagline: 'Kitchens and laundries, planned to the millimetre',
    service: ['Dimensions on every product', 'Measured, delivered and fitted', 'Call 24 hours a day'],
    hidesCategoryBar: true,
    pricePromise: 'winning-value',
    suggestionsFrom: 'header-search',
    compareControl: 'checkbox',
  }),
]

const byApp = new Map(brands.map((one) => [one.app, one]))

export function brandOf(app: AppCode): Brand {
  const found = byApp.get(app)
  if (found === undefined) throw new RangeError(`no such app: ${app}`)
  return found
}

/** The brand of a request: by its host when hosts are configured, else the process's own app (decision brands-01). */
export function brandOfHost(host: string, sites: ReadonlyMap<string, AppCode>, fallback: AppCode): Brand {
  return brandOf(sites.get(host.toLowerCase()) ?? sites.get(host.toLowerCase().replace(/:\d+$/, '')) ?? fallback)
}

/** The address of a page for search engines: in small letters, and with a slash at its end where the brand has them (decision analytics-07). */
export function canonicalAddress(
  { origin, canonicalSlash }: Pick<EffectiveBrand, 'origin' | 'canonicalSlash'>,
  path: string,
  { page = 1, hasSlash = canonicalSlash }: { readonly page?: number; readonly hasSlash?: boolean } = {},
): string {
  const plain = trimEnd(path.toLowerCase(), '/')
  return `${origin}${plain}${hasSlash || plain === '' ? '/' : ''}${page > 1 ? `?page=${page}` : ''}`
}
