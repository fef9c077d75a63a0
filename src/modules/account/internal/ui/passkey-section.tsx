import { useState } from 'react'
import type { FieldMessages } from '../../../../platform/forms/typed-form.ts'
import { momentText } from '../../../../ui/display/twelve-hour.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { browserName } from '../../../identity/ui/browser-name.ts'
import { callIdentity } from '../../../identity/ui/identity-calls.ts'
import type { Enrolled, Factors } from '../../../identity/ui/identity-responses.ts'
import { hasPasskeys, makePasskey, passkeyNotUsed } from '../../../identity/ui/passkeys.ts'
import styles from '../../ui/account.module.css'
import type { Prove, Run, Say } from './security-calls.ts'

export function Passkeys({
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

  async function add(name: string): Promise<FieldMessages | null> {
    onProblem(null)
    const made = await prove(async () => (await makePasskey()) ?? notUsed)
    if (!made.ok) return made.problems
    const answer = await callIdentity('POST', 'addpasskey', { body: { name, response: made.value } })
    if (!answer.ok) return answer.problems
    setIsNaming(false)
    onDone(answer.value, 'Your passkey is set up.')
    return null
  }

  return (
    <section aria-labelledby="security-passkeys">
      <h2 id="security-passkeys">Passkeys</h2>
      <p>
        Log in with your fingerprint, face or PIN instead of a password. A passkey only works in the shop where you set
        it up.
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
                      () => callIdentity('POST', 'removefactor', { body: { kind: 'passkey', id: one.id } }),
                      'Your passkey is removed.',
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
        <p className={styles.soft}>This browser does not support passkeys.</p>
      ) : isNaming ? (
        <div className={styles.form}>
          <Form button="Set up passkey" send={({ name = '' }) => add(name)}>
            {(_typed, problems) => (
              <Field
                id="passkey-name"
                name="name"
                label="Passkey name"
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
