import { telephone, type Site } from '../site.ts'
import { Wordmark } from './header.tsx'
import { Links } from './links.tsx'
import styles from './footer.module.css'

export function Footer({ site }: { site: Site }) {
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.columns}`}>
        <div className={styles.about}>
          <Wordmark site={site} />
          <p>{site.tagline}.</p>
          <p>
            {site.supportText}
            <br />
            <a className={styles.phone} href={telephone(site.supportNumber)}>
              {site.supportNumber}
            </a>
          </p>
          <p>
            <a href="/contact-us">Contact us</a>
          </p>
          <p>
            <a href="/sale">Sale</a> · <a href="/promotions">Promotions</a>
          </p>
          {site.hasStores && (
            <p>
              <a href="/stores">Stores and opening hours</a>
            </p>
          )}
        </div>
        <nav aria-label="All categories">
          <h2>Shop</h2>
          <Links of={site.categories} className={styles.links} />
        </nav>
      </div>
      <div className={`page ${styles.small}`}>
        <p>Demonstration shop: products, prices, stores and orders are not real.</p>
        <p>
          Prices in {site.currency}, including GST. {site.companyName}.
        </p>
      </div>
    </footer>
  )
}
