import type { RecordValues } from '../../../platform/database/records.ts'
import type { FieldError } from '../../../platform/result.ts'
import type { Field, Option } from '../office.ts'
import { isFixed, sentText, typedText } from '../office.ts'
import type { KeptEntry } from '../../staff/audit.server.ts'
import type { OpenRecord } from '../office.server.ts'
import type { RecordAction, Related, Resource } from '../resource.server.ts'
import { ItemsEditor } from './items-editor.tsx'
import { DoneNotice, Notice } from './office-frame.tsx'
import { moneyText, timeText, zoneText } from '../shown-values.ts'
import { FactsTable } from './facts-table.tsx'

/** What came back of a form that was refused: nothing that was typed is lost. */
export type RefusedForm = {
  readonly form: URLSearchParams
  /** Null for the form of the record itself. */
  readonly action: string | null
  readonly faults: readonly FieldError[]
  readonly conflict: { readonly fields: readonly string[]; readonly by: string | null } | null
}

/** One record, or a new one: its form, what is done with it, what belongs to it, and what was done before. */
export function RecordPage({
  resource,
  record,
  fields,
  mayChange,
  actions,
  related,
  history,
  refused,
  notice,
  timeZone,
  markOf,
  shopHref,
}: {
  resource: Resource
  record: OpenRecord | null
  fields: readonly Field[]
  mayChange: boolean
  actions: readonly RecordAction[]
  related: readonly Related[]
  history: readonly KeptEntry[]
  refused: RefusedForm | null
  notice: { readonly text: string; readonly undo: number | null } | null
  timeZone: string
  markOf: (text: string) => string
  shopHref: string | null
}) {
  const base = `/office/${resource.name}`
  const here = record === null ? `${base}/new` : `${base}/${encodeURIComponent(record.key)}`
  const values: RecordValues = record?.values ?? initialOf(fields)
  const canSave = mayChange && (record === null ? resource.create !== undefined : resource.save !== undefined)
  const own = refused?.action === null ? refused : null
  const places = record === null ? undefined : resource.filePlaces?.(record.values)
  const groups = Map.groupBy(fields, ({ group = '' }) => group)
  const shape = { record, values, timeZone, markOf, canSave }
  return (
    <>
      <p className="trail">
        <a href={base}>{resource.title}</a>
        {shopHref !== null && (
          <a href={shopHref} target="_blank" rel="noopener">
            See it in the shop
          </a>
        )}
      </p>
      <DoneNotice notice={notice} action={here} />
      {refused !== null && (refused.faults.length > 0 || refused.conflict !== null) && (
        <Refusal refused={refused} fields={fields} />
      )}
      <form method="post" action={here} className="record" data-main="">
        {/* Enter in a field saves, and presses none of the buttons of a block or banner. */}
        {canSave && fields.some(({ kind }) => kind === 'items') && (
          <button className="hidden" type="submit" tabIndex={-1} aria-hidden="true">
            Save
          </button>
        )}
        <input type="hidden" name="act" value={record === null ? 'create' : 'save'} />
        {record !== null && <input type="hidden" name="version" value={record.version} />}
        {Array.from(groups, ([group, members]) => (
          <fieldset key={group} className="group">
            <legend className={group === '' ? 'hidden' : undefined}>{group === '' ? resource.one : group}</legend>
            {members.map((field) => (
              <FieldRow key={field.name} field={field} refused={own} {...shape} />
            ))}
          </fieldset>
        ))}
        {canSave && (
          <div className="save">
            <button className="button" type="submit">
              {record === null ? `Create ${resource.one}` : 'Save'}
            </button>
            <a href={base}>Cancel</a>
          </div>
        )}
      </form>
      {record !== null && canSave && resource.files !== undefined && places?.length !== 0 && (
        <UploadForm here={here} faults={refused?.action === 'upload' ? refused.faults : []} places={places} />
      )}
      {related.map((one) => (
        <RelatedTable key={one.title} related={one} />
      ))}
      {record !== null &&
        actions.map((action) => (
          <ActionForm
            key={action.name}
            action={action}
            here={here}
            record={record}
            refused={refused}
            timeZone={timeZone}
            markOf={markOf}
          />
        ))}
      {record !== null && mayChange && mayRemove(resource, record) && (
        <section className="danger" aria-label="Take away">
          <form method="post" action={here}>
            <input type="hidden" name="act" value="remove" />
            <input type="hidden" name="version" value={record.version} />
            <button className="button danger" type="submit">
              {resource.removeLabel ?? `Delete this ${resource.one}`}
            </button>
          </form>
        </section>
      )}
      {record !== null && <History history={history} timeZone={timeZone} />}
    </>
  )
}

