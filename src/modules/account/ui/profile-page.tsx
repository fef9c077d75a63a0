import { useState } from 'react'
import { callApi } from '../../../ui/browser/api.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { firstNameProblem, lastNameProblem, registrationTexts } from '../../identity/registration.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { callIdentity, clientId } from '../../identity/ui/identity-calls.ts'
import { messagesOf, type FieldMessages, type Typed } from '../../../platform/forms/typed-form.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { loadMember } from '../../identity/ui/load-member.ts'
import { NameFields } from '../../identity/ui/name-fields.tsx'
import { useProof } from '../../identity/ui/prove-again.tsx'
import { patchErrors, type AccountInfo } from '../account.ts'
import { accountProblems, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import styles from './account.module.css'

export function ProfilePage() {
  return (
    <AccountLayout title="Your profile">
      <Profile />
    </AccountLayout>
  )
}

function Profile() {
  const call = useAccountCall((signal) => callApi('GET', '/api/account', { signal }))
  return (
    <>
      <Shown call={call}>
        {(info) => (
          <>
            {!info.emailConfirmed && <ConfirmNotice email={info.email} />}
            <ProfileForm info={info} onSaved={() => call.reload()} />
          </>
        )}
      </Shown>
    </>
  )
}

function ConfirmNotice({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  return (
    <Notice kind="info">
      {isSent ? (
        <p>We have emailed you the link.</p>
      ) : (
        <p>
          {email} is not confirmed yet: orders you placed as a guest show once it is.{' '}
          <button
            type="button"
            className="link-button"
            onClick={() =>
              void callIdentity('POST', 'resendconfirmemail', { body: { clientId: clientId(), email } }).then(() =>
                setIsSent(true),
              )
            }
          >
            Send the link again
          </button>
        </p>
      )}
    </Notice>
  )
}

function profileProblems(typed: Typed): FieldMessages {
  const { firstName = '', lastName = '', email = '', ...patch } = typed
  const checks = {
    firstName: firstNameProblem(firstName),
    lastName: lastNameProblem(lastName),
    email: isStandardEmail(email) ? null : registrationTexts.email,
    ...messagesOf(patchErrors(patch)),
  }
  return Object.fromEntries(Object.entries(checks).filter((one): one is [string, string] => one[1] !== null))
}

/** Email and names go to the identity host, only when they changed; the rest to the shop (decision account-05). */
async function saveProfile(
  info: AccountInfo,
  typed: Typed,
  prove: ReturnType<typeof useProof>['proveIdentity'],
): Promise<FieldMessages | null> {
  const { firstName = '', lastName = '', phone = '', companyName = '', abn = '' } = typed
  const email = (typed['email'] ?? '').trim().toLowerCase()
  const change = {
    userId: info.userId,
    clientId: clientId(),
    email,
    emailChanged: email !== info.email,
    firstName,
    firstNameChanged: firstName.trim() !== info.firstName,
    lastName,
    lastNameChanged: lastName.trim() !== info.lastName,
  }
  if (change.emailChanged || change.firstNameChanged || change.lastNameChanged) {
    const answer = await prove(() => callIdentity('POST', 'updateprofile', { body: change }))
    if (!answer.ok) return answer.problems
  }
  const patched = await callApi('PATCH', '/api/account', { body: { phone, companyName, abn } })
  return patched.ok ? null : accountProblems(patched)
}

function ProfileForm({ info, onSaved }: { info: AccountInfo; onSaved: () => void }) {
  const [said, setSaid] = useState<string | null>(null)
  const { dialog, proveIdentity } = useProof()
  return (
    <section aria-labelledby="profile-you">
      {dialog}
      <h2 id="profile-you">You</h2>
      {said !== null && <Notice kind="success">{said}</Notice>}
      <div className={styles.form}>
        <Form
          button="Save"
          check={profileProblems}
          send={async (typed) => {
            const problems = await saveProfile(info, typed, proveIdentity)
            if (problems !== null) return problems
            const isNewEmail = (typed['email'] ?? '').trim().toLowerCase() !== info.email
            setSaid(
              isNewEmail
                ? 'Saved. We have emailed a link to your current and your new address. The change takes effect once you have used both.'
                : 'Saved.',
            )
            void loadMember({ anew: true })
            onSaved()
            return null
          }}
        >
          {(_typed, problems) => (
            <>
              <NameFields firstName={info.firstName} lastName={info.lastName} problems={problems} />
              <Field
                id="email"
                name="email"
                type="email"
                label="Email"
                autoComplete="email"
                hint="A change takes effect once both addresses have confirmed it."
                defaultValue={info.email}
                error={problems['email']}
                required
              />
              <Field
                id="phone"
                name="phone"
                type="tel"
                label="Phone"
                autoComplete="tel"
                defaultValue={info.phone ?? ''}
                error={problems['phone']}
              />
              <div className={styles.pair}>
                <Field
                  id="companyName"
                  name="companyName"
                  label="Company (optional)"
                  autoComplete="organization"
                  defaultValue={info.companyName ?? ''}
                  error={problems['companyName']}
                />
                <Field
                  id="abn"
                  name="abn"
                  label="ABN (optional)"
                  inputMode="numeric"
                  defaultValue={info.abn ?? ''}
                  error={problems['abn']}
                />
              </div>
            </>
          )}
        </Form>
      </div>
    </section>
  )
}
