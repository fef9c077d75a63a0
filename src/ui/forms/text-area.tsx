import type { TextareaHTMLAttributes } from 'react'
import styles from './field.module.css'

/** A labelled field of several lines with its error beside it, tied together for assistive technology. */
export function TextArea({
  label,
  error,
  hint,
  id,
  ...area
}: {
  label: string
  error?: string | undefined
  hint?: string
  id: string
} & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const described = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`]
    .filter((one) => one !== '')
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={`${styles.input} ${styles.area}`}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
        {...area}
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
    </div>
  )
}