const initialOf = (fields: readonly Field[]): RecordValues =>
  Object.fromEntries(fields.map(({ name, initial = null }) => [name, initial]))

function Refusal({ refused, fields }: { refused: RefusedForm; fields: readonly Field[] }) {
  if (refused.conflict !== null)
    return (
      <Notice kind="wrong">
        <p>
          <strong>Changed meanwhile{refused.conflict.by === null ? '' : ` by ${refused.conflict.by}`}.</strong> Nothing
          of yours is saved yet. What you typed is kept below, and where it differs you see what stands there now. Save
          again to put yours in its place.
        </p>
      </Notice>
    )
  const known = new Set(fields.map(({ name }) => name))
  return (
    <Notice kind="wrong">
      <p>
        <strong>Not saved.</strong> Please look at:
      </p>
      <ul>
        {refused.faults.map(({ field, message }) => (
          <li key={`${field} ${message}`}>{known.has(field) ? <a href={`#field-${field}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </Notice>
  )
}

export function FieldRow({
  field,
  values,
  record,
  refused,
  timeZone,
  markOf,
  canSave,
  prefix = 'field-',
}: {
  field: Field
  values: RecordValues
  record: OpenRecord | null
  refused: RefusedForm | null
  timeZone: string
  markOf: (text: string) => string
  canSave: boolean
  prefix?: string
}) {
  const id = `${prefix}${field.name}`
  const stands = typedText(field, values[field.name], timeZone)
  if (!canSave || isFixed(field, record === null))
    return (
      <div className={`field ${isWide(field) ? 'wide' : ''}`}>
        <span className="label" id={id}>
          {field.label}
        </span>
        <output aria-labelledby={id} className="fixed">
          {shownText(field, stands)}
        </output>
        {field.help !== undefined && <small>{field.help}</small>}
      </div>
    )
  const isConflict = refused?.conflict?.fields.includes(field.name) === true
  // Of what others changed meanwhile, only what was typed over here is another wish.
  const sent = refused === null ? null : sentText(field, refused.form)
  const isTouched = sent !== null && refused?.form.get(`was:${field.name}`) !== markOf(sent)
  const shown = sent === null || (refused?.conflict !== null && !isTouched) ? stands : sent
  const fault = refused?.faults.find((one) => one.field === field.name)?.message
  const meanwhile = isConflict && isTouched && sent !== stands ? shownText(field, stands) : null
  const help = field.kind === 'instant' ? `${field.help ?? ''} ${zoneText(timeZone)}.`.trim() : field.help
  const hasMore = fault !== undefined || help !== undefined || meanwhile !== null
  const described = hasMore ? `${id}-more` : undefined
  return (
    <div className={`field ${isWide(field) ? 'wide' : ''}`}>
      {record !== null && <input type="hidden" name={`was:${field.name}`} value={markOf(stands)} />}
      <Control
        field={field}
        id={id}
        shown={shown}
        described={described}
        isWrong={fault !== undefined || meanwhile !== null}
        at={refused?.form.has(`${field.name}.at`) === true ? Number(refused.form.get(`${field.name}.at`)) : null}
      />
      {hasMore && (
        <div id={described} className="more">
          {fault !== undefined && <small className="wrong">{fault}</small>}
          {meanwhile !== null && (
            <small className="wrong">
              It says now: <q>{meanwhile}</q>
            </small>
          )}
          {help !== undefined && <small>{help}</small>}
        </div>
      )}
    </div>
  )
}

const isWide = ({ kind }: Field): boolean =>
  kind === 'long' || kind === 'html' || kind === 'lines' || kind === 'json' || kind === 'choices' || kind === 'items'

function shownText(field: Field, text: string): string {
  if (field.kind === 'switch') return text === 'true' ? 'Yes' : 'No'
  if (field.kind === 'money') return text === '' ? '–' : moneyText(Math.round(Number(text) * 100))
  if (field.kind === 'instant') return text === '' ? '–' : text.replace('T', ' ')
  if (field.kind === 'choice' || field.kind === 'choices') {
    const names = text.split('\n').map((one) => field.options.find(({ value }) => value === one)?.label ?? one)
    return names.filter(Boolean).join(', ') || '–'
  }
  return text === '' ? '–' : text
}

function Control({
  field,
  id,
  shown,
  described,
  isWrong,
  at,
}: {
  field: Field
  id: string
  shown: string
  described: string | undefined
  isWrong: boolean
  /** Of several things: which one was just moved. */
  at: number | null
}) {
  const more = { id, name: field.name, 'aria-describedby': described, 'aria-invalid': isWrong ? true : undefined }
  const label = (
    <label htmlFor={id}>
      {field.label}
      {field.isRequired === true && <span className="needed"> (needed)</span>}
    </label>
  )
  switch (field.kind) {
    case 'switch':
      return (
        <>
          <input type="hidden" name={`has:${field.name}`} value="1" />
          <label className="tick">
            <input {...more} type="checkbox" value="true" defaultChecked={shown === 'true'} />
            {field.label}
          </label>
        </>
      )
    case 'choices': {
      const chosen = new Set(shown.split('\n'))
      return (
        <fieldset className="ticks" aria-describedby={described} id={id}>
          <legend>{field.label}</legend>
          <input type="hidden" name={`has:${field.name}`} value="1" />
          {field.options.map(({ value, label: text }) => (
            <label key={value} className="tick">
              <input type="checkbox" name={field.name} value={value} defaultChecked={chosen.has(value)} />
              {text}
            </label>
          ))}
        </fieldset>
      )
    }
    case 'items':
      return <ItemsEditor {...{ field, set: field.set, id, shown, described, at }} />
    case 'choice':
      return (
        <>
          {label}
          <select {...more} defaultValue={shown}>
            {!field.options.some(({ value }) => value === '') && <option value="">–</option>}
            {field.options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </>
      )
    case 'long':
    case 'html':
    case 'lines':
    case 'json':
      return (
        <>
          {label}
          <textarea
            {...more}
            rows={field.kind === 'long' ? 3 : field.kind === 'json' ? 16 : field.kind === 'html' ? 10 : 5}
            className={field.kind === 'json' || field.kind === 'html' ? 'code' : undefined}
            spellCheck={field.kind === 'json' ? false : undefined}
            defaultValue={shown}
          />
        </>
      )
    case 'money':
    case 'whole':
    case 'number':
      return (
        <>
          {label}
          <input {...more} inputMode="decimal" autoComplete="off" defaultValue={shown} />
        </>
      )
    case 'day':
    case 'instant':
    case 'time':
      return (
        <>
          {label}
          <input
            {...more}
            type={field.kind === 'day' ? 'date' : field.kind === 'time' ? 'time' : 'datetime-local'}
            defaultValue={shown}
          />
        </>
      )
    case 'text':
      return (
        <>
          {label}
          <input {...more} maxLength={field.most ?? 200} autoComplete="off" defaultValue={shown} />
        </>
      )
  }
}

const mayRemove = ({ remove, isRemovable }: Resource, { values }: OpenRecord): boolean =>
  remove !== undefined && (isRemovable?.(values) ?? true)

function ActionForm({
  action,
  here,
  record,
  refused,
  timeZone,
  markOf,
}: {
  action: RecordAction
  here: string
  record: OpenRecord
  refused: RefusedForm | null
  timeZone: string
  markOf: (text: string) => string
}) {
  const fields = action.fields?.(record.values) ?? []
  const own = refused?.action === action.name ? refused : null
  const values = initialOf(fields)
  return (
    <section className={action.isDangerous === true ? 'danger' : 'act'} aria-labelledby={`act-${action.name}`}>
      <h2 id={`act-${action.name}`}>{action.label}</h2>
      {action.about !== undefined && <p className="about">{action.about}</p>}
      {own !== null && (
        <Notice kind="wrong">
          <ul>
            {own.faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      <form method="post" action={here} className="record">
        <input type="hidden" name="act" value={action.name} />
        <input type="hidden" name="version" value={record.version} />
        {fields.length > 0 && (
          <div className="group">
            {fields.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                values={values}
                record={null}
                refused={own}
                timeZone={timeZone}
                markOf={markOf}
                canSave
                prefix={`${action.name}-`}
              />
            ))}
          </div>
        )}
        <button className={action.isDangerous === true ? 'button danger' : 'button'} type="submit">
          {action.label}
        </button>
      </form>
    </section>
  )
}

function UploadForm({
  here,
  faults,
  places,
}: {
  here: string
  faults: readonly FieldError[]
  places: readonly Option[] | undefined
}) {
  return (
    <section className="act" aria-labelledby="act-upload">
      <h2 id="act-upload">Upload a picture or document</h2>
      <p className="about">
        JPEG, PNG, WebP or PDF of at most 5 MB.{' '}
        {places === undefined
          ? 'A picture comes behind the others: change their order above.'
          : 'What is typed above and not saved yet is lost: save it first.'}
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
      <form method="post" action={`${here}/files`} encType="multipart/form-data" className="record">
        <div className="group">
          <div className="field">
            <label htmlFor="upload-file">File</label>
            <input id="upload-file" name="file" type="file" accept=".jpg,.jpeg,.png,.webp,.pdf" required />
          </div>
          <div className="field">
            <label htmlFor="upload-title">What it shows, or its title</label>
            <input id="upload-title" name="title" maxLength={120} required autoComplete="off" />
          </div>
          {places !== undefined && (
            <div className="field">
              <label htmlFor="upload-place">Where it goes</label>
              <select id="upload-place" name="place">
                {places.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          )}
        </div>
        <button className="button" type="submit">
          Upload
        </button>
      </form>
    </section>
  )
}

export function RelatedTable({ related }: { related: Related }) {
  return (
    <section>
      <h2>{related.title}</h2>
      {related.rows.length === 0 ? (
        <p className="empty">{related.empty}</p>
      ) : (
        <FactsTable title={related.title} columns={related.columns} rows={related.rows} />
      )}
    </section>
  )
}

function History({ history, timeZone }: { history: readonly KeptEntry[]; timeZone: string }) {
  return (
    <details className="history">
      <summary>What was done here ({history.length})</summary>
      {history.length === 0 ? (
        <p className="empty">Nobody has changed it here.</p>
      ) : (
        <FactsTable
          title="What was done here"
          columns={['When', 'Who', 'What', 'Before', 'After']}
          rows={history.map((entry) => [
            timeText(new Date(entry.at).toISOString(), timeZone),
            entry.winningUserId ?? '–',
            entry.outcome === 'done' ? entry.act : `${entry.act}: ${entry.outcome}`,
            entry.before === null ? '–' : factsText(entry.before),
            entry.after === null ? '–' : factsText(entry.after),
          ])}
          classOf={(column) => (column > 2 ? 'values' : undefined)}
        />
      )}
    </details>
  )
}

const factsText = (facts: object): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${String(value ?? '–').slice(0, 200)}`)
    .join('\n')
