import type { RecordValue } from '../../../platform/database/records.ts'
import type { FieldError } from '../../../platform/result.ts'
import type { BulkPreview } from '../bulk.server.ts'
import { typedText, type Field } from '../office.ts'
import type { Run } from '../runs-store.server.ts'
import { Notice } from './office-frame.tsx'
import { FieldRow } from './record-page.tsx'
import { FactsTable } from './facts-table.tsx'

/** One field of many records: chosen, looked at, done. */
export function BulkPage({
  lists,
  list,
  title,
  fields,
  field,
  kept,
  count,
  form,
  faults,
  preview,
  timeZone,
}: {
  lists: readonly { readonly value: string; readonly label: string }[]
  list: string
  title: string
  fields: readonly Field[]
  field: Field | null
  /** The search and filters of the list, as its address has them. */
  kept: string
  count: string
  form: URLSearchParams | null
  faults: readonly FieldError[]
  preview: BulkPreview | null
  timeZone: string
}) {
  const query = new URLSearchParams(kept)
  const here = `/office/bulk?${new URLSearchParams({ list, ...Object.fromEntries(query), ...(field === null ? {} : { field: field.name }) }).toString()}`
  return (
    <>
      <p className="about">
        Changes one field of everything that a list shows. Search and filter the list first, then choose ‘Change many’
        there. Nothing is changed before you have seen what would be.
      </p>
      <form className="filters" action="/office/bulk">
        {Array.from(query, ([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="field">
          <label htmlFor="bulk-list">List</label>
          <select id="bulk-list" name="list" defaultValue={list}>
            {lists.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="bulk-field">Field</label>
          <select id="bulk-field" name="field" defaultValue={field?.name ?? ''}>
            {fields.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button quiet" type="submit">
          Choose
        </button>
        <a href={`/office/${list}${kept === '' ? '' : `?${kept}`}`}>See the list</a>
      </form>
      <p className="count">
        {count} {title.toLowerCase()} {kept === '' ? 'in all: nothing is filtered' : 'are chosen'}
      </p>
      {faults.length > 0 && (
        <Notice kind="wrong">
          <ul>
            {faults.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {field !== null && (
        <form method="post" action={here} className="record">
          <div className="group">
            <FieldRow
              field={field}
              values={{ [field.name]: field.initial ?? null }}
              record={null}
              refused={form === null ? null : { form, action: null, faults, conflict: null }}
              timeZone={timeZone}
              markOf={(text) => text}
              canSave
            />
          </div>
          {field.kind === 'money' && (
            <p className="about">An amount, or a percentage such as −10 % of what each has.</p>
          )}
          <div className="bar">
            <button className="button quiet" name="act" value="preview" type="submit">
              Look at it first
            </button>
            {preview !== null && (
              <button className="button" name="act" value="apply" type="submit">
                Change {count}
              </button>
            )}
          </div>
        </form>
      )}
      {preview !== null && field !== null && (
        <section>
          <h2>What would change</h2>
          {preview.rows.length === 0 ? (
            <p className="empty">Nothing is chosen.</p>
          ) : (
            <FactsTable
              title="What would change"
              columns={['Of', `${field.label} now`, 'Then']}
              rows={preview.rows.map((row) => [
                row.name,
                shown(field, row.before, timeZone),
                shown(field, row.after, timeZone),
              ])}
              isNamed
            />
          )}
        </section>
      )}
    </>
  )
}

const shown = (field: Field, value: RecordValue, timeZone: string): string => typedText(field, value, timeZone) || '–'

/** How far long work is, and what of it was refused. */
export function RunPage({ run, isStuck }: { run: Run; isStuck: boolean }) {
  const isOpen = run.finishedAt === null && !isStuck
  return (
    <>
      <p role="status">
        {isStuck
          ? `It stopped after ${run.done} of ${run.total}: the server was restarted. What is done is done; begin the rest again.`
          : isOpen
            ? `${run.done} of ${run.total} are done.`
            : (run.said ??
              `All ${run.total} are done, ${run.faults.length === 0 ? 'none' : run.faults.length} of them refused.`)}
      </p>
      <progress max={Math.max(1, run.total)} value={run.done} aria-label="Done" />
      {isOpen && (
        <p>
          <a href={`/office/runs/${run.id}`} data-reload="">
            Look again
          </a>
        </p>
      )}
      {run.faults.length > 0 && (
        <section>
          <h2>Refused</h2>
          <p className="bar">
            <a className="button quiet" href={`/office/runs/${run.id}.csv`} download>
              Download what was refused
            </a>
          </p>
          <FactsTable
            title="Refused"
            columns={['Of', 'Why']}
            rows={run.faults.slice(0, 200).map(({ name, message }) => [name, message])}
            isNamed
          />
        </section>
      )}
    </>
  )
}
