import { useStore } from '../../../../ui/browser/store.ts'
import type { Card, CardRules } from '../../../catalogue/product/card.ts'
import { CardRow } from '../../../catalogue/ui/card-row.tsx'
import { useEstimates } from '../../../delivery/ui/estimates.ts'
import { placeStore } from '../../../geo/ui/place.ts'
import { cartStore } from '../../ui/cart-state.ts'

/** Related products for a cart, without those added since. */
export default function AlsoLike({ cards, rules }: { readonly cards: readonly Card[]; readonly rules: CardRules }) {
  const place = useStore(placeStore)
  const { cart } = useStore(cartStore)
  const estimates = useEstimates(cards.map(({ sku }) => sku))
  const there = new Set(cart?.products.map(({ sku }) => sku))
  const others = cards.filter(({ sku }) => !there.has(sku))
  // Releases the reserved space when there are none.
  if (others.length === 0) return <span hidden />
  return (
    <CardRow
      title="You may also like"
      cards={others}
      rules={rules}
      state={place?.state ?? null}
      estimates={estimates}
    />
  )
}
