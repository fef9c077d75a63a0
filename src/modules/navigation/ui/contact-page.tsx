import { telephone, type Site } from '../site.ts'
import styles from './contact-page.module.css'

/** How to reach a person. */
export function ContactPage({
  supportNumber,
  supportText,
  hasStores,
}: Pick<Site, 'supportNumber' | 'supportText' | 'hasStores'>) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Contact us</h1>
      <p>
        Ask about a product, a delivery or an order you have placed. Have the model number or the order reference at
        hand: it makes the call short.
      </p>
      <p>
        {supportText}
        <br />
        <a className={styles.phone} href={telephone(supportNumber)}>
          {supportNumber}
        </a>
      </p>
      {hasStores && (
        <p>
          Or come and see us: <a href="/stores">stores and opening hours</a>.
        </p>
      )}
    </div>
  )
}

/** What the header's project icon leads to: projects are kept by the staff of a store, so this says whom to ask. */
export function ProjectPage({ supportNumber, hasStores }: Pick<Site, 'supportNumber' | 'hasStores'>) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Projects</h1>
      <p>
        A kitchen, a renovation or a whole building: our sales team keeps its appliances, prices and delivery stages
        together as one project.
      </p>
      <p>
        To start one, or to hear how yours is going, call
        <br />
        <a className={styles.phone} href={telephone(supportNumber)}>
          {supportNumber}
        </a>
      </p>
      {hasStores && (
        <p>
          Or sit down with us: <a href="/stores">stores and opening hours</a>.
        </p>
      )}
    </div>
  )
}
