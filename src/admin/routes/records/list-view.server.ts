import { can } from '../../../modules/identity/policy.ts'
import { listQueryOf, namedMany, viewQuery, type ListColumn, type ListFilter } from '../../../modules/admin/admin.ts'
import { zoneOf } from '../../../modules/admin/record-marks.server.ts'
import type { AdminResource } from '../../../modules/admin/admin-resource.server.ts'
import { countText, moneyText, timeText } from '../../../modules/admin/shown-values.ts'
import type { Cursor, ListQuery, RecordValue } from '../../../platform/database/records.ts'
import { recordPath, type SignedIn } from '../../access.server.ts'
import type { ListCell, ListHead, ListView, ListLink } from '../../ui/records/list-page.tsx'

type ListedPage = Awaited<ReturnType<SignedIn['services']['admin']['list']>>

/** A page of a list as texts and addresses; `known` has been read already. */
export async function listView(
  { member, services: { admin } }: SignedIn,
  resource: AdminResource,
  query: URLSearchParams,
  known: ListedPage | null = null,
): Promise<ListView> {
  const { title, one, about, name, searchHint = null, filters = [] } = resource
  const columns = resource.columns.map((column) => withWords(column, filters))
  const page = known ?? (await admin.list(resource, query))
  const input = listQueryOf(query, resource)
  const stored = viewQuery(query, resource)
  const timeZone = zoneOf(resource, member, {})
  const removed = query.get('done') === 'remove' ? await admin.lastOf(member, resource) : null
  return {
    title,
    one,
    many: namedMany(resource),
    about,
    path: `/office/${name}`,
    notice:
      removed === null
        ? null
        : {
            text: `The ${one} was removed.`,
            undo: resource.create !== undefined && removed.after === null ? removed.id : null,
          },
    overview: resource.overview?.() ?? [],
    links: linksOf(resource, member, stored),
    search: searchHint === null ? null : { hint: searchHint, value: input.search },
    filters: filters.map((filter) => ({ ...filter, value: input.filters[filter.name] ?? '' })),
    sort: query.get('sort'),
    isNarrowed: input.search.trim() !== '' || Object.keys(input.filters).length > 0,
    views: await admin.views.of(member, resource),
    viewQuery: stored,
    count: countText(page.count),
    columns: columns.map((column) => headOf(column, input, (sort) => changed(name, query, { sort }))),
    rows: page.records.map(({ key, values }) => ({
      href: recordPath(name, key),
      cells: columns.map((column) => cellOf(column, values[column.name] ?? null, timeZone)),
    })),
    previous: page.previous === null ? null : changed(name, query, { before: cursorText(page.previous) }),
    next: page.next === null ? null : changed(name, query, { after: cursorText(page.next) }),
  }
}

const cursorText = ({ key, value }: Cursor): string => `${key}~${value}`

/** The address of the list with some of its query changed, from its first page. */
function changed(name: string, query: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query)
  for (const one of ['after', 'before', 'done', 'undo']) next.delete(one)
  for (const [key, value] of Object.entries(changes)) next.set(key, value)
  return `/office/${name}?${next.toString()}`
}

function linksOf(resource: AdminResource, { principal }: SignedIn['member'], stored: string): readonly ListLink[] {
  const base = `/office/${resource.name}`
  const links = (resource.links ?? []).filter(({ permission }) => can(principal, permission))
  return [
    ...(resource.create !== undefined && can(principal, resource.change)
      ? [{ label: resource.createLabel ?? `New ${resource.one}`, href: `${base}/new`, kind: 'main' as const }]
      : []),
    ...links.map(({ label, href }) => ({
      label,
      // Bulk edit applies to the filtered list.
      href: href.includes('?') && stored !== '' ? `${href}&${stored}` : href,
      kind: 'more' as const,
    })),
    ...(resource.csv === undefined || can(principal, resource.csv)
      ? [{ label: 'Download CSV', href: `${base}.csv${stored === '' ? '' : `?${stored}`}`, kind: 'file' as const }]
      : []),
  ]
}

const isNumber = ({ kind }: ListColumn): boolean => kind === 'money' || kind === 'number'

function headOf(column: ListColumn, { sort }: ListQuery, hrefOf: (sort: string) => string): ListHead {
  const isSorted = sort.column === column.name
  return {
    name: column.name,
    label: column.label,
    look: isNumber(column) ? 'number' : column.kind === 'instant' ? 'time' : null,
    sorted: column.sorts === true && isSorted ? (sort.isDescending ? 'descending' : 'ascending') : null,
    sortHref: column.sorts === true ? hrefOf(isSorted && !sort.isDescending ? `-${column.name}` : column.name) : null,
  }
}

/** A column of values that the list is filtered by shows them as the filter does. */
function withWords(column: ListColumn, filters: readonly ListFilter[]): ListColumn {
  const options = filters.find(({ name }) => name === column.name)?.options
  if (column.words !== undefined || options === undefined) return column
  return { ...column, words: Object.fromEntries(options.map(({ value, label }) => [value, label])) }
}

function cellOf(column: ListColumn, value: RecordValue, timeZone: string): ListCell {
  if (value === null || value === '') return { text: '–', look: 'empty' }
  const word = column.words?.[String(value)]
  const plain = (text: string): ListCell => ({ text, look: null })
  switch (column.kind) {
    case 'money':
      return plain(moneyText(Number(value)))
    case 'number':
      return plain(Number(value).toLocaleString('en-AU'))
    case 'instant':
      return plain(timeText(String(value), timeZone))
    case 'switch':
      return plain(value === true ? 'Yes' : 'No')
    case 'tag':
      return { text: word ?? String(value), look: 'tag' }
    default:
      return plain(Array.isArray(value) ? value.join(', ') : (word ?? String(value)))
  }
}
