import { useState } from 'react'
import type { Locality } from '../../geo.ts'
import { choosePlace } from '../../ui/place.ts'

/**
 * A place picker that stores the selection: its props, its error, and whether it is saving. A selection that could not be saved stays in
 * the field. It takes the focus where somebody has asked for it, which is where `onDone` is given.
 */
export function usePlaceChoice(onDone: (() => void) | null) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  async function pick(place: Locality): Promise<void> {
    setText(place.fullAddress)
    setIsSaving(true)
    const failed = await choosePlace(place._id)
    setIsSaving(false)
    setProblem(failed)
    if (failed === null) onDone?.()
  }

  return {
    problem,
    dismiss: () => setProblem(null),
    isSaving,
    field: {
      label: 'Delivery Postcode',
      placeholder: 'Enter delivery Postcode',
      shortest: 2,
      value: text,
      takesFocus: onDone !== null,
      onText: setText,
      onPick: (place: Locality) => void pick(place),
    },
  }
}
