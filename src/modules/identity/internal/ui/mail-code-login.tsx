import { useState } from 'react'
import { isStandardEmail } from '../../../../platform/text/email.ts'
import { EmailField } from './email-field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { identityTexts } from '../../error-texts.ts'
import { registrationTexts } from '../../registration.ts'
import { callIdentity } from '../../ui/identity-calls.ts'
import { beginLogin } from '../../ui/session.ts'
import { CodeField } from '../../ui/totp-setup.tsx'
import styles from '../../ui/identity-pages.module.css'
import { afterLogin } from './after-login.ts'
import { receiveLogin } from './receive-login.ts'

/** Logging in without a password: an address, then the code that was mailed to it (decision 0068). */
export function MailCodeLogin({ returnUrl, onLeave }: { returnUrl: string; onLeave: () => void }) {
  const [email, setEmail] = useState<string | null>(null)

  async function send(address: string) {
    const { captchaToken } = await import('../../ui/captcha.tsx')
    const nonce = await beginLogin()
    if (nonce === null) return { form: identityTexts.fallback }
    const body = { email: address, nonce, captchaToken: await captchaToken('login') }
    const answer = await callIdentity('POST', 'mailcode', { body })
    if (!answer.ok) return answer.problems
    setEmail(address)
    return null
  }

  async function logIn(address: string, code: string) {
    const answer = await callIdentity('POST', 'maillogin', { body: { email: address, code } })
    if (!answer.ok) return answer.problems
    if (!(await receiveLogin(answer.value))) return { form: identityTexts.fallback }
    location.replace(afterLogin(returnUrl))
    // The browser is navigating; the button stays disabled until the page is gone.
    return new Promise<never>(() => {})
  }

  return (
    <>
      {email === null ? (
        <Form
          button="Email me a code"
          check={({ email: typed = '' }): Record<string, string> =>
            isStandardEmail(typed) ? {} : { email: registrationTexts.email }
          }
          send={({ email: typed = '' }) => send(typed.trim().toLowerCase())}
        >
          {(typed, problems) => <EmailField id="code-email" typed={typed} problems={problems} />}
        </Form>
      ) : (
        <Form
          button="Log in"
          check={({ code = '' }): Record<string, string> =>
            code.trim() === '' ? { code: 'Please enter the code' } : {}
          }
          send={({ code = '' }) => logIn(email, code)}
        >
          {(_typed, problems) => (
            <>
              <p role="status">
                If {email} has an account that can log in this way, we have emailed it a six-digit code. It works for
                ten minutes.
              </p>
              <CodeField id="mail-code" label="Code from the email" error={problems['code']} />
            </>
          )}
        </Form>
      )}
      <p className={styles.ways}>
        {email !== null && (
          <button type="button" className="link-button" onClick={() => setEmail(null)}>
            Send another code
          </button>
        )}
        <button type="button" className="link-button" onClick={onLeave}>
          Use your password
        </button>
      </p>
    </>
  )
}
