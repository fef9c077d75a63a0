import { useRef, type SyntheticEvent } from 'react'
import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import { showsError } from './form-error.ts'
import { typedIn, type SetMessage } from './use-form.ts'

/**
 * For a form whose fields show their errors once they were changed and left, not only when the form is sent (WIDG-14). `check` is the
 * form's; `fieldProps` are for each of its fields.
 */
export function useDueErrors(check: (typed: Typed) => FieldMessages) {
  const isSubmitted = useRef(false)
  const touched = useRef(new Set<string>())

  function show({ name, value, form }: HTMLInputElement, setMessage: SetMessage): void {
    const errors = form === null ? {} : check(typedIn(form))
    const control = { isTouched: touched.current.has(name), isDirty: value !== '', errors }
    const isShown = showsError(control, name, { isSubmitted: isSubmitted.current })
    setMessage(name, isShown ? (errors[name] ?? null) : null)
  }

  return {
    check(typed: Typed): FieldMessages {
      isSubmitted.current = true
      return check(typed)
    },
    fieldProps: (setMessage: SetMessage) => ({
      onChange: ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => show(currentTarget, setMessage),
      onBlur({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
        touched.current.add(currentTarget.name)
        show(currentTarget, setMessage)
      },
    }),
  }
}
