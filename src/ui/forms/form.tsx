import { useState, type FormEvent, type ReactNode } from 'react'
import type { FieldMessages, Refused, Typed } from '../../platform/forms/typed-form.ts'
import { Notice } from '../display/notice.tsx'
import styles from './form.module.css'

/**
 * A form that is posted to its own page before script. With script the rules that the server goes by answer at once, and focus goes to the
 * first field that has to be put right. Every field has its name as its id.
 */
export function Form({
  refused = null,
  check = () => ({}),
  send,
  title,
  button,
  children,
}: {
  /** What came back of a post. */
  refused?: Refused | null
  check?: (typed: Typed) => FieldMessages
  /** Submits a valid form without leaving the page; returns its errors, or null. */
  send?: (typed: Typed) => Promise<FieldMessages | null>
  /** The heading of a form that is one of several on a page: errors are listed above its fields. */
  title?: string
  button: string
  children: (typed: Typed, messages: FieldMessages) => ReactNode
}) {
  const [messages, setMessages] = useState<FieldMessages>(refused?.problems ?? {})
  const [isBusy, setIsBusy] = useState(false)

  function show(form: HTMLFormElement, found: FieldMessages): void {
    setMessages(found)
    const first = Object.keys(found).find((name) => name !== 'form')
    if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget
    if (send !== undefined) event.preventDefault()
    if (isBusy) return
    const typed = typedIn(form)
    const wrong = check(typed)
    if (Object.keys(wrong).length > 0) {
      event.preventDefault()
      return show(form, wrong)
    }
    if (send === undefined) return
    setIsBusy(true)
    const found = await send(typed)
    setIsBusy(false)
    show(form, found ?? {})
  }

  const { form: general } = messages
  const frame =
    title === undefined
      ? { className: styles.form }
      : { id: 'write', className: `${styles.form} ${styles.titled}`, 'aria-labelledby': 'write-title' }
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate {...frame}>
      {title !== undefined && <h2 id="write-title">{title}</h2>}
      {general !== undefined && (
        <Notice kind="error">
          <p className={styles.text}>{general}</p>
        </Notice>
      )}
      {title !== undefined && <FieldList messages={messages} />}
      {children(refused?.typed ?? {}, messages)}
      <button className={title === undefined ? 'button button--wide' : 'button'} aria-disabled={isBusy || undefined}>
        {isBusy ? 'Please wait …' : button}
      </button>
    </form>
  )
}

function typedIn(form: HTMLFormElement): Typed {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** All errors, each with a link to its field. */
function FieldList({ messages: { form: _general, ...wrong } }: { messages: FieldMessages }) {
  if (Object.keys(wrong).length === 0) return null
  return (
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
  )
}
