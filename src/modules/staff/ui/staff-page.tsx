import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loadMember } from '../../identity/ui/load-member.ts'
import { memberStore } from '../../identity/ui/member.ts'
import { isAuthenticated } from '../../identity/ui/token-storage.ts'
import { loginRoute } from '../../identity/return-url.ts'
import { NotFoundPage } from '../../navigation/ui/not-found.tsx'
import { useSite } from '../../navigation/ui/use-site.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { isStaff, panelPath, type Panel } from '../staff.ts'
import { addressFor, openProjectStore } from './admin-panel.ts'
import { PanelView } from '../internal/ui/panel-view.tsx'
import styles from './staff-page.module.css'

/** A page that is one panel over its whole width: guests sign in first, and for everybody else there is no such page. */
export function StaffPage({ title, panel }: { title: string; panel: Panel }) {
  const hasScript = useHasScript()
  const member = useStore(memberStore)
  const site = useSite()
  const { pathname, search } = useLocation()
  const [isRequested, setIsRequested] = useState(false)
  useEffect(() => {
    if (!isAuthenticated()) return location.replace(`${loginRoute}?returnUrl=${encodeURIComponent(pathname + search)}`)
    void loadMember().then(() => setIsRequested(true))
    return undefined
  }, [pathname, search])

  if (!hasScript)
    return (
      <noscript>
        <p className={`page ${styles.note}`}>This page needs JavaScript.</p>
      </noscript>
    )
  if (member === null && !isRequested)
    return <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
  if (member === null || !isStaff(member))
    return isAuthenticated() ? <NotFoundPage categories={site?.categories ?? []} /> : null
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{title}</h1>
      {panelPath(panel, member) === null ? (
        <p className={`page ${styles.note}`}>
          Projects and reminders are for salespeople. Your account has no salesperson code.
        </p>
      ) : (
        <Framed key={JSON.stringify(panel)} title={title} panel={panel} />
      )}
    </div>
  )
}

function Framed({ title, panel }: { title: string; panel: Panel }) {
  const member = useStore(memberStore)
  const [url, setUrl] = useState<string | null | 'failed'>(null)
  const open = useCallback(() => {
    setUrl(null)
    if (member !== null) void addressFor(panel, member).then((address) => setUrl(address ?? 'failed'))
    // One panel a component: it is made anew for another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [member])
  useEffect(() => {
    open()
    return () => openProjectStore.set(null)
  }, [open])
  if (url === null) return <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
  if (url !== 'failed') return <PanelView url={url} title={title} onMessage={nothing} />
  return (
    <div className={`page ${styles.note}`}>
      <Notice kind="error">
        <p>The panel could not be opened.</p>
        <button type="button" className="link-button" onClick={open}>
          Try again
        </button>
      </Notice>
    </div>
  )
}

const nothing = () => {}
