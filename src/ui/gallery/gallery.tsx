import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** One page of the gallery: a block in all its states. */
export type GalleryPage = { readonly name: string; readonly title: string; readonly states: () => ReactNode }

const address = (name: string) => `/dev/ui/${name}`

/** The building blocks with their states side by side, for development and tests. Never in production. */
export function Gallery({ pages, current }: { pages: readonly GalleryPage[]; current: GalleryPage | null }) {
  const States = current?.states
  return (
    <div className={`page ${styles.gallery}`}>
      <nav className={styles.pages} aria-label="Building blocks">
        <a href="/dev/ui" aria-current={current === null ? 'page' : undefined}>
          All
        </a>
        {pages.map(({ name, title }) => (
          <a key={name} href={address(name)} aria-current={name === current?.name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div className={styles.states}>
        <h1>{current?.title ?? 'Building blocks'}</h1>
        {States === undefined ? (
          <ul className={styles.all}>
            {pages.map(({ name, title }) => (
              <li key={name}>
                <a href={address(name)}>{title}</a>
              </li>
            ))}
          </ul>
        ) : (
          <States key={current?.name} />
        )}
      </div>
    </div>
  )
}

/** One state of a block, with its name. */
export function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.state} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** States that are small enough to be shown beside each other. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
