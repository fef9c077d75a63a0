import { lazy, Suspense, useState } from 'react'
import { staticPath } from '../../../content/content.ts'

const StaticDialog = lazy(() => import('../../../content/ui/static-dialog.tsx'))

/** A text in a dialog over the page (CHK-10, decision checkout-28); without script, or with a modifier key, its own page. */
export function StaticLink({ name, title }: { name: string; title: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <a
        href={staticPath(name)}
        data-reload=""
        data-no-warning=""
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {title}
      </a>
      {isOpen && (
        <Suspense fallback={null}>
          <StaticDialog name={name} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
