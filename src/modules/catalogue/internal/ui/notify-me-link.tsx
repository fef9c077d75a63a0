import { lazy, Suspense, useState } from 'react'
import { notifyMePath } from '../../catalogue.ts'

const NotifyMe = lazy(() => import('../../ui/notify-me.tsx'))

/** Links to the back-in-stock form; with script the form opens here, and is loaded for it. */
export function NotifyMeLink({
  uri,
  sku,
  asksForCall,
  done,
}: {
  uri: string
  sku: string
  asksForCall: boolean
  /** The confirmation after the form was sent; null otherwise. */
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
      Notify me when it is back
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
