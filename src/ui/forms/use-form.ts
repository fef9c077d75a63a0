import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { FieldMessages, Refused, Typed } from '../../platform/forms/typed-form.ts'
import { withMessage } from './with-message.ts'

export type FormRules = {
  /** What came back of a post. */
  refused?: Refused | null | undefined
  check?: ((typed: Typed, form: HTMLFormElement) => FieldMessages) | undefined
  /** Submits a valid form without leaving the page; returns its errors, or null. `form` is for a reset. */
  send?: ((typed: Typed, form: HTMLFormElement) => Promise<FieldMessages | null>) | undefined
}

/** Shows or clears the error of a field that checks itself. */
export type SetMessage = (field: string, message: string | null) => void

/** The state of a form: its errors, and whether it is being sent. */
export function useForm({ refused, check = () => ({}), send }: FormRules) {
  const [found, setFound] = useState<FieldMessages | null>(null)
  const messages = found ?? refused?.problems ?? {}
  const [isBusy, setIsBusy] = useState(false)
  // A second submit may arrive before the first is rendered.
  const isSending = useRef(false)

  function show(form: HTMLFormElement, problems: FieldMessages): void {
    // First the texts, then the focus: it is spoken with its error, and texts that come up later could move it below the header.
    flushSync(() => setFound(problems))
    const first = Object.keys(problems).find((name) => name !== 'form')
    if (first !== undefined) focusField(form, first)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget
    if (send !== undefined) event.preventDefault()
    if (isSending.current) return
    const typed = typedIn(form)
    const wrong = check(typed, form)
    if (Object.keys(wrong).length > 0) {
      event.preventDefault()
      return show(form, wrong)
    }
    if (send === undefined) return
    isSending.current = true
    setIsBusy(true)
    try {
      show(form, (await send(typed, form)) ?? {})
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  const setMessage: SetMessage = (field, message) => setFound((now) => withMessage(now ?? messages, field, message))

  return { messages, isBusy, submit, setMessage }
}

/** What is typed in a form; files are not. */
export const typedIn = (form: HTMLFormElement): Typed =>
  Object.fromEntries([...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'))

/**
 * Focuses a field by its name, or by its id where it has no name: what has a name is in the form's data, and a card's fields are not. A
 * closed part of the page around it is opened first. Its label comes into view with it, which the browser would leave below the header.
 */
export function focusField(root: ParentNode, field: string): void {
  const element =
    root.querySelector<HTMLInputElement>(`[name="${field}"]`) ?? root.querySelector<HTMLInputElement>(`[id="${field}"]`)
  element?.closest('details')?.setAttribute('open', '')
  element?.focus()
  element?.labels?.[0]?.scrollIntoView({ block: 'nearest' })
}
