import { useState } from 'react'
import { callApi, type ApiAnswer } from '../../../ui/browser/api.ts'
import { List } from '../../../ui/display/list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import type { Membership } from '../deals-club.ts'
import { accountErrorText, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import styles from './account.module.css'

const benefits = [
  'Lower prices on selected products: look for the Deals Club price.',
  'Your member price applies in the cart while you are logged in.',
  'Joining is free, and you can leave at any time.',
]

/** Joins and leaves the Deals Club. */
export function DealsClubPage() {
  return (
    <AccountLayout title="Deals Club">
      <Club />
    </AccountLayout>
  )
}

function Club() {
  const call = useAccountCall((signal) => callApi('GET', '/api/account/deals-club', { signal }))
  const [answer, setAnswer] = useState<ApiAnswer<Membership> | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function set(isMember: boolean): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setAnswer(await callApi('PATCH', '/api/account/deals-club', { body: { isMember } }))
    setIsBusy(false)
  }

  return (
    <section aria-label="Membership">
      <List items={benefits} label="Member benefits" />
      {answer?.ok === false && <Notice kind="error">{accountErrorText(answer)}</Notice>}
      {answer?.ok === true && (
        <Notice kind="success">
          {answer.value.isMember ? 'You have joined the Deals Club.' : 'You have left the Deals Club.'}
        </Notice>
      )}
      <Shown call={call}>
        {(before) => {
          const { isMember } = answer?.ok === true ? answer.value : before
          return (
            <form
              className={styles.form}
              onSubmit={(event) => {
                event.preventDefault()
                void set(!isMember)
              }}
            >
              <p>{isMember ? 'You are a member.' : 'You are not a member yet.'}</p>
              <div>
                <button className={isMember ? 'button button--quiet' : 'button'} aria-disabled={isBusy}>
                  {isBusy ? 'Please wait …' : isMember ? 'Leave the Deals Club' : 'Join the Deals Club'}
                </button>
              </div>
            </form>
          )
        }}
      </Shown>
    </section>
  )
}
