import { useRef, type ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { Related } from '../../../modules/admin/admin-resource.server.ts'
import { SubmitButton } from '../controls/button.tsx'
import { Empty } from '../controls/empty.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import fields from '../controls/field.module.css'
import { ChangeNotice, ErrorList, ErrorNotice } from '../controls/notice.tsx'
import { SelectField, type Option } from '../controls/select-field.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import { FieldRow } from './field-row.tsx'
import type { FieldGroup, FieldView } from './field-view.ts'
import styles from './record-page.module.css'
import { RelatedTable } from './related-table.tsx'
import { useChangeCount } from './use-change-count.ts'
import { useMainForm } from './use-main-form.ts'

export type RecordView = {
  readonly list: { readonly href: string; readonly title: string; readonly one: string }
  readonly title: string
  readonly path: string
  /** Null for a new one. */
  readonly version: string | null
  readonly shopHref: string | null
  readonly notice: { readonly text: string; readonly undo: number | null } | null
  /** Why its form was refused. */
  readonly problem: {
    readonly conflict: { readonly by: string | null } | null
    readonly errors: readonly { readonly message: string; readonly href: string | null }[]
  } | null
  readonly groups: readonly FieldGroup[]
  readonly hasItems: boolean
  readonly canSave: boolean
  /** What the form shows was typed and not saved. */
  readonly isUnsaved: boolean
  readonly upload: {
    readonly places: readonly Option[] | null
    /** Whether it can also be a 3D model, a video or captions. */
    readonly takesProductFiles: boolean
    readonly errors: readonly string[]
  } | null
  readonly related: readonly Related[]
  readonly actions: readonly ActionView[]
  readonly removeLabel: string | null
  readonly history: readonly (readonly string[])[] | null
}

/** Something that is done with a record besides changing its fields. */
export type ActionView = {
  readonly name: string
  readonly label: string
  readonly about: string | null
  readonly isDangerous: boolean
  readonly errors: readonly string[]
  readonly fields: readonly FieldView[]
}

/** What the page of a special record has besides. */
type RecordParts = {
  /** Above its form. */
  readonly head?: ReactNode
  /** Within its form, above the fields. */
  readonly editor?: ReactNode
  /** Below its form. */
  readonly more?: ReactNode
}

/** One record, or a new one: its form, what is done with it, what belongs to it, and what was done before. */
export function RecordPage({ record, ...parts }: { record: RecordView } & RecordParts) {
  // What is typed belongs to the record as it was sent: another answer is another form.
  return <SentRecord key={useChangeCount(record)} record={record} {...parts} />
}

function SentRecord({ record, head, editor, more }: { record: RecordView } & RecordParts) {
  const { list, path, version, upload, removeLabel, history } = record
  return (
    <>
      <PageTitle>{record.title}</PageTitle>
      <p className={page['trail']}>
        <Link to={list.href}>{list.title}</Link>
        {record.shopHref !== null && (
          <a href={record.shopHref} target="_blank" rel="noopener">
            View in shop
          </a>
        )}
      </p>
      <ChangeNotice notice={record.notice} action={path} />
      {record.problem !== null && <Problem problem={record.problem} />}
      {head}
      {record.groups.length > 0 && <MainForm record={record} editor={editor} />}
      {more}
      {upload !== null && <UploadForm path={path} upload={upload} />}
      {record.related.map((one) => (
        <RelatedTable key={one.title} related={one} />
      ))}
      {record.actions.map((action) => (
        <ActionForm key={action.name} action={action} path={path} version={version ?? ''} />
      ))}
      {removeLabel !== null && (
        <section className={styles['section']} aria-label="Remove">
          <Form method="post" action={path}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="version" value={version ?? ''} />
            <SubmitButton look="danger">{removeLabel}</SubmitButton>
          </Form>
        </section>
      )}
      {history !== null && <History history={history} />}
    </>
  )
}

function Problem({ problem: { conflict, errors } }: { problem: NonNullable<RecordView['problem']> }) {
  if (conflict !== null)
    return (
      <ErrorNotice>
        <p>
          <strong>{`This was changed${conflict.by === null ? '' : ` by ${conflict.by}`} while you were editing.`}</strong>{' '}
          Your changes are not saved yet. They are shown below, with the current value where it differs. Save again to
          replace it with yours.
        </p>
      </ErrorNotice>
    )
  return (
    <ErrorNotice>
      <p>
        <strong>Not saved.</strong> Please fix these fields:
      </p>
      <ul>
        {errors.map(({ message, href }) => (
          <li key={`${href} ${message}`}>{href === null ? message : <FieldLink href={href}>{message}</FieldLink>}</li>
        ))}
      </ul>
    </ErrorNotice>
  )
}

/** Leads to a field. By script it only moves the focus: for the router another hash is another page, without what was typed. */
function FieldLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      onClick={(event) => {
        event.preventDefault()
        const field = document.getElementById(href.slice(1))
        field?.scrollIntoView({ block: 'center' })
        field?.focus({ preventScroll: true })
      }}
    >
      {children}
    </a>
  )
}

