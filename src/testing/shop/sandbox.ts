import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenIdPerson } from '../../../sandbox/people/openid.ts'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { merchantCertificates } from '../../modules/payments/providers/card/merchant-certificates.server.ts'
import { encryptCard } from '../../modules/payments/ui/encrypt-card.ts'
import type { Clock } from '../../platform/clock.ts'
import { agencyAccount, hmacKey, merchantAccount, testCard } from './merchant.ts'

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

type TestSandboxOptions = {
  /** Where its ledger lies. */
  readonly folder: string
  readonly shopUrl: string
  readonly clock: Clock
  /** Whom its OpenID provider offers; its own people where none are given. */
  readonly people: readonly OpenIdPerson[] | undefined
}

/** The payments sandbox on a port of its own, with time as the shop has it. */
export async function openTestSandbox(options: TestSandboxOptions) {
  let running = await start(options)
  const certificates = merchantCertificates(running.certificateFile)

  const control = (path: string, body: object) => send(running, path, body)
  /** Gives it the shop's time. */
  const setClock = () => control('clock', { shiftMs: options.clock.now().getTime() - Date.now() })

  async function encrypted(account: string, number: string, holderName: string): Promise<string> {
    const card = { number, cvc: testCard.cvc, expiryMonth: 3, expiryYear: 2030, holderName }
    return encryptCard((await certificates())[account] ?? '', card, options.clock.now())
  }

  await setClock()
  return {
    running: () => running,
    control,
    setClock,
    encrypted,
    /** Stops it, as if the machine of every provider were off; answers what starts it again on its ledger. */
    async switchOff(): Promise<() => Promise<void>> {
      const port = Number(new URL(running.url).port)
      await running.close(0)
      return async () => {
        running = await start(options, port)
        await setClock()
      }
    },
    /** How many webhooks wait to be delivered. */
    async undelivered(): Promise<number> {
      const response = await fetch(`${running.url}/ledger/undelivered-webhooks`)
      return ((await response.json()) as { undelivered: unknown[] }).undelivered.length
    },
    close: () => running.close(0),
  }
}

async function start({ folder, shopUrl, people }: TestSandboxOptions, port = 0): Promise<Sandbox> {
  const own = join(folder, 'sandbox')
  if (!existsSync(own)) giveKeys(own)
  const sandbox = await startSandbox({
    ...(people === undefined ? {} : { people }),
    port,
    folder: own,
    shopUrl,
    isControlOn: true,
    gatewayHmacKey: hmacKey,
    merchantAccounts: [merchantAccount, agencyAccount],
    afterpayLimits: { minimumCents: 1_00, maximumCents: 2_000_00 },
    webhookWaitMs: 20,
  })
  if (keyFiles.size === 0) for (const name of keyFileNames) keyFiles.set(name, readFileSync(join(own, name)))
  return sandbox
}

const keyFileNames = ['keys.json', 'certificates.json', 'paypal-key.pem']
/** Keys that the first sandbox of this process has made: RSA keys take longer than all the rest of a start. */
const keyFiles = new Map<string, Buffer>()

function giveKeys(folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  for (const [name, bytes] of keyFiles) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}

async function send(sandbox: Sandbox, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok || answer['done'] === false) throw new Error(`control ${path}: ${JSON.stringify(answer)}`)
  return answer
}
