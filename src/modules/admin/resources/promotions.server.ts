import {
  couponRecords,
  giftCardRecords,
  insertCoupon,
  insertGiftCard,
  removeCoupon,
  updateCoupon,
  updateGiftCard,
} from '../../cart/code-records.server.ts'
import {
  bannerErrorsOf,
  insertPromotion,
  insertSale,
  promotionRecords,
  removePromotion,
  removeSale,
  rewardRecords,
  saleRecords,
  updatePromotion,
  updateSale,
} from '../../promotions/promotion-records.server.ts'
import { conditionHint, conditionPattern } from '../../catalogue/attribute-conditions.ts'
import { isAppCode } from '../../../brands/apps.ts'
import { itemsOfText, shownItems, textOfItems } from '../../../platform/forms/field-array.ts'
import { bannerSet, imagesOf } from '../../promotions/sale-banners.ts'
import { saleAt, saleSlots } from '../../promotions/sale.ts'
import {
  creating,
  optionsOf,
  removing,
  shownOnly,
  type AdminResourceDeps,
  type AdminResource,
} from '../admin-resource.server.ts'
import { appNames, appOptions, ribbonNames } from '../labels.ts'
import { conditionErrors, conditionHelp } from './conditions.server.ts'
import { zoneOfApp } from './prices.server.ts'

const pictureAddress = /^(\/(?!\/)|https:\/\/)/
const states = optionsOf({ running: 'Running', coming: 'Coming', over: 'Over' })

export function promotionResource({ catalogue, choices }: AdminResourceDeps): AdminResource {
  return {
    name: 'promotions',
    title: 'Promotions',
    one: 'promotion',
    section: 'Promotions',
    about: 'Offers with a page of their own, for a brand, categories or single products.',
    see: 'use the office',
    change: 'manage promotions',
    records: promotionRecords,
    sort: { column: 'startDate', isDescending: true },
    searchHint: 'Title or address',
    columns: [
      { name: 'title', label: 'Title', sorts: true },
      { name: 'path', label: 'Address', sorts: true },
      { name: 'startDate', label: 'From', kind: 'day', sorts: true },
      { name: 'endDate', label: 'Until', kind: 'day' },
      { name: 'ribbon', label: 'Ribbon', words: ribbonNames },
      { name: 'rewardLabel', label: 'Reward' },
      { name: 'apps', label: 'Shops' },
    ],
    filters: [
      { name: 'state', label: 'State', options: states },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', max: 120, isRequired: true },
      { name: 'path', label: 'Address', kind: 'text', max: 80, isRequired: true, pattern: /^(?!sale$)[a-z0-9-]+$/, patternHint: 'must be small letters, digits and hyphens, and not ‘sale’' },
      { name: 'apps', label: 'Shops', kind: 'choices', isRequired: true, options: appOptions },
      { name: 'startDate', label: 'First day', kind: 'day', isRequired: true },
      { name: 'endDate', label: 'Last day', kind: 'day', help: 'Empty: until somebody ends it.' },
      { name: 'ribbon', label: 'Ribbon', kind: 'choice', options: optionsOf(ribbonNames) },
      { name: 'isFeatured', label: 'Featured', kind: 'switch', initial: false },
      { name: 'brand', label: 'Brand', kind: 'choice', options: catalogue.brands.map(({ uri, title }) => ({ value: uri, label: title })), group: 'What it is for', help: 'Named products count alone; else all of the brand in the categories.' },
      { name: 'categories', label: 'Categories', kind: 'lines', max: 200, initial: [], group: 'What it is for', help: 'Addresses, one a line.' },
      { name: 'skus', label: 'Products', kind: 'lines', max: 2_000, initial: [], group: 'What it is for', help: 'SKUs, one a line.' },
      { name: 'conditions', label: 'Conditions', kind: 'lines', max: 20, initial: [], group: 'What it is for', pattern: conditionPattern, patternHint: conditionHint, help: conditionHelp },
      { name: 'parent', label: 'Part of', kind: 'choice', options: choices.promotions, group: 'What it is for' },
      { name: 'rewardLabel', label: 'Reward', kind: 'text', max: 80, group: 'Reward', help: 'What a shopper gets: $200 cashback.' },
      { name: 'hasRedemption', label: 'Is claimed afterwards', kind: 'switch', initial: false, group: 'Reward' },
      { name: 'redemptionEndDate', label: 'Claimed until', kind: 'day', group: 'Reward' },
      { name: 'thumbnailUrl', label: 'Picture', kind: 'text', max: 500, pattern: pictureAddress, patternHint: 'must begin with / or https://', group: 'Texts' },
      { name: 'content', label: 'Text', kind: 'html', initial: '', group: 'Texts' },
      { name: 'terms', label: 'Terms', kind: 'html', initial: '', group: 'Texts' },
    ], // prettier-ignore
    nameOf: (values) => String(values['title'] ?? ''),
    async check({ tx }, values, key) {
      const list = (name: string) => (values[name] ?? []) as readonly string[]
      const errors = []
      if ((values['endDate'] ?? null) !== null && String(values['endDate']) < String(values['startDate']))
        errors.push({ field: 'endDate', message: 'The last day must not be before the first.' })
      if ((values['brand'] ?? null) === null && list('categories').length === 0 && list('skus').length === 0)
        errors.push({ field: 'brand', message: 'Please say what it is for: a brand, categories or products.' })
      const category = list('categories').find((uri) => catalogue.category(uri) === null)
      if (category !== undefined) errors.push({ field: 'categories', message: `There is no category ${category}.` })
      const stored = key === null ? null : await promotionRecords.read(tx, key)
      errors.push(...conditionErrors(catalogue, values, stored))
      const sku = list('skus').find((one) => catalogue.productBySku(one) === null)
      if (sku !== undefined) errors.push({ field: 'skus', message: `No product has the SKU ${sku}.` })
      if (key !== null && values['parent'] === key)
        errors.push({ field: 'parent', message: 'It cannot be a part of itself.' })
      return errors
    },
    save: ({ tx }, key, values) => updatePromotion(tx, key, values),
    create: creating(insertPromotion),
    remove: removing(removePromotion),
    shopPath: (values) => `/promotion/${String(values['path'])}`,
  }
}