function MainForm({ record, editor }: { record: RecordView; editor: ReactNode }) {
  const { list, version, canSave } = record
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = useMainForm(form, { canSave, isUnsaved: record.isUnsaved })
  return (
    <Form id="main-form" ref={form} method="post" action={record.path} className={page['form']} onSubmit={onSubmit}>
      {/* Enter in a field saves, and presses none of the buttons of an item. */}
      {record.hasItems && (
        <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
          Save
        </button>
      )}
      <input type="hidden" name="intent" value={version === null ? 'create' : 'save'} />
      {version !== null && <input type="hidden" name="version" value={version} />}
      {editor}
      {record.groups.map((group) => (
        <fieldset key={group.title} className={fields['group']}>
          <legend className={group.title === '' ? 'visually-hidden' : undefined}>
            {group.title === '' ? list.one : group.title}
          </legend>
          {group.fields.map((field) => (
            <FieldRow key={field.name} field={field} />
          ))}
        </fieldset>
      ))}
      {canSave && (
        <div className={styles['save']}>
          <SubmitButton>{version === null ? `Create ${list.one}` : 'Save'}</SubmitButton>
          <Link to={list.href}>Cancel</Link>
        </div>
      )}
    </Form>
  )
}

function ActionForm({
  action: { name, label, about, isDangerous, errors, fields: own },
  path,
  version,
}: {
  action: ActionView
  path: string
  version: string
}) {
  return (
    <section className={styles['section']} aria-labelledby={`action-${name}`}>
      <h2 id={`action-${name}`}>{label}</h2>
      {about !== null && <p className={page['about']}>{about}</p>}
      <ErrorList errors={errors} />
      <Form method="post" action={path}>
        <input type="hidden" name="intent" value={name} />
        <input type="hidden" name="version" value={version} />
        {own.length > 0 && (
          <div className={fields['group']}>
            {own.map((field) => (
              <FieldRow key={field.name} field={field} />
            ))}
          </div>
        )}
        <SubmitButton look={isDangerous ? 'danger' : 'main'}>{label}</SubmitButton>
      </Form>
    </section>
  )
}

function UploadForm({
  path,
  upload: { places, takesProductFiles, errors },
}: {
  path: string
  upload: NonNullable<RecordView['upload']>
}) {
  return (
    <section className={styles['section']} aria-labelledby="action-upload">
      <h2 id="action-upload">Upload a picture or document</h2>
      <p className={page['about']}>
        {`JPEG, PNG, WebP, AVIF or PDF${takesProductFiles ? ', a GLB model, an MP4 or WebM video or its WebVTT captions' : ''}, up to 20 MB. ${
          places === null
            ? 'New pictures come last: change their order above.'
            : 'Save your changes above first, or they will be lost.'
        }`}
      </p>
      <ErrorList errors={errors} />
      <Form method="post" action={`${path}/files`} encType="multipart/form-data">
        <div className={fields['group']}>
          <div className={fields['field']}>
            <label htmlFor="upload-file">File</label>
            <input
              id="upload-file"
              name="file"
              type="file"
              accept={`.jpg,.jpeg,.png,.webp,.avif,.pdf${takesProductFiles ? ',.glb,.mp4,.webm,.vtt' : ''}`}
              required
            />
          </div>
          <div className={fields['field']}>
            <label htmlFor="upload-title">Alt text or title</label>
            <input id="upload-title" name="title" maxLength={120} required autoComplete="off" />
          </div>
          {places !== null && (
            <SelectField
              id="upload-place"
              name="place"
              label="Where to use it"
              options={places}
              value={places[0]?.value ?? ''}
            />
          )}
        </div>
        <SubmitButton>Upload</SubmitButton>
      </Form>
    </section>
  )
}

function History({ history }: { history: readonly (readonly string[])[] }) {
  return (
    <details className={styles['history']}>
      <summary>Change history ({history.length})</summary>
      {history.length === 0 ? (
        <Empty>No changes yet.</Empty>
      ) : (
        <FactsTable
          title="Change history"
          columns={['When', 'Who', 'What', 'Before', 'After']}
          rows={history}
          lookOf={(column) => (column > 2 ? 'values' : null)}
        />
      )}
    </details>
  )
}
