import type { FieldMessages, Typed } from '../../../platform/forms/typed-form.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { useDueErrors } from '../../../ui/forms/due-errors.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import account from './account.module.css'

const lookupProblems = ({ orderNumber = '', email = '' }: Typed): FieldMessages => ({
  ...(orderNumber.trim() === '' ? { orderNumber: 'Please enter your order number' } : {}),
  ...(isStandardEmail(email.trim()) ? {} : { email: 'Please enter a valid email address' }),
})

async function findOrder({ orderNumber = '', email = '' }: Typed): Promise<FieldMessages> {
  const answer = await callApi('POST', '/api/orders/lookup', { body: { orderNumber, email } })
  if (!answer.ok) return { form: answer.message }
  location.assign(`/order/${answer.value.id}`)
  // The browser is navigating; the button stays disabled until the page is gone.
  return new Promise(() => {})
}

/** Finds an order without an account, by the details in its confirmation. */
export function OrderLookupPage({ supportNumber }: { supportNumber: string }) {
  const { check, fieldProps } = useDueErrors(lookupProblems)
  return (
    <div className={`page ${account.page}`}>
      <header>
        <h1>Look up an order</h1>
      </header>
      <Form className={account.form} check={check} send={findOrder}>
        {(_typed, problems, setMessage) => (
          <>
            <p>Track your order, change its delivery day, pay the balance, cancel items or get your tax invoice.</p>
            <Field
              id="orderNumber"
              name="orderNumber"
              label="Order number"
              hint="It starts with W and is in your confirmation email."
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              error={problems['orderNumber']}
              {...fieldProps(setMessage)}
            />
            <Field
              id="email"
              name="email"
              label="Email address"
              hint="The one you used for your order."
              type="email"
              autoComplete="email"
              maxLength={320}
              error={problems['email']}
              {...fieldProps(setMessage)}
            />
            <div className={account.actions}>
              <SubmitButton busyText="Searching …">Find my order</SubmitButton>
              <a href="/account/orders">I have an account</a>
            </div>
            <noscript>
              <p>Please turn on JavaScript to look up your order, or call {supportNumber}.</p>
            </noscript>
          </>
        )}
      </Form>
    </div>
  )
}
