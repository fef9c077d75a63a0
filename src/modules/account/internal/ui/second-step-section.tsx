import { useState } from 'react'
import type { Factors } from '../../../identity/second-factors.ts'
import type { Enrolled } from '../../../identity/ui/enrolled.ts'
import { callIdentity } from '../../../identity/ui/identity-calls.ts'
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
  const [begun, setBegun] = useState<{ secret: string; address: string } | null>(null)

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
    const text = isRequired ? 'Every login asks for a second step.' : 'Your password alone is enough again.'
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
          ? 'Accounts of staff always ask for a second step.'
          : factors.isRequired
            ? 'Your password alone is not enough to log in.'
            : 'Your password alone is enough to log in. With a second step it is not, even when somebody knows it.'}
      </p>
      {begun !== null ? (
        <div className={styles.form}>
          <TotpSetup
            begun={begun}
            onDone={(enrolled) => {
              setBegun(null)
              onDone(enrolled, 'Your authenticator app is set up. Every login asks for its code from now on.')
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
            if (confirm('Remove the authenticator app?'))
              void run(
                () => callIdentity('POST', 'removefactor', { body: { kind: 'totp' } }),
                'The authenticator app is removed.',
              )
          }}
        >
          Remove the authenticator app
        </button>
      ) : (
        <button type="button" className="button button--quiet" onClick={onBegin}>
          Set up an authenticator app
        </button>
      )}
      {isThere && !factors.isStaff && (
        <button type="button" className="button button--quiet" onClick={() => onRequire(!factors.isRequired)}>
          {factors.isRequired ? 'Ask for the password alone' : 'Ask for a second step at every login'}
        </button>
      )}
      {isThere && factors.isRequired && (
        <button type="button" className="link-button" onClick={onRenewCodes}>
          New recovery codes ({factors.recoveryCodesLeft} left)
        </button>
      )}
    </div>
  )
}
