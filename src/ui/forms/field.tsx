import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './field.module.css'

/** A labelled input with its error beside it, tied together for assistive technology. */
export function Field({
  label,
  error,
  hint,
  after,
  id,
  ...input
}: {
  label: string
  error?: string | undefined
  hint?: ReactNode
  after?: ReactNode
  id: string
} & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const described = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`]
    .filter((one) => one !== '')
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
        {...input}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {after}
    </div>
  )
}
