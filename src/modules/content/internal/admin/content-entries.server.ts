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
  page: 'Page of blocks',
  post: 'Blog post',
  alert: 'Alert banner',
  footer: 'Foot of the page',
}

const html = { kind: 'html', help: 'HTML; what a page must not hold is taken out.' } as const

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
  '': 'The usual one',
  'large-masthead': 'Large',
  'virtual-tour-masthead': 'Virtual tour',
  'no-masthead': 'There, but not shown',
} satisfies Record<MastheadClass | typeof noMasthead, string>)

// A table, one row a line.
// prettier-ignore
const mastheadFields = [
  { name: 'mastheadClass', label: 'Look', kind: 'choice', group: 'Masthead', options: looks },
  { name: 'mastheadHeading', label: 'Heading on it', kind: 'text', max: 120, group: 'Masthead' },
  { name: 'mastheadSubtitle', label: 'Line below', kind: 'text', max: 120, group: 'Masthead' },
  { name: 'mastheadIntro', label: 'Introduction', kind: 'html', group: 'Masthead', help: 'HTML; what a page must not hold is taken out.' },
  { name: 'mastheadSubTitles', label: 'Further lines', kind: 'lines', max: 12, group: 'Masthead', help: 'One a line.' },
  { name: 'mastheadSrc', label: 'Picture behind it', kind: 'text', max: 2_000, group: 'Masthead', pattern: /^(\/(?!\/)|https:\/\/)/, patternHint: 'must begin with / or https://' },
  { name: 'mastheadAlt', label: 'What the picture shows', kind: 'text', max: 200, group: 'Masthead' },
  { name: 'mastheadMediaSet', label: 'Other pictures by width', kind: 'lines', max: 12, group: 'Masthead', help: 'One a line: picture | (max-width: 767px).' },
  { name: 'mastheadVideo', label: 'Video behind it', kind: 'lines', max: 4, group: 'Masthead', help: 'One form of it a line: address | video/mp4.' },
  { name: 'mastheadButtons', label: 'Buttons', kind: 'items', set: buttonSet, group: 'Masthead' },
] as const satisfies readonly Field[]

/** What a piece of each kind says. */
const parts: Readonly<Record<string, readonly Field[]>> = {
  static: [
    { name: 'heading', label: 'Heading', kind: 'text', max: 120, isRequired: true, group: 'What it says' },
    { name: 'body', label: 'Text', ...html, group: 'What it says' },
    ...meta,
  ],
  page: [
    { name: 'title', label: 'Title', kind: 'text', max: 120, isRequired: true, group: 'What it says' },
    {
      name: 'pageType',
      label: 'Shown under',
      kind: 'choice',
      isRequired: true,
      group: 'What it says',
      options: optionsOf({
        generic: '/ and /landing',
        topic: '/article',
        pages: '/pages',
        categoryPage: 'The list of a category',
      }),
    },
    ...mastheadFields,
    { name: 'blocks', label: 'Blocks', kind: 'items', set: blockSet, group: 'Blocks' },
    ...meta,
  ],
  post: [
    { name: 'title', label: 'Title', kind: 'text', max: 160, isRequired: true, group: 'What it says' },
    { name: 'summary', label: 'Summary', kind: 'long', max: 320, isRequired: true, group: 'What it says' },
    { name: 'author', label: 'By', kind: 'text', max: 80, isRequired: true, group: 'What it says' },
    { name: 'publishedAt', label: 'Dated', kind: 'instant', isRequired: true, group: 'What it says' },
    { name: 'tags', label: 'Topics', kind: 'lines', max: 12, group: 'What it says', help: 'One a line.' },
    {
      name: 'heroSrc',
      label: 'Picture',
      kind: 'text',
      max: 500,
      group: 'What it says',
      pattern: /^(\/(?!\/)|https:\/\/)/,
      patternHint: 'must begin with / or https://',
    },
    { name: 'heroAlt', label: 'What it shows', kind: 'text', max: 200, group: 'What it says' },
    { name: 'body', label: 'Text', ...html, group: 'What it says' },
  ],
  alert: [
    { name: 'desktopContent', label: 'Text', ...html, isRequired: true, group: 'What it says' },
    { name: 'mobileContent', label: 'Text on small screens', ...html, group: 'What it says', initial: '' },
    { name: 'bannerURL', label: 'Leads to', kind: 'text', max: 500, group: 'What it says' },
    {
      name: 'backgroundColor',
      label: 'Colour',
      kind: 'text',
      max: 7,
      group: 'What it says',
      pattern: /^#[0-9a-f]{6}$/,
      patternHint: 'must be like #c4102b',
    },
  ],
  footer: [
    { name: 'columns', label: 'Columns', kind: 'items', set: columnSet, group: 'Columns' },
    {
      name: 'social',
      label: 'Elsewhere',
      kind: 'lines',
      max: 12,
      group: 'Below',
      help: 'One a line: name | https address.',
    },
    {
      name: 'paymentLogos',
      label: 'Pictures of ways to pay',
      kind: 'lines',
      max: 12,
      group: 'Below',
      help: 'One a line: picture | what it shows.',
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
      patternHint: 'must be small letters, digits, hyphens and /',
      help: 'Empty for the alert banner and the foot of the page.',
    },
    { name: 'isDraft', label: 'Draft', kind: 'switch', initial: true },
    {
      name: 'visibleFrom',
      label: 'Shown from',
      kind: 'instant',
      help: 'Empty: from now on.',
      ...(values === null ? {} : { isRequired: true as const }),
    },
    { name: 'visibleUntil', label: 'Shown until', kind: 'instant', help: 'Empty: for good.' },
    ...(values === null
      ? [
          {
            name: 'title',
            label: 'Title',
            kind: 'text',
            max: 120,
            isRequired: true,
            help: 'All the rest of it is written once it is made.',
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
      'Static pages, pages of blocks, posts, the alert banner and the foot of the page. Of several of one name the one that began last is shown; a draft is shown to nobody.',
    see: 'use the office',
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
        errors.push({ field: 'visibleUntil', message: 'It must end after it begins.' })
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
        columns: ['As it is saved'],
        empty: '',
        rows: [
          [
            {
              text: 'Look at it in the shop',
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

/** Where the shop shows it; null for what is a part of every page. */
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
