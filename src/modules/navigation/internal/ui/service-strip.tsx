import { telephone, type Site } from '../../site.ts'
import styles from './service-strip.module.css'

/** The line above the header: what the shop promises, and how it is reached. */
export function ServiceStrip({ site }: { site: Site }) {
  return (
    <div className={styles.strip} data-strip={site.header.strip}>
      <div className={`page ${styles.row}`}>
        <ul className={styles.promises}>
          {site.service.map((promise) => (
            <li key={promise}>{promise}</li>
          ))}
        </ul>
        {site.hasStores && <a href="/stores">Stores</a>}
        <a href={telephone(site.supportNumber)}>{site.supportNumber}</a>
      </div>
    </div>
  )
}
