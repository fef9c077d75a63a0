import { Form, Link } from 'react-router'
import { buttonClass, SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import fields from '../controls/field.module.css'
import { ErrorList } from '../controls/notice.tsx'
import { SelectField, type Option } from '../controls/select-field.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import { FieldRow } from '../records/field-row.tsx'
import type { FieldView } from '../records/field-view.ts'
import { useChangeCount } from '../records/use-change-count.ts'

export type BulkView = {
  readonly lists: readonly Option[]
  /** `query`: the search and filters of the list, as its address has them. */
  readonly list: { readonly name: string; readonly many: string; readonly query: string }
  readonly fields: readonly Option[]
  readonly field: FieldView | null
  readonly count: string
  readonly errors: readonly string[]
  /** The name, current value and new value of each entry; null before a preview. */
  readonly preview: readonly (readonly string[])[] | null
}

/** One field of many records: chosen, looked at, changed. */
export function BulkPage({ bulk }: { bulk: BulkView }) {
  const sent = useChangeCount(bulk)
  const { list, field, count, preview } = bulk
  const query = new URLSearchParams(list.query)
  const target = new URLSearchParams({ list: list.name, ...Object.fromEntries(query) })
  if (field !== null) target.set('field', field.name)
  return (
    <>
      <PageTitle>Bulk edit</PageTitle>
      <p className={page['about']}>
        Change one field of every entry in a list. Search and filter the list first, then choose ‘Bulk edit’ there.
        Nothing changes until you confirm the preview.
      </p>
      <Form key={`${list.name} ${field?.name}`} className={page['filters']} action="/office/bulk">
        {Array.from(query, ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SelectField id="bulk-list" name="list" label="List" options={bulk.lists} value={list.name} />
        <SelectField id="bulk-field" name="field" label="Field" options={bulk.fields} value={field?.name ?? ''} />
        <button className={buttonClass('quiet')} type="submit">
          Choose
        </button>
        <Link to={`/office/${list.name}${list.query === '' ? '' : `?${list.query}`}`}>Show the list</Link>
      </Form>
      <p className={page['count']}>
        {`${count} ${list.many} ${list.query === '' ? 'in total, without a filter' : 'selected'}`}
      </p>
      <ErrorList key={`errors ${sent}`} errors={bulk.errors} />
      {field !== null && (
        <Form key={`form ${sent}`} method="post" action={`/office/bulk?${target.toString()}`} className={page['form']}>
          <div className={fields['group']}>
            <FieldRow field={field} />
          </div>
          {field.kind === 'money' && (
            <p className={page['about']}>An amount, or a percentage of each current value such as −10 %.</p>
          )}
          <div className={page['bar']}>
            <SubmitButton look="quiet" name="intent" value="preview">
              Preview changes
            </SubmitButton>
            {preview !== null && (
              <SubmitButton name="intent" value="apply">
                {`Change ${count}`}
              </SubmitButton>
            )}
          </div>
        </Form>
      )}
      {preview !== null && field !== null && (
        <section>
          <h2 className={page['heading']}>Preview of changes</h2>
          {preview.length === 0 ? (
            <Empty>Nothing is selected.</Empty>
          ) : (
            <FactsTable
              title="Preview of changes"
              columns={['Entry', `${field.label} now`, 'New value']}
              rows={preview}
              isNamed
            />
          )}
        </section>
      )}
    </>
  )
}
