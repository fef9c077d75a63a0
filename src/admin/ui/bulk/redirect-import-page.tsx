import { useRef } from 'react'
import { Form, Link } from 'react-router'
import { buttonClass, SubmitButton } from '../controls/button.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import fields from '../controls/field.module.css'
import { DoneNotice, ErrorNotice } from '../controls/notice.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import { useChangeCount } from '../records/use-change-count.ts'
import { useMainForm } from '../records/use-main-form.ts'
import { countText } from '../../../platform/text/count-text.ts'

export type RedirectImport = {
  readonly savedCount: number
  readonly errors: readonly { readonly line: number; readonly row: string; readonly message: string }[]
  /** The same as a file. */
  readonly csv: string
}

/** Rows of a spreadsheet are pasted; those that cannot be saved come back with their reason, ready to be corrected and sent again. */
export function RedirectImportPage({ result }: { result: RedirectImport | null }) {
  const sent = useChangeCount(result)
  const errors = result?.errors ?? []
  return (
    <>
      <PageTitle>Import redirects</PageTitle>
      <p className={page['trail']}>
        <Link to="/office/redirects">Redirects</Link>
      </p>
      <p className={page['about']}>
        Paste rows of a spreadsheet or of a CSV file: shop, old address, new address. Lines that create a redirect loop
        are rejected; all others are saved.
      </p>
      {result !== null && <ResultNotice key={`result ${sent}`} result={result} />}
      <RowsForm key={`form ${sent}`} rows={errors.map(({ row }) => row).join('\n')} />
      {result !== null && errors.length > 0 && (
        <section>
          <h2 className={page['heading']}>Refused</h2>
          <p className={page['bar']}>
            <a
              className={buttonClass('quiet')}
              download="refused.csv"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(result.csv)}`}
            >
              Download rejected rows
            </a>
          </p>
          <FactsTable
            title="Refused"
            columns={['Line', 'Row', 'Why']}
            rows={errors.slice(0, 500).map(({ line, row, message }) => [String(line), row, message])}
            isNamed
          />
        </section>
      )}
    </>
  )
}

function ResultNotice({ result: { savedCount, errors } }: { result: RedirectImport }) {
  const saved = `${countText(savedCount, 'redirect')} saved`
  if (errors.length === 0)
    return (
      <DoneNotice>
        <p>{`${saved}.`}</p>
      </DoneNotice>
    )
  return (
    <ErrorNotice>
      <p>{`${saved}, ${errors.length} rejected. Correct them below.`}</p>
    </ErrorNotice>
  )
}

function RowsForm({ rows }: { rows: string }) {
  const form = useRef<HTMLFormElement>(null)
  const onSubmit = useMainForm(form, { canSave: false, isUnsaved: rows !== '' })
  return (
    <Form
      id="main-form"
      ref={form}
      method="post"
      action="/office/redirect-import"
      className={page['form']}
      onSubmit={onSubmit}
    >
      <div className={fields['group']}>
        <div className={`${fields['field']} ${fields['wide']}`}>
          <label htmlFor="rows">Rows</label>
          <textarea
            id="rows"
            name="rows"
            rows={12}
            className={fields['code']}
            required
            defaultValue={rows}
            placeholder="aol,/old-page,/new-page"
          />
        </div>
      </div>
      <SubmitButton>Import</SubmitButton>
    </Form>
  )
}
