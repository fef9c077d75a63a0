import { typed, type Part, type FieldArray } from '../../platform/forms/field-array.ts'
import { saleSlots, type StoredSale, type SaleSlot } from './sale.ts'

/** The banners of a sale as a form has them, one for each place at most. No I/O. */

const names: Readonly<Record<SaleSlot, string>> = {
  categoryBadge: 'Category badge',
  checkoutBalloon: 'Checkout badge',
  checkoutBanner: 'Checkout banner',
  checkoutBannerUrgency: 'Checkout banner, last day',
  checkoutBannerUrgencyLastHours: 'Checkout banner, last hours',
  footerBanner: 'Banner above the footer',
  homePageBanner: 'Home page banner',
  tallBanner: 'Tall banner',
  offersTile: 'Offers tile',
  navIconDesktop: 'Menu icon',
  navIconMobile: 'Menu icon on small screens',
  priceTag: 'Price tag',
  productUrgencyMessage: 'Product message',
  siteWideHeaderBanner1: 'Banner on every page',
  siteWideHeaderBanner2: 'Second banner on every page',
  cartBanner: 'Cart banner',
}

const parts: readonly Part[] = [
  {
    name: 'src',
    label: 'Picture',
    kind: 'text',
    picks: 'address',
    help: 'An address, or a file name in the sale’s picture folder.',
  },
  { name: 'srcMobile', label: 'Picture on small screens', kind: 'text', picks: 'address' },
  { name: 'href', label: 'Link', kind: 'text', help: 'Leave empty to use the sale’s link.' },
  { name: 'title', label: 'Alt text', kind: 'text', help: 'Leave empty to use the sale’s name.' },
  { name: 'subtext', label: 'Text below', kind: 'text' },
  { name: 'clipPath', label: 'Shape (CSS clip-path)', kind: 'text' },
]

export const bannerSet: FieldArray = {
  one: 'banner',
  isOnce: true,
  types: Object.fromEntries(saleSlots.map((slot) => [slot, { title: names[slot], parts }])),
  textsOf: (item) => Object.fromEntries(parts.map(({ name }) => [name, String(item[name] ?? '')])),
  itemOf: (type, texts) => ({ type, ...Object.fromEntries(parts.map(({ name }) => [name, typed(texts, name)])) }),
}

type Banner = Readonly<Record<string, unknown>>

/** The banners of a sale as a list, in the order of their places. */
export const bannersOf = (images: StoredSale['images']): readonly Banner[] =>
  saleSlots.flatMap((slot) => {
    const { src, srcMobile, attributes } = images[slot] ?? {}
    return src === undefined ? [] : [{ type: slot, src, srcMobile, ...attributes }]
  })

/** The same as it is kept: by place, without what was left empty. Two of one place leave the last. */
export const imagesOf = (banners: readonly Banner[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    banners.map(({ type, src, srcMobile, ...rest }) => {
      const attributes = Object.fromEntries(Object.entries(rest).filter(([, text]) => text !== ''))
      return [
        type,
        {
          src,
          ...(srcMobile === '' ? {} : { srcMobile }),
          ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
        },
      ]
    }),
  )
