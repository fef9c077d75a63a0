import { useState } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { choosePlace } from './place.ts'
import { PlacePicker } from './place-picker.tsx'
import styles from './place-dialog.module.css'

/** Asks for the suburb once; listing, product page, cart and checkout then all show dates and prices for it. */
export default function PlaceDialog({ country, onClose }: { country: Country; onClose: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Dialog
      title="Set Your Delivery Location"
      type="leftAligned"
      size="small"
      errors={problem === null ? [] : [problem]}
      onDismissError={() => setProblem(null)}
      onClose={onClose}
    >
      <div className={styles.body}>
        <p>
          Dates and delivery prices depend on where you are.{' '}
          {country === 'NZ' ? 'Enter a suburb, town or postcode.' : 'Enter a postcode or suburb.'}
        </p>
        <PlacePicker
          label="Delivery Postcode"
          placeholder="Enter delivery Postcode"
          shortest={2}
          value={text}
          takesFocus
          onText={setText}
          onPick={async (place) => {
            setText(place.fullAddress)
            const failed = await choosePlace(place._id)
            setProblem(failed)
            if (failed === null) onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
