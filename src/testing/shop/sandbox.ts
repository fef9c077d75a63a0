import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenIdPerson } from '../../../sandbox/people/openid.ts'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { merchantCertificates } from '../../modules/payments/providers/card/merchant-certificates.server.ts'
import { encryptCard } from '../../modules/payments/ui/encrypt-card.ts'
import { encryptCode } from '../../modules/payments/ui/encrypt-code.ts'
import type { Clock } from '../../platform/clock.ts'
import { agencyAccount, hmacKey, merchantAccount, testCard } from './merchant.ts'

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

type TestSandboxOptions = {
  /** The path of its ledger. */
  readonly folder: string
  readonly shopUrl: string
  readonly clock: Clock
  /** Identities of its OpenID provider; its own by default. */
  readonly people: readonly OpenIdPerson[] | undefined
}

/** The payments sandbox on its own port, with the shop's time. */
export async function openTestSandbox(options: TestSandboxOptions) {
  let running = await start(options)
  const certificates = merchantCertificates(running.certificateFile)

  const control = (path: string, body: object) => send(running, path, body)
  /** Sets its clock to the shop's. */
  const setClock = () => control('clock', { shiftMs: options.clock.now().getTime() - Date.now() })

  /** The code of a saved card. */
  const encryptedCode = async (account: string, cvc: string): Promise<string> =>
    encryptCode((await certificates())[account] ?? '', cvc, options.clock.now())

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
    encryptedCode,
    /** Stops it, as if every provider were down; returns the function that restarts it on its ledger. */
    async switchOff(): Promise<() => Promise<void>> {
      const port = Number(new URL(running.url).port)
      await running.close(0)
      return async () => {
        running = await start(options, port)
        await setClock()
      }
    },
    /** The number of undelivered webhooks. */
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
/** Keys of this process's first sandbox: generating RSA keys takes longer than the rest of a start. */
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
