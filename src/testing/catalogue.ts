import type { AppCode } from '../brands/apps.ts'
import type { ProductRecordInput } from '../modules/catalogue/product/product-record.ts'
import type { NewPromotion } from '../modules/promotions/promotions-store.server.ts'
import type { NewSalesPerson, NewStore } from '../modules/stores/stores-store.server.ts'

/** A dozen products, one for each property that matters to a cart or an order. */

const australian: readonly AppCode[] = ['wa', 'andoo', 'aol', 'aoc', 'wac', 'hc', 'fk']

function product(
  sku: string,
  title: string,
  price: number,
  more: Partial<ProductRecordInput> & { rrp?: number } = {},
): ProductRecordInput {
  const { rrp, ...rest } = more
  return {
    sku,
    title,
    brand: 'Brightwater',
    categoryUri: 'laundry/washing-machines',
    offers: australian.map((app) => ({ app, price, ...(rrp === undefined ? {} : { rrp }) })),
    stock: { '2000': { quantity: 400 }, '3000': { quantity: 100 } },
    isDemo: true,
    ...rest,
  }
}

export const products = {
  washer: product('WM-1', 'Front load washer 8 kg', 999_00, { rrp: 1_299_00 }),
  fridge: product('FR-1', 'French door fridge 600 L', 2_499_95, { categoryUri: 'kitchen/fridges', brand: 'Nordhaus' }),
  /** Twenty in stock, in two warehouses. */
  scarce: product('SC-20', 'Copper range cooker', 450_00, {
    categoryUri: 'kitchen/cookers',
    stock: { '2000': { quantity: 12 }, '3000': { quantity: 8 }, '1010': { quantity: 50 } },
  }),
  /** Sold as an agent of the manufacturer: the special brand. */
  agency: product('MI-1', 'Dishwasher with auto dosing', 1_899_00, {
    categoryUri: 'kitchen/dishwashers',
    brand: 'Miele',
  }),
  backOrder: product('BO-1', 'Heat pump dryer', 1_450_00, {
    stock: { '2000': { quantity: 0, incoming: { quantity: 5, arrivesOn: '2026-12-01' } } },
  }),
  discontinued: product('OLD-1', 'Top load washer 5 kg', 400_00, {
    superseded: true,
    supersededBy: 'WM-1',
    stock: {},
  }),
  soldOut: product('OUT-1', 'Twin tub washer', 350_00, { stock: { '1010': { quantity: 4 } } }),
  lamp: product('LAMP-1', 'Reading lamp', 49_50, { categoryUri: 'lighting/lamps', brand: 'Nordhaus' }),
  /** Its SKU needs encoding in a path, its title escaping in markup. */
  awkward: product('A/B-1', `Söhne & Co "Größe" <script>alert('x')</script>`, 120_00, {
    categoryUri: 'lighting/lamps',
  }),
  hose: product('HOSE-1', 'Inlet hose 2 m', 10_00, { categoryUri: 'laundry/accessories' }),
  newZealand: product('NZ-1', 'Washer for Auckland', 1_150_00, {
    offers: [{ app: 'aol-nz', price: 1_150_00, rrp: 1_400_00 }],
    stock: { '1010': { quantity: 30 }, '2000': { quantity: 30 } },
  }),
  outlet: product('HC-1', 'Ex-display oven', 800_00, {
    categoryUri: 'kitchen/cookers',
    condition: 'CosmeticImperfection',
    offers: [{ app: 'hc', price: 800_00, rrp: 1_600_00 }],
    stock: { '2000': { quantity: 1 } },
  }),
} as const satisfies Record<string, ProductRecordInput>

/** More products for tests of delivery: in categories and brands that no other test uses. */
export const deliveryProducts = {
  /** Delivered by its supplier, who is in the suppliers' data. */
  supplied: product('SOFA-1', 'Linen sofa', 1_999_00, {
    categoryUri: 'living/sofas',
    brand: 'Halden Row',
    supplierDirect: 'halden-row',
    widthMm: 2_300,
  }),
  /** A plumbed fridge, and one without water. */
  plumbed: product('FD-1', 'French door fridge with ice and water', 2_999_00, {
    categoryUri: 'kitchen/fridges/french-door-fridges',
    brand: 'Nordhaus',
    attributes: { water_dispenser: 'Plumbed', door_hinge: 'Both sides' },
  }),
  dry: product('TM-1', 'Top mount fridge', 799_00, {
    categoryUri: 'kitchen/fridges/top-mount-fridges',
    brand: 'Nordhaus',
    attributes: { water_dispenser: 'None', door_hinge: 'Right, reversible' },
  }),
  /** Too heavy for two people and a trolley. */
  heavy: product('SAFE-1', 'Wine cabinet for 300 bottles', 3_500_00, {
    categoryUri: 'kitchen/wine-fridges',
    brand: 'Nordhaus',
    weightKg: 142,
  }),
  /** Its installation is discussed by phone. */
  cooktop: product('CT-1', 'Induction cooktop 60 cm', 899_00, {
    categoryUri: 'kitchen/cooktops/induction-cooktops',
    brand: 'Nordhaus',
  }),
} as const satisfies Record<string, ProductRecordInput>

