import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox/sandbox.ts'
import { systemClock } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/digest.ts'
import { randomIds } from '../../../platform/ids.ts'
import { createLog, type Log } from '../../../platform/log.server.ts'
import type { Cents } from '../../../platform/money.ts'
import {
  isRefundNews,
  type PaymentAction,
  type PaymentAttempt,
  type PaymentInstrument,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentProvider,
} from '../payments.ts'
import { encryptCard } from '../ui/encrypt-card.ts'
import { encryptCode } from '../ui/encrypt-code.ts'
import { afterpay } from './afterpay/afterpay.server.ts'
import { cardGateway } from './card/card-gateway.server.ts'
import { cardVault, type CardVault } from './card/card-vault.server.ts'
import { parseCardWebhook } from './card/card-webhooks.server.ts'
import { merchantCertificates } from './card/merchant-certificates.server.ts'
import { parsePayPalWebhook, paypalVerifier } from './paypal/paypal-webhooks.server.ts'
import { paypal } from './paypal/paypal.server.ts'
import type { StoredCardToken } from '../saved-cards.ts'
import { zipInStore } from './zip/zip-in-store.server.ts'
import { zip } from './zip/zip.server.ts'

/** The real sandbox, a shop that receives its webhooks, the adapters, and a shopper with a browser that knows only forms. */

export const hmacKey = '7e'.repeat(32)
export const merchantAccount = 'TestECOM'
export const agencyAccount = 'AgencyECOM'
export const paypalWebhookId = 'SANDBOXWEBHOOK1'
export const testCards = {
  visa: '4111 1111 1111 1111',
  mastercard: '5454 5454 5454 5454',
  challenged: '4212 3456 7890 1237',
} as const
/** Nothing else in a test run looks like this, so finding it anywhere is finding card data. */
export const testCvc = '9713'

const testBrowser = {
  screenHeight: 1080,
  screenWidth: 1920,
  acceptHeader: 'text/html',
  userAgent: 'Test/1.0',
  address: '203.0.113.7',
} as const

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

