import { useState } from 'react'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { EmailField } from '../internal/ui/email-field.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { passwordProblem, shortestPassword } from '../internal/password-rules.ts'
import { registrationTexts } from '../registration.ts'
import { callIdentity, clientId } from './identity-calls.ts'
import type { FieldMessages, Refused } from '../../../platform/forms/typed-form.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { IdentityCard } from './identity-card.tsx'

export const forgottenText =
  'If there is an account with this address, we have emailed it a link. It works for 30 minutes.'

export function ForgotPasswordPage({ refused, isDone: wasDone }: { refused: Refused | null; isDone: boolean }) {
  const [isDone, setIsDone] = useState(wasDone)
  return (
    <IdentityCard title="Forgot your password?">
      {isDone ? (
        <Notice kind="success">{forgottenText}</Notice>
      ) : (
        <>
          <p>Enter your email and we will send you a link to choose a new password.</p>
          <Form
            button="Send the link"
            refused={refused}
            check={({ email = '' }): FieldMessages =>
              isStandardEmail(email) ? {} : { email: registrationTexts.email }
            }
            send={async ({ email = '' }) => {
              const body = { clientId: clientId(), email: email.trim().toLowerCase() }
              const answer = await callIdentity('POST', 'forgotpassword', { body })
              if (!answer.ok) return answer.problems
              setIsDone(true)
              return null
            }}
          >
            {(typed, problems) => <EmailField id="email" typed={typed} problems={problems} />}
          </Form>
        </>
      )}
      <p>
        <a href="/account/login">Back to log in</a>
      </p>
    </IdentityCard>
  )
}

export function ResetPasswordPage({
  token,
  refused,
  isDone: wasDone,
}: {
  token: string
  refused: Refused | null
  isDone: boolean
}) {
  const [isDone, setIsDone] = useState(wasDone)
  return (
    <IdentityCard title="Choose a new password">
      {isDone ? (
        <>
          <Notice kind="success">Your password has been changed. Please log in with the new one.</Notice>
          <a className="button" href="/account/login" data-reload="">
            Log in
          </a>
        </>
      ) : (
        <>
          <p>This logs you out of this browser and all others.</p>
          <Form
            button="Change password"
            refused={refused}
            check={newPasswordCheck}
            send={async ({ password = '' }) => {
              const answer = await callIdentity('POST', 'resetpassword', { body: { token, password } })
              if (!answer.ok) return answer.problems
              setIsDone(true)
              return null
            }}
          >
            {(_typed, problems) => <NewPasswordField error={problems['password']} />}
          </Form>
          <p>
            <a href="/account/forgot-password">Send me another link</a>
          </p>
        </>
      )}
    </IdentityCard>
  )
}

export function newPasswordCheck({ password = '' }: Readonly<Record<string, string>>): FieldMessages {
  const problem = passwordProblem(password)
  return problem === null ? {} : { password: problem }
}

export function NewPasswordField({ error }: { error: string | undefined }) {
  return (
    <Field
      id="password"
      name="password"
      type="password"
      label="New password"
      autoComplete="new-password"
      hint={`At least ${shortestPassword} characters; 15 or more are better. A few words in a row work well.`}
      error={error}
      required
    />
  )
}
