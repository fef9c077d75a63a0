import { useRef } from 'react'
import { Form, Link } from 'react-router'
import { SubmitButton } from '../controls/button.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import fields from '../controls/field.module.css'
import { ErrorList } from '../controls/notice.tsx'
import { SelectField, type Option } from '../controls/select-field.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import { useChangeCount } from '../records/use-change-count.ts'
import { useMainForm } from '../records/use-main-form.ts'
import { countText } from '../../../platform/text/count-text.ts'

export type ColumnsView = {
  readonly id: string
  readonly file: string
  readonly rowCount: number
  readonly columns: readonly string[]
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly isRequired: boolean
    /** The column that is it; '' for none. */
    readonly column: string
    readonly error: string | null
  }[]
  readonly categories: readonly Option[]
  readonly category: string
  readonly categoryError: string | null
  readonly shops: readonly Option[]
  readonly chosenShops: readonly string[]
  readonly errors: readonly string[]
  readonly firstRows: readonly (readonly string[])[]
}

/** The columns of an uploaded table are named. */
export function ColumnsPage({ table }: { table: ColumnsView }) {
  const sent = useChangeCount(table)
  return (
    <>
      <PageTitle>Match the columns</PageTitle>
      <p className={page['trail']}>
        <Link to="/office/import">Choose another file</Link>
      </p>
      <p className={page['about']}>
        {`${table.file}: ${countText(table.rowCount, 'row')}. `}
        Existing products are replaced by their row: fields without a column are cleared.
      </p>
      <ErrorList key={`errors ${sent}`} errors={table.errors} />
      <ColumnsForm key={`form ${sent}`} table={table} />
      <section>
        <h2 className={page['heading']}>First rows</h2>
        <FactsTable title="First rows" columns={table.columns} rows={table.firstRows} />
      </section>
    </>
  )
}

function ColumnsForm({ table }: { table: ColumnsView }) {
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = useMainForm(form, { canSave: false })
  const columns = table.columns.map((column) => ({ value: column, label: column }))
  return (
    <Form
      id="main-form"
      ref={form}
      method="post"
      action={`/office/import/${table.id}`}
      className={page['form']}
      onSubmit={onSubmit}
    >
      <fieldset className={fields['group']}>
        <legend>Columns</legend>
        {table.fields.map(({ name, column, ...field }) => (
          <SelectField
            key={name}
            {...field}
            id={`column-${name}`}
            name={`column:${name}`}
            options={columns}
            value={column}
            empty="–"
          />
        ))}
      </fieldset>
      <fieldset className={fields['group']}>
        <legend>Category and shops</legend>
        <SelectField
          id="category"
          name="category"
          label="Category for rows without a known one"
          options={table.categories}
          value={table.category}
          empty="–"
          error={table.categoryError}
        />
        <fieldset className={`${fields['ticks']} ${fields['wide']}`}>
          <legend>Sold by</legend>
          {table.shops.map(({ value, label }) => (
            <label key={value} className={fields['tick']}>
              <input type="checkbox" name="apps" value={value} defaultChecked={table.chosenShops.includes(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      </fieldset>
      <div className={page['bar']}>
        <SubmitButton name="intent" value="try">
          Test import
        </SubmitButton>
        <SubmitButton look="quiet" name="intent" value="import">
          Import
        </SubmitButton>
      </div>
    </Form>
  )
}
