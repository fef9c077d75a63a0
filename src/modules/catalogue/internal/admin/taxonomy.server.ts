import type { RecordValue } from '../../../../platform/database/records.ts'
import { ok, type FieldError } from '../../../../platform/result.ts'
import { creating, done, optionsOf, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import {
  attributeRecords,
  brandRecords,
  brandTaken,
  categoryRecords,
  insertAttribute,
  insertBrand,
  insertCategory,
  removeAttribute,
  removeBrand,
  removeCategory,
  updateAttribute,
  updateBrand,
  updateCategory,
} from '../taxonomy-records.server.ts'
import type { Catalogue } from '../../catalogue.server.ts'

export function categoryResource({
  catalogue,
}: {
  readonly catalogue: Pick<Catalogue, 'attribute' | 'attributes'>
}): AdminResource {
  return {
    name: 'categories',
    title: 'Categories',
    one: 'category',
    section: 'Catalogue',
    about: 'The category tree, with the filters and card facts of each category.',
    see: 'use the back office',
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
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', max: 80, isRequired: true },
      {
        name: 'uri', label: 'Address', kind: 'text', max: 200, isRequired: true, isFixed: 'once made', help: 'The full path, for example kitchen/fridges.',
        pattern: /^[a-z0-9-]+(\/[a-z0-9-]+){0,3}$/, patternHint: 'must be lower-case letters, digits and hyphens, up to four parts joined by /',
      },
      { name: 'position', label: 'Position', kind: 'whole', min: 0, max: 10_000, isRequired: true, initial: 0, help: 'Lowest first.' },
      { name: 'intro', label: 'Introduction', kind: 'long', max: 2_000, initial: '' },
      {
        name: 'picture', label: 'Picture', kind: 'text', max: 500, pattern: /^(\/(?!\/)|https:\/\/)/, patternHint: 'must begin with / or https://',
        help: 'Upload one below. Without it the category shows one of its products.',
      },
      { name: 'facets', label: 'Filters', kind: 'lines', max: 40, initial: [], group: 'Attributes', help: 'Attribute codes, one per line, most important first.' },
      { name: 'promotedFacets', label: 'Filters above the list', kind: 'lines', max: 4, initial: [], group: 'Attributes', help: 'Two to four.' },
      { name: 'cardFacts', label: 'Facts on cards', kind: 'lines', initial: [], group: 'Attributes', help: 'Up to three.' },
      { name: 'furtherAttributes', label: 'Further attributes', kind: 'lines', max: 100, initial: [], group: 'Attributes', help: 'Other attributes of its products.' },
    ],
    nameOf: (values) => String(values['title'] ?? ''),
    files: (before, address, { file }) => (file.kind === 'pdf' ? before : { picture: address }),
    async check(_change, values) {
      const errors: FieldError[] = []
      for (const field of ['facets', 'promotedFacets', 'cardFacts', 'furtherAttributes']) {
        const unknown = textsOf(values[field]).find((code) => catalogue.attribute(code) === null)
        if (unknown !== undefined) errors.push({ field, message: `There is no attribute with the code ${unknown}.` })
      }
      if (textsOf(values['cardFacts']).length > 3)
        errors.push({ field: 'cardFacts', message: 'A card can show up to three facts.' })
      return errors
    },
    save: ({ tx }, key, values) => updateCategory(tx, key, values),
    async create({ tx }, values) {
      const key = await insertCategory(tx, values)
      return key === null ? wrong('uri', 'The parent category does not exist.') : ok(key)
    },
    async remove({ tx }, key) {
      return (await removeCategory(tx, key))
        ? done
        : wrong('', 'It cannot be deleted because it has products or subcategories.')
    },
    async related(_key, values) {
      const of = (name: string) => textsOf(values[name])
      const codes = new Set([...of('facets'), ...of('promotedFacets'), ...of('cardFacts'), ...of('furtherAttributes')])
      return [
        {
          title: 'Attributes',
          columns: ['Attribute', 'Code', 'Unit', 'Filter', 'Better'],
          empty: 'It has no attributes of its own.',
          rows: catalogue.attributes
            .filter(({ code }) => codes.has(code))
            .map(({ code, title, unit, facet, better }) => [
              { text: title, href: `/office/attributes/${code}` },
              code,
              unit ?? '–',
              facet === null ? 'No' : facetNames[facet],
              better == null ? '–' : betterNames[better],
            ]),
        },
      ]
    },
    shopPath: (values) => `/c/${String(values['uri'])}`,
  }
}

const typeNames = { number: 'Number', text: 'Text', boolean: 'Yes or no', list: 'List of texts', stars: 'Stars' }

const facetNames = { list: 'By value', range: 'From – to' }

const betterNames = { more: 'More', less: 'Less' }

