import type { Site } from '../site.ts'
import styles from './wordmark.module.css'

/** The brand's name set in its own type; the first word strong, the rest light. */
export function Wordmark({ site }: { site: Pick<Site, 'companyName' | 'theme'> }) {
  const [first, ...rest] = site.companyName.split(' ')
  return (
    <span className={styles.wordmark} data-theme={site.theme}>
      <b>{first}</b> {rest.join(' ')}
    </span>
  )
}
