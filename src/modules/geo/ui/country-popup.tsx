import { useEffect, useState } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { asksAboutCountry } from '../internal/ui/country-prompt.ts'
import styles from './country-popup.module.css'

const names = { AU: ['Australia', 'Australian'], NZ: ['New Zealand', 'New Zealand'] } as const

/** Offers the site of the country the visitor seems to be in, at most once a day; Escape, the close icon and a click beside it mean staying. */
export default function CountryPopup({ country, address }: { country: Country; address: string }) {
  const [isOpen, setIsOpen] = useState(false)
  // Asking records it, so it must not happen during rendering, which may be discarded.
  useEffect(() => setIsOpen(asksAboutCountry(new Date())), [])
  if (!isOpen) return null
  const [name, adjective] = names[country]
  const stay = () => setIsOpen(false)
  return (
    <Dialog title={`Are you in ${name}?`} onClose={stay}>
      <div className={styles.body}>
        <p>
          It looks like you're in {name}. Would you like to visit our {adjective} site?
        </p>
        <a className="button" href={address} data-reload="">
          Visit {new URL(address).hostname}
        </a>
        <button type="button" className="button button--quiet" onClick={stay}>
          Stay on this site
        </button>
        <p className={styles.source}>
          <a href="https://db-ip.com">IP geolocation by DB-IP</a>
        </p>
      </div>
    </Dialog>
  )
}
