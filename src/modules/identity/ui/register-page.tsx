import { useState } from 'react'
import { EmailField } from '../internal/ui/email-field.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { shortestPassword } from '../internal/password-rules.ts'
import { cleanRegistration, registrationErrors, registrationTexts, type Registration } from '../registration.ts'
import { captchaField } from '../captcha.ts'
import { CaptchaBox } from './captcha.tsx'
import { callIdentity, clientId } from './identity-calls.ts'
import { NameFields } from './name-fields.tsx'
import { messagesOf, type Refused, type Typed } from '../../../platform/forms/typed-form.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { IdentityCard } from './identity-card.tsx'
import styles from './identity-pages.module.css'

export function registrationOf(typed: Typed): Registration {
  const { email = '', password = '', firstName = '', lastName = '', phone = '', ABN = '' } = typed
  return { email, password, firstName, lastName, phone, ABN }
}

export function RegisterPage({
  asksForAbn,
  phoneExample,
  refused,
  isDone: wasDone,
}: {
  asksForAbn: boolean
  phoneExample: string
  refused: Refused | null
  isDone: boolean
}) {
  const [isDone, setIsDone] = useState(wasDone)
  if (isDone) {
    return (
      <IdentityCard title="Create an account">
        <Notice kind="success">{registrationTexts.done}</Notice>
        <a className="button" href="/account/login" data-reload="">
          Log in
        </a>
      </IdentityCard>
    )
  }
  return (
    <IdentityCard title="Create an account" isWide>
      <p className={styles.soft}>
        One account for all our shops. Already have one? <a href="/account/login">Log in</a>
      </p>
      <Form
        button="Create account"
        refused={refused}
        check={(typed) => messagesOf(registrationErrors(registrationOf(typed), { asksForAbn }))}
        send={async (typed) => {
          const body = { ...cleanRegistration(registrationOf(typed)), clientId: clientId() }
          const captcha = typed[captchaField] ?? ''
          const query = captcha === '' ? {} : { captchaToken: captcha }
          const answer = await callIdentity('POST', 'register', { query, body })
          if (!answer.ok) return answer.problems
          setIsDone(true)
          return null
        }}
      >
        {(typed, problems) => (
          <>
            <NameFields firstName={typed['firstName']} lastName={typed['lastName']} problems={problems} />
            <div className={styles.pair}>
              <EmailField id="email" typed={typed} problems={problems} />
              <Field
                id="phone"
                name="phone"
                type="tel"
                label="Phone"
                autoComplete="tel"
                inputMode="tel"
                placeholder={phoneExample}
                defaultValue={typed['phone']}
                error={problems['phone']}
                required
              />
            </div>
            <Field
              id="ABN"
              name="ABN"
              label={asksForAbn ? 'ABN' : 'ABN (optional, for businesses)'}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={typed['ABN']}
              error={problems['ABN']}
              required={asksForAbn}
            />
            <Field
              id="password"
              name="password"
              type="password"
              label="Password"
              autoComplete="new-password"
              hint={`At least ${shortestPassword} characters; 15 or more are better. A few words in a row work well.`}
              error={problems['password']}
              required
            />
            <CaptchaBox />
          </>
        )}
      </Form>
    </IdentityCard>
  )
}
