import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './field.module.css'

/** A labelled input with its error beside it, tied together for assistive technology. */
export function Field({
  label,
  error,
  hint,
  after,
  isAlert,
  id,
  ...input
}: {
  label: string
  error?: string | undefined
  hint?: ReactNode
  after?: ReactNode
  /** Whether the error is announced as it appears: the focus may be in the field already where a form has no other. */
  isAlert?: boolean
  id: string
} & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
        {...input}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role={isAlert ? 'alert' : undefined}>
          {error}
        </p>
      )}
      {after}
    </div>
  )
}
