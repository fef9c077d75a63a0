import type { ImportedRedirects } from '../redirect-import.server.ts'
import { csvRow } from '../office.ts'
import { Notice } from './office-frame.tsx'
import { FactsTable } from './facts-table.tsx'

/** Rows of a spreadsheet are pasted; those that cannot be kept come back with their reason, ready to be put right and sent again. */
export function RedirectImportPage({ result }: { result: ImportedRedirects | null }) {
  return (
    <>
      <p className="trail">
        <a href="/office/redirects">Redirects</a>
      </p>
      <p className="about">
        Paste rows of a spreadsheet or of a CSV file: shop, old address, new address. A line that leads in a circle with
        the others is refused; all others are kept.
      </p>
      {result !== null && (
        <Notice kind={result.faults.length > 0 ? 'wrong' : 'done'}>
          <p>
            {result.kept} {result.kept === 1 ? 'redirect is' : 'redirects are'} kept
            {result.faults.length > 0 ? `, ${result.faults.length} refused. They stand below to be put right.` : '.'}
          </p>
        </Notice>
      )}
      <form method="post" action="/office/redirect-import" className="record" data-main="">
        <div className="group">
          <div className="field wide">
            <label htmlFor="rows">Rows</label>
            <textarea
              id="rows"
              name="rows"
              rows={12}
              className="code"
              required
              defaultValue={result?.faults.map(({ text }) => text).join('\n') ?? ''}
              placeholder="aol,/old-page,/new-page"
            />
          </div>
        </div>
        <button className="button" type="submit">
          Import
        </button>
      </form>
      {result !== null && result.faults.length > 0 && (
        <section>
          <h2>Refused</h2>
          <p className="bar">
            <a
              className="button quiet"
              download="refused.csv"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(
                result.faults.map(({ line, text, message }) => csvRow([line, text, message])).join(''),
              )}`}
            >
              Download what was refused
            </a>
          </p>
          <FactsTable
            title="Refused"
            columns={['Line', 'Row', 'Why']}
            rows={result.faults.slice(0, 500).map(({ line, text, message }) => [String(line), text, message])}
            isNamed
          />
        </section>
      )}
    </>
  )
}
