import type { AppCode } from '../../../src/brands/apps.ts'
import type { NewPromotion } from '../../../src/modules/promotions/promotions-store.server.ts'
import type { StoredSale, SaleSlot } from '../../../src/modules/promotions/sale.ts'
import { addDays, type Day } from '../../../src/platform/calendar.ts'
import { days } from '../../../src/platform/clock.ts'
import { htmlOf, paragraph, strong } from '../../../src/platform/text/markup.ts'
import { roomPicture } from '../models/rooms.ts'
import { saleBannerPath, type BannerShape } from './sale-banners.ts'

/** Offers and sales of a new database, made up for the demonstration. They begin before the day it is set up and end weeks after it. */

const appliances: readonly AppCode[] = ['wa', 'aol', 'aol-nz', 'fk', 'aoc', 'wac']

type DemoPromotion = Omit<NewPromotion, 'startDate' | 'endDate' | 'redemptionEndDate' | 'isDemo' | 'products'> & {
  /** How many days after the first one it ends; null is until further notice. */
  readonly lasts: number | null
  /** How many days after its end a reward can still be claimed. */
  readonly claims?: number
}

const promotions: readonly DemoPromotion[] = [
  {
    path: 'norrland-fridge-cashback',
    apps: appliances,
    title: 'Up to $200 back on Norrland fridges and freezers',
    lasts: 60,
    claims: 30,
    brand: 'norrland',
    categories: ['kitchen/fridges', 'kitchen/freezers'],
    thumbnailImg: roomPicture('kitchen').src,
    ribbon: 'cashback',
    featured: true,
    redemption: true,
    rewardLabel: 'Up to $200 cashback',
    content: htmlOf(
      paragraph(
        'Buy a Norrland fridge or freezer and claim part of its price back from Norrland: ',
        strong('$200'),
        ' for 500 litres or more, ',
        strong('$100'),
        ' for anything smaller.',
      ),
      paragraph(
        'The price you pay us stays as it is. The money comes from Norrland to your bank account within 28 days of an accepted claim.',
      ),
    ),
    terms: htmlOf(
      paragraph(
        'To claim, send Norrland the confirmation we mail you and the serial number inside the door, within 30 days of the end of the offer. One claim per product, at most two per household. Not with any other Norrland offer.',
      ),
    ),
  },
  {
    path: 'karrindal-bonus-filters',
    apps: appliances,
    title: 'Two bonus water filters with every plumbed Karrindal fridge',
    lasts: 45,
    brand: 'karrindal',
    categories: ['kitchen/fridges'],
    conditions: ['water_dispenser = Plumbed'],
    thumbnailImg: roomPicture('kitchen-dark').src,
    ribbon: 'bonus',
    featured: false,
    redemption: false,
    rewardLabel: 'Two bonus water filters',
    content: htmlOf(
      paragraph(
        'Every Karrindal fridge that is plumbed in comes with two more water filters, enough for a year. They arrive with the fridge.',
      ),
    ),
    terms: htmlOf(paragraph('While stocks last. The filters cannot be exchanged for money.')),
  },
  {
    path: 'laundry-days',
    apps: ['aol', 'aol-nz', 'hc', 'fk'],
    title: 'Laundry days: washers and dryers that go together, with the stacking kit on us when you buy both',
    lasts: 30,
    brand: null,
    categories: ['laundry/washing-machines/front-load-washers', 'laundry/dryers/heat-pump-dryers'],
    thumbnailImg: roomPicture('laundry').src,
    ribbon: 'special-offer',
    featured: true,
    redemption: false,
    rewardLabel: 'Bonus stacking kit',
    content: htmlOf(
      paragraph(
        'Buy a front load washer and a heat pump dryer of the same brand in one order, and the stacking kit comes with them.',
      ),
    ),
    terms: htmlOf(paragraph('One kit per pair. Ask us whether two models stack before you order.')),
  },
  {
    path: 'bedroom-refresh',
    apps: ['andoo'],
    title: 'Bedroom refresh: beds, mattresses and storage that go together',
    lasts: 40,
    brand: null,
    categories: ['bedroom'],
    thumbnailImg: roomPicture('bedroom').src,
    ribbon: 'special-offer',
    featured: true,
    redemption: false,
    rewardLabel: null,
    content: htmlOf(paragraph('Beds, mattresses, bedside tables and wardrobes, chosen to go together.')),
    terms: '',
  },
  {
    path: 'living-room-weeks',
    apps: ['andoo'],
    title: 'Living room weeks',
    lasts: 25,
    brand: null,
    categories: ['living'],
    thumbnailImg: roomPicture('living-room').src,
    ribbon: 'sale',
    featured: false,
    redemption: false,
    rewardLabel: null,
    content: htmlOf(paragraph('Sofas, armchairs and tables that go together.')),
    terms: '',
  },
  {
    path: 'miele-ten-year-laundry',
    apps: ['wa', 'fk'],
    title: 'Miele laundry, made for twenty years',
    lasts: null,
    brand: 'miele',
    categories: ['laundry'],
    thumbnailImg: roomPicture('laundry').src,
    ribbon: null,
    featured: false,
    redemption: false,
    rewardLabel: null,
    content: htmlOf(paragraph('The Miele laundry range we stock, at prices set by Miele.')),
    terms: '',
  },
  {
    path: 'trade-kitchens',
    apps: ['wac', 'aoc'],
    title: 'Whole kitchens for builders: ovens, cooktops and rangehoods by the dozen',
    lasts: 90,
    brand: null,
    categories: ['kitchen/ovens', 'kitchen/cooktops', 'kitchen/rangehoods'],
    thumbnailImg: roomPicture('kitchen-dark').src,
    ribbon: 'special-offer',
    featured: true,
    redemption: false,
    rewardLabel: null,
    content: htmlOf(paragraph('Name the site and the week, and we deliver kitchen by kitchen.')),
    terms: htmlOf(paragraph('Ask for a quote from six kitchens on.')),
  },
]

