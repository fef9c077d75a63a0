import { useState } from 'react'
import { centsOf } from '../../../../../platform/money.ts'
import { callApi } from '../../../../../ui/browser/api.ts'
import { Notice } from '../../../../../ui/display/notice.tsx'
import type { CartResponse } from '../../../../cart/cart.ts'
import { loadCart } from '../../../../cart/ui/cart-actions.ts'
import { productPath } from '../../../../catalogue/catalogue.ts'
import { formatPrice } from '../../../../pricing/pricing.ts'
import type { ProductSwap } from '../../product-swap.ts'
import { Picture } from '../../../../../ui/display/picture.tsx'
import styles from './product-swaps.module.css'

/** Replacements for a line that can no longer be bought, each accepted with one click. Loaded when there is such a line. */
export default function ProductSwaps({
  swaps,
  cart,
  onSwapped,
}: {
  swaps: readonly ProductSwap[]
  cart: CartResponse
  onSwapped: () => void
}) {
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** The new one first: a line is not lost for one that cannot be had either. */
  async function swap({ productCode, sku }: ProductSwap, quantity: number): Promise<void> {
    setBusy(productCode)
    setProblem(null)
    const added = await callApi('POST', '/api/cart/product/', { body: { sku, quantity } })
    const done = added.ok
      ? await callApi('DELETE', '/api/cart/product/:code', { params: { code: productCode } })
      : added
    if (!done.ok) setProblem(done.message)
    await loadCart()
    setBusy(null)
    onSwapped()
  }

  return (
    <>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {swaps.map((one) => {
        const line = cart.products.find(({ productCode }) => productCode === one.productCode)
        if (line === undefined) return null
        return (
          <section key={one.productCode} className={styles.swap} aria-label={`Instead of ${line.title}`}>
            <Picture src={one.image} alt="" width={56} height={56} loading="eager" />
            <p>
              <span className={styles.soft}>Instead of {line.title}</span>
              <a href={productPath(one.uri)} target="_blank" rel="noreferrer">
                {one.title}
              </a>
              {formatPrice(centsOf(one.price))}
            </p>
            <button
              type="button"
              className="button button--quiet"
              disabled={busy !== null}
              onClick={() => void swap(one, line.quantity)}
            >
              {busy === one.productCode ? 'Swapping...' : 'Swap'}
              <span className="visually-hidden">
                {' '}
                {line.title} for {one.title}
              </span>
            </button>
          </section>
        )
      })}
    </>
  )
}
