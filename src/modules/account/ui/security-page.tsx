import { useEffect, useState } from 'react'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import {
  externalProblemOf,
  isProviderName,
  providerTitles,
  type ProviderName,
} from '../../identity/external-providers.ts'
import type { Factors } from '../../identity/second-factors.ts'
import type { Enrolled } from '../../identity/ui/enrolled.ts'
import { callIdentity, clientId, offeredProviders, type IdentityAnswer } from '../../identity/ui/identity-calls.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { hasPasskeys, makePasskey, passkeyNotUsed } from '../../identity/ui/passkeys.ts'
import { newPasswordCheck, NewPasswordField } from '../../identity/ui/password-pages.tsx'
import { useProof } from '../../identity/ui/prove-again.tsx'
import { beginTotp, RecoveryCodes, TotpSetup } from '../../identity/ui/totp-setup.tsx'
import { browserName } from '../../identity/ui/browser-name.ts'
import { momentText } from '../../../ui/display/twelve-hour.ts'
import { AccountLayout } from '../internal/ui/account-layout.tsx'
import { SecurityLog } from '../internal/ui/security-log.tsx'
import { SessionList } from '../internal/ui/session-list.tsx'
import styles from './account.module.css'

type Listed = Factors & { readonly connected: readonly string[] }
type Prove = ReturnType<typeof useProof>['proveIdentity']

/** How the account is logged in to: password, passkeys, second step, other providers, and where it is signed in now. */
export function SecurityPage() {
  return (
    <AccountLayout title="Security">
      <Security />
    </AccountLayout>
  )
}

function Security() {
  const [listed, setListed] = useState<IdentityAnswer<Listed> | null>(null)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(saidByAddress)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { dialog, proveIdentity } = useProof()
  const load = () => void callIdentity<Listed>('GET', 'factors').then(setListed)
  useEffect(load, [])
  // What was done may be far below.
  useEffect(() => {
    if (said !== null && codes === null) document.getElementById('security-said')?.focus()
  }, [said, codes])

  /** Makes a call with a proof where it is asked for, and shows what became of it. */
  async function run(call: () => Promise<IdentityAnswer<unknown>>, done: string): Promise<void> {
    setSaid(null)
    const answer = await proveIdentity(call)
    setSaid(answer.ok ? { kind: 'success', text: done } : { kind: 'error', text: answer.message })
    if (answer.ok) load()
  }

  function enrolled({ recoveryCodes }: Enrolled, text: string): void {
    setSaid({ kind: 'success', text })
    setCodes(recoveryCodes)
    load()
  }

  return (
    <>
      {dialog}
      {said !== null && (
        <Notice kind={said.kind} id="security-said">
          {said.text}
        </Notice>
      )}
      {codes !== null && (
        <Dialog title="Your recovery codes" type="leftAligned" onClose={() => setCodes(null)}>
          <RecoveryCodes codes={codes} button="I have kept them" onSaved={() => setCodes(null)} />
        </Dialog>
      )}
      {listed === null ? (
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
      ) : !listed.ok ? (
        <Notice kind="error">
          <p>{listed.message}</p>
          <button type="button" className="link-button" onClick={load}>
            Try again
          </button>
        </Notice>
      ) : (
        <>
          {listed.value.hasPassword ? <PasswordForm /> : <NoPassword />}
          <Passkeys factors={listed.value} prove={proveIdentity} run={run} onDone={enrolled} onProblem={setSaid} />
          <SecondStep
            factors={listed.value}
            prove={proveIdentity}
            run={run}
            onDone={enrolled}
            onCodes={setCodes}
            onProblem={setSaid}
          />
          <Providers connected={listed.value.connected} prove={proveIdentity} run={run} onProblem={setSaid} />
        </>
      )}
      <SessionList />
      <SecurityLog />
    </>
  )
}

