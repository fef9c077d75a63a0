import { lazy, Suspense } from 'react'
import Analytics from '../modules/analytics/ui/analytics.tsx'
import { keyInHead } from '../ui/third-parties/key-in-head.ts'

const ExpressPay = lazy(() => import('../modules/checkout/ui/express-pay.tsx'))

/** What a page has when the browser has nothing else to do: who measures it, and buttons of wallets where their key is in its head. */
export default function DeferredComponents({ currency }: { currency: string }) {
  return (
    <>
      <Analytics currency={currency} />
      {keyInHead('googlePay') !== null && (
        <Suspense fallback={null}>
          <ExpressPay />
        </Suspense>
      )}
    </>
  )
}
