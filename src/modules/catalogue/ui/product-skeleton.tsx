import { useLayoutEffect, useRef } from 'react'
import { navigationsStore } from '../../../ui/navigation/navigations.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { useIsSlow } from '../../../ui/browser/use-is-slow.ts'
import styles from './product-skeleton.module.css'

/** A placeholder in the proportions of a product page while it loads (SHELL-09). */
export function ProductSkeleton() {
  return (
    <div className={`page ${styles.product}`} role="status">
      <span className="visually-hidden">Loading product</span>
      <i className={`skeleton ${styles.picture}`} />
      <div className={styles.buy} aria-hidden="true">
        <i className={`skeleton ${styles.brand}`} />
        <i className={`skeleton ${styles.title}`} />
        <i className={`skeleton ${styles.title} ${styles.short}`} />
        <i className={`skeleton ${styles.line}`} />
        <i className={`skeleton ${styles.price}`} />
        <i className={`skeleton ${styles.button}`} />
        <i className={`skeleton ${styles.delivery}`} />
      </div>
    </div>
  )
}

/** In the place of the page that is being left, when the next one is a product's and takes longer than a moment. */
export function ProductOnItsWay() {
  const { target } = useStore(navigationsStore)
  const isSlow = useIsSlow(target !== null && /^\/p\/[^/]+$/.test(target))
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const main = place.current?.parentElement
    if (!isSlow || main == null) return undefined
    const { at } = navigationsStore.get()
    const left = window.scrollY
    main.dataset['onItsWay'] = ''
    window.scrollTo(0, 0)
    return () => {
      delete main.dataset['onItsWay']
      // Cancelled: back to the earlier position. Otherwise the router sets the scroll position of the new page.
      if (navigationsStore.get().at === at) window.scrollTo(0, left)
    }
  }, [isSlow])
  return (
    <div ref={place} className={styles.place}>
      {isSlow && (
        <>
          <h1 className="visually-hidden">Product</h1>
          <ProductSkeleton />
        </>
      )}
    </div>
  )
}