type Run = (call: () => Promise<IdentityAnswer<unknown>>, done: string) => Promise<void>
type Say = (said: { kind: 'success' | 'error'; text: string } | null) => void

/** What the way back from another provider says; the page has been left and come to again. */
function saidByAddress(): { kind: 'success' | 'error'; text: string } | null {
  if (typeof location === 'undefined') return null
  const search = new URLSearchParams(location.search)
  const problem = externalProblemOf(search)
  if (problem !== null) return { kind: 'error', text: problem }
  const connected = search.get('connected') ?? ''
  return isProviderName(connected)
    ? { kind: 'success', text: `You can log in with ${providerTitles[connected]} from now on.` }
    : null
}

function NoPassword() {
  return (
    <section aria-labelledby="profile-password">
      <h2 id="profile-password">Password</h2>
      <p>You have no password: you log in another way.</p>
      <div>
        <a className="button button--quiet" href="/account/forgot-password">
          Choose one by email
        </a>
      </div>
    </section>
  )
}

function Passkeys({
  factors,
  prove,
  run,
  onDone,
  onProblem,
}: {
  factors: Factors
  prove: Prove
  run: Run
  onDone: (enrolled: Enrolled, text: string) => void
  onProblem: Say
}) {
  const [isNaming, setIsNaming] = useState(false)

  async function add(name: string): Promise<Readonly<Record<string, string>> | null> {
    onProblem(null)
    const made = await prove(async () => (await makePasskey()) ?? notUsed)
    if (!made.ok) return made.problems
    const answer = await callIdentity<Enrolled>('POST', 'addpasskey', { name, response: made.value.response })
    if (!answer.ok) return answer.problems
    setIsNaming(false)
    onDone(answer.value, 'Your passkey is set up.')
    return null
  }

  return (
    <section aria-labelledby="security-passkeys">
      <h2 id="security-passkeys">Passkeys</h2>
      <p>
        Log in with your finger, your face or a PIN instead of the password. A passkey works in the shop it was made in.
      </p>
      {factors.passkeys.length > 0 && (
        <ul className={styles.panels} aria-label="Passkeys">
          {factors.passkeys.map((one) => (
            <li key={one.id} className={styles.panel}>
              <p>
                {one.name}
                <br />
                <span className={styles.soft}>
                  {one.site},{' '}
                  {one.lastUsedAt === null ? 'never used' : `last used ${momentText(new Date(one.lastUsedAt))}`}
                </span>
              </p>
              <button
                type="button"
                className="link-button"
                aria-label={`Remove ${one.name}`}
                onClick={() => {
                  if (confirm('Remove this passkey?'))
                    void run(
                      () => callIdentity('POST', 'removefactor', { kind: 'passkey', id: one.id }),
                      'The passkey is removed.',
                    )
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {!hasPasskeys() ? (
        <p className={styles.soft}>This browser has no passkeys.</p>
      ) : isNaming ? (
        <div className={styles.form}>
          <Form button="Set up the passkey" send={({ name = '' }) => add(name)}>
            {(_typed, problems) => (
              <Field
                id="passkey-name"
                name="name"
                label="What do you call it?"
                maxLength={40}
                defaultValue={browserName(navigator.userAgent)}
                error={problems['name']}
                required
              />
            )}
          </Form>
        </div>
      ) : (
        <div>
          <button type="button" className="button button--quiet" onClick={() => setIsNaming(true)}>
            Add a passkey
          </button>
        </div>
      )}
    </section>
  )
}

const notUsed = {
  ok: false,
  status: 0,
  code: '',
  message: passkeyNotUsed,
  problems: { form: passkeyNotUsed },
} as const

function SecondStep({
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
  const isThere = factors.hasTotp || factors.passkeys.length > 0

  async function begin(): Promise<void> {
    onProblem(null)
    const answer = await prove(beginTotp)
    if (answer.ok) setBegun(answer.value)
    else onProblem({ kind: 'error', text: answer.message })
  }

  async function require(isRequired: boolean): Promise<void> {
    onProblem(null)
    const answer = await prove(() =>
      callIdentity<Pick<Enrolled, 'recoveryCodes'>>('POST', 'requirefactor', { isRequired }),
    )
    if (!answer.ok) return onProblem({ kind: 'error', text: answer.message })
    const { recoveryCodes } = answer.value
    const text = isRequired ? 'Every login asks for a second step.' : 'Your password alone is enough again.'
    onDone({ recoveryCodes, tokens: null }, text)
  }

  async function renewCodes(): Promise<void> {
    onProblem(null)
    const answer = await prove(() => callIdentity<{ recoveryCodes: string[] }>('POST', 'recoverycodes', {}))
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
        <div className={styles.actions}>
          {factors.hasTotp ? (
            <button
              type="button"
              className="button button--quiet"
              onClick={() => {
                if (confirm('Remove the authenticator app?'))
                  void run(
                    () => callIdentity('POST', 'removefactor', { kind: 'totp' }),
                    'The authenticator app is removed.',
                  )
              }}
            >
              Remove the authenticator app
            </button>
          ) : (
            <button type="button" className="button button--quiet" onClick={() => void begin()}>
              Set up an authenticator app
            </button>
          )}
          {isThere && !factors.isStaff && (
            <button type="button" className="button button--quiet" onClick={() => void require(!factors.isRequired)}>
              {factors.isRequired ? 'Ask for the password alone' : 'Ask for a second step at every login'}
            </button>
          )}
          {isThere && factors.isRequired && (
            <button type="button" className="link-button" onClick={() => void renewCodes()}>
              New recovery codes ({factors.recoveryCodesLeft} left)
            </button>
          )}
        </div>
      )}
    </section>
  )
}

function Providers({
  connected,
  prove,
  run,
  onProblem,
}: {
  connected: readonly string[]
  prove: Prove
  run: Run
  onProblem: Say
}) {
  const offered = offeredProviders()
  if (offered.length === 0) return null

  async function connect(provider: ProviderName): Promise<void> {
    onProblem(null)
    const answer = await prove(() => callIdentity<{ address: string }>('POST', 'connectprovider', { provider }))
    if (answer.ok) location.assign(answer.value.address)
    else onProblem({ kind: 'error', text: answer.message })
  }

  return (
    <section aria-labelledby="security-providers">
      <h2 id="security-providers">Other ways to log in</h2>
      <ul className={styles.list} aria-label="Other ways to log in">
        {offered.map(({ name, isDemo }) => {
          const title = `${providerTitles[name]}${isDemo ? ' (demo)' : ''}`
          const isConnected = connected.includes(name)
          return (
            <li key={name} className={styles.actions}>
              <span>
                {title}: {isConnected ? 'connected' : 'not connected'}
              </span>
              <button
                type="button"
                className="link-button"
                aria-label={`${isConnected ? 'Disconnect' : 'Connect'} ${title}`}
                onClick={() =>
                  isConnected
                    ? void run(
                        () => callIdentity('POST', 'disconnectprovider', { provider: name }),
                        `${providerTitles[name]} is disconnected.`,
                      )
                    : void connect(name)
                }
              >
                {isConnected ? 'Disconnect' : 'Connect'}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The present password is asked for with the new one; an account that asks for more asks for more here too. */
function PasswordForm() {
  const { dialog, proveIdentity } = useProof()
  /** Each success is a new form: nothing of the old passwords stays in the page. */
  const [changes, setChanges] = useState(0)
  return (
    <section aria-labelledby="profile-password">
      {dialog}
      <h2 id="profile-password">Password</h2>
      {changes > 0 && <Notice kind="success">Your password is changed. Sign-ins in other browsers have ended.</Notice>}
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
            const answer = await proveIdentity(() => callIdentity('POST', 'changepassword', change))
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
