import type { Brand } from '../../brands/brands.ts'
import { standalonePage, Status, TryAgain, waitingForShop } from './standalone-page.server.tsx'

/** Stored by the service worker, and shown in the place of a page that could not be loaded. It knows nothing of that page or its visitor. */
export const offlinePath = '/offline'

export const offlinePage = (brand: Brand) =>
  standalonePage(brand, {
    title: 'You’re offline',
    behaviour: waitingForShop({ probe: '/livez', reloads: true }),
    children: (
      <>
        <p>
          We couldn’t reach the shop. Check your wi-fi or mobile data. This page opens by itself when you’re back
          online.
        </p>
        <ul>
          <li>Your cart is safe: it’s stored with us, not on this device.</li>
          <li>Pages that are open in other tabs can still be read.</li>
          <li>In a hurry? Call us on the number below.</li>
        </ul>
        <p className="actions">
          <TryAgain />
        </p>
        <Status />
      </>
    ),
  })
