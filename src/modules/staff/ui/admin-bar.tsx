import { useCallback, useEffect, useRef, useState, type Ref } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { callApi } from '../../../ui/browser/api.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { showMessage } from '../../../ui/overlays/message.ts'
import { loginRoute, safeReturnUrl } from '../../identity/return-url.ts'
import { memberStore, type KnownMember } from '../../identity/ui/member.ts'
import { logOut } from '../../identity/ui/session.ts'
import { ProjectSearch } from '../internal/ui/project-search.tsx'
import { RemindersMenu } from '../internal/ui/reminders-menu.tsx'
import { SidePanel } from '../internal/ui/side-panel.tsx'
import { barOf, pageActionsOf, panelPath, toggleTarget, type Panel, type PanelMessage } from '../staff.ts'
import styles from './admin-bar.module.css'
import {
  addressFor,
  adminPanelStore,
  forgetBar,
  keepIsOn,
  storedIsOn,
  openBackOffice,
  openProjectStore,
  saysInHead,
} from './admin-panel.ts'

/** The bar of whoever has signed in: all tools for staff, a greeting and Logout for customers where they have a bar (STAFF-02). */
export default function AdminBar() {
  const member = useStore(memberStore)
  const bar = barOf(member, { customerTopBar: saysInHead('top-bar') !== null })
  useEffect(() => {
    if (bar === null) return undefined
    document.documentElement.dataset['toolbar'] = ''
    return () => void delete document.documentElement.dataset['toolbar']
  }, [bar])
  if (member === null || bar === null) return null
  if (bar === 'toolbar') return <Toolbar member={member} />
  return (
    <aside className={styles.bar} aria-label="Account bar">
      <Greeting member={member} />
      <span className={styles.space} />
      <Logout />
    </aside>
  )
}

const Greeting = ({ member }: { member: KnownMember }) => <p className={styles.greeting}>Hello {member.firstName}</p>

function Logout() {
  return (
    <button
      type="button"
      className={styles.tool}
      onClick={() => {
        forgetBar()
        const requested = safeReturnUrl(saysInHead('post-logout'), { fallback: loginRoute, couldBeLogin: true })
        void logOut().then(() => window.location.assign(requested))
      }}
    >
      Logout
    </button>
  )
}

const titles = {
  product: 'Product info',
  project: 'Project',
  'reminders-create': 'Reminder',
  'reminders-list': 'Reminders',
  'reminders-stats': 'Reminder statistics',
} as const satisfies Record<Panel['kind'], string>

function Toolbar({ member }: { member: KnownMember }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isOn, setIsOn] = useState(storedIsOn)
  const [chosen, setChosen] = useState<{ panel: Panel; pathname: string } | null>(null)
  const [reminderChanges, setReminderChanges] = useState(0)
  const { isVisible, url } = useStore(adminPanelStore)
  const project = useStore(openProjectStore)
  const sku = useSku(pathname)
  const opener = useRef<HTMLElement | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)

  const actions = pageActionsOf(pathname)
  const isOfProjects = actions === 'project' || actions === 'dashboard'
  const ofPage: Panel | null =
    actions === 'product' ? (sku === null ? null : { kind: 'product', sku }) : { kind: 'project' }
  // What was opened on one page is not what the next one is about.
  const opened = chosen?.pathname === pathname ? chosen.panel : null
  const requested =
    opened ?? (isOn && !isOfProjects && ofPage !== null && panelPath(ofPage, member) !== null ? ofPage : null)

  useEffect(() => keepIsOn(isOn), [isOn])
  usePanelAddress(requested, member)

  const open = (panel: Panel) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setChosen({ panel, pathname })
  }
  const close = useCallback(() => {
    setChosen(null)
    setIsOn(false)
    const back = opener.current?.isConnected === true ? opener.current : toggle.current
    back?.focus()
    opener.current = null
  }, [])
  const hear = useCallback(
    (message: PanelMessage) => {
      if (message.type === 'close') close()
      if (message.type === 'refreshReminders') setReminderChanges((count) => count + 1)
    },
    [close],
  )
  const can = (panel: Panel | null): panel is Panel => panel !== null && panelPath(panel, member) !== null
  const control = (text: string, panel: Panel | null) =>
    can(panel) && (
      <button key={text} type="button" className={styles.tool} onClick={() => open(panel)}>
        {text}
      </button>
    )
  const hasToggle = isOfProjects || can(ofPage)
  return (
    <>
      <aside className={styles.bar} aria-label="Staff toolbar">
        <Greeting member={member} />
        {hasToggle && (
          <PanelToggle
            ref={toggle}
            isOn={isOn}
            isOfProjects={isOfProjects}
            onToggle={() => {
              setIsOn(!isOn)
              setChosen(null)
              const target = toggleTarget(pathname, !isOn)
              if (target !== null) void navigate(target)
            }}
          />
        )}
        <div className={styles.actions} role="group" aria-label="This page">
          {actions === 'product' && control('Product info', sku === null ? null : { kind: 'product', sku })}
          {(actions === 'product' || actions === 'project') &&
            control('Create reminder', reminderPanel(actions, sku, project?.id ?? null))}
          {actions === 'project' && project?.email != null && (
            <a className={styles.tool} href={`/project?email=${encodeURIComponent(project.email)}`}>
              view all customer projects
            </a>
          )}
          {actions === 'dashboard' && can({ kind: 'project' }) && <ProjectSearch />}
        </div>
        <span className={styles.space} />
        {saysInHead('staff-reminders') === null && can({ kind: 'reminders-list' }) && (
          <RemindersMenu changes={reminderChanges} onOpen={open} />
        )}
        {member.winningCmsUrl !== null && <BackOfficeButton member={member} />}
        <Logout />
      </aside>
      {isVisible && url !== null && requested !== null && (
        <SidePanel
          key={url}
          url={url}
          title={titles[requested.kind]}
          pathname={pathname}
          onMessage={hear}
          onClose={close}
        />
      )}
    </>
  )
}

