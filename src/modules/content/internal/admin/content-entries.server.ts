import type { AppCode } from '../../../../brands/apps.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import { ok, type FieldError } from '../../../../platform/result.ts'
import { optionsOf, removing, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Field } from '../../../admin/admin.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { zoneOfApp } from '../../../admin/shown-values.ts'
import { blockSet, buttonSet, columnSet } from '../../block-parts.ts'
import {
  contentRecords,
  documentOf,
  insertEntry,
  newEntry,
  removeEntry,
  updateEntry,
} from '../../content-records.server.ts'
import { noMasthead } from '../../document-values.ts'
import type { MastheadClass } from '../../masthead.ts'
import type { Previews } from '../../previews.server.ts'
import { fieldsWithFile, filePlaces } from './content-files.ts'

const kindNames: Readonly<Record<'static' | 'page' | 'post' | 'alert' | 'footer', string>> = {
  static: 'Static page',
  page: 'Block page',
  post: 'Blog post',
  alert: 'Alert banner',
  footer: 'Footer',
}

const html = { kind: 'html', help: 'HTML. Anything not allowed on a page is removed.' } as const

const meta = [
  { name: 'metaTitle', label: 'Title for search engines', kind: 'text', max: 120, group: 'Search engines' },
  {
    name: 'metaDescription',
    label: 'Description for search engines',
    kind: 'long',
    max: 320,
    group: 'Search engines',
  },
] as const satisfies readonly Field[]

const looks = optionsOf({
  [noMasthead]: 'No masthead',
  '': 'Standard',
  'large-masthead': 'Large',
  'virtual-tour-masthead': 'Virtual tour',
  'no-masthead': 'Hidden',
} satisfies Record<MastheadClass | typeof noMasthead, string>)

// A table, one row a line.
// prettier-ignore
const mastheadFields = [
  { name: 'mastheadClass', label: 'Look', kind: 'choice', group: 'Masthead', options: looks },
  { name: 'mastheadHeading', label: 'Heading', kind: 'text', max: 120, group: 'Masthead' },
  { name: 'mastheadSubtitle', label: 'Subtitle', kind: 'text', max: 120, group: 'Masthead' },
  { name: 'mastheadIntro', label: 'Introduction', kind: 'html', group: 'Masthead', help: 'HTML. Anything not allowed on a page is removed.' },
  { name: 'mastheadSubTitles', label: 'Further lines', kind: 'lines', max: 12, group: 'Masthead', help: 'One per line.' },
  { name: 'mastheadSrc', label: 'Background picture', kind: 'text', picks: 'address', max: 2_000, group: 'Masthead', pattern: /^(\/(?!\/)|https:\/\/)/, patternHint: 'must begin with / or https://' },
  { name: 'mastheadAlt', label: 'Alt text', kind: 'text', max: 200, group: 'Masthead' },
  { name: 'mastheadMediaSet', label: 'Pictures for other widths', kind: 'lines', picks: 'at the cursor', max: 12, group: 'Masthead', help: 'One per line: picture | (max-width: 767px).' },
  { name: 'mastheadVideo', label: 'Background video', kind: 'lines', max: 4, group: 'Masthead', help: 'One format per line: address | video/mp4.' },
  { name: 'mastheadButtons', label: 'Buttons', kind: 'items', set: buttonSet, group: 'Masthead' },
] as const satisfies readonly Field[]

/** The content fields of each kind. */
const parts: Readonly<Record<string, readonly Field[]>> = {
  static: [
    { name: 'heading', label: 'Heading', kind: 'text', max: 120, isRequired: true, group: 'Content' },
    { name: 'body', label: 'Text', ...html, group: 'Content' },
    ...meta,
  ],
  page: [
    { name: 'title', label: 'Title', kind: 'text', max: 120, isRequired: true, group: 'Content' },
    {
      name: 'pageType',
      label: 'Shown under',
      kind: 'choice',
      isRequired: true,
      group: 'Content',
      options: optionsOf({
        generic: '/ and /landing',
        topic: '/article',
        pages: '/pages',
        categoryPage: 'A category’s product list',
      }),
    },
    ...mastheadFields,
    { name: 'blocks', label: 'Blocks', kind: 'items', set: blockSet, group: 'Blocks' },
    ...meta,
  ],
  post: [
    { name: 'title', label: 'Title', kind: 'text', max: 160, isRequired: true, group: 'Content' },
    { name: 'summary', label: 'Summary', kind: 'long', max: 320, isRequired: true, group: 'Content' },
    { name: 'author', label: 'By', kind: 'text', max: 80, isRequired: true, group: 'Content' },
    { name: 'publishedAt', label: 'Dated', kind: 'instant', isRequired: true, group: 'Content' },
    { name: 'tags', label: 'Topics', kind: 'lines', max: 12, group: 'Content', help: 'One per line.' },
    {
      name: 'heroSrc',
      label: 'Picture',
      kind: 'text',
      picks: 'address',
      max: 500,
      group: 'Content',
      pattern: /^(\/(?!\/)|https:\/\/)/,
      patternHint: 'must begin with / or https://',
    },
    { name: 'heroAlt', label: 'Alt text', kind: 'text', max: 200, group: 'Content' },
    { name: 'body', label: 'Text', ...html, group: 'Content' },
  ],
  alert: [
    { name: 'desktopContent', label: 'Text', ...html, isRequired: true, group: 'Content' },
    { name: 'mobileContent', label: 'Text on small screens', ...html, group: 'Content', initial: '' },
    { name: 'bannerURL', label: 'Link', kind: 'text', max: 500, group: 'Content' },
    {
      name: 'backgroundColor',
      label: 'Colour',
      kind: 'text',
      max: 7,
      group: 'Content',
      pattern: /^#[0-9a-f]{6}$/,
      patternHint: 'must be like #c4102b',
    },
  ],
  footer: [
    { name: 'columns', label: 'Columns', kind: 'items', set: columnSet, group: 'Columns' },
    {
      name: 'social',
      label: 'Social links',
      kind: 'lines',
      max: 12,
      group: 'Below',
      help: 'One per line: name | https address.',
    },
    {
      name: 'paymentLogos',
      label: 'Payment logos',
      kind: 'lines',
      max: 12,
      group: 'Below',
      help: 'One per line: picture | alt text.',
      picks: 'line',
    },
    { name: 'legal', label: 'Small print', ...html, group: 'Below', initial: '' },
  ],
}

