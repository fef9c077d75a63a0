import { useEffect, useState } from 'react'
import { Notice } from '../../../../ui/display/notice.tsx'
import { momentText } from '../../../../ui/display/twelve-hour.ts'
import { browserName } from '../../../identity/ui/browser-name.ts'
import { callIdentity, type IdentityAnswer, type IdentityValue } from '../../../identity/ui/identity-calls.ts'
import { securityEventTitles } from '../../../identity/security-log.ts'
import styles from '../../ui/account.module.css'

const countryName = (code: string): string => new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code

/** Security events of the account, the newest first. */
export function SecurityLog() {
  const [answer, setAnswer] = useState<IdentityAnswer<IdentityValue<'GET', 'securityevents'>> | null>(null)
  useEffect(() => void callIdentity('GET', 'securityevents').then(setAnswer), [])
  return (
    <section aria-labelledby="security-log">
      <h2 id="security-log">Recent security activity</h2>
      {answer === null ? (
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
      ) : !answer.ok ? (
        <Notice kind="error">{answer.message}</Notice>
      ) : (
        <>
          <p className={styles.soft}>Something you don’t recognise? Change your password and sign out everywhere.</p>
          <ul className={styles.panels} aria-label="Security activity">
            {answer.value.events.map(({ kind, at, agent, country, count }, index) => (
              <li key={index} className={styles.panel}>
                <p>
                  {securityEventTitles[kind]}
                  {count > 1 && ` (${count} times within an hour)`}
                  <br />
                  <span className={styles.soft}>
                    {momentText(new Date(at))}, {agent === '' ? 'Unknown device' : browserName(agent)}
                    {country !== null && `, ${countryName(country)}`}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
