import { useRef, useState, type FormEvent } from 'react'
import type { FieldMessages, Refused, Typed } from '../../platform/forms/typed-form.ts'
import { showsError } from './form-error.ts'

export type FormRules = {
  /** What came back of a post. */
  refused?: Refused | null | undefined
  check?: ((typed: Typed) => FieldMessages) | undefined
  /** Whether the error of a field shows when it is changed and left, not only when the form is sent (WIDG-14). */
  checksOnBlur?: boolean | undefined
  /** Submits a valid form without leaving the page; returns its errors, or null. */
  send?: ((typed: Typed) => Promise<FieldMessages | null>) | undefined
}

/** Shows or clears the error of a field that checks itself. */
export type SetMessage = (field: string, message: string | null) => void

/** The state of a form: its errors, and whether it is being sent. */
export function useForm({ refused = null, check = () => ({}), checksOnBlur = false, send }: FormRules) {
  const [found, setFound] = useState<FieldMessages | null>(null)
  const messages = found ?? refused?.problems ?? {}
  const [isBusy, setIsBusy] = useState(false)
  // A second submit may arrive before the first is rendered.
  const isSending = useRef(false)
  const isSubmitted = useRef(false)
  const touched = useRef(new Set<string>())

  function show(form: HTMLFormElement, problems: FieldMessages): void {
    setFound(problems)
    const first = Object.keys(problems).find((name) => name !== 'form')
    if (first !== undefined) focusField(form, first)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    const form = event.currentTarget
    if (send !== undefined) event.preventDefault()
    if (isSending.current) return
    isSubmitted.current = true
    const typed = typedIn(form)
    const wrong = check(typed)
    if (Object.keys(wrong).length > 0) {
      event.preventDefault()
      return show(form, wrong)
    }
    if (send === undefined) return
    isSending.current = true
    setIsBusy(true)
    try {
      show(form, (await send(typed)) ?? {})
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  function showDue(form: HTMLFormElement): void {
    const typed = typedIn(form)
    const errors = check(typed)
    const isDue = (field: string): boolean =>
      showsError({ isTouched: touched.current.has(field), isDirty: typed[field] !== '', errors }, field, {
        isSubmitted: isSubmitted.current,
      })
    const { form: general } = messages
    setFound({
      ...(general === undefined ? {} : { form: general }),
      ...Object.fromEntries(Object.entries(errors).filter(([field]) => isDue(field))),
    })
  }

  const setMessage: SetMessage = (field, message) =>
    setFound((now) => {
      const { [field]: _old, ...others } = now ?? messages
      return message === null ? others : { ...others, [field]: message }
    })

  return {
    messages,
    isBusy,
    submit,
    setMessage,
    onChange(event: FormEvent<HTMLFormElement>) {
      if (checksOnBlur) showDue(event.currentTarget)
    },
    onBlur({ currentTarget, target }: FormEvent<HTMLFormElement>) {
      touched.current.add((target as HTMLInputElement).name)
      if (checksOnBlur) showDue(currentTarget)
    },
  }
}

function typedIn(form: HTMLFormElement): Typed {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** A card's fields have ids only: what has a name is in the form's data. */
function focusField(form: HTMLFormElement, field: string): void {
  const element =
    form.querySelector<HTMLElement>(`[name="${field}"]`) ?? form.querySelector<HTMLElement>(`[id="${field}"]`)
  element?.closest('details')?.setAttribute('open', '')
  element?.focus()
}
