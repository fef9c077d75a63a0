import { useLoaderData } from 'react-router'
import type { FieldError } from '../../../platform/result.ts'
import { useChangeCount } from '../records/use-change-count.ts'
import styles from './panel.module.css'

/** The typed values of a rejected form, and its errors. */
export type RejectedForm = {
  readonly values: Readonly<Record<string, string>>
  readonly errors: readonly FieldError[]
}

/** The state of one form, if it is the one that was rejected. */
export const formOf = (form: RejectedForm | null, intent: string): RejectedForm | null =>
  form?.values['intent'] === intent ? form : null

/** The key of a panel: each answer of the server is another one, so nothing typed before stays in it. */
export function useAnswerCount(form: unknown): number {
  return useChangeCount(useLoaderData()) + useChangeCount(form)
}

/** A form field with its label; keeps the typed value when the form is rejected. */
export function Field({
  label,
  name,
  value = '',
  form,
  type = 'text',
  hint,
  ...rest
}: {
  label: string
  name: string
  value?: string
  form: RejectedForm | null
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'datetime-local' | 'date' | 'number'
  hint?: string
  required?: boolean
  maxLength?: number
  min?: number
  max?: number
  inputMode?: 'decimal' | 'numeric'
}) {
  const error = form?.errors.find((one) => one.field === name)?.message
  const id = `field-${name}`
  const described = error !== undefined || hint !== undefined ? `${id}-more` : undefined
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        name={name}
        type={type}
        defaultValue={form?.values[name] ?? value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described}
      />
      {described !== undefined && (
        <small id={described} className={error === undefined ? undefined : styles['wrong']}>
          {error ?? hint}
        </small>
      )}
    </div>
  )
}

export function TextField({
  label,
  name,
  value = '',
  form,
  maxLength,
}: {
  label: string
  name: string
  value?: string
  form: RejectedForm | null
  maxLength: number
}) {
  const error = form?.errors.find((one) => one.field === name)?.message
  const id = `field-${name}`
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={4}
        maxLength={maxLength}
        defaultValue={form?.values[name] ?? value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-more`}
      />
      {error !== undefined && (
        <small id={`${id}-more`} className={styles['wrong']}>
          {error}
        </small>
      )}
    </div>
  )
}
