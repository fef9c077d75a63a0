import type { SitemapEntry, SitemapSection } from '../sitemap.server.ts'
import styles from './sitemap-page.module.css'

/** Links to everything there is, by kind. */
export function SitemapPage({ sections }: { sections: readonly SitemapSection[] }) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Site map</h1>
      {sections.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <Entries entries={entries} />
        </section>
      ))}
    </div>
  )
}

function Entries({ entries }: { entries: readonly SitemapEntry[] }) {
  return (
    <ul>
      {entries.map(({ title, uri, below }) => (
        <li key={uri}>
          <a href={uri}>{title}</a>
          {below.length > 0 && <Entries entries={below} />}
        </li>
      ))}
    </ul>
  )
}
