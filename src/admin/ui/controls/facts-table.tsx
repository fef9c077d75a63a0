import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './facts-table.module.css'

export type FactsCell = string | { readonly text: string; readonly href: string }

/** How a column's cells are aligned. */
export type ColumnLook = 'number' | 'time' | 'values' | null

export const columnClass = (look: ColumnLook): string | undefined => (look === null ? undefined : styles[look])

/** A table that may be wider than the screen: it scrolls by itself, also by keyboard. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']}>{children}</table>
    </div>
  )
}

/** A read-only table with a title; rows have no key of their own and never move. `isNamed`: the first cell is the row's header. */
export function FactsTable({
  title,
  columns,
  rows,
  isNamed = false,
  lookOf = () => null,
}: {
  title: string
  columns: readonly string[]
  rows: readonly (readonly FactsCell[])[]
  isNamed?: boolean
  /** Of a column, from 0. */
  lookOf?: (column: number) => ColumnLook
}) {
  return (
    <TableScroll label={title}>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" className={columnClass(lookOf(at))}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          <tr key={number}>
            {row.map((cell, at) =>
              isNamed && at === 0 ? (
                <th key={columns[at]} scope="row">
                  <FactsText cell={cell} />
                </th>
              ) : (
                <td key={columns[at]} className={columnClass(lookOf(at))}>
                  <FactsText cell={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </TableScroll>
  )
}

function FactsText({ cell }: { cell: FactsCell }) {
  return typeof cell === 'string' ? cell : <Link to={cell.href}>{cell.text}</Link>
}

export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles['tag']}>{children}</span>
}

export function Soft({ children }: { children: ReactNode }) {
  return <span className={styles['soft']}>{children}</span>
}
