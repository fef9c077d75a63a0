import { useEffect, useSyncExternalStore } from 'react'
import { centsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { forMembersStore, type ForMembersProps } from '../../pricing/ui/for-members.tsx'
import { VolumePrices } from '../../pricing/ui/volume-prices.tsx'
import { Price } from '../../pricing/ui/price.tsx'
import type { Offer } from '../../pricing/pricing.ts'
import type { MemberPriceResponse } from '../product/product-responses.ts'
import styles from './product-parts.module.css'

/** Prices and buttons for members where shared pages have none (decision pricing-09). Loaded for members of such an app only. */

export function showMemberPrices(): void {
  forMembersStore.set({ Part: MemberPart })
}

/** The price of a product, or the form that adds it to the cart; what everyone else sees until the price is known. */
function MemberPart({ uri, price: shown, label, children }: ForMembersProps) {
  const price = useMemberPrice(uri)
  if (price === null) return children
  if (shown !== undefined) {
    const offer = offerOf(price)
    const rules = { ...shown.rules, hidesPrices: false, instalments: null }
    if (offer.price === null) return children
    return (
      <>
        <Price uri={uri} offer={offer} rules={rules} size={shown.size} />
        {shown.size === 'page' && (
          <div className={styles.offers}>
            <VolumePrices prices={price.volumePrices.map((one) => ({ ...one, price: centsOf(one.price) }))} />
          </div>
        )}
      </>
    )
  }
  return price.canBeBought ? (
    <form method="post" action="/cart" data-add-to-cart="">
      <button className="button button--wide" name="sku" value={price.sku}>
        {label}
      </button>
    </form>
  ) : (
    children
  )
}

function offerOf({ price, rrp, lineDiscount, altPriceMsg }: MemberPriceResponse): Offer {
  return {
    price: price === null ? null : centsOf(price),
    rrp: rrp === null ? null : centsOf(rrp),
    ...(lineDiscount === 0 ? {} : { lineDiscount: centsOf(lineDiscount) }),
    ...(altPriceMsg === null ? {} : { altPriceMsg }),
  }
}

const prices = createStore<ReadonlyMap<string, MemberPriceResponse>>(new Map())

/** The member's price of a product; null until it is known, and for a product that is not sold. */
function useMemberPrice(uri: string): MemberPriceResponse | null {
  useEffect(() => request(uri), [uri])
  const read = () => prices.get().get(uri) ?? null
  return useSyncExternalStore(prices.subscribe, read, read)
}

const requested = new Set<string>()
let waiting: string[] = []
const maxAtOnce = 100

/** Products that are shown together are asked for together. */
function request(uri: string): void {
  if (requested.has(uri)) return
  requested.add(uri)
  if (waiting.push(uri) === 1) setTimeout(load)
}

function load(): void {
  const uris = waiting
  waiting = []
  for (let from = 0; from < uris.length; from += maxAtOnce) void loadSome(uris.slice(from, from + maxAtOnce))
}

async function loadSome(uri: readonly string[]): Promise<void> {
  const answer = await callApi('GET', '/api/account/prices', { query: { uri } })
  if (!answer.ok) return
  prices.set(new Map([...prices.get(), ...answer.value.prices.map((price) => [price.uri, price] as const)]))
}