/** A reminder about what the page is of. */
function reminderPanel(actions: ReturnType<typeof pageActionsOf>, sku: string | null, projectId: string | null): Panel {
  return actions === 'product'
    ? { kind: 'reminders-create', ...(sku === null ? {} : { sku }) }
    : { kind: 'reminders-create', ...(projectId === null ? {} : { projectId }) }
}

/** Fetches the address of the requested panel, and shows the panel by it. */
function usePanelAddress(requested: Panel | null, member: KnownMember): void {
  const requestedKey = JSON.stringify(requested)
  useEffect(() => {
    const panel = JSON.parse(requestedKey) as Panel | null
    adminPanelStore.set({ isVisible: false, url: null })
    if (panel === null) return undefined
    let isRequested = true
    void addressFor(panel, member).then((address) => {
      if (!isRequested) return
      if (address === null) showMessage('error', 'The panel could not be opened.')
      else adminPanelStore.set({ isVisible: true, url: address })
    })
    return () => void (isRequested = false)
  }, [requestedKey, member])
  useEffect(() => () => adminPanelStore.set({ isVisible: false, url: null }), [])
}

function PanelToggle({
  ref,
  isOn,
  isOfProjects,
  onToggle,
}: {
  ref: Ref<HTMLButtonElement>
  isOn: boolean
  isOfProjects: boolean
  onToggle: () => void
}) {
  return (
    <button ref={ref} type="button" className={styles.toggle} aria-pressed={isOn} onClick={onToggle}>
      <span className="visually-hidden">{isOfProjects ? 'Project panel' : 'Panel'} </span>
      {isOn ? 'On' : 'Off'}
    </button>
  )
}

function BackOfficeButton({ member }: { member: KnownMember }) {
  return (
    <button
      type="button"
      className={styles.tool}
      onClick={() =>
        void openBackOffice(member).then((isOpen) => {
          if (!isOpen) showMessage('error', 'The back office could not be opened.')
        })
      }
    >
      Back office
    </button>
  )
}

/** The sku of the product that a page is of; null elsewhere and until it is known. */
function useSku(pathname: string): string | null {
  const [found, setFound] = useState<{ slug: string; sku: string } | null>(null)
  const slug = /^\/p\/([^/]+)/.exec(pathname)?.[1] ?? null
  useEffect(() => {
    if (slug === null) return undefined
    const asking = new AbortController()
    void callApi('GET', '/api/v2/product/slug/:slug', { params: { slug }, signal: asking.signal }).then(
      (answer) => answer.ok && setFound({ slug, sku: answer.value.sku }),
    )
    return () => asking.abort()
  }, [slug])
  return found !== null && found.slug === slug ? found.sku : null
}
