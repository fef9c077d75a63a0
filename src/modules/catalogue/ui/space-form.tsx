import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { readMeasure, type Space } from '../product/fit.ts'
import { saveSpace } from './space.ts'
import styles from './space-form.module.css'

const fields = [
  { name: 'widthMm', label: 'Width' },
  { name: 'heightMm', label: 'Height' },
  { name: 'depthMm', label: 'Depth' },
  { name: 'clearanceMm', label: 'Air gap' },
] as const

const defaultClearance = 20

/**
 * The measurements of the shopper's space. Stored for every product of the same kind. Without script it belongs to the form of the list
 * around it, which reads the four fields as one filter (`readListingChoice`).
 */
export function SpaceForm({
  kind,
  space,
  button,
  action,
  onSpace,
  children,
}: {
  kind: string
  space: Space | null
  button: string
  /** The form's target without script. */
  action: string
  onSpace?: (space: Space) => void
  /** Hidden fields without script. */
  children?: ReactNode
}) {
  const id = useId()
  const [problems, setProblems] = useState<ReadonlySet<string>>(new Set())

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const typed = fields.map(({ name }) => {
      const input = form.elements.namedItem(`${id}-${name}`) as HTMLInputElement
      const value = readMeasure(input.value)
      return { name, input, value: value === 0 && name !== 'clearanceMm' ? null : value }
    })
    const wrong = typed.filter(({ value }) => value === null)
    setProblems(new Set(wrong.map(({ name }) => name)))
    if (wrong.length > 0) return wrong[0]?.input.focus()
    const next = Object.fromEntries(typed.map(({ name, value }) => [name, value])) as unknown as Space
    saveSpace(kind, next)
    onSpace?.(next)
  }

  return (
    <form
      // Reset when the space is cleared or restored from storage.
      key={JSON.stringify(space)}
      className={styles.form}
      method="get"
      action={action}
      onSubmit={apply}
      noValidate
      aria-label="Your space"
    >
      {children}
      {fields.map(({ name, label }) => (
        <label key={name} htmlFor={`${id}-${name}`}>
          {`${label} (mm)`}
          <input
            id={`${id}-${name}`}
            name="space"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={space?.[name] ?? (name === 'clearanceMm' ? defaultClearance : '')}
            aria-invalid={problems.has(name) || undefined}
            aria-describedby={problems.size > 0 ? `${id}-problem` : undefined}
          />
        </label>
      ))}
      {problems.size > 0 && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          Enter each measurement in millimetres, for example 900.
        </p>
      )}
      <div className={styles.actions}>
        <button className="button button--quiet">{button}</button>
        {space !== null && (
          <button type="button" className="link-button" onClick={() => saveSpace(kind, null)}>
            Clear measurements
          </button>
        )}
      </div>
    </form>
  )
}