/** One place of each kind: metropolitan, regional, remote, not served (delivery terms of data/geo). */
export const places = {
  sydney: { id: 'au-2000-sydney-nsw', country: 'AU', suburb: 'Sydney', state: 'NSW', postcode: '2000' },
  melbourne: { id: 'au-3000-melbourne-vic', country: 'AU', suburb: 'Melbourne', state: 'VIC', postcode: '3000' },
  /** Regional: 20 orders a day, weekdays only, $65. */
  orange: { id: 'au-2800-orange-nsw', country: 'AU', suburb: 'Orange', state: 'NSW', postcode: '2800' },
  /** Remote: 8 orders a day, Tuesdays and Thursdays, $120. */
  brokenHill: { id: 'au-2880-broken-hill-nsw', country: 'AU', suburb: 'Broken Hill', state: 'NSW', postcode: '2880' },
  lordHowe: {
    id: 'au-2898-lord-howe-island-nsw',
    country: 'AU',
    suburb: 'Lord Howe Island',
    state: 'NSW',
    postcode: '2898',
  },
  ponsonby: { id: 'nz-1011-ponsonby', country: 'NZ', suburb: 'Ponsonby', state: null, postcode: '1011' },
} as const

/** Not used by any other test. */
export const promotion: NewPromotion = {
  apps: ['fk'],
  path: 'kitchens-of-the-year',
  title: 'Kitchens of the year',
  startDate: '2026-11-01',
  endDate: null,
  brand: 'nobody',
  thumbnailImg: null,
  ribbon: null,
  featured: false,
  categories: [],
  products: [],
  redemption: false,
  redemptionEndDate: null,
  rewardLabel: null,
  content: '',
  terms: '',
  isDemo: true,
}

// A table, one row a line.
// prettier-ignore
const newtown: NewStore = {
  apps: ['wa', 'wac'],
  name: 'Newtown',
  storeUri: 'newtown',
  address: '12 Example Street',
  suburb: 'Newtown',
  state: 'NSW',
  postcode: '2042',
  country: 'AU',
  phone: '02 5550 0001',
  email: 'newtown@stores.example',
  isAppointmentOnly: false,
  offersPickup: true,
  hours: [['09:00', '17:30'], ['09:00', '17:30'], null, ['09:00', '20:00'], ['09:00', '17:30'], ['10:00', '16:00'], null],
  thumbImg: { src: '/media/showroom.svg' },
  virtualTourId: 'newtown-tour',
  latitude: -33.8981,
  longitude: 151.1749,
  description: 'A showroom for tests.',
  timeZone: 'Australia/Sydney',
  isDemo: true,
}

/** Stores of each kind: open or closed on a Tuesday, by appointment, with a tour, without a state. */
export const stores = {
  newtown,
  perth: {
    ...newtown,
    name: 'Perth <b>"West"</b>',
    storeUri: 'perth',
    suburb: 'Perth',
    state: 'WA',
    postcode: '6000',
    phone: '08 5550 0002',
    hours: newtown.hours.with(1, null),
    virtualTourId: null,
    timeZone: 'Australia/Perth',
  },
  studio: {
    ...newtown,
    name: 'Studio',
    storeUri: 'studio',
    state: 'VIC',
    postcode: '3000',
    timeZone: 'Australia/Melbourne',
    isAppointmentOnly: true,
    offersPickup: false,
    thumbImg: null,
    virtualTourId: null,
  },
  elsewhere: { ...newtown, apps: ['andoo'], name: 'Elsewhere', storeUri: 'elsewhere' },
} as const satisfies Record<string, NewStore>

export const salesPeople: readonly NewSalesPerson[] = [
  { code: 'NT01', name: 'Nora Bell', storeUri: 'newtown' },
  { code: 'NT02', name: 'Omar Wynn', storeUri: 'newtown' },
  { code: 'PE01', name: 'Pia Lund', storeUri: 'perth' },
]

export const codes = {
  tenPercent: 'TEN-OFF',
  fiftyDollars: 'FIFTY-OFF',
  freeDelivery: 'FREE-TRUCK',
  over: 'LAST-YEAR',
  /** $10 off, for one order per email address. */
  onceEach: 'ONCE-EACH',
  giftCard: 'GIFT-500',
  smallGiftCard: 'GIFT-20',
  giftCardNz: 'GIFT-NZ',
} as const

const warranty = { kind: 'warranty', app: 'aol', categoryUri: 'laundry', termMonths: 12 } as const

/** Options for a washer of $999, and options that do not apply to it. */
// A table, one row a line.
// prettier-ignore
export const upsells = {
  oneYear: { ...warranty, name: 'Extended warranty: One more year', priceCents: 59_00, belowCents: 1_000_00 },
  twoYears: { ...warranty, name: 'Extended warranty: Two more years', termMonths: 24, priceCents: 99_00, belowCents: 1_000_00 },
  /** For more expensive products. */
  dear: { ...warranty, name: 'Extended warranty: One more year for the best', priceCents: 119_00, fromCents: 1_000_00 },
  newZealand: { ...warranty, app: 'aol-nz', name: 'Extended warranty: One more year', priceCents: 64_00 },
  connection: { kind: 'install', app: 'aol', categoryUri: 'laundry/washing-machines', name: 'Washer connection', priceCents: 49_50 },
  fridge: { kind: 'install', app: 'aol', categoryUri: 'kitchen/fridges', name: 'Water connection', priceCents: 129_00 },
} as const
