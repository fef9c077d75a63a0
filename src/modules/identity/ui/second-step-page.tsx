import { useEffect, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { identityTexts } from '../error-texts.ts'
import { afterLogin } from '../internal/ui/after-login.ts'
import { callIdentity, type IdentityAnswer } from './identity-calls.ts'
import type { Enrolled, LoginStep, TokenResponse, TotpEnrolment } from './identity-responses.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { IdentityCard } from './identity-card.tsx'
import { hasPasskeys, makePasskey, passkeyNotUsed, signWithPasskey } from './passkeys.ts'
import { receiveLogin } from '../internal/ui/receive-login.ts'
import { beginTotp, CodeField, RecoveryCodes, TotpSetup } from './totp-setup.tsx'
import styles from './identity-pages.module.css'

/** The step after the password: the second factor, or setting one up where the account requires it. */
export function SecondStepPage() {
  const [step, setStep] = useState<IdentityAnswer<LoginStep> | null>(null)
  useEffect(() => {
    void callIdentity('GET', 'loginstep').then(setStep)
  }, [])
  const title = step?.ok === true && step.value.need === 'enrol' ? 'Set up two-step verification' : 'One more step'
  return (
    <IdentityCard title={title}>
      {step === null ? (
        <p role="status">One moment …</p>
      ) : !step.ok ? (
        <Over message={step.message} />
      ) : step.value.need === 'enrol' ? (
        <Enrol returnUrl={step.value.returnUrl} />
      ) : (
        <Verify step={step.value} />
      )}
    </IdentityCard>
  )
}

function Over({ message }: { message: string }) {
  return (
    <>
      <Notice kind="error">{message}</Notice>
      <a className="button" href="/account/login" data-reload="">
        Log in again
      </a>
    </>
  )
}

/** Stores the tokens and redirects; returns an error when they are not for this browser. */
async function goOn(tokens: TokenResponse, returnUrl: string): Promise<string> {
  if (!(await receiveLogin(tokens))) return identityTexts.fallback
  location.replace(afterLogin(returnUrl))
  return new Promise(() => {})
}

function Verify({ step }: { step: LoginStep }) {
  const canUsePasskey = step.hasPasskey && hasPasskeys()
  const [way, setWay] = useState<'totp' | 'passkey' | 'mail' | 'recovery'>(
    canUsePasskey ? 'passkey' : step.hasTotp ? 'totp' : step.hasMail ? 'mail' : 'recovery',
  )
  const [problem, setProblem] = useState<string | null>(null)

  async function usePasskey(): Promise<void> {
    setProblem(null)
    const signed = await signWithPasskey('second')
    if (signed === null) return setProblem(passkeyNotUsed)
    if (!signed.ok) return setProblem(signed.message)
    const answer = await callIdentity('POST', 'loginstep', { body: { kind: 'passkey', response: signed.value } })
    setProblem(answer.ok ? await goOn(answer.value, step.returnUrl) : answer.message)
  }

  const others = (
    [
      ['passkey', canUsePasskey, 'Use a passkey'],
      ['totp', step.hasTotp, 'Use your authenticator app'],
      ['mail', step.hasMail, 'Use the code we emailed you'],
      ['recovery', !step.hasMail, 'Use a recovery code'],
    ] as const
  ).filter(([name, isThere]) => isThere && name !== way)

  return (
    <>
      {step.demoCode !== null && (
        <Notice kind="info">
          This is a demo account. Its code is {step.demoCode} now; a new one comes every 30 seconds.
        </Notice>
      )}
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {way === 'passkey' ? (
        <>
          <p>Your account also needs a passkey.</p>
          <button type="button" className="button button--wide" onClick={() => void usePasskey()}>
            Use your passkey
          </button>
        </>
      ) : (
        <Form
          key={way}
          button="Log in"
          check={({ code = '' }) => (code.trim() === '' ? { code: 'Please enter the code' } : {})}
          send={async ({ code = '' }) => {
            const answer = await callIdentity('POST', 'loginstep', { body: { kind: way, value: code } })
            if (!answer.ok) return answer.problems
            return { form: await goOn(answer.value, step.returnUrl) }
          }}
        >
          {(_typed, problems) =>
            way === 'totp' ? (
              <CodeField id="step-code" error={problems['code']} />
            ) : way === 'mail' ? (
              <>
                <p>We have emailed you a six-digit code. No email? Log in again to get another one.</p>
                <CodeField id="step-mail" label="Code from the email" error={problems['code']} />
              </>
            ) : (
              <Field
                id="step-recovery"
                name="code"
                label="Recovery code"
                autoComplete="off"
                spellCheck={false}
                error={problems['code']}
                required
              />
            )
          }
        </Form>
      )}
      <p className={styles.ways}>
        {others.map(([name, , title]) => (
          <button key={name} type="button" className="link-button" onClick={() => setWay(name)}>
            {title}
          </button>
        ))}
        <a href="/account/login" data-reload="">
          Log in as someone else
        </a>
      </p>
    </>
  )
}

function Enrol({ returnUrl }: { returnUrl: string }) {
  const [begun, setBegun] = useState<TotpEnrolment | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)

  async function go(done: Enrolled): Promise<void> {
    setProblem(done.tokens === null ? identityTexts.fallback : await goOn(done.tokens, returnUrl))
  }

  async function usePasskey(): Promise<void> {
    setProblem(null)
    const made = await makePasskey()
    if (made === null) return setProblem(passkeyNotUsed)
    if (!made.ok) return setProblem(made.message)
    const body = { name: 'Passkey', response: made.value }
    const answer = await callIdentity('POST', 'addpasskey', { body })
    if (answer.ok) setEnrolled(answer.value)
    else setProblem(answer.message)
  }

  async function useApp(): Promise<void> {
    setProblem(null)
    const answer = await beginTotp()
    if (answer.ok) setBegun(answer.value)
    else setProblem(answer.message)
  }

  if (enrolled !== null)
    return enrolled.recoveryCodes === null ? (
      <button type="button" className="button" onClick={() => void go(enrolled)}>
        Continue
      </button>
    ) : (
      <>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        <RecoveryCodes codes={enrolled.recoveryCodes} button="I have saved them" onSaved={() => void go(enrolled)} />
      </>
    )
  return (
    <>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {begun === null ? (
        <>
          <p>Staff accounts need a second step as well as a password. You only set it up once.</p>
          {hasPasskeys() && (
            <button type="button" className="button button--wide" onClick={() => void usePasskey()}>
              Set up a passkey
            </button>
          )}
          <button type="button" className="button button--quiet button--wide" onClick={() => void useApp()}>
            Set up authenticator app
          </button>
        </>
      ) : (
        <TotpSetup begun={begun} onDone={setEnrolled}>
          <p className={styles.ways}>
            <button type="button" className="link-button" onClick={() => setBegun(null)}>
              Choose another way
            </button>
          </p>
        </TotpSetup>
      )}
    </>
  )
}
