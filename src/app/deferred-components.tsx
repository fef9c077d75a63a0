import { lazy, Suspense, useEffect, useState } from 'react'
import Analytics from '../modules/analytics/ui/analytics.tsx'
import { addedStore } from '../modules/cart/ui/added-product.ts'
import { productPath } from '../modules/catalogue/catalogue.ts'
import { SaveLinks } from '../modules/wishlists/ui/save-links.tsx'
import { useStore } from '../ui/browser/store.ts'
import { followPictures } from '../ui/navigation/picture-transition.ts'
import { keyInHead } from '../ui/third-parties/key-in-head.ts'
import { prepareForOffline } from './offline.ts'

const ExpressPay = lazy(() => import('../modules/checkout/ui/express-pay.tsx'))
const loadQuickView = () => import('./quick-view.tsx')
const QuickView = lazy(loadQuickView)
const AddedSheet = lazy(() => import('../modules/cart/ui/added-sheet.tsx'))

const isProduct = (path: string): boolean => /^\/p\/[^/]+\/?$/.test(path)

/**
 * What a page has when the browser has nothing else to do: who measures it, buttons of wallets where their key is in its head, and what
 * opens over it on first use.
 */
export default function DeferredComponents({ currency }: { currency: string }) {
  const added = useStore(addedStore)
  const [viewed, setViewed] = useState<string | null>(null)
  useEffect(prepareForOffline, [])
  useEffect(() => followPictures({ target: '#picture-1 img', leadsTo: isProduct }), [])
  useEffect(() => followQuickViews(setViewed), [])
  return (
    <>
      <Analytics currency={currency} />
      <SaveLinks />
      {/* By itself: while another part is fetched its dialog would close, and open again. */}
      <Suspense fallback={null}>
        {viewed !== null && <QuickView uri={viewed} onClose={() => setViewed(null)} />}
      </Suspense>
      <Suspense fallback={null}>
        {added !== null && <AddedSheet />}
        {keyInHead('googlePay') !== null && <ExpressPay />}
      </Suspense>
    </>
  )
}

/** Opens the product of a card's button; the cards show their buttons from now on. Returns what ends it. */
function followQuickViews(open: (uri: string) => void): () => void {
  const { dataset } = document.documentElement
  const onClick = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[data-quick-view]') : null
    if (button === null) return
    const uri = button.dataset['quickView'] ?? ''
    button.setAttribute('aria-busy', 'true')
    loadQuickView()
      // Without its code the card's own link leads further.
      .then(
        () => open(uri),
        () => location.assign(productPath(uri)),
      )
      .finally(() => button.removeAttribute('aria-busy'))
  }
  document.addEventListener('click', onClick)
  dataset['quickView'] = ''
  return () => {
    delete dataset['quickView']
    document.removeEventListener('click', onClick)
  }
}
