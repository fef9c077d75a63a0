import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isAuthenticated } from '../../../identity/ui/token-storage.ts'
import { loginRoute } from '../../../identity/return-url.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import { useHasScript } from '../../../../ui/browser/use-has-script.ts'
import type { Loaded } from '../../../../ui/browser/load-state.ts'
import styles from '../../ui/account.module.css'

const screens = [
  ['/account', 'Overview'],
  ['/account/orders', 'Orders'],
  ['/account/invoices', 'Invoices'],
  ['/account/addresses', 'Addresses'],
  ['/account/cards', 'Saved cards'],
  ['/account/owned', 'My products'],
  ['/wishlists', 'My lists'],
  ['/account/profile', 'Profile'],
  ['/account/security', 'Security'],
  ['/account/privacy', 'Privacy'],
  ['/account/logout', 'Log out'],
] as const

/**
 * The layout of an account page. The server renders it without a visitor; in the browser a guest is redirected to the login (decision
 * account-01).
 */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const hasScript = useHasScript()
  const isIn = hasScript && isAuthenticated()
  useEffect(() => {
    if (!isAuthenticated()) location.replace(`${loginRoute}?returnUrl=${encodeURIComponent(pathname + search)}`)
  }, [pathname, search])
  return (
    <div className={`page ${styles.page}`}>
      <header>
        <h1>{title}</h1>
      </header>
      <div className={styles.columns}>
        <nav className={`${styles.nav} no-print`} aria-label="Account">
          {screens.map(([href, name]) => (
            <a
              key={href}
              href={href}
              aria-current={
                pathname === href || (href === '/account/invoices' && pathname.startsWith(`${href}/`))
                  ? 'page'
                  : undefined
              }
            >
              {name}
            </a>
          ))}
        </nav>
        <div className={styles.content}>
          {isIn ? (
            children
          ) : (
            <noscript>
              <p>Please turn on JavaScript to use your account.</p>
            </noscript>
          )}
        </div>
      </div>
    </div>
  )
}

/** The result of a call: a placeholder while it is pending, and a message with a retry when it fails. */
export function Shown<Value>({
  call,
  children,
}: {
  call: Loaded<Value> & { reload(): void }
  children: (value: Value) => ReactNode
}) {
  if (call.value === null && call.failure === null)
    return <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
  return (
    <>
      {call.failure !== null && (
        <Notice kind="error">
          <p className={styles.text}>{call.failure.message}</p>
          <button type="button" className="link-button" onClick={() => call.reload()}>
            Try again
          </button>
        </Notice>
      )}
      {call.value !== null && children(call.value)}
    </>
  )
}

export function Empty({ text, href, link }: { text: string; href: string; link: string }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      <a className="button button--quiet" href={href}>
        {link}
      </a>
    </div>
  )
}
