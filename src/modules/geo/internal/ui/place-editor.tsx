import { Icon } from '../../../../ui/display/icons.tsx'
import { PlacePicker } from '../../ui/place-picker.tsx'
import { usePlaceChoice } from './use-place-choice.ts'
import styles from '../../ui/delivery-location.module.css'

/** Finds and stores another place. Loaded on demand. With null it was not asked for: it takes no focus, and is not closed. */
export default function PlaceEditor({ onDone }: { onDone: (() => void) | null }) {
  const { problem, isSaving, field } = usePlaceChoice(onDone)
  return (
    <fieldset className={styles.editor} disabled={isSaving}>
      <PlacePicker {...field} error={problem} />
      {onDone !== null && (
        <button type="button" className={styles.close} aria-label="Close" onClick={onDone}>
          <Icon name="close" size={20} />
        </button>
      )}
    </fieldset>
  )
}
