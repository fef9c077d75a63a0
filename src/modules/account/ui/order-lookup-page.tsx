import { useRef, useState } from 'react'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { showsError } from '../../../ui/forms/form-error.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import account from './account.module.css'

const errorTexts = { orderNumber: 'Please enter your order number', email: 'Please enter a valid email address' }

/** Finds an order without an account, by the details in its confirmation. */
export function OrderLookupPage({ supportNumber }: { supportNumber: string }) {
  const [values, setValues] = useState({ orderNumber: '', email: '' })
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const isWrong = { orderNumber: values.orderNumber.trim() === '', email: !isStandardEmail(values.email.trim()) }

  async function look(): Promise<void> {
    setIsSubmitted(true)
    const first = (['orderNumber', 'email'] as const).find((name) => isWrong[name])
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`#${first}`)?.focus()
    setIsSending(true)
    setProblem(null)
    const answer = await callApi('POST', '/api/orders/lookup', { body: values })
    if (answer.ok) return location.assign(`/order/${answer.value.id}`)
    setIsSending(false)
    setProblem(answer.message)
  }

  const field = (name: keyof typeof values) => ({
    id: name,
    name,
    value: values[name],
    error: showsError(
      { isTouched: touched.has(name), isDirty: values[name] !== '', errors: { invalid: isWrong[name] } },
      'invalid',
      { isSubmitted },
    )
      ? errorTexts[name]
      : undefined,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    onBlur: () => setTouched(new Set([...touched, name])),
  })

  return (
    <div className={`page ${account.page}`}>
      <header>
        <h1>Look up an order</h1>
      </header>
      <form
        ref={form}
        className={account.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <p>Track your order, change its delivery day, pay the balance, cancel items or get your tax invoice.</p>
        {problem !== null && (
          <Notice kind="error">
            <p>{problem}</p>
          </Notice>
        )}
        <Field
          label="Order number"
          hint="It starts with W and is in your confirmation email."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          {...field('orderNumber')}
        />
        <Field
          label="Email address"
          hint="The one you used for your order."
          type="email"
          autoComplete="email"
          maxLength={320}
          {...field('email')}
        />
        <div className={account.actions}>
          <button type="submit" className="button" disabled={isSending}>
            {isSending ? 'Searching …' : 'Find my order'}
          </button>
          <a href="/account/orders">I have an account</a>
        </div>
        <noscript>
          <p>Please turn on JavaScript to look up your order, or call {supportNumber}.</p>
        </noscript>
      </form>
    </div>
  )
}
