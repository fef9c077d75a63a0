import {
  creating,
  optionsOf,
  removing,
  shownOnly,
  type AdminResource,
  type Related,
} from '../admin/admin-resource.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import type { Field } from '../admin/admin.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import {
  insertPin,
  insertSearchRedirect,
  insertSynonyms,
  pinRecords,
  removePin,
  removeSearchRedirect,
  removeSynonyms,
  searchRedirectRecords,
  synonymRecords,
  synonymsErrorOf,
  termErrorOf,
  termRecords,
  updatePin,
  updateSearchRedirect,
  updateSynonyms,
} from './search-records.server.ts'

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
    label: 'Search term',
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
  about:
    'Search terms that go straight to a page instead of search results. A browser that has just searched for a term follows a change after a minute.',
  see: 'use the back office',
  change: 'manage the catalogue',
  records: searchRedirectRecords,
  sort: { column: 'term', isDescending: false },
  searchHint: 'Search term or address',
  columns: [
    { name: 'term', label: 'Search term', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'url', label: 'Goes to', sorts: true },
  ],
  filters: [{ name: 'app', label: 'Shop', options: appOptions }],
  fields: () => [
    ...termFields,
    {
      name: 'url',
      label: 'Goes to',
      kind: 'text',
      max: 300,
      isRequired: true,
      // A browser drops tabs and line breaks, so that a slash, a tab and '/elsewhere.example' would lead to another host.
      pattern: /^\/(?!\/)[^\s\\]*$/,
      patternHint: 'must be a path of this shop, such as /delivery',
    },
  ],
  nameOf: (values) => String(values['term'] ?? ''),
  async check({ tx }, values, key) {
    const message = await termErrorOf(tx, 'search_redirects', values, key === null)
    return message === null ? [] : [{ field: 'term', message }]
  },
  save: ({ tx }, key, values) => updateSearchRedirect(tx, key, values),
  create: creating(insertSearchRedirect),
  remove: removing(removeSearchRedirect),
}

const termResource: AdminResource = {
  name: 'search-terms',
  title: 'Search terms',
  one: 'term',
  section: 'Shop',
  about: 'Search terms of the last 30 days and their results. Who searched is not recorded.',
  see: 'use the back office',
  change: 'manage the catalogue',
  records: termRecords,
  sort: { column: 'opened', isDescending: true },
  searchHint: 'Search term',
  columns: [
    { name: 'query', label: 'Search term', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'opened', label: 'Searched', kind: 'number', sorts: true },
    { name: 'nothing', label: 'No results', kind: 'number', sorts: true },
    { name: 'clicks', label: 'Clicks', kind: 'number', sorts: true },
    { name: 'place', label: 'Average click position', kind: 'number' },
    { name: 'carts', label: 'Added to cart', kind: 'number', sorts: true },
    { name: 'orders', label: 'Ordered', kind: 'number', sorts: true },
  ],
  filters: [
    {
      name: 'which',
      label: 'Which',
      options: optionsOf({
        nothing: 'No results',
        'no-click': 'No clicks',
        'no-order': 'Clicked, not ordered',
      }),
    },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    shownOnly([
      { name: 'query', label: 'Search term', kind: 'text' },
      { name: 'app', label: 'Shop', kind: 'choice', options: appOptions },
      { name: 'opened', label: 'Searched', kind: 'whole' },
      { name: 'nothing', label: 'No results', kind: 'whole' },
      { name: 'clicks', label: 'Clicks', kind: 'whole' },
      { name: 'carts', label: 'Added to cart', kind: 'whole' },
      { name: 'orders', label: 'Ordered', kind: 'whole' },
    ]),
  nameOf: (values) => String(values['query'] ?? ''),
  shopPath: (values) => `/search/${encodeURIComponent(String(values['query']))}`,
  async related(_key, values) {
    return [{ title: 'Improve these results', columns: ['Action', 'Use it when'], rows: remedies(values), empty: '' }]
  },
}

/** Forms that help a term, with the term and its shop filled in. */
function remedies(values: RecordValues): Related['rows'] {
  const [term, app] = [String(values['query'] ?? ''), String(values['app'] ?? '')]
  const form = (list: string, given: Readonly<Record<string, string>>) =>
    `/office/${list}/new?${new URLSearchParams(given)}`
  return [
    [
      { text: 'Add a synonym', href: form('synonyms', { words: term }) },
      'The shop calls it something else. Add its word on the next line.',
    ],
    [
      { text: 'Add a redirect', href: form('search-redirects', { term, app }) },
      'A page answers it better than products.',
    ],
    [{ text: 'Pin products', href: form('search-pins', { term, app }) }, 'Certain products should come first.'],
  ]
}

const synonymResource: AdminResource = {
  name: 'synonyms',
  title: 'Synonyms',
  one: 'group of synonyms',
  section: 'Shop',
  about: 'Words with the same meaning. A search for one of a group finds products with any of them.',
  see: 'use the back office',
  change: 'manage the catalogue',
  records: synonymRecords,
  sort: { column: 'first', isDescending: false },
  searchHint: 'Search term',
  columns: [
    { name: 'first', label: 'Word', sorts: true },
    { name: 'words', label: 'All words' },
  ],
  fields: () => [
    {
      name: 'words',
      label: 'Synonyms',
      kind: 'lines',
      max: 20,
      isRequired: true,
      pattern: /^.{2,60}$/,
      patternHint: 'must have 2 to 60 letters',
      help: 'Two to twenty, one per line, of up to three words each. You do not need to list plurals.',
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
      'Products that come first for a search term, even if they do not match it. They do not apply when results are filtered or sorted.',
    see: 'use the back office',
    change: 'manage the catalogue',
    records: pinRecords,
    sort: { column: 'term', isDescending: false },
    searchHint: 'Search term or SKU',
    columns: [
      { name: 'term', label: 'Search term', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'skus', label: 'Products' },
    ],
    filters: [{ name: 'app', label: 'Shop', options: appOptions }],
    fields: () => [
      ...termFields,
      {
        name: 'skus',
        label: 'Products',
        kind: 'lines',
        max: 24,
        isRequired: true,
        help: 'SKUs, one per line, in order.',
      },
    ],
    nameOf: (values) => String(values['term'] ?? ''),
    async check({ tx }, values, key) {
      const termError = await termErrorOf(tx, 'search_pin', values, key === null)
      const skusError = skusErrorOf((values['skus'] ?? []) as readonly string[], catalogue)
      return [
        ...(termError === null ? [] : [{ field: 'term', message: termError }]),
        ...(skusError === null ? [] : [{ field: 'skus', message: skusError }]),
      ]
    },
    save: ({ tx }, key, values) => updatePin(tx, key, values),
    create: creating(insertPin),
    remove: removing(removePin),
    shopPath: (values) => `/search/${encodeURIComponent(String(values['term']))}`,
  }
}

/** Why these SKUs cannot be pinned; null when they can. */
function skusErrorOf(skus: readonly string[], catalogue: SearchAdminDeps['catalogue']): string | null {
  const unknown = skus.find((sku) => catalogue.productBySku(sku) === null)
  if (unknown !== undefined) return `No product has the SKU ${unknown}.`
  const repeated = skus.find((sku, at) => skus.indexOf(sku) < at)
  return repeated === undefined ? null : `The SKU ${repeated} is listed more than once.`
}
