import { typed, type Part, type FieldArray } from '../../platform/forms/field-array.ts'
import { saleSlots, type StoredSale, type SaleSlot } from './sale.ts'

/** The banners of a sale as a form has them, one for each place at most. No I/O. */

const names: Readonly<Record<SaleSlot, string>> = {
  categoryBadge: 'Badge of categories',
  checkoutBalloon: 'Balloon of the checkout',
  checkoutBanner: 'Banner of the checkout',
  checkoutBannerUrgency: 'Banner of the checkout, last day',
  checkoutBannerUrgencyLastHours: 'Banner of the checkout, last hours',
  footerBanner: 'Banner above the foot',
  homePageBanner: 'Banner of the home page',
  tallBanner: 'Tall banner',
  offersTile: 'Tile of offers',
  navIconDesktop: 'Icon of the menu',
  navIconMobile: 'Icon of the menu on small screens',
  priceTag: 'Price tag',
  productUrgencyMessage: 'Message of products',
  siteWideHeaderBanner1: 'Banner above every page',
  siteWideHeaderBanner2: 'Second banner above every page',
  cartBanner: 'Banner of the cart',
}

const parts: readonly Part[] = [
  { name: 'src', label: 'Picture', kind: 'text', help: 'An address, or the name of a file in the folder of the sale.' },
  { name: 'srcMobile', label: 'Picture on small screens', kind: 'text' },
  { name: 'href', label: 'Leads to', kind: 'text', help: 'Empty: where the sale leads.' },
  { name: 'title', label: 'What it says', kind: 'text', help: 'Empty: the name of the sale.' },
  { name: 'subtext', label: 'Words below', kind: 'text' },
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
