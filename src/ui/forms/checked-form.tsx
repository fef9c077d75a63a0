import { useState, type FormEvent, type ReactNode } from 'react'
import type { Result } from '../../platform/result.ts'
import type { Problems, Refused, Typed } from '../../platform/forms/typed-form.ts'
import { Notice } from '../display/notice.tsx'
import styles from './checked-form.module.css'

/**
 * A form like any other before script; with script the rules that the server goes by answer at once, and focus goes to the first field
 * that has to be mended. Every field has its name as its id.
 */
export function CheckedForm({
  refused,
  read,
  label,
  button,
  children,
}: {
  refused: Refused | null
  read: (typed: Typed) => Result<unknown, Problems>
  label: string
  button: string
  children: (typed: Typed, problems: Problems) => ReactNode
}) {
  const typed = refused?.typed ?? {}
  const [problems, setProblems] = useState<Problems>(refused?.problems ?? {})

  function check(event: FormEvent<HTMLFormElement>): void {
    const form = event.currentTarget
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const checked = read(Object.fromEntries(fields) as Typed)
    if (checked.ok) return
    event.preventDefault()
    setProblems(checked.problem)
    const [first] = Object.keys(checked.problem)
    form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const { form: general, ...wrong } = problems
  return (
    <form id="write" method="post" className={styles.form} onSubmit={check} noValidate aria-labelledby="write-title">
      <h2 id="write-title">{label}</h2>
      {general !== undefined && <Notice kind="error">{general}</Notice>}
      {Object.keys(wrong).length > 0 && (
        <Notice kind="error">
          <p>Please fix these fields:</p>
          <ul className={styles.problems}>
            {Object.entries(wrong).map(([field, text]) => (
              <li key={field}>
                <a href={`#${field}`}>{text}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {children(typed, problems)}
      <button className="button">{button}</button>
    </form>
  )
}
