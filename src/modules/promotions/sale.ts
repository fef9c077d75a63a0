import { hours } from '../../platform/clock.ts'

/** A sale dresses the shop: banners, tiles and messages, each in a slot of its own (SALE3-08, decision promotions-06). */

export const saleSlots = [
  'categoryBadge',
  'checkoutBalloon',
  'checkoutBanner',
  'checkoutBannerUrgency',
  'checkoutBannerUrgencyLastHours',
  'footerBanner',
  'homePageBanner',
  'tallBanner',
  'offersTile',
  'navIconDesktop',
  'navIconMobile',
  'priceTag',
  'productUrgencyMessage',
  'siteWideHeaderBanner1',
  'siteWideHeaderBanner2',
  'cartBanner',
] as const
export type SaleSlot = (typeof saleSlots)[number]

export type SaleImage = {
  readonly src: string
  readonly srcMobile: string | null
  readonly attributes: {
    readonly href: string
    readonly title: string
    readonly subtext: string
    readonly clipPath: string
  }
}

/** A sale as the calls carry it (SALE3-05). */
export type Sale = {
  readonly isSaleOn: boolean
  readonly name: string
  readonly baseImagePath: string
  readonly url: string
  readonly colour: string
  /** The instant it ends; null when nobody has said. */
  readonly time: string | null
  readonly images: Readonly<Record<SaleSlot, SaleImage | null>>
}

/** A sale as it is kept; slots that have nothing are left out. */
export type StoredSale = {
  readonly app: string
  readonly name: string
  readonly url: string
  readonly colour: string
  readonly baseImagePath: string
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly images: Readonly<
    Partial<
      Record<
        SaleSlot,
        Partial<Omit<SaleImage, 'attributes'>> & { readonly attributes?: Partial<SaleImage['attributes']> }
      >
    >
  >
}

export const salePath = '/sale'
export const defaultSaleColour = '#c4102b'

/** Where the tall banner of the home page leads unless it says so (ROUTE-27). */
export const defaultTallBannerLink = '/article/legendary-service'

/** What the offers tile says unless it says so (SALE3-09). */
export const defaultOffersTile = { title: 'Hot Offers', subtext: 'Check out our daily hot deals' } as const

const noImages = Object.fromEntries(saleSlots.map((slot) => [slot, null])) as Sale['images']

export const noSale: Sale = {
  isSaleOn: false,
  name: '',
  baseImagePath: '',
  url: salePath,
  colour: defaultSaleColour,
  time: null,
  images: noImages,
}

/** The sale of an app at an instant; of several the one that began last. */
export function saleAt(sales: readonly StoredSale[], app: string, now: Date): Sale {
  const running = sales
    .filter((one) => one.app === app && one.startsAt <= now && (one.endsAt === null || now < one.endsAt))
    .toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())[0]
  if (running === undefined) return noSale
  const { name, url, colour, baseImagePath, endsAt, images } = running
  const imageIn = (slot: SaleSlot): SaleImage | null => {
    const image = images[slot]
    if (image?.src === undefined) return null
    const full = (src: string) => (/^(https?:)?\//.test(src) ? src : `${baseImagePath}/${src}`)
    const given = image.attributes ?? {}
    const own = slot === 'offersTile' ? defaultOffersTile : { title: name, subtext: '' }
    return {
      src: full(image.src),
      srcMobile: image.srcMobile == null ? null : full(image.srcMobile),
      attributes: {
        href: given.href ?? (slot === 'tallBanner' ? defaultTallBannerLink : url),
        title: given.title ?? own.title,
        subtext: given.subtext ?? own.subtext,
        clipPath: given.clipPath ?? '',
      },
    }
  }
  return {
    isSaleOn: true,
    name,
    baseImagePath,
    url,
    colour,
    time: endsAt === null ? null : endsAt.toISOString(),
    images: Object.fromEntries(saleSlots.map((slot) => [slot, imageIn(slot)])) as Sale['images'],
  }
}

/** One banner: a picture for wide screens, one for narrow ones, and where it leads. */
export type SaleBanner = {
  readonly url: string
  readonly colour: string
  readonly title: string
  readonly subtext: string
  readonly src: string
  readonly srcMobile: string
}

function banner(sale: Sale, image: SaleImage | null): SaleBanner | null {
  if (!sale.isSaleOn || image === null) return null
  const { href, title, subtext } = image.attributes
  return {
    url: href === '' ? sale.url : href,
    colour: sale.colour,
    title: title === '' ? sale.name : title,
    subtext,
    src: image.src,
    srcMobile: image.srcMobile ?? image.src,
  }
}

/** The banners of the header, the cart and the checkout (SALE-03, decision promotions-07); a day before the end the urgent ones stand in the checkout. */
export function saleBanners(
  sale: Sale,
  now: Date,
): { readonly header: SaleBanner | null; readonly cart: SaleBanner | null; readonly checkout: SaleBanner | null } {
  const { images } = sale
  const left = sale.time === null ? Number.POSITIVE_INFINITY : new Date(sale.time).getTime() - now.getTime()
  const urgent = left <= hours(24) ? images.checkoutBannerUrgency : null
  const last = left <= lastHours ? images.checkoutBannerUrgencyLastHours : null
  return {
    header: banner(sale, images.siteWideHeaderBanner1),
    cart: banner(sale, images.cartBanner),
    checkout: banner(sale, last ?? urgent ?? images.checkoutBanner),
  }
}

/** How long before its end a sale is in its last hours (docs/decisions/0017-promotions.md). */
const lastHours = hours(6)

/** What stands in a slot; the cart's and the checkout's banners are {@link saleBanners}'s to choose. */
export const bannerIn = (
  sale: Sale,
  slot: Exclude<SaleSlot, 'cartBanner' | `checkoutBanner${string}`>,
): SaleBanner | null => banner(sale, sale.images[slot])
