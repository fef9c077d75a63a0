import { accepted } from '../../../platform/result.ts'
import {
  brandRecords,
  brandTaken,
  categoryRecords,
  insertBrand,
  insertCategory,
  removeBrand,
  removeCategory,
  updateBrand,
  updateCategory,
} from '../../catalogue/catalogue-records.server.ts'
import { done, wrong, type OfficeParts, type Resource } from '../resource.server.ts'

export function categoryResource({ catalogue }: OfficeParts): Resource {
  const attributes = () =>
    catalogue.attributes
      .map(({ code, title }) => ({ value: code, label: title }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  return {
    name: 'categories',
    title: 'Categories',
    one: 'category',
    section: 'Catalogue',
    about: 'The tree of what is sold, and which facts of it can be filtered and stand on cards.',
    see: 'use the office',
    change: 'manage the catalogue',
    records: categoryRecords,
    sort: { column: 'uri', isDescending: false },
    searchHint: 'Title or address',
    columns: [
      { name: 'uri', label: 'Address', sorts: true },
      { name: 'title', label: 'Title', sorts: true },
      { name: 'products', label: 'Products', kind: 'number' },
      { name: 'position', label: 'Position', kind: 'number', sorts: true },
    ],
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', most: 80, isRequired: true },
      {
        name: 'uri', label: 'Address', kind: 'text', most: 200, isRequired: true, isFixed: 'once made', help: 'From the root down: kitchen/fridges.',
        pattern: /^[a-z0-9-]+(\/[a-z0-9-]+){0,3}$/, patternHint: 'must be small letters, digits and hyphens, up to four parts joined by /',
      },
      { name: 'position', label: 'Position', kind: 'whole', least: 0, most: 10_000, isRequired: true, initial: 0, help: 'The lowest first.' },
      { name: 'intro', label: 'Introduction', kind: 'long', most: 2_000, initial: '' },
      { name: 'facets', label: 'Filters', kind: 'choices', options: attributes(), initial: [] },
      { name: 'promotedFacets', label: 'Filters above the list', kind: 'choices', options: attributes(), initial: [] },
      { name: 'cardFacts', label: 'Facts on cards', kind: 'choices', options: attributes(), initial: [], help: 'Three at most.' },
    ], // prettier-ignore
    nameOf: (values) => String(values['title'] ?? ''),
    check: async (_change, values) =>
      ((values['cardFacts'] ?? []) as readonly string[]).length > 3
        ? [{ field: 'cardFacts', message: 'A card has room for three facts.' }]
        : [],
    save: ({ tx }, key, values) => updateCategory(tx, key, values),
    async create({ tx }, values) {
      const key = await insertCategory(tx, values)
      return key === null ? wrong('uri', 'The category above it is not there.') : accepted(key)
    },
    async remove({ tx }, key) {
      return (await removeCategory(tx, key)) ? done : wrong('', 'It has products or categories below it, so it stays.')
    },
    shopPath: (values) => `/c/${String(values['uri'])}`,
  }
}

export const brandResource: Resource = {
  name: 'brands',
  title: 'Brands',
  one: 'brand',
  section: 'Catalogue',
  about: 'Whose products are sold.',
  see: 'use the office',
  change: 'manage the catalogue',
  records: brandRecords,
  sort: { column: 'title', isDescending: false },
  searchHint: 'Name',
  columns: [
    { name: 'title', label: 'Name', sorts: true },
    { name: 'uri', label: 'Address', sorts: true },
    { name: 'products', label: 'Products', kind: 'number' },
  ],
  fields: () => [
    { name: 'title', label: 'Name', kind: 'text', most: 70, isRequired: true },
    {
      name: 'uri',
      label: 'Address',
      kind: 'text',
      most: 80,
      isRequired: true,
      isFixed: 'once made',
      pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
      patternHint: 'must be small letters and digits with single hyphens between',
    },
    { name: 'blurb', label: 'About it', kind: 'long', most: 1_000, initial: '' },
  ],
  nameOf: (values) => String(values['title'] ?? ''),
  async check({ tx }, values, key) {
    const faults = []
    if (await brandTaken(tx, 'title', String(values['title']), key))
      faults.push({ field: 'title', message: 'Another brand has this name.' })
    if (await brandTaken(tx, 'uri', String(values['uri']), key))
      faults.push({ field: 'uri', message: 'Another brand has this address.' })
    return faults
  },
  save: ({ tx }, key, values) => updateBrand(tx, key, values),
  create: async ({ tx }, values) => accepted(await insertBrand(tx, values)),
  async remove({ tx }, key) {
    return (await removeBrand(tx, key)) ? done : wrong('', 'Products are of this brand, so it stays.')
  },
  shopPath: (values) => `/brand/${String(values['uri'])}`,
}
