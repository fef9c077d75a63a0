import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { buttonClass } from '../controls/button.tsx'
import { FactsTable } from '../controls/facts-table.tsx'
import { PageTitle } from '../layout/page-title.tsx'
import page from '../layout/page.module.css'
import styles from './run-page.module.css'

export type RunView = {
  readonly id: string
  readonly title: string
  readonly total: number
  readonly done: number
  /** A summary, where there is more to say than that all are done. */
  readonly result: string | null
  readonly state: 'open' | 'finished' | 'stopped'
  readonly errorCount: number
  /** The first of them: which record, and why. */
  readonly errors: readonly (readonly string[])[]
}

/** The progress of a background job, with its rejected rows. */
export function RunPage({ run }: { run: RunView }) {
  useReload(run.state === 'open')
  return (
    <>
      <PageTitle>{run.title}</PageTitle>
      <p role="status">{stateText(run)}</p>
      <progress className={styles['progress']} max={Math.max(1, run.total)} value={run.done} aria-label="Done" />
      {run.state === 'open' && (
        <p>
          <Link to={`/office/runs/${run.id}`}>Refresh</Link>
        </p>
      )}
      {run.errors.length > 0 && (
        <section>
          <h2 className={page['heading']}>Refused</h2>
          <p className={page['bar']}>
            <Link className={buttonClass('quiet')} to={`/office/runs/${run.id}.csv`} reloadDocument>
              Download rejected rows
            </Link>
          </p>
          <FactsTable title="Refused" columns={['Of', 'Why']} rows={run.errors} isNamed />
        </section>
      )}
    </>
  )
}

function stateText({ state, done, total, result, errorCount }: RunView): string {
  if (state === 'stopped')
    return `Stopped after ${done} of ${total} because the server was restarted. Please start the rest again.`
  if (state === 'open') return `${done} of ${total} done.`
  return result ?? `All ${total} done, ${errorCount === 0 ? 'none' : errorCount} rejected.`
}

/** Reloads the page each second while the job runs; without script there is a link. */
function useReload(isOpen: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setInterval(() => void revalidate(), 1_000)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}