export function demoPromotions(today: Day): NewPromotion[] {
  const startDate = addDays(today, -7)
  return promotions.map(({ lasts, claims = 0, ...own }) => {
    const endDate = lasts === null ? null : addDays(startDate, lasts)
    return {
      ...own,
      products: [],
      startDate,
      endDate,
      redemptionEndDate: own.redemption && endDate !== null ? addDays(endDate, claims) : null,
      isDemo: true,
    }
  })
}

/** Which of a sale's drawn banners stands in which slot, for wide and for narrow screens. */
const slots: readonly (readonly [SaleSlot, BannerShape, BannerShape])[] = [
  ['siteWideHeaderBanner1', 'strip', 'strip-narrow'],
  ['homePageBanner', 'wide', 'wide-narrow'],
  ['cartBanner', 'box', 'box'],
  ['checkoutBanner', 'box', 'box'],
  ['offersTile', 'tile', 'tile'],
  ['categoryBadge', 'tag', 'tag'],
  ['priceTag', 'tag', 'tag'],
  ['productUrgencyMessage', 'icon', 'icon'],
  ['navIconDesktop', 'icon', 'icon'],
  ['navIconMobile', 'icon', 'icon'],
  ['checkoutBalloon', 'tag', 'tag'],
]

export function demoSales(now: Date): (StoredSale & { readonly isDemo: boolean })[] {
  const startsAt = new Date(now.getTime() - days(7))
  const endsAt = new Date(now.getTime() + days(42))
  const sale = (app: AppCode, name: string, banners: string, colour: string, more: typeof slots = []) => ({
    app,
    name,
    url: '/sale',
    colour,
    baseImagePath: '',
    startsAt,
    endsAt,
    images: Object.fromEntries(
      [...slots, ...more].map(([slot, wide, narrow]) => [
        slot,
        {
          src: saleBannerPath(banners, wide),
          srcMobile: saleBannerPath(banners, narrow),
          ...(slot === 'productUrgencyMessage'
            ? { attributes: { title: `${name} price`, subtext: 'While the sale lasts' } }
            : {}),
        },
      ]),
    ),
    isDemo: true,
  })
  return [
    sale('aol', 'Summer Cool Down', 'cool-down', '#0b3a8f'),
    sale('aol-nz', 'Summer Cool Down', 'cool-down', '#0b3a8f'),
    // This one says it twice.
    sale('andoo', 'Home for Summer', 'home-for-summer', '#7a3b22', [['footerBanner', 'strip', 'strip-narrow']]),
    sale('hc', 'Red Tag Clearance', 'red-tag', '#c4102b'),
  ]
}
