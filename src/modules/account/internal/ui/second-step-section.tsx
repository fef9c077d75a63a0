import { useState } from 'react'
import { callIdentity } from '../../../identity/ui/identity-calls.ts'
import type { Enrolled, Factors, TotpEnrolment } from '../../../identity/ui/identity-responses.ts'
import { beginTotp, TotpSetup } from '../../../identity/ui/totp-setup.tsx'
import styles from '../../ui/account.module.css'
import type { Prove, Run, Say } from './security-calls.ts'

export function SecondStep({
  factors,
  prove,
  run,
  onDone,
  onCodes,
  onProblem,
}: {
  factors: Factors
  prove: Prove
  run: Run
  onDone: (enrolled: Enrolled, text: string) => void
  onCodes: (codes: readonly string[]) => void
  onProblem: Say
}) {
  const [begun, setBegun] = useState<TotpEnrolment | null>(null)

  async function begin(): Promise<void> {
    onProblem(null)
    const answer = await prove(beginTotp)
    if (answer.ok) setBegun(answer.value)
    else onProblem({ kind: 'error', text: answer.message })
  }

  async function require(isRequired: boolean): Promise<void> {
    onProblem(null)
    const answer = await prove(() => callIdentity('POST', 'requirefactor', { body: { isRequired } }))
    if (!answer.ok) return onProblem({ kind: 'error', text: answer.message })
    const { recoveryCodes } = answer.value
    const text = isRequired ? 'Two-step verification is on.' : 'Two-step verification is off.'
    onDone({ recoveryCodes, tokens: null }, text)
  }

  async function renewCodes(): Promise<void> {
    onProblem(null)
    const answer = await prove(() => callIdentity('POST', 'recoverycodes', { body: {} }))
    if (answer.ok) onCodes(answer.value.recoveryCodes)
    else onProblem({ kind: 'error', text: answer.message })
  }

  return (
    <section aria-labelledby="security-second">
      <h2 id="security-second">Second step</h2>
      <p>
        {factors.isStaff
          ? 'Staff accounts always use two-step verification.'
          : factors.isRequired
            ? 'You log in with your password and a second step.'
            : 'You log in with just your password. A second step protects your account even if someone learns it.'}
      </p>
      {begun !== null ? (
        <div className={styles.form}>
          <TotpSetup
            begun={begun}
            onDone={(enrolled) => {
              setBegun(null)
              onDone(enrolled, 'Your authenticator app is set up. You will need its code each time you log in.')
            }}
          >
            <div>
              <button type="button" className="link-button" onClick={() => setBegun(null)}>
                Cancel
              </button>
            </div>
          </TotpSetup>
        </div>
      ) : (
        <SecondStepActions
          factors={factors}
          run={run}
          onBegin={() => void begin()}
          onRequire={(isRequired) => void require(isRequired)}
          onRenewCodes={() => void renewCodes()}
        />
      )}
    </section>
  )
}

/** The buttons of the second step, as the account's factors allow them. */
function SecondStepActions({
  factors,
  run,
  onBegin,
  onRequire,
  onRenewCodes,
}: {
  factors: Factors
  run: Run
  onBegin: () => void
  onRequire: (isRequired: boolean) => void
  onRenewCodes: () => void
}) {
  const isThere = factors.hasTotp || factors.passkeys.length > 0
  return (
    <div className={styles.actions}>
      {factors.hasTotp ? (
        <button
          type="button"
          className="button button--quiet"
          onClick={() => {
            if (confirm('Remove authenticator app?'))
              void run(
                () => callIdentity('POST', 'removefactor', { body: { kind: 'totp' } }),
                'Your authenticator app is removed.',
              )
          }}
        >
          Remove authenticator app
        </button>
      ) : (
        <button type="button" className="button button--quiet" onClick={onBegin}>
          Set up authenticator app
        </button>
      )}
      {isThere && !factors.isStaff && (
        <button type="button" className="button button--quiet" onClick={() => onRequire(!factors.isRequired)}>
          {factors.isRequired ? 'Turn off two-step verification' : 'Turn on two-step verification'}
        </button>
      )}
      {isThere && factors.isRequired && (
        <button type="button" className="link-button" onClick={onRenewCodes}>
          Get new recovery codes ({factors.recoveryCodesLeft} left)
        </button>
      )}
    </div>
  )
}
