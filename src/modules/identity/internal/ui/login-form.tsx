import { useState } from 'react'
import { EmailField } from './email-field.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { isStandardEmail } from '../../../../platform/text/email.ts'
import { useHasScript } from '../../../../ui/browser/use-has-script.ts'
import { identityTexts } from '../../error-texts.ts'
import { registrationTexts } from '../../registration.ts'
import { identityOrigin } from '../../ui/identity-calls.ts'
import type { Typed } from '../../../../platform/forms/typed-form.ts'
import { Form } from '../../../../ui/forms/form.tsx'
import { MailCodeLogin } from './mail-code-login.tsx'
import { OtherWays } from './other-ways.tsx'
import { beginLogin } from '../../ui/session.ts'
import styles from '../../ui/identity-pages.module.css'

/** Email and password, or a code by mail. The tokens come back in the address's fragment, which needs script to read. */
export function LoginForm({
  returnUrl,
  problem,
  id = 'login',
}: {
  returnUrl: string
  problem: string | null
  id?: string
}) {
  const hasScript = useHasScript()
  const [isByMail, setByMail] = useState(false)
  if (isByMail) return <MailCodeLogin returnUrl={returnUrl} onLeave={() => setByMail(false)} />
  return (
    <>
      <Form
        button="Log in"
        refused={problem === null ? null : { typed: {}, problems: { form: problem } }}
        check={({ email = '', password = '' }) => ({
          ...(isStandardEmail(email) ? {} : { email: registrationTexts.email }),
          ...(password === '' ? { password: 'Please enter your password' } : {}),
        })}
        send={(typed) => postLogin(typed, returnUrl)}
      >
        {(typed, problems) => (
          <>
            <EmailField id={`${id}-email`} typed={typed} problems={problems} />
            <Field
              id={`${id}-password`}
              name="password"
              type="password"
              label="Password"
              autoComplete="current-password"
              error={problems['password']}
              required
            />
          </>
        )}
      </Form>
      {!hasScript && (
        <noscript>
          <p>Please turn on JavaScript to log in. You can browse and register without it.</p>
        </noscript>
      )}
      <p className={styles.ways}>
        <a href="/account/forgot-password">Forgot your password?</a>
        {hasScript && (
          <button type="button" className="link-button" onClick={() => setByMail(true)}>
            Email me a code instead
          </button>
        )}
      </p>
      <OtherWays returnUrl={returnUrl} />
    </>
  )
}

/** Sends the browser to the identity host with a form of its own (IDN-03); it comes back to the login's callback, or to the login page. */
async function postLogin({ email = '', password = '' }: Typed, returnUrl: string): Promise<{ form: string } | null> {
  const { captchaToken } = await import('../../ui/captcha.tsx')
  const nonce = await beginLogin()
  if (nonce === null) return { form: identityTexts.fallback }
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${identityOrigin()}/api/account/login-redir`
  form.hidden = true
  const fields = {
    email: email.trim().toLowerCase(),
    password,
    returnUrl,
    origin: location.origin,
    nonce,
    captchaToken: await captchaToken('login'),
  }
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
  // The browser is navigating; the button stays disabled until the page is gone.
  return new Promise(() => {})
}
