import { useEffect, useId, useRef, useState } from 'react'
import { callApi, type ApiCall } from '../../../../ui/browser/api.ts'
import { Icon } from '../../../../ui/display/icons.tsx'
import { truncated } from '../../../../ui/display/truncated.ts'
import { shownNotes, type Panel } from '../../staff.ts'
import styles from '../../ui/admin-bar.module.css'

type Reminders = ApiCall<'GET', '/api/account/reminders'>['answer']

/** The next reminders under a button, each of which opens (STAFF-06, decision staff-14). `changes` grows when they are others. */
export function RemindersMenu({ changes, onOpen }: { changes: number; onOpen: (panel: Panel) => void }) {
  const [loaded, setLoaded] = useState<Reminders | 'failed' | null>(null)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    let isRequested = true
    void callApi('GET', '/api/account/reminders').then((answer) => {
      if (isRequested) setLoaded(answer.ok ? answer.value : 'failed')
    })
    return () => void (isRequested = false)
  }, [changes])
  const open = (panel: Panel) => {
    menu.current?.hidePopover()
    button.current?.focus()
    onOpen(panel)
  }
  const count = loaded === null || loaded === 'failed' ? null : loaded.totalCount
  return (
    <>
      <button ref={button} type="button" className={styles.tool} popoverTarget={id}>
        Reminders{count === null ? '' : ` (${count})`} <Icon name="chevron" size={16} />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu} role="group" aria-label="Reminders">
        {loaded === null && <p role="status">Loading…</p>}
        {loaded === 'failed' && <p role="alert">The reminders could not be loaded.</p>}
        {loaded !== null && loaded !== 'failed' && loaded.reminders.length === 0 && <p>No reminders</p>}
        {loaded !== null && loaded !== 'failed' && loaded.reminders.length > 0 && (
          <ul className={styles.list}>
            {loaded.reminders.map((one) => (
              <li key={one.id}>
                <button type="button" onClick={() => open({ kind: 'reminders-create', reminderId: one.id })}>
                  <strong>{one.name}</strong> <time dateTime={one.date}>{shortDate(one.date)}</time>
                  {one.notes !== '' && <small>{truncated(one.notes, shownNotes)}</small>}
                </button>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.more}>
          <button type="button" className="link-button" onClick={() => open({ kind: 'reminders-list' })}>
            All reminders
          </button>
          <button type="button" className="link-button" onClick={() => open({ kind: 'reminders-stats' })}>
            Statistics
          </button>
        </p>
      </div>
    </>
  )
}

/** dd/MM/yyyy, by the clock of whoever reads it. */
function shortDate(instant: string): string {
  const at = new Date(instant)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()}`
}
