import { useState } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { choosePlace, placeStore } from '../../geo/ui/place.ts'
import { PlacePicker } from '../../geo/ui/place-picker.tsx'
import { telephone, type Site } from '../site.ts'
import { NavDropdown } from './nav-dropdown.tsx'
import { StoreDetails } from './store-details.tsx'
import styles from './nav-panel.module.css'

/** What opens under the header's icons: the visitor's store, or ways to reach us. Fetched when it is asked for. */
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
      <LocationEditor />
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

/** Where things are delivered, which can be changed in place (NAV-07). */
function LocationEditor() {
  const place = useStore(placeStore)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className={styles.location}>
      <h3>Delivery location</h3>
      <p role="status">
        {place === null || place.localityId === null ? 'No suburb chosen' : `${place.suburb} ${place.postcode}`}
      </p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <PlacePicker
        label="Delivery Postcode"
        placeholder="Enter delivery Postcode"
        shortest={2}
        value={text}
        onText={setText}
        onPick={async (chosen) => {
          setText(chosen.fullAddress)
          const failed = await choosePlace(chosen._id)
          setProblem(failed)
          if (failed === null) setText('')
        }}
      />
    </div>
  )
}
