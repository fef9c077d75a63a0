import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../../ui/browser/store.ts'
import { productPath } from '../catalogue.ts'
import { clearViewed, viewedStore, viewProduct, type Viewed } from '../product/viewed-products.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './recently-viewed.module.css'

const maxShown = 8

/** The products this browser has looked at, the last one first, without the one on the page. Shows nothing while there are none. */
export function RecentlyViewed({ current }: { current: Viewed | null }) {
  const viewed = useStore(viewedStore)
  const uri = current?.uri
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCleared, setIsCleared] = useState(false)

  // The address says which product it is; another object for the same one changes nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => viewProduct(current), [uri])

  const shown = viewed.filter((one) => one.uri !== uri).slice(0, maxShown)
  if (shown.length === 0 && !isCleared) return null
  return (
    <section className={styles.viewed} aria-labelledby="recently-viewed">
      <div>
        <h2 ref={heading} id="recently-viewed" tabIndex={-1}>
          Recently viewed
        </h2>
        {shown.length > 0 && (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              clearViewed()
              setIsCleared(true)
              heading.current?.focus()
            }}
          >
            Clear<span className="visually-hidden"> recently viewed</span>
          </button>
        )}
      </div>
      {isCleared && <p role="status">{shown.length === 0 && 'Cleared. Products you view next will show here.'}</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.uri}>
            <a href={productPath(one.uri)}>
              <Picture src={one.picture} alt="" width={160} height={160} />
              <span>{one.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
