import { creating, optionsOf, removing, shownOnly, type AdminResource } from '../admin/admin-resource.server.ts'
import type { Field } from '../admin/admin.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import {
  insertPin,
  insertSynonyms,
  pinRecords,
  removePin,
  removeSearchRedirect,
  removeSynonyms,
  searchRedirectRecords,
  synonymRecords,
  synonymsErrorOf,
  termRecords,
  updatePin,
  updateSynonyms,
  writeSearchRedirect,
} from './search-records.server.ts'
import { searchTermOf } from './search.ts'

/** What the back office lists of what is searched for, and what it makes of words. */

export type SearchAdminDeps = { readonly catalogue: Pick<Catalogue, 'productBySku'> }

export const searchAdmin = (deps: SearchAdminDeps) => ({
  terms: termResource,
  synonyms: synonymResource,
  pins: pinResource(deps),
  redirects: searchRedirectResource,
})

const termFields = [
  {
    name: 'term',
    label: 'Words',
    kind: 'text',
    max: 100,
    isRequired: true,
    isFixed: 'once made',
    pattern: /^.{2,100}$/,
    patternHint: 'must have at least two letters',
  },
  { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, isFixed: 'once made', options: appOptions },
] as const satisfies readonly Field[]

const searchRedirectResource: AdminResource = {
  name: 'search-redirects',
  title: 'Search redirects',
  one: 'search redirect',
  section: 'Shop',
  about: 'Words that lead straight to a page of the shop, before any product is looked for.',
  see: 'use the office',
  change: 'manage the catalogue',
  records: searchRedirectRecords,
  sort: { column: 'term', isDescending: false },
  searchHint: 'Words or address',
  columns: [
    { name: 'term', label: 'Words', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'url', label: 'Leads to', sorts: true },
  ],
  filters: [{ name: 'app', label: 'Shop', options: appOptions }],
  fields: () => [
    ...termFields,
    {
      name: 'url',
      label: 'Leads to',
      kind: 'text',
      max: 300,
      isRequired: true,
      pattern: /^\/([^/\\]|$)/,
      patternHint: 'must be a path of the shop',
    },
  ],
  nameOf: (values) => String(values['term'] ?? ''),
  async save({ tx }, _key, values, before) {
    await writeSearchRedirect(tx, { ...before, ...values })
  },
  create: creating(writeSearchRedirect),
  remove: removing(removeSearchRedirect),
}

const termResource: AdminResource = {
  name: 'search-terms',
  title: 'Search terms',
  one: 'term',
  section: 'Shop',
  about:
    'What was searched for in the last thirty days and what became of it. Neither who asked nor from where is kept.',
  see: 'use the office',
  change: 'manage the catalogue',
  records: termRecords,
  sort: { column: 'opened', isDescending: true },
  searchHint: 'Words',
  columns: [
    { name: 'query', label: 'Words', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'opened', label: 'Searched', kind: 'number', sorts: true },
    { name: 'nothing', label: 'Found nothing', kind: 'number', sorts: true },
    { name: 'clicks', label: 'Clicks', kind: 'number', sorts: true },
    { name: 'place', label: 'Clicked at place', kind: 'number' },
    { name: 'carts', label: 'Into carts', kind: 'number', sorts: true },
    { name: 'orders', label: 'Ordered', kind: 'number', sorts: true },
  ],
  filters: [
    {
      name: 'which',
      label: 'Which',
      options: optionsOf({
        nothing: 'Found nothing',
        'no-click': 'Without a click',
        'no-order': 'Clicked, not ordered',
      }),
    },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    shownOnly([
      { name: 'query', label: 'Words', kind: 'text' },
      { name: 'app', label: 'Shop', kind: 'choice', options: appOptions },
      { name: 'opened', label: 'Searched', kind: 'whole' },
      { name: 'clicks', label: 'Clicks', kind: 'whole' },
      { name: 'carts', label: 'Into carts', kind: 'whole' },
      { name: 'orders', label: 'Ordered', kind: 'whole' },
    ]),
  nameOf: (values) => String(values['query'] ?? ''),
  shopPath: (values) => `/search?query=${encodeURIComponent(String(values['query']))}`,
}

const synonymResource: AdminResource = {
  name: 'synonyms',
  title: 'Synonyms',
  one: 'group of synonyms',
  section: 'Shop',
  about: 'What people call the same thing. Whoever searches one of a group finds all that say any of them.',
  see: 'use the office',
  change: 'manage the catalogue',
  records: synonymRecords,
  sort: { column: 'first', isDescending: false },
  searchHint: 'Words',
  columns: [
    { name: 'first', label: 'Word', sorts: true },
    { name: 'words', label: 'All of them' },
  ],
  fields: () => [
    {
      name: 'words',
      label: 'Words that mean the same',
      kind: 'lines',
      max: 20,
      isRequired: true,
      pattern: /^.{2,60}$/,
      patternHint: 'must have 2 to 60 letters',
      help: 'Two to twenty, one a line, each of three words at most. Plurals need no line of their own.',
    },
  ],
  nameOf: (values) => ((values['words'] ?? []) as readonly string[]).join(', '),
  async check({ tx }, values, key) {
    const error = await synonymsErrorOf(tx, (values['words'] ?? []) as readonly string[], key)
    return error === null ? [] : [{ field: 'words', message: error }]
  },
  save: ({ tx }, key, values) => updateSynonyms(tx, key, values),
  create: creating(insertSynonyms),
  remove: removing(removeSynonyms),
}

function pinResource({ catalogue }: SearchAdminDeps): AdminResource {
  return {
    name: 'search-pins',
    title: 'Search pins',
    one: 'pin',
    section: 'Shop',
    about:
      'Products that come first for a term, whether it finds them or not. Filters and other orders leave them where they are.',
    see: 'use the office',
    change: 'manage the catalogue',
    records: pinRecords,
    sort: { column: 'term', isDescending: false },
    searchHint: 'Words or SKU',
    columns: [
      { name: 'term', label: 'Words', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'skus', label: 'Come first' },
    ],
    filters: [{ name: 'app', label: 'Shop', options: appOptions }],
    fields: () => [
      ...termFields,
      {
        name: 'skus',
        label: 'Come first',
        kind: 'lines',
        max: 24,
        isRequired: true,
        help: 'SKUs, one a line, in their order.',
      },
    ],
    nameOf: (values) => String(values['term'] ?? ''),
    async check(_change, values) {
      const errors = []
      if (searchTermOf(String(values['term'] ?? '')) === '')
        errors.push({ field: 'term', message: 'Words must have at least two letters that search looks for.' })
      const unknown = ((values['skus'] ?? []) as readonly string[]).find((sku) => catalogue.productBySku(sku) === null)
      if (unknown !== undefined) errors.push({ field: 'skus', message: `No product has the SKU ${unknown}.` })
      return errors
    },
    save: ({ tx }, key, values) => updatePin(tx, key, values),
    create: creating(insertPin),
    remove: removing(removePin),
    shopPath: (values) => `/search/${encodeURIComponent(String(values['term']))}`,
  }
}
