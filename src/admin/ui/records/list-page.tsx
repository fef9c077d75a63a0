import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { Related } from '../../../modules/admin/admin-resource.server.ts'
import { buttonClass, SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import { columnClass, Soft, TableScroll, Tag, type ColumnLook } from '../controls/facts-table.tsx'
import fields from '../controls/field.module.css'
import { ChangeNotice } from '../controls/notice.tsx'
import { SelectField, type Option } from '../controls/select-field.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import styles from './list-page.module.css'
import { RelatedTable } from './related-table.tsx'

export type ListView = {
  readonly title: string
  readonly one: string
  readonly many: string
  readonly about: string
  readonly path: string
  readonly notice: { readonly text: string; readonly undo: number | null } | null
  readonly overview: readonly Related[]
  readonly links: readonly ListLink[]
  readonly search: { readonly hint: string; readonly value: string } | null
  readonly filters: readonly {
    readonly name: string
    readonly label: string
    readonly options: readonly Option[]
    readonly value: string
    /** The label of the empty option. */
    readonly empty?: string
  }[]
  readonly sort: string | null
  readonly isNarrowed: boolean
  readonly views: readonly { readonly id: string; readonly name: string; readonly query: string }[]
  /** Search, filters and order as the address has them. */
  readonly viewQuery: string
  readonly count: string
  readonly columns: readonly ListHead[]
  readonly rows: readonly { readonly href: string; readonly cells: readonly ListCell[] }[]
  readonly previous: string | null
  readonly next: string | null
}

/** Where one can go from a list besides its records. */
export type ListLink = { readonly label: string; readonly href: string; readonly kind: 'main' | 'more' | 'file' }

export type ListHead = {
  readonly name: string
  readonly label: string
  readonly look: ColumnLook
  readonly sorted: 'ascending' | 'descending' | null
  readonly sortHref: string | null
}

export type ListCell = { readonly text: string; readonly look: 'tag' | 'empty' | null }

/** A list: search, filters, order, pages, views that somebody saves, and the same as a file. `rows` shows its records in another way. */
export function ListPage({
  list,
  rows = <Rows list={list} />,
  notice = null,
}: {
  list: ListView
  rows?: ReactNode
  /** What has just been done with several of them. */
  notice?: ReactNode
}) {
  return (
    <>
      <PageTitle>{list.title}</PageTitle>
      <p className={page['about']}>{list.about}</p>
      <ChangeNotice notice={list.notice} action={list.path} />
      {notice}
      {list.overview.map((one) => (
        <RelatedTable key={one.title} related={one} />
      ))}
      <div className={page['bar']}>
        {list.links.map(({ label, href, kind }) => (
          <Link
            key={href}
            to={href}
            className={buttonClass(kind === 'main' ? 'main' : 'quiet')}
            {...(kind === 'file' ? { reloadDocument: true } : {})}
          >
            {label}
          </Link>
        ))}
      </div>
      <Filters list={list} />
      <Views list={list} />
      <p className={page['count']} role="status">
        {`${list.count} ${list.count === '1' ? list.one : list.many}${list.isNarrowed ? ' found' : ''}`}
      </p>
      {list.rows.length === 0 ? (
        <Empty>
          {list.isNarrowed
            ? 'No results. Check the spelling, or try a broader term or another filter.'
            : `There are no ${list.many} yet.`}
        </Empty>
      ) : (
        rows
      )}
      {(list.next !== null || list.previous !== null) && (
        <nav className={styles['pages']} aria-label="Pages">
          {list.previous !== null && (
            <Link className={buttonClass('quiet')} rel="prev" to={list.previous}>
              Previous page
            </Link>
          )}
          {list.next !== null && (
            <Link className={buttonClass('quiet')} rel="next" to={list.next}>
              Next page
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

function Filters({ list: { path, title, search, filters, sort, isNarrowed, viewQuery } }: { list: ListView }) {
  return (
    // What is typed is the address's once it is sent; another address has other values.
    <Form key={viewQuery} className={page['filters']} action={path} role="search" aria-label={title}>
      {search !== null && (
        <div className={`${fields['field']} ${page['grow']}`}>
          <label htmlFor="q">Search</label>
          <input id="q" name="q" type="search" defaultValue={search.value} maxLength={100} placeholder={search.hint} />
        </div>
      )}
      {filters.map((filter) => (
        <SelectField key={filter.name} empty="All" {...filter} id={`filter-${filter.name}`} />
      ))}
      {sort !== null && <input type="hidden" name="sort" value={sort} />}
      {(search !== null || filters.length > 0) && (
        <button className={buttonClass('quiet')} type="submit">
          Show
        </button>
      )}
      {isNarrowed && <Link to={path}>Clear</Link>}
    </Form>
  )
}

function Views({ list: { path, views, viewQuery } }: { list: ListView }) {
  return (
    <details className={styles['views']}>
      <summary>Saved views ({views.length})</summary>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Link to={view.query === '' ? path : `${path}?${view.query}`}>{view.name}</Link>{' '}
            <Form method="post" action={path}>
              <input type="hidden" name="intent" value="forget-view" />
              <SubmitButton look="link" name="view" value={view.id}>
                Remove<span className="visually-hidden"> the view {view.name}</span>
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      <Form
        key={views.length}
        method="post"
        action={`${path}${viewQuery === '' ? '' : `?${viewQuery}`}`}
        className={page['filters']}
      >
        <input type="hidden" name="intent" value="keep-view" />
        <div className={fields['field']}>
          <label htmlFor="view-name">Name of this view</label>
          <input id="view-name" name="name" maxLength={60} required />
        </div>
        <SubmitButton look="quiet">Save view</SubmitButton>
      </Form>
    </details>
  )
}

function Rows({ list: { title, columns, rows } }: { list: ListView }) {
  return (
    <TableScroll label={title}>
      <thead>
        <tr>
          {columns.map(({ name, label, look, sorted, sortHref }) => (
            <th
              key={name}
              scope="col"
              className={columnClass(look === 'time' ? null : look)}
              aria-sort={sorted ?? undefined}
            >
              {sortHref === null ? (
                label
              ) : (
                <Link to={sortHref}>
                  {label}
                  {sorted !== null && <span aria-hidden="true">{sorted === 'descending' ? ' ↓' : ' ↑'}</span>}
                </Link>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ href, cells }) => (
          <tr key={href}>
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={columns[at]?.name} scope="row">
                  <Link to={href}>
                    <CellText cell={cell} />
                  </Link>
                </th>
              ) : (
                <td key={columns[at]?.name} className={columnClass(columns[at]?.look ?? null)}>
                  <CellText cell={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </TableScroll>
  )
}

function CellText({ cell: { text, look } }: { cell: ListCell }) {
  return look === 'tag' ? <Tag>{text}</Tag> : look === 'empty' ? <Soft>{text}</Soft> : text
}
