import { lazy, Suspense, useState } from 'react'
import Analytics from '../modules/analytics/ui/analytics.tsx'
import { addedStore } from '../modules/cart/ui/added-product.ts'
import { SaveLinks } from '../modules/wishlists/ui/save-links.tsx'
import { QuickViewButton } from '../modules/catalogue/ui/quick-view/quick-view-button.tsx'
import { useStore } from '../ui/browser/store.ts'
import { keyInHead } from '../ui/third-parties/key-in-head.ts'

const ExpressPay = lazy(() => import('../modules/checkout/ui/express-pay.tsx'))
const QuickView = lazy(() => import('./quick-view.tsx'))
const AddedSheet = lazy(() => import('../modules/cart/ui/added-sheet.tsx'))

/**
 * What a page has when the browser has nothing else to do: who measures it, buttons of wallets where their key is in its head, and what
 * opens over it on first use.
 */
export default function DeferredComponents({ currency }: { currency: string }) {
  const added = useStore(addedStore)
  const [looked, setLooked] = useState<string | null>(null)
  return (
    <>
      <Analytics currency={currency} />
      <SaveLinks />
      <QuickViewButton onOpen={setLooked} />
      <Suspense fallback={null}>
        {added !== null && <AddedSheet />}
        {looked !== null && <QuickView uri={looked} onClose={() => setLooked(null)} />}
        {keyInHead('googlePay') !== null && <ExpressPay />}
      </Suspense>
    </>
  )
}
