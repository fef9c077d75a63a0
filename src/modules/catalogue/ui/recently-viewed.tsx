import { useEffect } from 'react'
import { createStore, useStore } from '../../../ui/browser/store.ts'
import { productPath } from '../catalogue.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './recently-viewed.module.css'

/** The stored data of a viewed product: enough for a link, and nothing that goes out of date, such as a price. */
export type Viewed = { readonly uri: string; readonly title: string; readonly picture: string }

const storageKey = 'recently-viewed'
const maxCached = 9
const maxShown = 8

const viewedStore = createStore<readonly Viewed[]>([])

/** The products this browser has looked at, the last one first, without the one on the page. Shows nothing while there are none. */
export function RecentlyViewed({ current }: { current: Viewed | null }) {
  const viewed = useStore(viewedStore)
  const uri = current?.uri

  useEffect(() => {
    const before = readViewed()
    const next = current === null ? before : [current, ...before.filter((one) => one.uri !== current.uri)]
    viewedStore.set(next.slice(0, maxCached))
    try {
      localStorage.setItem(storageKey, JSON.stringify(viewedStore.get()))
    } catch {
      // Full or forbidden: then nothing is remembered.
    }
    // The address says which product it is; another object for the same one changes nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [uri])

  const shown = viewed.filter((one) => one.uri !== uri).slice(0, maxShown)
  if (shown.length === 0) return null
  return (
    <section className={styles.viewed} aria-labelledby="recently-viewed">
      <h2 id="recently-viewed">Recently viewed</h2>
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

function readViewed(): Viewed[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isViewed) : []
  } catch {
    // An unreadable value was not written by the shop.
    return []
  }
}

function isViewed(value: unknown): value is Viewed {
  const { uri, title, picture } = (value ?? {}) as Record<string, unknown>
  return [uri, title, picture].every((one) => typeof one === 'string')
}
