import { listen } from '../src/platform/http/listen.server.ts'
import type { AfterpayLimits } from './afterpay/afterpay-checkouts.ts'
import type { Movement } from './ledger.ts'
import { createOpenId, type OpenIdPerson } from './people/openid.ts'
import { openProviders } from './providers.ts'
import { createResponder } from './responder.ts'
import { readSettings, type SandboxSettings } from './settings.ts'

/** Puts the pretended providers together behind one port of this machine. */

export type SandboxOptions = Partial<SandboxSettings> & {
  readonly folder: string
  /** One line per request and webhook: no body, no query, no header. */
  readonly log?: (line: string) => void
  readonly afterpayLimits?: AfterpayLimits
  /** Whom the stand-in for other logins offers. */
  readonly people?: readonly OpenIdPerson[]
  /** The wait after an amount that ends in .93; 40 seconds. */
  readonly slowAnswerMs?: number
  /** The delay of the webhook of an amount that ends in .94; 90 seconds. */
  readonly lateWebhookMs?: number
  /** The first wait after a webhook that was not accepted; 1 second. */
  readonly webhookWaitMs?: number
}

export type Sandbox = {
  readonly port: number
  /** "http://127.0.0.1:{port}" */
  readonly url: string
  /** Merchant account → base64 DER, written at start and after each change of keys. */
  readonly certificateFile: string
  /** The ledger's rows, oldest first; of one reference when it is given. */
  movements(reference?: string): Movement[]
  /** The headers under which PayPal would send this body, signed now. */
  signAsPayPal(body: string): Record<string, string>
  /** Ends it: running requests get `graceMs` to finish. What is undelivered is sent after the next start. */
  close(graceMs?: number): Promise<void>
}

const sweepEveryMs = 1_000
const longestGraceMs = 5_000

/**
 * Starts the sandbox. What is not given has the defaults of the environment. Throws a ListenError when the port is taken, with a
 * sentence for the person who started it.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const settings: SandboxSettings = { ...readSettings({}), ...options }
  const log = options.log ?? (() => {})
  let port = 0
  const origin = () => settings.url ?? `http://127.0.0.1:${port}`
  const providers = await openProviders(settings, options, { origin, log })
  const { ledger, webhooks, certificates, paypalSigner, faults, routes, sweep, s3, objects } = providers
  const closing = new AbortController()
  const openId = createOpenId({
    origin: () => origin(),
    ...(options.people === undefined ? {} : { people: options.people }),
  })
  const listening = await listen({
    part: 'payments sandbox',
    setting: 'SANDBOX_PORT',
    host: '127.0.0.1',
    port: settings.port,
    onRequest: createResponder({
      routes,
      faults,
      openId,
      s3,
      isControlOn: settings.isControlOn,
      log,
      signal: closing.signal,
    }),
  }).catch(async (error: unknown) => {
    await webhooks.stop()
    ledger.close()
    objects.close()
    throw error
  })

  port = listening.port
  webhooks.start()
  const sweeping = setInterval(sweep, sweepEveryMs)
  sweeping.unref()

  return {
    port: listening.port,
    url: `http://127.0.0.1:${listening.port}`,
    certificateFile: certificates.certificateFile,
    movements: (reference) => ledger.movements(reference),
    signAsPayPal: (body) => paypalSigner.headersFor(body, origin(), ledger.now()),
    async close(graceMs = longestGraceMs) {
      if (closing.signal.aborted) return
      clearInterval(sweeping)
      closing.abort()
      await Promise.all([listening.close(graceMs), webhooks.stop()])
      ledger.close()
      objects.close()
    },
  }
}
