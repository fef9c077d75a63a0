import { consentWords } from '../../content/forms/consents.ts'
import { useState } from 'react'
import type { FieldMessages, Typed } from '../../../platform/forms/typed-form.ts'
import { callApi, type ApiAnswer } from '../../../ui/browser/api.ts'
import type { ErrorBody } from '../../../platform/http/problem.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { freshLoginRequired, useProof } from '../../identity/ui/prove-again.tsx'
import { logOut } from '../../identity/ui/session.ts'
import { accountTexts } from '../account.ts'
import type { PrivacyChoices } from '../data-export.ts'
import { accountErrorText, accountProblems, useAccountCall } from '../internal/ui/account-calls.ts'
import { AccountLayout, Shown } from '../internal/ui/account-layout.tsx'
import styles from './account.module.css'

/** Marketing preferences, data export, and closing the account. */
export function PrivacyPage() {
  return (
    <AccountLayout title="Privacy">
      <Choices />
      <Copy />
      <Close />
    </AccountLayout>
  )
}

const isStale = (answer: ApiAnswer<unknown>): boolean =>
  !answer.ok && ((answer.body ?? {}) as Partial<ErrorBody>).errors?.[0]?.code === freshLoginRequired

/** An error in the account's wording, unless it has a message of its own. */
const textOf = (answer: Extract<ApiAnswer<unknown>, { ok: false }>): string => {
  const [error] = ((answer.body ?? {}) as Partial<ErrorBody>).errors ?? []
  return answer.status === 403 && error !== undefined ? error.message : accountErrorText(answer)
}

const kinds = [
  [
    'newsletter',
    consentWords.account,
    'Occasional emails from this shop. Your choice also sets the box at the checkout.',
  ],
  ['careReminders', 'Product care reminders', 'A reminder when a filter is due for replacement.'],
] as const satisfies readonly (readonly [keyof PrivacyChoices, string, string])[]

function Choices() {
  const call = useAccountCall((signal) => callApi('GET', '/api/account/privacy', { signal }))
  const [isSaved, setIsSaved] = useState(false)

  async function save(typed: Typed): Promise<FieldMessages | null> {
    const choices = Object.fromEntries(kinds.map(([name]) => [name, typed[name] !== undefined]))
    const answer = await callApi('PATCH', '/api/account/privacy', { body: choices })
    setIsSaved(answer.ok)
    return answer.ok ? null : { form: accountErrorText(answer) }
  }

  return (
    <section aria-labelledby="privacy-mails">
      <h2 id="privacy-mails">What we email you</h2>
      <Shown call={call}>
        {(choices) => (
          <Form className={styles.form} send={save}>
            {() => (
              <>
                {isSaved && <Notice kind="success">Saved.</Notice>}
                {kinds.map(([name, title, blurb]) => (
                  <label key={name} className={styles.tick}>
                    <input type="checkbox" name={name} defaultChecked={choices[name]} />
                    <span>
                      {title}
                      <br />
                      <span className={styles.soft}>{blurb}</span>
                    </span>
                  </label>
                ))}
                <p className={styles.soft}>
                  We always email you about your orders and account security. We count searches by day, without
                  recording who made them.
                </p>
                <div>
                  <SubmitButton>Save</SubmitButton>
                </div>
              </>
            )}
          </Form>
        )}
      </Shown>
    </section>
  )
}

function Copy() {
  const [problem, setProblem] = useState<string | null>(null)
  const { dialog, prove } = useProof()

  async function download(): Promise<void> {
    setProblem(null)
    const answer = await prove(() => callApi('GET', '/api/account/data'), isStale)
    if (!answer.ok) return setProblem(textOf(answer))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([JSON.stringify(answer.value, null, 2)], { type: 'application/json' }))
    link.download = 'my-data.json'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }

  return (
    <section aria-labelledby="privacy-copy">
      {dialog}
      <h2 id="privacy-copy">Your data</h2>
      <p>
        A file with everything we hold about you: account, addresses, saved cards, orders, reviews, sign-ins and the
        emails we sent.
      </p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <div>
        <button type="button" className="button button--quiet" onClick={() => void download()}>
          Download my data
        </button>
      </div>
    </section>
  )
}

function Close() {
  const [isAsking, setIsAsking] = useState(false)
  const { dialog, prove } = useProof()

  return (
    <section aria-labelledby="privacy-close">
      {dialog}
      <h2 id="privacy-close">Close my account</h2>
      <p>
        We delete your account, addresses, saved cards, passkeys and preferences in all our shops. Reviews and questions
        stay, without your name. We keep order records for as long as the law requires, for tax and consumer guarantees.
      </p>
      <div>
        <button type="button" className="button button--quiet" onClick={() => setIsAsking(true)}>
          Close my account
        </button>
      </div>
      {isAsking && (
        <Dialog title="Close your account?" type="leftAligned" size="small" onClose={() => setIsAsking(false)}>
          <div className={styles.form}>
            <p>This cannot be undone. Enter your account’s email address to continue.</p>
            <Form
              button="Close my account"
              check={({ email = '' }) => (email.trim() === '' ? { email: accountTexts.otherEmail } : {})}
              send={async ({ email = '' }) => {
                const answer = await prove(() => callApi('POST', '/api/account/close', { body: { email } }), isStale)
                if (!answer.ok) return answer.status === 403 ? { form: textOf(answer) } : accountProblems(answer)
                await logOut()
                location.assign('/account/closed')
                return new Promise(() => {})
              }}
            >
              {(_typed, problems) => (
                <Field
                  id="close-email"
                  name="email"
                  type="email"
                  label="Email"
                  autoComplete="off"
                  error={problems['email']}
                  required
                />
              )}
            </Form>
          </div>
        </Dialog>
      )}
    </section>
  )
}
