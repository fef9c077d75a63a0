import { lazy, Suspense, useState } from 'react'
import { notifyMePath } from '../../catalogue.ts'

const NotifyMe = lazy(() => import('../../ui/notify-me.tsx'))

/** Leads to the form of those who wait for a product; with script the form opens here, and is fetched for it. */
export function NotifyMeLink({
  uri,
  sku,
  asksForCall,
  done,
}: {
  uri: string
  sku: string
  asksForCall: boolean
  /** What somebody who comes back from the form reads; null for others. */
  done: string | null
}) {
  const [isOpen, setIsOpen] = useState(false)
  if (done !== null) {
    return (
      <p id="notify-me" role="status">
        {done}
      </p>
    )
  }
  const link = (
    <a
      className="button button--wide"
      href={notifyMePath(uri)}
      onClick={(event) => {
        event.preventDefault()
        setIsOpen(true)
      }}
    >
      Tell me when it is back
    </a>
  )
  return isOpen ? (
    <Suspense fallback={link}>
      <NotifyMe uri={uri} sku={sku} asksForCall={asksForCall} takesFocus />
    </Suspense>
  ) : (
    link
  )
}
