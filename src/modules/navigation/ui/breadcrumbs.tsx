import { crumbAddress, type Crumb } from '../../catalogue/catalogue.ts'
import styles from './breadcrumbs.module.css'

/** Breadcrumbs from Home to this page; nothing without a trail (CRUMB-01, CRUMB-03, CRUMB-04). */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  if (trail.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className={`page ${styles.nav}`}>
      <ol className={styles.list}>
        <li>
          <a href="/">Home</a>
        </li>
        {trail.map((crumb) => {
          const address = crumbAddress(crumb)
          return (
            <li key={crumb.title}>
              {address === null ? <span aria-current="page">{crumb.title}</span> : <a href={address}>{crumb.title}</a>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
