import type { Country } from '../../../brands/apps.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PlacePicker } from './place-picker.tsx'
import { usePlaceChoice } from '../internal/ui/use-place-choice.ts'
import styles from './place-dialog.module.css'

/** Asks for the location once; listing, product page, cart and checkout then all show dates and prices for it. */
export default function PlaceDialog({ country, onClose }: { country: Country; onClose: () => void }) {
  const { problem, dismiss, field } = usePlaceChoice(onClose)
  return (
    <Dialog
      title="Set Your Delivery Location"
      type="leftAligned"
      size="small"
      errors={problem === null ? [] : [problem]}
      onDismissError={dismiss}
      onClose={onClose}
    >
      <div className={styles.body}>
        <p>
          Dates and delivery prices depend on where you are.{' '}
          {country === 'NZ' ? 'Enter a suburb, town or postcode.' : 'Enter a postcode or suburb.'}
        </p>
        <PlacePicker {...field} />
      </div>
    </Dialog>
  )
}
