import { useEffect, useState } from 'react'
import { Notice } from '../../../ui/display/notice.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { externalProblemOf, isProviderName, providerTitles } from '../../identity/external-providers.ts'
import { callIdentity, type IdentityAnswer } from '../../identity/ui/identity-calls.ts'
import type { Enrolled, Factors } from '../../identity/ui/identity-responses.ts'
import { useProof } from '../../identity/ui/prove-again.tsx'
import { RecoveryCodes } from '../../identity/ui/totp-setup.tsx'
import { AccountLayout } from '../internal/ui/account-layout.tsx'
import { Passkeys } from '../internal/ui/passkey-section.tsx'
import { PasswordForm, NoPassword } from '../internal/ui/password-section.tsx'
import { Providers } from '../internal/ui/provider-section.tsx'
import { SecondStep } from '../internal/ui/second-step-section.tsx'
import { SecurityLog } from '../internal/ui/security-log.tsx'
import { SessionList } from '../internal/ui/session-list.tsx'
import styles from './account.module.css'

/** How the account is logged in to: password, passkeys, second step, other providers, and where it is signed in now. */
export function SecurityPage() {
  return (
    <AccountLayout title="Security">
      <Security />
    </AccountLayout>
  )
}

function Security() {
  const [listed, setListed] = useState<IdentityAnswer<Factors> | null>(null)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(saidByAddress)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { dialog, proveIdentity } = useProof()
  const load = () => void callIdentity('GET', 'factors').then(setListed)
  useEffect(load, [])
  // The changed section may be far below.
  useEffect(() => {
    if (said !== null && codes === null) document.getElementById('security-said')?.focus()
  }, [said, codes])

  /** Makes a call, with reauthentication where it is required, and shows the result. */
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
          <RecoveryCodes codes={codes} button="I have saved them" onSaved={() => setCodes(null)} />
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

/** The result in the return address from another provider; the page has been left and loaded again. */
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
