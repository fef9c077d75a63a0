import { closedAlertKey } from '../../modules/content/alert-place.ts'
import { signedInKeys } from '../../modules/identity/ui/token-storage.ts'
import { barKey } from '../../modules/staff/staff.ts'

/** Runs right after the alert banner, before anything is painted, so that nothing moves. Storage that is blocked counts as empty. */
export default function beforePaint(): void {
  try {
    const banner = document.currentScript?.previousElementSibling as HTMLElement | null
    if (banner?.dataset['key'] === sessionStorage.getItem(closedAlertKey)) banner?.remove()
  } catch {}
  // The account bar comes later: for customers where they have one, for staff where they have worked before.
  try {
    const isSignedIn = signedInKeys.every((key) => localStorage.getItem(key))
    if (isSignedIn && (localStorage.getItem(barKey) || document.querySelector('meta[name=top-bar]')))
      document.documentElement.dataset['toolbar'] = ''
  } catch {}
}
