import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '../src/platform/http/listen.server.ts'
import { afterpayPages } from './afterpay/afterpay-pages.ts'
import { createAfterpay, type AfterpayLimits } from './afterpay/afterpay.ts'
import { collectorRoutes } from './collector.ts'
import { openCertificates } from './gateway/certificates.ts'
import { controlRoutes, createFaults, ledgerRoutes, spoiled } from './control.ts'
import { paypalPages, zipPages } from './zip/choice-pages.ts'
import { googlePayScript } from './wallets/google-pay.ts'
import { frontPage } from './front-page.ts'
import { gatewayPages } from './gateway/gateway-pages.ts'
import { createGateway } from './gateway/gateway.ts'
import { json, loopbackOrigin, readBody, router, send, type Answer, type Route } from './http.ts'
import { createOpenId, type OpenIdPerson } from './people/openid.ts'
import { openLedger, type Movement } from './ledger.ts'
import { openPayPalSigner } from './paypal/paypal-webhooks.ts'
import { createPayPal } from './paypal/paypal.ts'
import { recaptchaRoutes } from './people/recaptcha.ts'
import { readSettings, type SandboxSettings } from './settings.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { createWallets } from './wallets/wallets.ts'
import { createZipInStore } from './zip/zip-in-store.ts'
import { createZip } from './zip/zip.ts'

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
  const ledger = openLedger(settings.folder)
  const certificates = await openCertificates(settings.folder, settings.merchantAccounts)
  const { shopUrl } = settings
  const paypalSigner = openPayPalSigner(settings.folder, settings.paypalWebhookId)
  let port = 0
  const origin = () => settings.url ?? `http://127.0.0.1:${port}`
  const webhooks = createWebhooks({
    ledger,
    shopUrl,
    hmacKey: settings.gatewayHmacKey,
    paypal: paypalSigner,
    origin,
    firstWaitMs: options.webhookWaitMs ?? 1_000,
    log,
  })
  const wallets = createWallets({ ledger, secret: settings.gatewayHmacKey })
  const gateway = createGateway({
    ledger,
    wallets,
    certificates,
    webhooks,
    apiKey: settings.gatewayApiKey,
    merchantAccounts: settings.merchantAccounts,
    shopUrl,
    slowAnswerMs: options.slowAnswerMs ?? 40_000,
    lateWebhookMs: options.lateWebhookMs ?? 90_000,
  })
  const afterpay = createAfterpay({
    ledger,
    merchantId: settings.afterpayMerchantId,
    secretKey: settings.afterpaySecretKey,
    shopUrl,
    limits: options.afterpayLimits ?? { minimumCents: 100, maximumCents: 200_000 },
  })
  const paypal = createPayPal({
    ledger,
    clientId: settings.paypalClientId,
    clientSecret: settings.paypalClientSecret,
    shopUrl,
    notify: (event) => webhooks.enqueue(event),
  })
  const zip = createZip({ ledger, apiKey: settings.zipApiKey, shopUrl })
  const inStore = createZipInStore({ ledger, apiKey: settings.zipInStoreApiKey })
  const faults = createFaults()
  const providerRoutes = [
    ...gateway.routes,
    ...gatewayPages(gateway),
    ...wallets.routes,
    googlePayScript,
    ...afterpay.routes,
    ...afterpayPages(afterpay),
    ...paypal.routes,
    paypalSigner.route,
    ...paypalPages(paypal),
    ...zip.routes,
    ...zipPages(zip),
    ...inStore.routes,
  ]
  const routeNames = () => [...new Set(providerRoutes.map((route) => route.name))]
  function sweep(): void {
    gateway.sweep()
    inStore.sweep()
  }
  const control = { ledger, faults, webhooks, certificates, sweep, afterpay, paypal, origin, routeNames }
  const routes: Route[] = [
    ...providerRoutes,
    ...collectorRoutes(),
    ...recaptchaRoutes(ledger.now),
    ...ledgerRoutes(ledger, webhooks),
    ...(settings.isControlOn ? controlRoutes(control) : []),
    frontPage(settings.isControlOn),
    { name: 'livez', method: 'GET', path: '/livez', handle: () => json(200, { status: 'ok' }) },
  ]
  const find = router(routes)
  const closing = new AbortController()

  const openId = createOpenId({
    origin: () => origin(),
    ...(options.people === undefined ? {} : { people: options.people }),
  })

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (loopbackOrigin(incoming.headers.host) !== null && (await openId.handle(incoming, outgoing))) return
    const started = performance.now()
    const method = incoming.method ?? 'GET'
    const origin = loopbackOrigin(incoming.headers.host)
    const url = new URL(incoming.url ?? '/', 'http://sandbox')
    const found = find(method, url.pathname)
    const name = typeof found === 'string' ? found : found.route.name
    const fault = settings.isControlOn ? faults.take(name) : null
    if (fault?.kind === 'drop-before') {
      incoming.socket.destroy()
      return
    }
    const body = await readBody(incoming)
    let answer: Answer
    if (origin === null) answer = json(421, { message: 'The sandbox answers on this machine only.' })
    else if (body === null) answer = json(413, { message: 'The body is over 1 MiB.' })
    else if (found === 'no-path')
      answer = json(404, { errorCode: 'not_found', message: 'Not found', httpStatusCode: 404 })
    else if (found === 'no-method') {
      answer = json(405, { errorCode: 'method_not_allowed', message: 'Method not allowed', httpStatusCode: 405 })
    } else if (fault?.kind === 'error-before') {
      answer = { status: 500, headers: {}, body: 'Internal Server Error' }
    } else {
      const { route, params } = found
      const request = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body,
        origin,
        params,
      }
      const right = await route.handle(request)
      answer = fault === null ? right : spoiled(right, fault)
    }
    await send(answer, outgoing, closing.signal)
    const ms = Math.round(performance.now() - started)
    // Reading changes nothing, and the shop reads every few seconds to see whether its providers answer.
    if (method !== 'GET' && found !== 'no-path')
      log(`${method} ${name} ${answer.isDropped === true ? 'dropped' : answer.status} ${ms} ms`)
  }

  const listening = await listen({
    part: 'payments sandbox',
    setting: 'SANDBOX_PORT',
    host: '127.0.0.1',
    port: settings.port,
    onRequest(incoming, outgoing) {
      respond(incoming, outgoing).catch((error: unknown) => {
        // The kind of fault and where it happened, never what was sent.
        log(
          `fault ${error instanceof Error ? `${error.name} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : 'unknown'}`,
        )
        if (!outgoing.headersSent) outgoing.writeHead(500)
        outgoing.end()
      })
    },
  }).catch(async (error: unknown) => {
    await webhooks.stop()
    ledger.close()
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
    },
  }
}
