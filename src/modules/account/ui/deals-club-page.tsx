import { useState } from 'react'
import { callApi, type ApiCall } from '../../../ui/browser/api.ts'
import { List } from '../../../ui/display/list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { accountErrorText, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import styles from './account.module.css'

type Membership = ApiCall<'GET', '/api/account/deals-club'>['answer']

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
  const [changed, setChanged] = useState<Membership | null>(null)
  return (
    <section aria-label="Membership">
      <List items={benefits} label="Member benefits" />
      {changed !== null && (
        <Notice kind="success">
          {changed.isMember ? 'You have joined the Deals Club.' : 'You have left the Deals Club.'}
        </Notice>
      )}
      <Shown call={call}>{(before) => <Choice {...(changed ?? before)} onChanged={setChanged} />}</Shown>
    </section>
  )
}

function Choice({ isMember, onChanged }: Membership & { onChanged: (changed: Membership) => void }) {
  return (
    <Form
      className={styles.form}
      send={async () => {
        const answer = await callApi('PATCH', '/api/account/deals-club', { body: { isMember: !isMember } })
        if (!answer.ok) return { form: accountErrorText(answer) }
        onChanged(answer.value)
        return null
      }}
    >
      {() => (
        <>
          <p>{isMember ? 'You are a member.' : 'You are not a member yet.'}</p>
          <div>
            <SubmitButton className={isMember ? 'button button--quiet' : 'button'}>
              {isMember ? 'Leave the Deals Club' : 'Join the Deals Club'}
            </SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}
