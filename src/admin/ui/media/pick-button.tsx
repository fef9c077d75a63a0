import { useState } from 'react'
import type { Picks } from '../../../platform/forms/field-array.ts'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { buttonClass } from '../controls/button.tsx'
import type { FileTile } from './file-tile.tsx'
import styles from './pick-button.module.css'
import { PickDialog } from './pick-dialog.tsx'
import { withPicked } from './picked-text.ts'

/** Takes a file of the media library into the field beside it. Without script there is only the field. */
export function PickButton({
  id,
  label,
  picks,
  thumbnail,
}: {
  /** Of the field's control. */
  id: string
  label: string
  picks: Picks
  thumbnail: string | null
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [picked, setPicked] = useState<string | null>(null)
  const hasScript = useHasScript()
  const isDocument = picks === 'document line'
  const shown = picked ?? thumbnail
  function take(tile: FileTile): void {
    const control = document.getElementById(id)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    const next = withPicked(picks, control.value, control.selectionEnd ?? control.value.length, tile)
    control.value = next.text
    control.setSelectionRange(next.at, next.at)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    if (picks === 'address') setPicked(tile.thumbnail)
  }
  if (shown === null && !hasScript) return null
  return (
    <p className={styles['pick']}>
      {shown !== null && <img src={shown} alt="" className={styles['thumbnail']} loading="lazy" />}
      {hasScript && (
        <button type="button" className={buttonClass('small')} onClick={() => setIsOpen(true)}>
          {isDocument ? 'Choose from the library' : 'Choose a picture'}
          <span className="visually-hidden"> for {label}</span>
        </button>
      )}
      {isOpen && (
        <PickDialog
          type={isDocument ? 'document' : 'picture'}
          onClose={() => setIsOpen(false)}
          onPick={([tile]) => tile !== undefined && take(tile)}
        />
      )}
    </p>
  )
}
