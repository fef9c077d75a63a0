/** For each back office list with editable records: a record to create, a change, and an invalid value. */

export type Example = {
  /** Fields of a new record; absent where one exists already. */
  readonly make?: Readonly<Record<string, string | readonly string[]>>
  readonly change: readonly [field: string, value: string]
  readonly invalid: readonly [field: string, value: string, message: string]
}

const soon = '2027-03-02'

export const examples: Readonly<Record<string, Example>> = {
  // An uploaded picture of 900 by 600 pixels.
  media: {
    change: ['alt', 'A lamp on a table'],
    invalid: ['focusX', '101', 'From the left (%) must be at most 100.'],
  },
  products: {
    make: {
      title: 'A plain lamp',
      sku: 'NEW-LAMP',
      brand: 'nordhaus',
      category: 'kitchen',
      condition: 'NewCondition',
      isLive: 'true',
    },
    change: ['title', 'A plainer lamp'],
    invalid: ['gtin', '123', 'GTIN must be 8, 12, 13 or 14 digits.'],
  },
  prices: {
    make: { sku: 'NEW-LAMP', app: 'aol', price: '120', priceType: 'winning', lineDiscount: '0' },
    change: ['price', '99.95'],
    invalid: ['price', 'cheap', 'Price: please enter an amount such as 1299.00.'],
  },
  'price-schedules': {
    make: { sku: 'NEW-LAMP', app: 'aol', price: '80', startsAt: '2027-01-01T00:00', endsAt: '2027-01-08T00:00' },
    change: ['price', '85.00'],
    invalid: ['endsAt', '2026-12-31T00:00', 'The end must be after the start.'],
  },
  stock: {
    make: { sku: 'NEW-LAMP', warehouse: '2000', quantity: '4', incoming: '0' },
    change: ['quantity', '7'],
    invalid: ['quantity', '-1', 'Available to sell must be at least 0.'],
  },
  categories: {
    make: { title: 'Lamps', uri: 'lamps', position: '9' },
    change: ['title', 'Lights'],
    invalid: ['position', 'first', 'Position: please enter a whole number.'],
  },
  attributes: {
    make: {
      code: 'glow_lm',
      title: 'Brightness',
      group: 'Light',
      valueType: 'number',
      unit: 'lm',
      position: '900',
      facet: 'range',
      categories: 'lighting/lamps',
    },
    change: ['title', 'Glow'],
    invalid: ['categories', 'moon', 'There is no category moon.'],
  },
  'store-stock': {
    make: { sku: 'LAMP-1', store: '1', quantity: '4' },
    change: ['quantity', '5'],
    invalid: ['quantity', '-1', 'Available for pickup must be at least 0.'],
  },
  brands: {
    make: { title: 'Halo', uri: 'halo' },
    change: ['blurb', 'Light.'],
    invalid: ['title', 'Nordhaus', 'Another brand has this name.'],
  },
  tariffs: {
    make: { country: 'NZ', validFrom: '2026-07-01', cents: '32.5', sourceTitle: 'A demo source' },
    change: ['cents', '33.1'],
    invalid: ['sourceUrl', 'ftp://x', 'Address of the source must begin with https://.'],
  },
  bundles: {
    make: { title: 'Light set', app: 'aol', skus: 'LAMP-1\nHOSE-1', price: '40' },
    change: ['title', 'Lighter set'],
    invalid: ['skus', 'LAMP-1\nMOON', 'No product has the SKU MOON.'],
  },
  promotions: {
    make: {
      title: 'Winter',
      path: 'winter',
      apps: ['aol'],
      startDate: '2026-11-01',
      brand: 'nordhaus',
      rewardLabel: '$50 cashback',
    },
    change: ['title', 'Winter warmers'],
    invalid: ['endDate', '2026-10-01', 'The last day must not be before the first.'],
  },
  rewards: {
    change: ['rewardLabel', '$60 cashback'],
    invalid: ['redemptionEndDate', '2026-10-01', 'It must not end before the promotion starts.'],
  },
  sales: {
    make: { name: 'Sale', app: 'aol', startsAt: '2026-12-01T00:00', url: '/sale', colour: '#123456' },
    change: ['name', 'Summer sale'],
    invalid: ['colour', 'red', 'Colour must be like #c4102b.'],
  },
  coupons: {
    make: {
      code: 'office10',
      kind: 'percentage',
      percent: '10',
      apps: ['aol'],
      startsOn: '2026-11-01',
      minimumSpend: '0',
    },
    change: ['percent', '15'],
    invalid: ['percent', '140', 'Percent off must be at most 100.'],
  },
  'gift-cards': {
    make: { code: 'GIFT-OFFICE', currency: 'AUD', balance: '50', expiresOn: '2028-01-01' },
    change: ['balance', '25.00'],
    invalid: ['expiresOn', '2028-02-31', 'Expires on: this day does not exist.'],
  },
  content: {
    make: {
      kind: 'static',
      app: 'aol',
      slug: 'office-page',
      isDraft: 'false',
      title: 'Hello',
    },
    change: ['body', '<p>Text</p><script>alert(1)</script>'],
    invalid: ['metaTitle', 'x'.repeat(121), 'Title for search engines must have at most 120 characters; it has 121.'],
  },
  menu: {
    make: { app: 'aol', category: 'kitchen' },
    change: ['title', 'Kitchens'],
    invalid: ['imageUrl', 'javascript:alert(1)', 'Picture must begin with / or https://.'],
  },
  redirects: {
    make: { app: 'aol', source: '/old-page', destination: '/new-page' },
    change: ['destination', '/newer-page'],
    invalid: ['destination', '/old-page', 'The new address is a redirect loop, by /old-page.'],
  },
  'delivery-days': {
    make: { deliversOn: soon, warehouse: '2000', tier: 'metro-au' },
    change: ['capacity', '3'],
    invalid: ['capacity', '2.5', 'Capacity: please enter a whole number.'],
  },
  'delivery-zones': {
    make: { country: 'AU', from: '2998', to: '2999' },
    change: ['tier', ''],
    invalid: ['warehouse', '2000', 'Please choose both terms and a warehouse, or neither.'],
  },
  'delivery-terms': { change: ['leadDays', '9'], invalid: ['leadDays', '61', 'Lead days must be at most 60.'] },
  'delivery-services': {
    change: ['position', '40'],
    invalid: ['prices', 'moon | 5', 'There are no terms called moon.'],
  },
  suppliers: {
    change: ['unservedMessage', 'Not there.'],
    invalid: ['regions', 'AU', 'Regions, line 1 (“AU”) must be like AU | 2000 | 2999 | 5 | 55.00.'],
  },
  holidays: {
    make: { title: 'Day off', on: soon, country: 'AU', state: 'NSW' },
    change: ['title', 'A day off'],
    invalid: ['title', '', 'Name is required.'],
  },
  warehouses: {
    change: ['cutOff', '13:00'],
    invalid: ['cutOff', '25:00', 'Cut-off: please enter a time such as 14:00.'],
  },
  stores: {
    change: ['phone', '02 5550 0000'],
    invalid: ['hours', 'Mon: 09:00–17:30', 'Please enter seven lines, Mon to Sun.'],
  },
  salespeople: { change: ['name', 'Noor Tan'], invalid: ['name', '', 'Name is required.'] },
  events: {
    make: {
      title: 'Bread',
      store: '1',
      startsAt: '2027-02-01T10:00',
      endsAt: '2027-02-01T12:00',
      capacity: '12',
      maxGuests: '4',
      demoType: '2',
      subEventType: '0',
      price: '0',
    },
    change: ['capacity', '14'],
    invalid: ['endsAt', '2027-02-01T09:00', 'The end must be after the start.'],
  },
  synonyms: {
    make: { words: 'luminaire\nlamp' },
    change: ['words', 'luminaire\nlamp\nlight fitting'],
    invalid: [
      'words',
      'sofa\nluminaire',
      '‘sofa’ is in another group: couch, sofa, lounge, settee. Add your words there.',
    ],
  },
  'search-pins': {
    make: { term: 'Washer', app: 'aol', skus: 'LAMP-1' },
    change: ['skus', 'FR-1\nLAMP-1'],
    invalid: ['skus', 'NOPE-1', 'No product has the SKU NOPE-1.'],
  },
  'search-redirects': {
    make: { term: 'Opening Hours', app: 'aol', url: '/stores' },
    change: ['url', '/contact'],
    invalid: ['url', '//evil.example', 'Goes to must be a path of this shop, such as /delivery.'],
  },
  settings: { change: ['value', 'true'], invalid: ['value', 'maybe', 'Value: please choose from the list.'] },
  'payment-methods': { change: ['position', '45'], invalid: ['position', '-1', 'Position must be at least 0.'] },
  staff: { change: ['winningUserId', 'W-NEW'], invalid: ['salespersonCode', 'NT09', 'Only salespeople have a code.'] },
  customers: { change: ['role', 'trade'], invalid: ['role', 'administrator', 'Kind: please choose from the list.'] },
}
