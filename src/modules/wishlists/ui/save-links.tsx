import { lazy, Suspense, useEffect, useState } from 'react'

const SaveDialog = lazy(() => import('./save-to-list.tsx'))

/** Opens the dialog for the links of every page that save a product. */
export function SaveLinks() {
  const [product, setProduct] = useState<{ readonly sku: string; readonly title: string } | null>(null)
  useEffect(() => {
    function ask(event: MouseEvent) {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-save-to-list]') : null
      if (link === null) return
      event.preventDefault()
      setProduct({ sku: link.dataset['saveToList'] ?? '', title: link.dataset['title'] ?? '' })
    }
    // Before the listener that follows links.
    document.addEventListener('click', ask, { capture: true })
    // Repeats a click that came before this (app/rendering/early-clicks.ts).
    document.documentElement.dataset['saves'] = ''
    return () => {
      delete document.documentElement.dataset['saves']
      document.removeEventListener('click', ask, { capture: true })
    }
  }, [])
  return product === null ? null : (
    <Suspense fallback={null}>
      <SaveDialog {...product} onClose={() => setProduct(null)} />
    </Suspense>
  )
}
