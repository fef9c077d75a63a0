import { withQuery, type Route } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import { createZipCalls } from './zip-calls.ts'
import { chargeCalls } from './zip-charges.ts'
import { checkoutCalls, stateAt } from './zip-checkouts.ts'
import { openZipStore, type ZipCheckout } from './zip-store.ts'

/** Zip's checkouts and charges: the same paths, bodies, codes and strictness. */

export type Zip = ReturnType<typeof createZip>

export type ZipChoice = 'approve' | 'decline' | 'cancel' | 'refer'

export function createZip(options: { readonly ledger: Ledger; readonly apiKey: string; readonly shopUrl: string }) {
  const { ledger, apiKey, shopUrl } = options
  const store = openZipStore(ledger)
  const calls = createZipCalls({ ledger, store, apiKey })
  const checkouts = checkoutCalls({ calls, store, ledger, shopUrl })
  const charges = chargeCalls({ calls, store, ledger })
  const { setCheckout } = store
  const nowMs = () => ledger.now().getTime()
  const checkoutOf = (id: string) => store.checkoutById.get(id) as ZipCheckout | undefined

  const base = '/zip/merchant'
  const routes: Route[] = [
    { name: 'zip.checkouts', method: 'POST', path: `${base}/checkouts`, handle: checkouts.createCheckout },
    { name: 'zip.checkout-read', method: 'GET', path: `${base}/checkouts/{id}`, handle: checkouts.readCheckout },
    { name: 'zip.charges', method: 'POST', path: `${base}/charges`, handle: charges.createCharge },
    { name: 'zip.charge-list', method: 'GET', path: `${base}/charges`, handle: charges.listCharges },
    { name: 'zip.charge-read', method: 'GET', path: `${base}/charges/{id}`, handle: charges.readCharge },
    { name: 'zip.refunds', method: 'POST', path: `${base}/refunds`, handle: charges.createRefund },
  ]

  return {
    routes,
    checkoutOf: (id: string): ZipCheckout | null => checkoutOf(id) ?? null,
    isExpired: (checkout: ZipCheckout): boolean => stateAt(nowMs(), checkout) === 'expired',
    /** What the shopper chose on the hosted page. Answers where the browser goes. */
    choose(checkout: ZipCheckout, choice: ZipChoice): string {
      const states = { approve: 'approved', decline: 'declined', cancel: 'cancelled', refer: 'created' } as const
      const results = { approve: 'approved', decline: 'declined', cancel: 'cancelled', refer: 'referred' } as const
      if (checkout.state === 'created')
        setCheckout.run(states[choice], choice === 'approve' ? nowMs() : null, checkout.id)
      const after = checkoutOf(checkout.id) ?? checkout
      const result = after.state === 'created' ? results[choice] : after.state
      return withQuery(after.confirm_url, { result, checkoutId: after.id })
    },
  }
}
