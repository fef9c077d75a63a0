import { telephone, type Site } from '../../../navigation/site.ts'
import { Wordmark } from '../../../navigation/ui/wordmark.tsx'
import styles from './checkout-header.module.css'

/** The simplified header of the checkout (CHK-11 to CHK-16): back, logo, help; 48 px at every width. */
export function CheckoutHeader({ site }: { site: Site }) {
  return (
    <header className={styles.header}>
      <div className={`page ${styles.row}`}>
        <a className={styles.back} href="/" data-reload="">
          <span className={styles.wide}>Continue Shopping</span>
          <span className={styles.narrow}>Back</span>
        </a>
        <a className={styles.logo} href="/" data-reload="" aria-label={`${site.companyName}, home`}>
          <Wordmark site={site} />
        </a>
        <a className={styles.help} href={telephone(site.supportNumber)}>
          <span className={styles.wide}>{site.supportText}</span>
          <span className={styles.narrow}>24/7</span> <b>{site.supportNumber}</b>
        </a>
      </div>
    </header>
  )
}
