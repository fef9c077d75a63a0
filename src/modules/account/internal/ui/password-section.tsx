import { useState } from 'react'
import { Notice } from '../../../../ui/display/notice.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { callIdentity, clientId } from '../../../identity/ui/identity-calls.ts'
import { newPasswordCheck, NewPasswordField } from '../../../identity/ui/password-pages.tsx'
import { useProof } from '../../../identity/ui/prove-again.tsx'
import styles from '../../ui/account.module.css'

/** The current password is required with the new one; an account with a second factor needs that too. */
export function PasswordForm() {
  const { dialog, proveIdentity } = useProof()
  /** Each success is a new form: nothing of the old passwords stays in the page. */
  const [changes, setChanges] = useState(0)
  return (
    <section aria-labelledby="profile-password">
      {dialog}
      <h2 id="profile-password">Password</h2>
      {changes > 0 && (
        <Notice kind="success">Your password has been changed. You have been logged out of other browsers.</Notice>
      )}
      <div className={styles.form}>
        <Form
          key={changes}
          button="Change password"
          check={(typed) => ({
            ...(typed['current'] === '' ? { current: 'Please enter your current password' } : {}),
            ...newPasswordCheck(typed),
          })}
          send={async ({ current = '', password = '' }) => {
            const change = { clientId: clientId(), current, password }
            const answer = await proveIdentity(() => callIdentity('POST', 'changepassword', { body: change }))
            if (!answer.ok) return answer.problems
            setChanges((count) => count + 1)
            return null
          }}
        >
          {(_typed, problems) => (
            <>
              <Field
                id="current"
                name="current"
                type="password"
                label="Current password"
                autoComplete="current-password"
                error={problems['current']}
                required
              />
              <NewPasswordField error={problems['password']} />
            </>
          )}
        </Form>
      </div>
    </section>
  )
}

export function NoPassword() {
  return (
    <section aria-labelledby="profile-password">
      <h2 id="profile-password">Password</h2>
      <p>You do not have a password because you log in another way.</p>
      <div>
        <a className="button button--quiet" href="/account/forgot-password">
          Set a password by email
        </a>
      </div>
    </section>
  )
}