export const rewardResource: AdminResource = {
  name: 'rewards',
  title: 'Rewards',
  one: 'reward',
  section: 'Promotions',
  about:
    'What promotions give: carts and confirmations show it, and whoever bought claims it where it is claimed afterwards. A new one is a promotion with a reward.',
  see: 'use the office',
  change: 'manage promotions',
  records: rewardRecords,
  sort: { column: 'startDate', isDescending: true },
  searchHint: 'Reward or promotion',
  columns: [
    { name: 'rewardLabel', label: 'Reward', sorts: true },
    { name: 'title', label: 'Promotion', sorts: true },
    { name: 'startDate', label: 'From', kind: 'day', sorts: true },
    { name: 'endDate', label: 'Until', kind: 'day' },
    { name: 'hasRedemption', label: 'Is claimed', kind: 'switch' },
    { name: 'claimableUntil', label: 'Claimed until', kind: 'day' },
    { name: 'apps', label: 'Shops' },
  ],
  filters: [
    { name: 'state', label: 'State', options: states },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  ways: [{ label: 'New promotion', href: '/office/promotions/new', act: 'manage promotions' }],
  fields: () => [
    ...shownOnly([
      { name: 'title', label: 'Promotion', kind: 'text' },
      { name: 'startDate', label: 'First day', kind: 'day' },
      { name: 'endDate', label: 'Last day', kind: 'day' },
    ]),
    { name: 'rewardLabel', label: 'Reward', kind: 'text', max: 80, isRequired: true, help: 'What a shopper gets: $200 cashback.' },
    { name: 'hasRedemption', label: 'Is claimed afterwards', kind: 'switch' },
    { name: 'redemptionEndDate', label: 'Claimed until', kind: 'day' },
    { name: 'thumbnailUrl', label: 'Picture', kind: 'text', max: 500, pattern: pictureAddress, patternHint: 'must begin with / or https://' },
    { name: 'terms', label: 'Terms', kind: 'html', initial: '' },
  ], // prettier-ignore
  nameOf: (values) => String(values['rewardLabel'] ?? ''),
  async check(_change, values) {
    const until = values['redemptionEndDate'] ?? null
    return until !== null && String(until) < String(values['startDate'])
      ? [{ field: 'redemptionEndDate', message: 'It must not end before the promotion begins.' }]
      : []
  },
  save: ({ tx }, key, values) => updatePromotion(tx, key, values),
  related: async (key) => [
    {
      title: 'Promotion',
      columns: ['All of it'],
      empty: '',
      rows: [[{ text: 'Open the promotion', href: `/office/promotions/${key}` }]],
    },
  ],
  shopPath: (values) => `/promotion/${String(values['path'])}`,
}

export function saleResource({ shopAddress }: AdminResourceDeps): AdminResource {
  return {
    name: 'sales',
    title: 'Sales and banners',
    one: 'sale',
    section: 'Promotions',
    about: 'A sale dresses a whole shop for a while: banners, badges and messages. It begins and ends by the clock.',
    see: 'use the office',
    change: 'manage promotions',
    records: saleRecords,
    sort: { column: 'startsAt', isDescending: true },
    searchHint: 'Name',
    columns: [
      { name: 'name', label: 'Name', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'startsAt', label: 'From', kind: 'instant', sorts: true },
      { name: 'endsAt', label: 'Until', kind: 'instant' },
      { name: 'url', label: 'Leads to' },
    ],
    filters: [
      { name: 'state', label: 'State', options: states },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () => [
    { name: 'name', label: 'Name', kind: 'text', max: 80, isRequired: true },
    { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, options: appOptions },
    { name: 'startsAt', label: 'From', kind: 'instant', isRequired: true },
    { name: 'endsAt', label: 'Until', kind: 'instant', help: 'Empty: until somebody ends it.' },
    { name: 'url', label: 'Leads to', kind: 'text', max: 200, isRequired: true, initial: '/sale', pattern: /^\/(?![/\\])/, patternHint: 'must be a path of the shop' },
    { name: 'colour', label: 'Colour', kind: 'text', max: 7, isRequired: true, initial: '#c4102b', pattern: /^#[0-9a-f]{6}$/, patternHint: 'must be like #c4102b' },
    { name: 'baseImagePath', label: 'Folder of its pictures', kind: 'text', max: 200, initial: '', pattern: /^(|\/.*|https:\/\/.*)$/, patternHint: 'must begin with / or https://' },
    { name: 'images', label: 'Banners', kind: 'items', set: bannerSet, initial: '[]', group: 'Banners' },
  ], // prettier-ignore
    nameOf: (values) => String(values['name'] ?? ''),
    async check(_change, values) {
      const errors = []
      if ((values['endsAt'] ?? null) !== null && String(values['endsAt']) <= String(values['startsAt']))
        errors.push({ field: 'endsAt', message: 'It must end after it begins.' })
      errors.push(...bannerErrorsOf(String(values['images'] ?? '[]')).map((message) => ({ field: 'images', message })))
      return errors
    },
    save: ({ tx }, key, values) => updateSale(tx, key, values),
    create: creating(insertSale),
    remove: removing(removeSale),
    timeZone: (values) => zoneOfApp(values['app']),
    filePlaces: (values) =>
      shownItems(bannerSet, String(values['images'] ?? '[]')).flatMap(({ type }, at) => {
        const title = bannerSet.types[type]?.title ?? ''
        return [
          { value: `src:${at}`, label: title },
          { value: `srcMobile:${at}`, label: `${title}, on small screens` },
        ]
      }),
    files(before, address, { file, place }) {
      const [part = '', at = ''] = place.split(':')
      const banners = itemsOfText(String(before['images'] ?? '[]'))
      if (file.kind === 'pdf') return {}
      return { images: textOfItems(bannerSet, banners.with(Number(at), { ...banners[Number(at)], [part]: address })) }
    },
    async related(_key, values) {
      const app = String(values['app'])
      const saved = { app, name: String(values['name']), url: String(values['url']), colour: String(values['colour']), baseImagePath: String(values['baseImagePath'] ?? ''), startsAt: new Date(0), endsAt: null } // prettier-ignore
      const { images } = saleAt([{ ...saved, images: imagesOf(itemsOfText(String(values['images'] ?? '[]'))) }], app, new Date(1)) // prettier-ignore
      const shop = shopAddress(isAppCode(app) ? app : 'aol')
      const link = (text: string, src: string) => ({ text, href: new URL(src, shop).href })
      return [
        {
          title: 'Preview',
          columns: ['Place', 'Picture', 'On small screens', 'Leads to', 'Says'],
          empty: 'It has no banners.',
          rows: saleSlots.flatMap((slot) => {
            const image = images[slot]
            if (image === null) return []
            const { href, title, subtext } = image.attributes
            return [
              [
                bannerSet.types[slot]?.title ?? slot,
                link('Look at it', image.src),
                image.srcMobile === null ? 'The same' : link('Look at it', image.srcMobile),
                link(href, href),
                [title, subtext].filter(Boolean).join(': '),
              ],
            ]
          }),
        },
      ]
    },
    shopPath: () => '/',
  }
}

export function couponResource({ catalogue }: AdminResourceDeps): AdminResource {
  return {
    name: 'coupons',
    title: 'Coupons',
    one: 'coupon',
    section: 'Promotions',
    about: 'Codes that lower a total. Carts read them each time, so a change counts at once.',
    see: 'use the office',
    change: 'set prices',
    records: couponRecords,
    sort: { column: 'code', isDescending: false },
    searchHint: 'Code',
    columns: [
      { name: 'code', label: 'Code', sorts: true },
      { name: 'kind', label: 'Kind', sorts: true },
      { name: 'percent', label: 'Percent', kind: 'number' },
      { name: 'amount', label: 'Amount', kind: 'money' },
      { name: 'startsOn', label: 'From', kind: 'day', sorts: true },
      { name: 'endsOn', label: 'Until', kind: 'day' },
      { name: 'minimumSpend', label: 'From a total of', kind: 'money', sorts: true },
      { name: 'uses', label: 'Used', kind: 'number' },
    ],
    filters: [
      { name: 'app', label: 'Shop', options: appOptions },
      {
        name: 'kind',
        label: 'Kind',
        options: optionsOf({ percentage: 'Percentage', amount: 'Amount', 'free-delivery': 'Free delivery' }),
      },
    ],
    fields: () => [
      { name: 'code', label: 'Code', kind: 'text', max: 40, isRequired: true, isFixed: 'once made', pattern: /^[A-Za-z0-9-]{3,40}$/, patternHint: 'must be 3 to 40 letters, digits and hyphens' },
      { name: 'kind', label: 'Kind', kind: 'choice', isRequired: true, options: optionsOf({ percentage: 'Percentage', amount: 'Amount', 'free-delivery': 'Free delivery' }) },
      { name: 'percent', label: 'Percent off', kind: 'whole', min: 1, max: 100 },
      { name: 'amount', label: 'Amount off', kind: 'money', min: 1 },
      { name: 'apps', label: 'Shops', kind: 'choices', isRequired: true, options: appOptions },
      { name: 'startsOn', label: 'First day', kind: 'day', isRequired: true },
      { name: 'endsOn', label: 'Last day', kind: 'day' },
      { name: 'minimumSpend', label: 'From a total of', kind: 'money', isRequired: true, initial: 0 },
      { name: 'usesPerEmail', label: 'Uses by one e-mail address', kind: 'whole', min: 1, max: 1_000, help: 'Empty: as often as they like.' },
      { name: 'excludedBrands', label: 'Not for these brands', kind: 'choices', initial: [], options: catalogue.brands.map(({ uri, title }) => ({ value: uri, label: title })) },
    ], // prettier-ignore
    nameOf: (values) => String(values['code'] ?? ''),
    async check(_change, values) {
      const errors = []
      if (values['kind'] === 'percentage' && (values['percent'] ?? null) === null)
        errors.push({ field: 'percent', message: 'Please say how many percent.' })
      if (values['kind'] === 'amount' && (values['amount'] ?? null) === null)
        errors.push({ field: 'amount', message: 'Please say how much.' })
      if ((values['endsOn'] ?? null) !== null && String(values['endsOn']) < String(values['startsOn']))
        errors.push({ field: 'endsOn', message: 'The last day must not be before the first.' })
      return errors
    },
    save: ({ tx }, key, values, before) => updateCoupon(tx, key, { ...before, ...values }),
    create: creating(insertCoupon),
    remove: removing(removeCoupon),
  }
}

export const giftCardResource: AdminResource = {
  name: 'gift-cards',
  title: 'Gift cards',
  one: 'gift card',
  section: 'Promotions',
  about: 'Cards with money on them. Orders take from them; a change here is written into the log.',
  see: 'set prices',
  change: 'set prices',
  records: giftCardRecords,
  sort: { column: 'code', isDescending: false },
  searchHint: 'Code',
  columns: [
    { name: 'code', label: 'Code', sorts: true },
    { name: 'balance', label: 'Balance', kind: 'money', sorts: true },
    { name: 'currency', label: 'Currency', sorts: true },
    { name: 'expiresOn', label: 'Good until', kind: 'day', sorts: true },
  ],
  filters: [
    { name: 'state', label: 'State', options: optionsOf({ open: 'With money', empty: 'Empty', expired: 'Expired' }) },
    { name: 'currency', label: 'Currency', options: optionsOf({ AUD: 'AUD', NZD: 'NZD' }) },
  ],
  fields: () => [
    { name: 'code', label: 'Code', kind: 'text', max: 40, isRequired: true, isFixed: 'once made', pattern: /^[A-Za-z0-9-]{8,40}$/, patternHint: 'must be 8 to 40 letters, digits and hyphens' },
    { name: 'currency', label: 'Currency', kind: 'choice', isRequired: true, isFixed: 'once made', options: optionsOf({ AUD: 'AUD', NZD: 'NZD' }) },
    { name: 'balance', label: 'Balance', kind: 'money', isRequired: true },
    { name: 'expiresOn', label: 'Good until', kind: 'day', isRequired: true },
  ], // prettier-ignore
  nameOf: (values) => String(values['code'] ?? ''),
  save: ({ tx }, key, values) => updateGiftCard(tx, key, values),
  create: creating(insertGiftCard),
}
