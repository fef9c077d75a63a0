import { lazy, Suspense, useEffect, useRef, useState } from 'react'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx'))

/**
 * Asks before a link leaves unsaved input (decision checkout-11); closing and reloading have the browser's own prompt. A link marked
 * data-no-warning is followed.
 */
export default function LeaveGuard({ isArmed, onLeave }: { isArmed: () => boolean; onLeave: () => void }) {
  const [address, setAddress] = useState<string | null>(null)
  const armed = useRef(isArmed)
  useEffect(() => {
    armed.current = isArmed
  })

  useEffect(() => {
    function ask(event: MouseEvent) {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element | null)?.closest('a')
      if (link == null || link.target !== '' || link.dataset['noWarning'] !== undefined || !armed.current()) return
      const url = new URL(link.href, location.href)
      const isLeaving = /^https?:$/.test(url.protocol) && url.pathname !== location.pathname
      if (!isLeaving) return
      event.preventDefault()
      setAddress(url.href)
    }
    // Before anybody follows the link.
    document.addEventListener('click', ask, { capture: true })
    return () => document.removeEventListener('click', ask, { capture: true })
  }, [])

  if (address === null) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog
        onLeave={() => {
          onLeave()
          // In the place of the entry that the dialog has laid over the page.
          location.replace(address)
        }}
        onStay={() => setAddress(null)}
      />
    </Suspense>
  )
}
