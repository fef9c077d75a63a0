import { lazy, Suspense, useEffect } from 'react'
import Analytics from '../modules/analytics/ui/analytics.tsx'
import { addedStore } from '../modules/cart/ui/added-product.ts'
import { SaveLinks } from '../modules/wishlists/ui/save-links.tsx'
import { useStore } from '../ui/browser/store.ts'
import { followPictures } from '../ui/navigation/picture-transition.ts'
import { keyInHead } from '../ui/third-parties/key-in-head.ts'
import { prepareForOffline } from './offline.ts'

const ExpressPay = lazy(() => import('../modules/checkout/ui/express-pay.tsx'))
const AddedSheet = lazy(() => import('../modules/cart/ui/added-sheet.tsx'))

const isProduct = (path: string): boolean => /^\/p\/[^/]+\/?$/.test(path)

/**
 * What a page has when the browser has nothing else to do: who measures it, buttons of wallets where their key is in its head, and what
 * opens over it on first use.
 */
export default function DeferredComponents({ currency }: { currency: string }) {
  const added = useStore(addedStore)
  useEffect(prepareForOffline, [])
  useEffect(() => followPictures({ target: '#picture-1 img', leadsTo: isProduct }), [])
  return (
    <>
      <Analytics currency={currency} />
      <SaveLinks />
      <Suspense fallback={null}>
        {added !== null && <AddedSheet />}
        {keyInHead('googlePay') !== null && <ExpressPay />}
      </Suspense>
    </>
  )
}
