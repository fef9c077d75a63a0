import { useRef, useState, type ReactNode } from 'react'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { loginRoute } from '../return-url.ts'
import { callIdentity, type IdentityAnswer } from './identity-calls.ts'
import type { Factors } from './identity-responses.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { hasPasskeys, passkeyNotUsed, signWithPasskey } from './passkeys.ts'
import { CodeField } from './totp-setup.tsx'
import styles from './identity-pages.module.css'

/** The problem code that reauthentication resolves (policy.ts). */
export const freshLoginRequired = 'fresh_login_required'

type ProofRequest = { readonly factors: Factors; readonly answer: (isProved: boolean) => void }

/**
 * Reauthentication for sensitive actions. `prove` makes a call, opens a dialog when the response requires it, and repeats the call; closing
 * the dialog returns the original problem.
 */
export function useProof(): {
  readonly dialog: ReactNode
  prove<Answer>(call: () => Promise<Answer>, isStale: (answer: Answer) => boolean): Promise<Answer>
  proveIdentity<Value>(call: () => Promise<IdentityAnswer<Value>>): Promise<IdentityAnswer<Value>>
} {
  const [requested, setRequest] = useState<ProofRequest | null>(null)

  async function isProved(): Promise<boolean> {
    const listed = await callIdentity('GET', 'factors')
    if (!listed.ok) return false
    const said = await new Promise<boolean>((answer) => setRequest({ factors: listed.value, answer }))
    setRequest(null)
    return said
  }

  async function prove<Answer>(call: () => Promise<Answer>, isStale: (answer: Answer) => boolean): Promise<Answer> {
    const answer = await call()
    return isStale(answer) && (await isProved()) ? call() : answer
  }

  return {
    dialog: requested === null ? null : <ProofDialog {...requested} />,
    prove,
    proveIdentity: (call) => prove(call, (answer) => !answer.ok && answer.code === freshLoginRequired),
  }
}

function ProofDialog({ factors, answer }: ProofRequest) {
  const [problem, setProblem] = useState<string | null>(null)
  const isAnswered = useRef(false)
  const say = (isProved: boolean) => {
    if (isAnswered.current) return
    isAnswered.current = true
    answer(isProved)
  }
  const here = factors.passkeys.some((one) => one.site === location.hostname) && hasPasskeys()
  const [way, setWay] = useState<'password' | 'totp' | 'recovery' | null>(
    !factors.isRequired
      ? factors.hasPassword
        ? 'password'
        : null
      : factors.hasTotp
        ? 'totp'
        : here
          ? null
          : 'recovery',
  )

  async function usePasskey(): Promise<void> {
    setProblem(null)
    const signed = await signWithPasskey('fresh')
    if (signed === null) return setProblem(passkeyNotUsed)
    if (!signed.ok) return setProblem(signed.message)
    const proved = await callIdentity('POST', 'proveagain', {
      body: { kind: 'passkey', response: signed.value },
    })
    if (proved.ok) say(true)
    else setProblem(proved.message)
  }

  return (
    <Dialog title="Please confirm that it is you" type="leftAligned" size="small" onClose={() => say(false)}>
      <div className={styles.form}>
        <p>You logged in a while ago, and this is an important change.</p>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        {way !== null && (
          <Form
            key={way}
            button="Confirm"
            check={({ proof = '' }) => (proof.trim() === '' ? { proof: emptyTexts[way] } : {})}
            send={async ({ proof = '' }) => {
              const proved = await callIdentity('POST', 'proveagain', { body: { kind: way, value: proof } })
              if (!proved.ok) return proved.problems
              say(true)
              return null
            }}
          >
            {(_typed, problems) =>
              way === 'totp' ? (
                <CodeField id="proof" name="proof" error={problems['proof']} />
              ) : (
                <Field
                  id="proof"
                  name="proof"
                  type={way === 'password' ? 'password' : 'text'}
                  label={way === 'password' ? 'Your password' : 'Recovery code'}
                  autoComplete={way === 'password' ? 'current-password' : 'off'}
                  error={problems['proof']}
                  required
                />
              )
            }
          </Form>
        )}
        {here && (
          <button type="button" className="button button--quiet button--wide" onClick={() => void usePasskey()}>
            Use your passkey
          </button>
        )}
        <p className={styles.ways}>
          {factors.isRequired && way !== 'recovery' && (
            <button type="button" className="link-button" onClick={() => setWay('recovery')}>
              Use a recovery code
            </button>
          )}
          <a
            href={`/account/logout?returnUrl=${encodeURIComponent(`${loginRoute}?returnUrl=${encodeURIComponent(location.pathname)}`)}`}
            data-reload=""
          >
            Log in again instead
          </a>
        </p>
      </div>
    </Dialog>
  )
}

const emptyTexts = {
  password: 'Please enter your password',
  totp: 'Please enter the code',
  recovery: 'Please enter the code',
} as const
