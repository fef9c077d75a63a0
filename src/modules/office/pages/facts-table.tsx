import { Scroll } from './office-frame.tsx'

export type FactsCell = string | { readonly text: string; readonly href: string }

/** Facts that are only read, under a title; rows have no name of their own and are never moved. `isNamed`: the first cell says whose row it is. */
export function FactsTable({
  title,
  columns,
  rows,
  isNamed = false,
  classOf = () => undefined,
}: {
  title: string
  columns: readonly string[]
  rows: readonly (readonly FactsCell[])[]
  isNamed?: boolean
  /** The class of a column's cells, from 0. */
  classOf?: (column: number) => string | undefined
}) {
  return (
    <Scroll label={title}>
      <table className="list">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={classOf(at)}>
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
                  <td key={columns[at]} className={classOf(at)}>
                    <FactsText cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function FactsText({ cell }: { cell: FactsCell }) {
  return typeof cell === 'string' ? cell : <a href={cell.href}>{cell.text}</a>
}
