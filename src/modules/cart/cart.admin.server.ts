import { creating, optionsOf, removing, type AdminResource } from '../admin/admin-resource.server.ts'
import { appOptions } from '../admin/labels.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import {
  couponRecords,
  giftCardRecords,
  insertCoupon,
  insertGiftCard,
  removeCoupon,
  updateCoupon,
  updateGiftCard,
} from './code-records.server.ts'

/** Admin lists of coupons and gift cards. */

export type CartAdminDeps = { readonly catalogue: Pick<Catalogue, 'brands'> }

export const cartAdmin = (deps: CartAdminDeps) => ({ coupons: couponResource(deps), giftCards: giftCardResource })

function couponResource({ catalogue }: CartAdminDeps): AdminResource {
  return {
    name: 'coupons',
    title: 'Coupons',
    one: 'coupon',
    section: 'Promotions',
    about: 'Discount codes. A change applies to all carts immediately.',
    see: 'use the back office',
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
      { name: 'minimumSpend', label: 'Minimum spend', kind: 'money', sorts: true },
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
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'code', label: 'Code', kind: 'text', max: 40, isRequired: true, isFixed: 'once made', pattern: /^[A-Za-z0-9-]{3,40}$/, patternHint: 'must be 3 to 40 letters, digits and hyphens' },
      { name: 'kind', label: 'Kind', kind: 'choice', isRequired: true, options: optionsOf({ percentage: 'Percentage', amount: 'Amount', 'free-delivery': 'Free delivery' }) },
      { name: 'percent', label: 'Percent off', kind: 'whole', min: 1, max: 100 },
      { name: 'amount', label: 'Amount off', kind: 'money', min: 1 },
      { name: 'apps', label: 'Shops', kind: 'choices', isRequired: true, options: appOptions },
      { name: 'startsOn', label: 'First day', kind: 'day', isRequired: true },
      { name: 'endsOn', label: 'Last day', kind: 'day' },
      { name: 'minimumSpend', label: 'Minimum spend', kind: 'money', isRequired: true, initial: 0 },
      { name: 'usesPerEmail', label: 'Uses per email address', kind: 'whole', min: 1, max: 1_000, help: 'Leave empty for no limit.' },
      { name: 'excludedBrands', label: 'Excluded brands', kind: 'choices', initial: [], options: catalogue.brands.map(({ uri, title }) => ({ value: uri, label: title })) },
    ],
    nameOf: (values) => String(values['code'] ?? ''),
    async check(_change, values) {
      const errors = []
      if (values['kind'] === 'percentage' && (values['percent'] ?? null) === null)
        errors.push({ field: 'percent', message: 'Please enter a percentage.' })
      if (values['kind'] === 'amount' && (values['amount'] ?? null) === null)
        errors.push({ field: 'amount', message: 'Please enter an amount.' })
      if ((values['endsOn'] ?? null) !== null && String(values['endsOn']) < String(values['startsOn']))
        errors.push({ field: 'endsOn', message: 'The last day must not be before the first.' })
      return errors
    },
    save: ({ tx }, key, values, before) => updateCoupon(tx, key, { ...before, ...values }),
    create: creating(insertCoupon),
    remove: removing(removeCoupon),
  }
}

const giftCardResource: AdminResource = {
  name: 'gift-cards',
  title: 'Gift cards',
  one: 'gift card',
  section: 'Promotions',
  about: 'Prepaid cards that customers spend on orders. Changes are recorded in the audit log.',
  see: 'set prices',
  change: 'set prices',
  records: giftCardRecords,
  sort: { column: 'code', isDescending: false },
  searchHint: 'Code',
  columns: [
    { name: 'code', label: 'Code', sorts: true },
    { name: 'balance', label: 'Balance', kind: 'money', sorts: true },
    { name: 'currency', label: 'Currency', sorts: true },
    { name: 'expiresOn', label: 'Expires on', kind: 'day', sorts: true },
  ],
  filters: [
    { name: 'state', label: 'State', options: optionsOf({ open: 'With balance', empty: 'Empty', expired: 'Expired' }) },
    { name: 'currency', label: 'Currency', options: optionsOf({ AUD: 'AUD', NZD: 'NZD' }) },
  ],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'code', label: 'Code', kind: 'text', max: 40, isRequired: true, isFixed: 'once made', pattern: /^[A-Za-z0-9-]{8,40}$/, patternHint: 'must be 8 to 40 letters, digits and hyphens' },
    { name: 'currency', label: 'Currency', kind: 'choice', isRequired: true, isFixed: 'once made', options: optionsOf({ AUD: 'AUD', NZD: 'NZD' }) },
    { name: 'balance', label: 'Balance', kind: 'money', isRequired: true },
    { name: 'expiresOn', label: 'Expires on', kind: 'day', isRequired: true },
  ],
  nameOf: (values) => String(values['code'] ?? ''),
  save: ({ tx }, key, values) => updateGiftCard(tx, key, values),
  create: creating(insertGiftCard),
}
