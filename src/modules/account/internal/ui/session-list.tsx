import { useEffect, useState } from 'react'
import { brands } from '../../../../brands/brands.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import { callIdentity, type IdentityAnswer, type IdentityValue } from '../../../identity/ui/identity-calls.ts'
import { browserName } from '../../../identity/ui/browser-name.ts'
import { momentText } from '../../../../ui/display/twelve-hour.ts'
import styles from '../../ui/account.module.css'

/** The sessions of the account, with buttons to end one or all. */
export function SessionList() {
  const [answer, setAnswer] = useState<IdentityAnswer<IdentityValue<'GET', 'sessions'>> | null>(null)
  const load = () => void callIdentity('GET', 'sessions').then(setAnswer)
  useEffect(load, [])

  async function end(sessionId: string | null): Promise<void> {
    const ended = await callIdentity('POST', 'endsessions', { body: { sessionId } })
    if (!ended.ok) return setAnswer(ended)
    if (sessionId === null) location.assign('/account/logout')
    else load()
  }

  return (
    <section aria-labelledby="profile-sessions">
      <h2 id="profile-sessions">Where you are signed in</h2>
      {answer === null ? (
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
      ) : !answer.ok ? (
        <Notice kind="error">{answer.message}</Notice>
      ) : (
        <>
          <ul className={styles.panels} aria-label="Sign-ins">
            {answer.value.sessions.map((one) => (
              <li key={one.id} className={styles.panel} data-default={one.isThis ? '' : undefined}>
                {one.isThis && <span className={styles.mark}>This browser</span>}
                <p>
                  {browserName(one.agent)}
                  <br />
                  <span className={styles.soft}>
                    {brands.find(({ app }) => app === one.app)?.companyName}, last used{' '}
                    {momentText(new Date(one.lastUsedAt))}
                  </span>
                </p>
                {!one.isThis && (
                  <button
                    type="button"
                    className="link-button"
                    aria-label={`Sign out ${browserName(one.agent)}, last used ${momentText(new Date(one.lastUsedAt))}`}
                    onClick={() => void end(one.id)}
                  >
                    Sign out
                  </button>
                )}
              </li>
            ))}
          </ul>
          <div>
            <button type="button" className="button button--quiet" onClick={() => void end(null)}>
              Sign out everywhere
            </button>
          </div>
        </>
      )}
    </section>
  )
}
