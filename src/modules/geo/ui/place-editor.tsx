import { useState } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { choosePlace } from './place.ts'
import { PlacePicker } from './place-picker.tsx'
import styles from './delivery-location.module.css'

/** Finds another place and keeps it; what could not be kept stays to be tried again. Fetched when somebody wants to change theirs. */
export default function PlaceEditor({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  return (
    <fieldset className={styles.editor} disabled={isSaving}>
      <PlacePicker
        label="Delivery Postcode"
        placeholder="Enter delivery Postcode"
        shortest={2}
        value={text}
        error={problem}
        takesFocus
        onText={setText}
        onPick={async (place) => {
          setText(place.fullAddress)
          setIsSaving(true)
          const failed = await choosePlace(place._id)
          setIsSaving(false)
          setProblem(failed)
          if (failed === null) onDone()
        }}
      />
      <button type="button" className={styles.close} aria-label="Close" onClick={onDone}>
        <Icon name="close" size={20} />
      </button>
    </fieldset>
  )
}