/** What is asked of a new entry, and what an entry of its kind has beside that. */
function entryFields(values: RecordValues | null): readonly Field[] {
  return [
    {
      name: 'kind',
      label: 'Kind',
      kind: 'choice',
      isRequired: true,
      isFixed: 'once made',
      options: optionsOf(kindNames),
      initial: 'static',
    },
    { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, options: appOptions },
    {
      name: 'slug',
      label: 'Address',
      kind: 'text',
      max: 120,
      initial: '',
      pattern: /^[a-z0-9/-]*$/,
      patternHint: 'must be lower-case letters, digits, hyphens and /',
      help: 'Leave empty for the alert banner and the footer.',
    },
    { name: 'isDraft', label: 'Draft', kind: 'switch', initial: true },
    {
      name: 'visibleFrom',
      label: 'Shown from',
      kind: 'instant',
      help: 'Leave empty to start now.',
      ...(values === null ? {} : { isRequired: true as const }),
    },
    { name: 'visibleUntil', label: 'Shown until', kind: 'instant', help: 'Leave empty for no end.' },
    ...(values === null
      ? [
          {
            name: 'title',
            label: 'Title',
            kind: 'text',
            max: 120,
            isRequired: true,
            help: 'You can add the rest after you create it.',
          } as const,
        ]
      : (parts[String(values['kind'])] ?? [])),
  ]
}

export function contentResource({
  previews,
  shopAddress,
}: {
  readonly previews: Pick<Previews, 'pathFor'>
  readonly shopAddress: (app: AppCode) => string
}): AdminResource {
  return {
    name: 'content',
    title: 'Pages and posts',
    one: 'entry',
    section: 'Content',
    about:
      'Static pages, block pages, blog posts, the alert banner and the footer. If several have the same address, the one with the latest start is shown. Drafts are never shown.',
    see: 'use the back office',
    change: 'manage content',
    records: contentRecords,
    sort: { column: 'updatedAt', isDescending: true },
    searchHint: 'Address or title',
    columns: [
      { name: 'title', label: 'Title' },
      { name: 'slug', label: 'Address', sorts: true },
      { name: 'kind', label: 'Kind', words: kindNames, sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'isDraft', label: 'Draft', kind: 'switch' },
      { name: 'visibleFrom', label: 'From', kind: 'instant', sorts: true },
      { name: 'visibleUntil', label: 'Until', kind: 'instant' },
    ],
    filters: [
      { name: 'kind', label: 'Kind', options: optionsOf(kindNames) },
      { name: 'app', label: 'Shop', options: appOptions },
      {
        name: 'state',
        label: 'State',
        options: optionsOf({ shown: 'Shown', coming: 'Coming', draft: 'Draft', over: 'Over' }),
      },
    ],
    fields: entryFields,
    nameOf: (values) =>
      String(values['title'] ?? '') || (kindNames[values['kind'] as keyof typeof kindNames] ?? 'Entry'),
    async check({ now }, values, key) {
      const errors: FieldError[] = []
      if ((values['visibleUntil'] ?? null) !== null && String(values['visibleUntil']) <= String(values['visibleFrom']))
        errors.push({ field: 'visibleUntil', message: 'The end must be after the start.' })
      const read = documentOf(String(values['kind']), key === null ? newEntry(values, now) : values)
      if (!read.ok) errors.push(...read.problem.slice(0, 8))
      return errors
    },
    filePlaces,
    files: (before, address, { file, title, place }) =>
      fieldsWithFile(before, { address, title, isPicture: file.kind !== 'pdf', place }),
    save: ({ tx, now }, key, values, before) => updateEntry(tx, key, values, before, now),
    create: async ({ tx, now }, values) => ok(await insertEntry(tx, values, now)),
    remove: removing(removeEntry),
    related: async (key, values) => [
      {
        title: 'Preview',
        columns: ['Saved version'],
        empty: '',
        rows: [
          [
            {
              text: 'Preview in the shop',
              href: new URL(previews.pathFor(Number(key)), shopAddress(values['app'] as AppCode)).href,
            },
          ],
        ],
      },
    ],
    timeZone: (values) => zoneOfApp(values['app']),
    shopPath: (values) => (values['isDraft'] === true ? null : pathOf(values)),
  }
}

/** Its address in the shop; null for a part of every page. */
function pathOf(values: RecordValues): string | null {
  const slug = String(values['slug'])
  switch (values['kind']) {
    case 'post':
      return `/blog/${slug}`
    case 'static':
      return `/s/${slug}`
    case 'page':
      if (slug === 'home') return '/'
      if (values['pageType'] === 'categoryPage') return `/${slug}`
      return `/${values['pageType'] === 'topic' ? 'article' : values['pageType'] === 'pages' ? 'pages' : 'landing'}/${slug}`
    default:
      return '/'
  }
}
