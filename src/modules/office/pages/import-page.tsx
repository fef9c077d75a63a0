import type { FieldError } from '../../../platform/result.ts'
import { neededFields, tableFields, type TableColumns, type TableField } from '../../product-import/product-table.ts'
import type { Option } from '../office.ts'
import { Notice } from './office-frame.tsx'
import { FactsTable } from './facts-table.tsx'

/** A table of products is uploaded … */
export function UploadPage({ fault }: { fault: string | null }) {
  return (
    <>
      <p className="trail">
        <a href="/office/products">Products</a>
      </p>
      <p className="about">
        A CSV file with a heading, in UTF-8, of at most 20 MB. You name its columns next and can try it before anything
        is changed.
      </p>
      {fault !== null && (
        <Notice kind="wrong">
          <p>{fault}</p>
        </Notice>
      )}
      <form method="post" action="/office/import" encType="multipart/form-data" className="record">
        <div className="group">
          <div className="field">
            <label htmlFor="file">File</label>
            <input id="file" name="file" type="file" accept=".csv,.tsv,.txt,text/csv" required />
          </div>
        </div>
        <button className="button" type="submit">
          Upload
        </button>
      </form>
    </>
  )
}

/** … and its columns are named. */
export function MappingPage({
  id,
  name,
  head,
  columns,
  categories,
  category,
  apps,
  chosenApps,
  faults,
}: {
  id: string
  name: string
  head: {
    readonly columns: readonly string[]
    readonly first: readonly Readonly<Record<string, unknown>>[]
    readonly rows: number
  }
  columns: TableColumns
  categories: readonly Option[]
  category: string
  apps: readonly Option[]
  chosenApps: readonly string[]
  faults: readonly FieldError[]
}) {
  const faultOf = (field: string) => faults.find((one) => one.field === field)?.message
  const needed: readonly TableField[] = neededFields
  return (
    <>
      <p className="trail">
        <a href="/office/import">Another file</a>
      </p>
      <p className="about">
        {name}: {head.rows.toLocaleString('en-AU')} rows. A product that is there already becomes what its row says: of
        a field without a column, what it has now is taken away.
      </p>
      {faults.length > 0 && (
        <Notice kind="wrong">
          <ul>
            {faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <form method="post" action={`/office/import/${id}`} className="record" data-main="">
        <fieldset className="group">
          <legend>Which column is what</legend>
          {(Object.keys(tableFields) as TableField[]).map((field) => {
            const fault = faultOf(`column:${field}`)
            return (
              <div className="field" key={field}>
                <label htmlFor={`column-${field}`}>
                  {tableFields[field]}
                  {needed.includes(field) && <span className="needed"> (needed)</span>}
                </label>
                <select
                  id={`column-${field}`}
                  name={`column:${field}`}
                  defaultValue={columns[field] ?? ''}
                  aria-invalid={fault === undefined ? undefined : true}
                  aria-describedby={fault === undefined ? undefined : `column-${field}-more`}
                >
                  <option value="">–</option>
                  {head.columns.map((column) => (
                    <option key={column} value={column}>
                      {column}
                    </option>
                  ))}
                </select>
                {fault !== undefined && (
                  <small id={`column-${field}-more`} className="wrong">
                    {fault}
                  </small>
                )}
              </div>
            )
          })}
        </fieldset>
        <fieldset className="group">
          <legend>Where they go</legend>
          <div className="field">
            <label htmlFor="category">Category where a row names none of ours</label>
            <select
              id="category"
              name="category"
              defaultValue={category}
              aria-invalid={faultOf('category') === undefined ? undefined : true}
            >
              <option value="">–</option>
              {categories.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <fieldset className="ticks wide field">
            <legend>Sold by</legend>
            {apps.map(({ value, label }) => (
              <label key={value} className="tick">
                <input type="checkbox" name="apps" value={value} defaultChecked={chosenApps.includes(value)} />
                {label}
              </label>
            ))}
          </fieldset>
        </fieldset>
        <div className="bar">
          <button className="button" name="act" value="try" type="submit">
            Try it, change nothing
          </button>
          <button className="button quiet" name="act" value="import" type="submit">
            Import
          </button>
        </div>
      </form>
      <section>
        <h2>The first rows</h2>
        <FactsTable
          title="The first rows"
          columns={head.columns}
          rows={head.first.map((row) => head.columns.map((column) => String(row[column] ?? '').slice(0, 80)))}
        />
      </section>
    </>
  )
}
