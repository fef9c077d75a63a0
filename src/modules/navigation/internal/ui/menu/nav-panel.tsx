import { DeliveryLocation } from '../../../../geo/ui/delivery-location.tsx'
import { telephone, type Site } from '../../../site.ts'
import { NavDropdown } from './nav-dropdown.tsx'
import { StoreDetails } from '../store-details.tsx'
import styles from './nav-panel.module.css'

/** The panels of the header's icons: the visitor's store, or contact details. Loaded on demand. */
export default function NavPanel({
  view,
  site,
  onClose,
}: {
  view: 'store' | 'contactUs'
  site: Site
  onClose: () => void
}) {
  return view === 'store' ? (
    <NavDropdown title="Your Store" onClose={onClose}>
      <StoreDetails />
      <DeliveryLocation titleId="store-location" shows="region" />
    </NavDropdown>
  ) : (
    <NavDropdown title="Contact us" onClose={onClose}>
      <p>{site.supportText}</p>
      <p>
        <a className={styles.phone} href={telephone(site.supportNumber)}>
          {site.supportNumber}
        </a>
      </p>
      <ul className={styles.links}>
        <li>
          <a href="/contact-us">Contact us</a>
        </li>
        <li>
          <a href="/ask-an-expert">Ask an expert</a>
        </li>
        {site.hasStores && (
          <li>
            <a href="/stores">Stores and opening hours</a>
          </li>
        )}
      </ul>
    </NavDropdown>
  )
}
