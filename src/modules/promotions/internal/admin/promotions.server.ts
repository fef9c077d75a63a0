import { creating, optionsOf, removing, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Option } from '../../../admin/admin.ts'
import { appOptions, ribbonNames } from '../../../admin/labels.ts'
import { conditionErrors, conditionHelp } from '../../../catalogue/attribute-conditions.admin.server.ts'
import { conditionHint, conditionPattern } from '../../../catalogue/attribute-conditions.ts'
import type { Catalogue } from '../../../catalogue/catalogue.server.ts'
import {
  insertPromotion,
  promotionRecords,
  removePromotion,
  rewardRecords,
  updatePromotion,
} from '../../promotion-records.server.ts'
import { states } from './sales.server.ts'

const pictureAddress = /^(\/(?!\/)|https:\/\/)/

export function promotionResource({
  catalogue,
  choices,
}: {
  readonly catalogue: Pick<Catalogue, 'attribute' | 'brands' | 'category' | 'productBySku'>
  readonly choices: { readonly promotions: readonly Option[] }
}): AdminResource {
  return {
    name: 'promotions',
    title: 'Promotions',
    one: 'promotion',
    section: 'Promotions',
    about: 'Offers with their own page, for a brand, categories or single products.',
    see: 'use the back office',
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
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', max: 120, isRequired: true },
      { name: 'path', label: 'Address', kind: 'text', max: 80, isRequired: true, pattern: /^(?!sale$)[a-z0-9-]+$/, patternHint: 'must be lower-case letters, digits and hyphens, and not ‘sale’' },
      { name: 'apps', label: 'Shops', kind: 'choices', isRequired: true, options: appOptions },
      { name: 'startDate', label: 'First day', kind: 'day', isRequired: true },
      { name: 'endDate', label: 'Last day', kind: 'day', help: 'Leave empty for no end.' },
      { name: 'ribbon', label: 'Ribbon', kind: 'choice', options: optionsOf(ribbonNames) },
      { name: 'isFeatured', label: 'Featured', kind: 'switch', initial: false },
      { name: 'brand', label: 'Brand', kind: 'choice', options: catalogue.brands.map(({ uri, title }) => ({ value: uri, label: title })), group: 'Applies to', help: 'If products are listed, only they count; otherwise all products of the brand in these categories.' },
      { name: 'categories', label: 'Categories', kind: 'lines', max: 200, initial: [], group: 'Applies to', help: 'Addresses, one per line.' },
      { name: 'skus', label: 'Products', kind: 'lines', max: 2_000, initial: [], group: 'Applies to', help: 'SKUs, one per line.' },
      { name: 'conditions', label: 'Conditions', kind: 'lines', max: 20, initial: [], group: 'Applies to', pattern: conditionPattern, patternHint: conditionHint, help: conditionHelp },
      { name: 'parent', label: 'Part of', kind: 'choice', options: choices.promotions, group: 'Applies to' },
      { name: 'rewardLabel', label: 'Reward', kind: 'text', max: 80, group: 'Reward', help: 'What the customer gets, for example $200 cashback.' },
      { name: 'hasRedemption', label: 'Claimed after purchase', kind: 'switch', initial: false, group: 'Reward' },
      { name: 'redemptionEndDate', label: 'Claim by', kind: 'day', group: 'Reward' },
      { name: 'thumbnailUrl', label: 'Picture', kind: 'text', picks: 'address', max: 500, pattern: pictureAddress, patternHint: 'must begin with / or https://', group: 'Texts' },
      { name: 'content', label: 'Text', kind: 'html', initial: '', group: 'Texts' },
      { name: 'terms', label: 'Terms', kind: 'html', initial: '', group: 'Texts' },
    ],
    nameOf: (values) => String(values['title'] ?? ''),
    async check({ tx }, values, key) {
      const list = (name: string) => (values[name] ?? []) as readonly string[]
      const errors = []
      if ((values['endDate'] ?? null) !== null && String(values['endDate']) < String(values['startDate']))
        errors.push({ field: 'endDate', message: 'The last day must not be before the first.' })
      if ((values['brand'] ?? null) === null && list('categories').length === 0 && list('skus').length === 0)
        errors.push({ field: 'brand', message: 'Please choose a brand, categories or products.' })
      const category = list('categories').find((uri) => catalogue.category(uri) === null)
      if (category !== undefined) errors.push({ field: 'categories', message: `There is no category ${category}.` })
      const stored = key === null ? null : await promotionRecords.read(tx, key)
      errors.push(...conditionErrors(catalogue, values, stored))
      const sku = list('skus').find((one) => catalogue.productBySku(one) === null)
      if (sku !== undefined) errors.push({ field: 'skus', message: `No product has the SKU ${sku}.` })
      if (key !== null && values['parent'] === key)
        errors.push({ field: 'parent', message: 'It cannot be part of itself.' })
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
  about: 'Rewards from promotions, shown in carts and confirmations. To add one, create a promotion with a reward.',
  see: 'use the back office',
  change: 'manage promotions',
  records: rewardRecords,
  sort: { column: 'startDate', isDescending: true },
  searchHint: 'Reward or promotion',
  columns: [
    { name: 'rewardLabel', label: 'Reward', sorts: true },
    { name: 'title', label: 'Promotion', sorts: true },
    { name: 'startDate', label: 'From', kind: 'day', sorts: true },
    { name: 'endDate', label: 'Until', kind: 'day' },
    { name: 'hasRedemption', label: 'Claimed', kind: 'switch' },
    { name: 'claimableUntil', label: 'Claim by', kind: 'day' },
    { name: 'apps', label: 'Shops' },
  ],
  filters: [
    { name: 'state', label: 'State', options: states },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  links: [{ label: 'New promotion', href: '/office/promotions/new', permission: 'manage promotions' }],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    ...shownOnly([
      { name: 'title', label: 'Promotion', kind: 'text' },
      { name: 'startDate', label: 'First day', kind: 'day' },
      { name: 'endDate', label: 'Last day', kind: 'day' },
    ]),
    { name: 'rewardLabel', label: 'Reward', kind: 'text', max: 80, isRequired: true, help: 'What the customer gets, for example $200 cashback.' },
    { name: 'hasRedemption', label: 'Claimed after purchase', kind: 'switch' },
    { name: 'redemptionEndDate', label: 'Claim by', kind: 'day' },
    { name: 'thumbnailUrl', label: 'Picture', kind: 'text', picks: 'address', max: 500, pattern: pictureAddress, patternHint: 'must begin with / or https://' },
    { name: 'terms', label: 'Terms', kind: 'html', initial: '' },
  ],
  nameOf: (values) => String(values['rewardLabel'] ?? ''),
  async check(_change, values) {
    const until = values['redemptionEndDate'] ?? null
    return until !== null && String(until) < String(values['startDate'])
      ? [{ field: 'redemptionEndDate', message: 'It must not end before the promotion starts.' }]
      : []
  },
  save: ({ tx }, key, values) => updatePromotion(tx, key, values),
  related: async (key) => [
    {
      title: 'Promotion',
      columns: ['Details'],
      empty: '',
      rows: [[{ text: 'Open the promotion', href: `/office/promotions/${key}` }]],
    },
  ],
  shopPath: (values) => `/promotion/${String(values['path'])}`,
}
