import { useEffect, useState } from 'react'
import { centsOf } from '../../../platform/money.ts'
import { callApi, type ApiCall } from '../../../ui/browser/api.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { addedStore } from './added-product.ts'
import { cartStore } from './cart-state.ts'
import styles from './added-sheet.module.css'

type Related = ApiCall<'GET', '/api/cart/goes-with'>['answer']['products']

const close = () => addedStore.set(null)

/** After adding on a small screen: what was added, where to go on, and what goes with it. Fetched with the first product. */
export default function AddedSheet() {
  const added = useStore(addedStore)
  const cart = useStore(cartStore).cart
  const sku = added?.sku ?? null
  const [related, setRelated] = useState<{ readonly of: string; readonly products: Related } | null>(null)
  useEffect(() => {
    if (sku === null) return undefined
    const request = new AbortController()
    void callApi('GET', '/api/cart/goes-with', { query: { sku }, signal: request.signal }).then((answer) => {
      // Without an answer the sheet is complete: nobody came for these.
      if (answer.ok) setRelated({ of: sku, products: answer.value.products })
    })
    return () => request.abort()
  }, [sku])
  if (added === null) return null
  const inCart = new Set(cart?.products.map((line) => line.sku))
  const others = related?.of === sku ? related.products.filter((one) => !inCart.has(one.sku)) : []
  return (
    <Dialog title="Added to your cart" type="leftAligned" onClose={close}>
      <div className={styles.added}>
        <Picture src={added.image} alt="" width={64} height={64} loading="eager" />
        <p key={added.at} role="status">
          <b>{added.title}</b> <span className="visually-hidden">Added to your cart.</span>
          <span className={styles.soft}>
            {added.quantity} in your cart{cart === null ? '' : ` · ${formatPrice(centsOf(cart.subTotal))} in total`}
          </span>
        </p>
      </div>
      <div className={styles.buttons}>
        <a className="button button--wide" href="/customer/checkout" onClick={close}>
          Checkout
        </a>
        <a className="button button--quiet button--wide" href="/cart" onClick={close}>
          View cart
        </a>
      </div>
      {others.length > 0 && (
        <section aria-labelledby="goes-with" className={styles.related}>
          <h3 id="goes-with">Goes with it</h3>
          <ul>
            {others.map((one) => (
              <li key={one.sku}>
                <Picture src={one.picture} alt="" width={72} height={72} />
                <div>
                  <a href={productPath(one.uri)} onClick={close}>
                    {one.title}
                  </a>
                  {one.price !== null && <p>{formatPrice(centsOf(one.price))}</p>}
                </div>
                {one.price !== null && (
                  <form method="post" action="/cart" data-add-to-cart="">
                    <button className="button button--quiet" name="sku" value={one.sku}>
                      Add<span className="visually-hidden"> {one.title}</span>
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
