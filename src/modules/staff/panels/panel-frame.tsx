import type { ReactNode } from 'react'
import type { FieldError } from '../../../platform/result.ts'

/** What every panel has around it. Panels are plain pages with forms: they work without a line of script but the messages to their page. */

export type Where = 'product' | 'customers' | 'projects' | 'reminders' | 'stats'

/** What is typed into a form that was refused, and why. */
export type Refused = { readonly values: URLSearchParams; readonly faults: readonly FieldError[] }

export function PanelFrame({
  title,
  where,
  salesperson,
  notice,
  refused,
  children,
}: {
  title: string
  where: Where | null
  /** Null for those who do not sell, and for nobody. */
  salesperson: string | null
  notice: string | null
  refused: Refused | null
  children: ReactNode
}) {
  const ways = [
    ['customers', '/panel/customer', 'Customers'],
    ['projects', '/panel/project', 'Projects'],
    ['reminders', '/panel/reminders', 'Reminders'],
    ['stats', '/panel/reminders/stats', 'Statistics'],
  ] as const
  return (
    <>
      {salesperson !== null && (
        <nav aria-label="Panels">
          <ul>
            {ways.map(([name, path, text]) => (
              <li key={name}>
                <a
                  href={`${path}?salesperson=${encodeURIComponent(salesperson)}`}
                  aria-current={name === where ? 'page' : undefined}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main>
        <h1>{title}</h1>
        {notice !== null && (
          <p className="notice" role="status">
            {notice}
          </p>
        )}
        {refused !== null && (
          <div className="notice wrong" role="alert">
            <ul>
              {refused.faults.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {children}
      </main>
    </>
  )
}

/** A field of a form with its label; keeps what was typed when it is refused. */
export function Field({
  label,
  name,
  value = '',
  refused,
  type = 'text',
  hint,
  ...rest
}: {
  label: string
  name: string
  value?: string
  refused: Refused | null
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'datetime-local' | 'date' | 'number'
  hint?: string
  required?: boolean
  maxLength?: number
  min?: number
  max?: number
  inputMode?: 'decimal' | 'numeric'
}) {
  const fault = refused?.faults.find((one) => one.field === name)
  const id = `field-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        name={name}
        type={type}
        defaultValue={refused?.values.get(name) ?? value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault !== undefined || hint !== undefined ? `${id}-more` : undefined}
      />
      {(fault !== undefined || hint !== undefined) && (
        <small id={`${id}-more`} className={fault === undefined ? undefined : 'wrong'}>
          {fault?.message ?? hint}
        </small>
      )}
    </div>
  )
}

export function TextField({
  label,
  name,
  value = '',
  refused,
  maxLength,
}: {
  label: string
  name: string
  value?: string
  refused: Refused | null
  maxLength: number
}) {
  const fault = refused?.faults.find((one) => one.field === name)
  const id = `field-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={4}
        maxLength={maxLength}
        defaultValue={refused?.values.get(name) ?? value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-more`}
      />
      {fault !== undefined && (
        <small id={`${id}-more`} className="wrong">
          {fault.message}
        </small>
      )}
    </div>
  )
}

export const money = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Cents of what somebody typed: '$1,234.50'. Null for nothing, NaN for what is no amount. */
export function typedMoney(text: string | null): number | null {
  const bare = (text ?? '').replaceAll(/[\s$,]/g, '')
  if (bare === '') return null
  return /^\d{1,7}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) : Number.NaN
}
