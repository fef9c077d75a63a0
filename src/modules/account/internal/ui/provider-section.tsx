import { providerTitles, type ProviderName } from '../../../identity/external-providers.ts'
import { callIdentity, offeredProviders } from '../../../identity/ui/identity-calls.ts'
import styles from '../../ui/account.module.css'
import type { Prove, Run, Say } from './security-calls.ts'

export function Providers({
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
    const answer = await prove(() => callIdentity('POST', 'connectprovider', { body: { provider } }))
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
                        () => callIdentity('POST', 'disconnectprovider', { body: { provider: name } }),
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