export function attributeResource({
  catalogue,
}: {
  readonly catalogue: Pick<Catalogue, 'categories' | 'category'>
}): AdminResource {
  return {
    name: 'attributes',
    title: 'Attributes',
    one: 'attribute',
    section: 'Catalogue',
    about: 'Product attributes, used in specifications, filters and comparisons.',
    see: 'use the back office',
    change: 'manage the catalogue',
    records: attributeRecords,
    sort: { column: 'position', isDescending: false },
    searchHint: 'Name, code or heading',
    columns: [
      { name: 'title', label: 'Name', sorts: true },
      { name: 'code', label: 'Code', sorts: true },
      { name: 'group', label: 'Heading', sorts: true },
      { name: 'valueType', label: 'Kind', words: typeNames, sorts: true },
      { name: 'unit', label: 'Unit' },
      { name: 'facet', label: 'Filter', words: facetNames },
      { name: 'better', label: 'Better', words: betterNames },
      { name: 'position', label: 'Position', kind: 'number', sorts: true },
    ],
    get filters() {
      return [
        { name: 'facet', label: 'Filter', options: optionsOf({ any: 'Used as a filter', none: 'Not a filter' }) },
        {
          name: 'category',
          label: 'Category',
          options: catalogue.categories
            .map(({ uri }) => ({ value: uri, label: uri }))
            .toSorted((a, b) => a.value.localeCompare(b.value)),
        },
      ]
    },
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'code', label: 'Code', kind: 'text', max: 60, isRequired: true, isFixed: 'once made', pattern: /^[a-z0-9_]{1,60}$/, patternHint: 'must be lower-case letters, digits and _', help: 'Used in feeds and filter addresses. For numbers it ends with the unit: capacity_l.' },
      { name: 'title', label: 'Name', kind: 'text', max: 60, isRequired: true },
      { name: 'group', label: 'Heading', kind: 'text', max: 60, isRequired: true, help: 'Heading in the specifications, for example Capacity.' },
      { name: 'valueType', label: 'Kind', kind: 'choice', isRequired: true, options: optionsOf(typeNames) },
      { name: 'unit', label: 'Unit', kind: 'text', max: 20, help: 'Shown after the value: L, kWh/year.' },
      { name: 'position', label: 'Position', kind: 'whole', min: 0, max: 10_000, isRequired: true, initial: 0, help: 'Lowest first.' },
      { name: 'facet', label: 'Filter', kind: 'choice', options: optionsOf(facetNames), help: 'Leave empty if it is not a filter.' },
      { name: 'categories', label: 'Filters these categories', kind: 'lines', max: 500, initial: [], help: 'Category addresses, one per line. The order of filters is set on the category.' },
      { name: 'better', label: 'Better in comparisons', kind: 'choice', options: optionsOf(betterNames), help: 'Leave empty if it is a matter of need or taste.' },
    ],
    nameOf: (values) => String(values['title'] ?? ''),
    async check(_change, values) {
      const errors: FieldError[] = []
      const isNumber = values['valueType'] === 'number' || values['valueType'] === 'stars'
      if (values['facet'] === 'range' && !isNumber)
        errors.push({ field: 'facet', message: 'Only numbers can be filtered by range.' })
      if ((values['better'] ?? null) !== null && !isNumber)
        errors.push({ field: 'better', message: 'Only numbers can be compared this way.' })
      const unknown = textsOf(values['categories']).find((uri) => catalogue.category(uri) === null)
      if (unknown !== undefined) errors.push({ field: 'categories', message: `There is no category ${unknown}.` })
      if (textsOf(values['categories']).length > 0 && (values['facet'] ?? null) === null)
        errors.push({ field: 'facet', message: 'Please choose how it filters the categories below.' })
      return errors
    },
    save: ({ tx }, key, values) => updateAttribute(tx, key, values),
    create: creating(insertAttribute),
    async remove({ tx }, key) {
      return (await removeAttribute(tx, key)) ? done : wrong('', 'It cannot be deleted because products use it.')
    },
  }
}

const textsOf = (value: RecordValue | undefined): readonly string[] => (Array.isArray(value) ? value : [])

export const brandResource: AdminResource = {
  name: 'brands',
  title: 'Brands',
  one: 'brand',
  section: 'Catalogue',
  about: 'Brands sold in the shops.',
  see: 'use the back office',
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
    { name: 'title', label: 'Name', kind: 'text', max: 70, isRequired: true },
    {
      name: 'uri',
      label: 'Address',
      kind: 'text',
      max: 80,
      isRequired: true,
      isFixed: 'once made',
      pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
      patternHint: 'must be lower-case letters and digits with single hyphens between',
    },
    { name: 'blurb', label: 'About the brand', kind: 'long', max: 1_000, initial: '' },
  ],
  nameOf: (values) => String(values['title'] ?? ''),
  async check({ tx }, values, key) {
    const errors = []
    if (await brandTaken(tx, 'title', String(values['title']), key))
      errors.push({ field: 'title', message: 'Another brand has this name.' })
    if (await brandTaken(tx, 'uri', String(values['uri']), key))
      errors.push({ field: 'uri', message: 'Another brand has this address.' })
    return errors
  },
  save: ({ tx }, key, values) => updateBrand(tx, key, values),
  create: creating(insertBrand),
  async remove({ tx }, key) {
    return (await removeBrand(tx, key)) ? done : wrong('', 'It cannot be deleted because it has products.')
  },
  shopPath: (values) => `/brand/${String(values['uri'])}`,
}
