import { timeText } from '../shown-values.ts'
import type { ListWish, RecordPage, RecordValue } from '../../../platform/database/records.ts'
import type { ListColumn, ResourceFace } from '../office.ts'
import type { View } from '../office-views-store.server.ts'
import type { Related } from '../resource.server.ts'
import { DoneNotice, Scroll } from './office-frame.tsx'
import { RelatedTable } from './record-page.tsx'
import { moneyText } from '../shown-values.ts'

/** A list: search, filters, order, pages, views that somebody keeps, and the same as a file. */
export function ListPage({
  face,
  overview,
  page,
  countText,
  wish,
  query,
  views,
  viewQueryText,
  mayChange,
  hasNew,
  hasCsv,
  ways,
  timeZone,
  notice,
}: {
  face: ResourceFace
  overview: readonly Related[]
  page: RecordPage
  countText: string
  wish: ListWish
  query: URLSearchParams
  views: readonly View[]
  viewQueryText: string
  mayChange: boolean
  hasNew: boolean
  hasCsv: boolean
  ways: readonly { readonly label: string; readonly href: string }[]
  timeZone: string
  notice: { readonly text: string; readonly undo: number | null } | null
}) {
  const base = `/office/${face.name}`
  const withQuery = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(query)
    for (const name of ['after', 'before', 'done', 'undo']) next.delete(name)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    const text = next.toString()
    return text === '' ? base : `${base}?${text}`
  }
  const [first, ...rest] = face.columns
  const isNarrowed = wish.search.trim() !== '' || Object.keys(wish.filters).length > 0
  return (
    <>
      <p className="about">{face.about}</p>
      <DoneNotice notice={notice} action={base} />
      {overview.map((one) => (
        <RelatedTable key={one.title} related={one} />
      ))}
      <div className="bar">
        {hasNew && mayChange && (
          <a className="button" href={`${base}/new`}>
            New {face.one}
          </a>
        )}
        {ways.map((way) => (
          <a
            key={way.href}
            className="button quiet"
            // Many are changed of what the list shows.
            href={way.href.includes('?') && viewQueryText !== '' ? `${way.href}&${viewQueryText}` : way.href}
          >
            {way.label}
          </a>
        ))}
        {hasCsv && (
          <a className="button quiet" href={`${base}.csv${viewQueryText === '' ? '' : `?${viewQueryText}`}`} download>
            Download CSV
          </a>
        )}
      </div>
      <form className="filters" action={base} role="search" aria-label={face.title}>
        {face.searchHint !== undefined && (
          <div className="field grow">
            <label htmlFor="q">Search</label>
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={wish.search}
              maxLength={100}
              placeholder={face.searchHint}
            />
          </div>
        )}
        {(face.filters ?? []).map((filter) => (
          <div className="field" key={filter.name}>
            <label htmlFor={`filter-${filter.name}`}>{filter.label}</label>
            <select id={`filter-${filter.name}`} name={filter.name} defaultValue={wish.filters[filter.name] ?? ''}>
              <option value="">All</option>
              {filter.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ))}
        {query.get('sort') !== null && <input type="hidden" name="sort" value={query.get('sort') ?? ''} />}
        {(face.searchHint !== undefined || (face.filters ?? []).length > 0) && (
          <button className="button quiet" type="submit">
            Show
          </button>
        )}
        {isNarrowed && <a href={base}>Clear</a>}
      </form>
      <details className="views">
        <summary>Saved views ({views.length})</summary>
        <ul className="plain">
          {views.map((view) => (
            <li key={view.id}>
              <a href={view.query === '' ? base : `${base}?${view.query}`}>{view.name}</a>{' '}
              <form method="post" action={base} className="inline">
                <input type="hidden" name="act" value="forget-view" />
                <button className="link" name="view" value={view.id} type="submit">
                  Forget<span className="hidden"> the view {view.name}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
        <form method="post" action={`${base}${viewQueryText === '' ? '' : `?${viewQueryText}`}`} className="row">
          <input type="hidden" name="act" value="keep-view" />
          <div className="field">
            <label htmlFor="view-name">Name of this view</label>
            <input id="view-name" name="name" maxLength={60} required />
          </div>
          <button className="button quiet" type="submit">
            Save view
          </button>
        </form>
      </details>
      <p className="count" role="status">
        {countText} {countText === '1' ? face.one : face.title.toLowerCase()}
        {isNarrowed ? ' found' : ''}
      </p>
      {page.records.length === 0 ? (
        <p className="empty">
          {isNarrowed
            ? 'Nothing fits. Try fewer words or another filter.'
            : `There are no ${face.title.toLowerCase()} yet.`}
        </p>
      ) : (
        <Scroll label={face.title}>
          <table className="list">
            <thead>
              <tr>
                {face.columns.map((column) => (
                  <HeadCell key={column.name} column={column} wish={wish} href={(sort) => withQuery({ sort })} />
                ))}
              </tr>
            </thead>
            <tbody>
              {page.records.map(({ key, values }) => (
                <tr key={key}>
                  <th scope="row">
                    <a href={`${base}/${encodeURIComponent(key)}`}>
                      {first === undefined ? (
                        key
                      ) : (
                        <Cell column={first} value={values[first.name]} timeZone={timeZone} />
                      )}
                    </a>
                  </th>
                  {rest.map((column) => (
                    <td
                      key={column.name}
                      className={isNumber(column) ? 'number' : column.kind === 'instant' ? 'time' : undefined}
                    >
                      <Cell column={column} value={values[column.name]} timeZone={timeZone} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {(page.next !== null || page.previous !== null) && (
        <nav className="pages" aria-label="Pages">
          {page.previous !== null && (
            <a
              className="button quiet"
              rel="prev"
              href={withQuery({ before: `${page.previous.key}~${page.previous.value}` })}
            >
              Previous page
            </a>
          )}
          {page.next !== null && (
            <a className="button quiet" rel="next" href={withQuery({ after: `${page.next.key}~${page.next.value}` })}>
              Next page
            </a>
          )}
        </nav>
      )}
    </>
  )
}

const isNumber = ({ kind }: ListColumn): boolean => kind === 'money' || kind === 'number'

function HeadCell({ column, wish, href }: { column: ListColumn; wish: ListWish; href: (sort: string) => string }) {
  const isSorted = wish.sort.column === column.name
  const className = isNumber(column) ? 'number' : undefined
  if (column.sorts !== true)
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    )
  const next = isSorted && !wish.sort.isDescending ? `-${column.name}` : column.name
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (wish.sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <a href={href(next)}>
        {column.label}
        {isSorted && <span aria-hidden="true">{wish.sort.isDescending ? ' ↓' : ' ↑'}</span>}
      </a>
    </th>
  )
}

function Cell({
  column,
  value = null,
  timeZone,
}: {
  column: ListColumn
  value: RecordValue | undefined
  timeZone: string
}) {
  if (value === null || value === '') return <span className="soft">–</span>
  const word = column.words?.[String(value)]
  switch (column.kind) {
    case 'money':
      return moneyText(Number(value))
    case 'number':
      return Number(value).toLocaleString('en-AU')
    case 'instant':
      return timeText(String(value), timeZone)
    case 'switch':
      return value === true ? 'Yes' : 'No'
    case 'tag':
      return <span className="tag">{word ?? String(value)}</span>
    case 'day':
    case 'text':
    case undefined:
      return Array.isArray(value) ? value.join(', ') : (word ?? String(value))
  }
}