export async function openTestShop(options: Partial<SandboxOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const logged: string[] = []
  const received: string[] = []
  const inbox = new Map<string, PaymentOutcome>()
  const state = { accepts: true }

  const receiver = webhookReceiver({
    received,
    inbox,
    state,
    verifyPayPal: (raw, headers) => verifyPayPal(raw, headers),
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const shopUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

  const start = (port = 0): Promise<Sandbox> =>
    startSandbox({
      port,
      folder,
      shopUrl,
      isControlOn: true,
      gatewayHmacKey: hmacKey,
      merchantAccounts: [merchantAccount, agencyAccount],
      afterpayLimits: { minimumCents: 1, maximumCents: 5_000_000 },
      webhookWaitMs: 20,
      slowAnswerMs: 300,
      lateWebhookMs: 300,
      log: (line) => logged.push(line),
      ...options,
    })
  let sandbox = await start()

  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const certificates = merchantCertificates(sandbox.certificateFile)
  const verifyPayPal = paypalVerifier({ url: `${sandbox.url}/paypal`, webhookId: paypalWebhookId, clock: systemClock })

  const control = (path: string, body: object) => controlSandbox(sandbox.url, path, body)

  return {
    folder,
    shopUrl,
    inbox,
    received,
    logged,
    state,
    certificates,
    sandbox: () => sandbox,
    ...providersOf({ url: () => sandbox.url, inbox, log }),
    control,
    injectFault: (route: string, kind: string, times = 1) => control('faults', { route, kind, times }),
    calm: () => control('faults/clear', {}),
    /** Ends the sandbox and starts it again on the same port and files. */
    async restart(): Promise<void> {
      const { port } = sandbox
      await sandbox.close(0)
      sandbox = await start(port)
      // Node's fetch may still hold a connection to the one that ended; the first use of it fails.
      await fetch(`${sandbox.url}/livez`).catch(() => {})
    },
    ...instrumentsOf({ url: () => sandbox.url, certificates }),
    async close(): Promise<void> {
      await sandbox.close(0).catch(() => {})
      receiver.closeAllConnections()
      await new Promise((done) => receiver.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What shoppers pay with, as the page sends it. */
function instrumentsOf({
  url,
  certificates,
}: {
  readonly url: () => string
  readonly certificates: () => Promise<Readonly<Record<string, string>>>
}) {
  /** A card as the page sends it: encrypted for the merchant. */
  async function card(
    number: string,
    holderName = 'Ana Botha',
    now = new Date(),
    account = merchantAccount,
  ): Promise<PaymentInstrument> {
    const certificate = (await certificates())[account] ?? ''
    const form = { number, cvc: testCvc, expiryMonth: 3, expiryYear: 2030, holderName }
    return {
      method: 'card',
      source: { kind: 'form', encryptedCard: await encryptCard(certificate, form, now), holderName },
      fraudToken: 'local-token',
      browser: testBrowser,
    }
  }
  /** A card that is to be saved for a shopper. */
  async function cardToSave(number: string, shopperReference: string): Promise<PaymentInstrument> {
    const typed = await card(number)
    if (typed.method !== 'card' || typed.source.kind !== 'form') throw new Error('a typed card is a form')
    return { ...typed, source: { ...typed.source, storedFor: shopperReference } }
  }
  /** A saved card with the code that the page asks for. */
  async function savedCard(stored: StoredCardToken, cvc: string = testCvc): Promise<PaymentInstrument> {
    const encryptedCode = await encryptCode((await certificates())[merchantAccount] ?? '', cvc, new Date())
    return {
      method: 'card',
      source: { kind: 'saved', ...stored, encryptedCode },
      fraudToken: '',
      browser: testBrowser,
    }
  }
  /** A wallet as its button hands it on: a token for exactly so much. */
  async function wallet(
    kind: 'googlepay' | 'applepay',
    amount: { currency: string; value: number },
    more: { authMethod?: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'; holderName?: string } = {},
  ): Promise<PaymentInstrument> {
    const answer = await fetch(`${url()}/wallets/${kind}/tokens`, {
      method: 'POST',
      body: JSON.stringify({ amount, authMethod: 'CRYPTOGRAM_3DS', ...more }),
    })
    const { token } = (await answer.json()) as { token: string }
    const given = kind === 'applepay' ? Buffer.from(token).toString('base64') : token
    return { method: 'card', source: { kind, token: given }, fraudToken: '', browser: testBrowser }
  }

  return { card, cardToSave, savedCard, wallet }
}

async function controlSandbox(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** The shop's end of the webhooks: reads them as the shop does, and keeps what they say. */
function webhookReceiver({
  received,
  inbox,
  state,
  verifyPayPal,
}: {
  readonly received: string[]
  readonly inbox: Map<string, PaymentOutcome>
  readonly state: { readonly accepts: boolean }
  readonly verifyPayPal: (raw: string, headers: Headers) => Promise<boolean>
}): Server {
  return createServer((incoming, outgoing) => {
    void (async () => {
      let raw = ''
      for await (const part of incoming) raw += String(part)
      received.push(raw)
      const isPayPal = incoming.url === '/api/payment/webhook/paypal'
      const isSigned = !isPayPal || (await verifyPayPal(raw, new Headers(incoming.headers as Record<string, string>)))
      const notifications = !isSigned
        ? null
        : isPayPal
          ? parsePayPalWebhook(raw)
          : parseCardWebhook(raw, hmacKey, [merchantAccount, agencyAccount])
      if (notifications === null || !state.accepts) {
        outgoing.writeHead(notifications === null ? 401 : 503).end()
        return
      }
      for (const { attemptId, outcome } of notifications)
        if (!isRefundNews(outcome) && (!isPayPal || outcome.kind !== 'pending')) inbox.set(attemptId, outcome)
      outgoing.end('[accepted]')
    })()
  })
}

/** The adapters, each with settings that a test may change. */
function providersOf({
  url,
  inbox,
  log,
}: {
  /** Asked at each making: the sandbox may have been started again. */
  readonly url: () => string
  readonly inbox: ReadonlyMap<string, PaymentOutcome>
  readonly log: Log
}) {
  const quick = { clock: systemClock, log, backoffMs: [5, 10] }
  const gateway = () => ({
    url: `${url()}/gateway/v71`,
    apiKey: 'sandbox-gateway-key',
    merchantAccount,
    agencyMerchantAccount: agencyAccount,
    ...quick,
  })
  const cardProvider = (more: Partial<Parameters<typeof cardGateway>[0]> = {}): PaymentProvider =>
    cardGateway({ ...gateway(), lookup: async (attempt) => inbox.get(attempt.id) ?? null, ...more })
  const vault = (more: Partial<Parameters<typeof cardVault>[0]> = {}): CardVault => cardVault({ ...gateway(), ...more })
  const afterpayProvider = (more: Partial<Parameters<typeof afterpay>[0]> = {}): PaymentProvider =>
    afterpay({
      url: `${url()}/afterpay`,
      merchantId: 'sandbox-afterpay',
      secretKey: 'sandbox-afterpay-secret',
      site: 'http://localhost:3000',
      ...quick,
      ...more,
    })

  const paypalProvider = (more: Partial<Parameters<typeof paypal>[0]> = {}): PaymentProvider =>
    paypal({
      url: `${url()}/paypal`,
      clientId: 'sandbox-paypal',
      clientSecret: 'sandbox-paypal-secret',
      ...quick,
      ...more,
    })
  const zipProvider = (more: Partial<Parameters<typeof zip>[0]> = {}): PaymentProvider =>
    zip({ url: `${url()}/zip/merchant`, apiKey: 'sandbox-zip-key', ...quick, ...more })

  const inStoreProvider = (more: Partial<Parameters<typeof zipInStore>[0]> = {}): PaymentProvider =>
    zipInStore({ url: `${url()}/zip-in-store/v1`, apiKey: 'sandbox-zip-in-store-key', ...quick, ...more })

  return { cardProvider, vault, afterpayProvider, paypalProvider, zipProvider, inStoreProvider }
}

export function newAttempt(cents: Cents, more: Partial<PaymentAttempt> = {}): PaymentAttempt {
  const now = new Date()
  const own = { id: randomIds.sortable(now), createdAt: now, cents, currency: 'AUD', country: 'AU' } as const
  return { ...own, providerRef: null, ...more }
}

export function orderOf(cents: Cents): PaymentOrder {
  const address = {
    firstName: 'Ana',
    lastName: 'Botha',
    companyName: '',
    address: '12 Harbour Street',
    suburb: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    country: 'AU',
  } as const
  return {
    shopName: 'Appliances Online',
    email: 'ana@example.com',
    phone: '0412 345 678',
    billing: address,
    shipping: address,
    lines: [{ name: 'Washing machine <script>', sku: 'WM-1', quantity: 1, unit: cents }],
    shippingCents: 0,
    discountCents: 0,
    soldIn: { store: '2042', seller: 'NT01' },
  }
}

export function keyOf(attempt: PaymentAttempt, operation: string): string {
  return sha256(`${attempt.id} ${operation}`)
}

/** Waits until something is there, at most three seconds. */
export async function eventually<Value>(look: () => Value | null | undefined | false): Promise<Value> {
  for (let tries = 0; tries < 300; tries++) {
    const found = look()
    if (found !== null && found !== undefined && found !== false) return found
    await wait(10)
  }
  throw new Error('it did not happen in time')
}

/** What the shopper does on a hosted page: values of its fields and of the button. */
export type Choice = Readonly<Record<string, string>>

/**
 * Follows an action to its hosted page, fills in the page's form, and answers what the address of the return carried. Null when the
 * page did not lead back to the shop.
 */
export async function visit(action: PaymentAction, choice: Choice): Promise<Record<string, string> | null> {
  if (action.kind === 'review') throw new Error('there is no page to visit')
  const page =
    action.kind === 'redirect'
      ? await fetch(action.url)
      : await fetch(action.url, { method: 'POST', body: new URLSearchParams(action.fields) })
  const form = formOf(await page.text())
  const url = new URL(form.action ?? action.url, action.url)
  const body = new URLSearchParams({ ...form.fields, ...choice })
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? null : Object.fromEntries(new URL(location).searchParams)
}

/** The first form of a page: where it posts to and what it posts untouched. */
export function formOf(markup: string): { action: string | null; fields: Record<string, string> } {
  const form = /<form[^>]*>/.exec(markup)?.[0] ?? ''
  const fields: Record<string, string> = {}
  for (const [input] of markup.matchAll(/<input[^>]*>/g)) {
    const name = attributeOf(input, 'name')
    if (name !== null) fields[name] = attributeOf(input, 'value') ?? ''
  }
  return { action: attributeOf(form, 'action'), fields }
}

function attributeOf(element: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? null
}
