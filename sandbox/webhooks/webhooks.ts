import { createHmac } from 'node:crypto'
import type { Ledger } from '../ledger.ts'
import type { PayPalEvent, PayPalSigner } from '../paypal/paypal-webhooks.ts'

/**
 * The providers' notices to the shop. They are stored in the same transaction as the movement they tell of, and sent until the shop
 * answers [accepted], however often either side is restarted meanwhile.
 */

/** One NotificationRequestItem, without its signature. */
export type GatewayEvent = {
  readonly eventCode: string
  readonly success: boolean
  readonly pspReference: string
  readonly originalReference: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly value: number
  readonly currency: string
  readonly eventDate: string
  readonly paymentMethod: string
  readonly reason: string
  readonly operations: readonly string[]
  readonly additionalData: Readonly<Record<string, string>>
}

export type Webhooks = ReturnType<typeof createWebhooks>

type Row = {
  readonly id: number
  readonly event: string
  readonly copies: number
  readonly created_at: number
  readonly next_at: number
  readonly tries: number
  readonly delivered_at: number | null
  readonly last_error: string | null
}

const schema = `
create table if not exists webhook (
  id integer primary key,
  event text not null,
  copies integer not null,
  created_at integer not null,
  next_at integer not null,
  tries integer not null default 0,
  delivered_at integer,
  last_error text
) strict;
create index if not exists webhook_due on webhook (next_at) where delivered_at is null;
`

const longestWaitMs = 120_000
const answerWithinMs = 10_000
const sentAtOnce = 4

/**
 * The signature of a notice: HMAC-SHA256 with the hex key over eight fields joined by colons, in base64 (payments.md section 7.6).
 */
export function signatureOf(
  event: Omit<GatewayEvent, 'additionalData' | 'operations' | 'reason'>,
  hmacKey: string,
): string {
  const signed = [
    event.pspReference,
    event.originalReference,
    event.merchantAccountCode,
    event.merchantReference,
    String(event.value),
    event.currency,
    event.eventCode,
    String(event.success),
  ].join(':')
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64')
}

/** The documented body of a notice. */
export function bodyOf(event: GatewayEvent, signature: string): string {
  const { value, currency, success, additionalData, ...rest } = event
  const item = {
    ...rest,
    amount: { value, currency },
    success: String(success),
    additionalData: { ...additionalData, hmacSignature: signature },
  }
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] })
}

type Notice = GatewayEvent | PayPalEvent

/** What a list of undelivered notices says of one. */
function summaryOf(event: Notice): { eventCode: string; success: boolean; reference: string } {
  if ('eventCode' in event)
    return { eventCode: event.eventCode, success: event.success, reference: event.merchantReference }
  const reference = String((event.resource as { custom_id?: unknown }).custom_id ?? event.id)
  return { eventCode: event.event_type, success: true, reference }
}

export function createWebhooks(options: {
  readonly ledger: Ledger
  readonly shopUrl: string
  readonly hmacKey: string
  readonly paypal: PayPalSigner
  /** Where the sandbox can be reached, once it listens. */
  readonly origin: () => string
  /** The first wait after a failed delivery; each further one doubles, up to two minutes. */
  readonly firstWaitMs: number
  readonly log: (line: string) => void
}) {
  const { ledger, hmacKey, firstWaitMs, log } = options
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from webhook'))
  const insert = database.prepare('insert into webhook (event, copies, created_at, next_at) values (?, ?, ?, ?)')
  const due = database.prepare(
    'select * from webhook where delivered_at is null and next_at <= ? order by next_at, id limit 50',
  )
  const nextDue = database.prepare('select min(next_at) as at from webhook where delivered_at is null')
  const undelivered = database.prepare('select * from webhook where delivered_at is null order by id')
  const delivered = database.prepare(
    'update webhook set delivered_at = ?, tries = tries + 1, last_error = null where id = ?',
  )
  const failed = database.prepare('update webhook set next_at = ?, tries = tries + 1, last_error = ? where id = ?')
  const again = database.prepare('update webhook set delivered_at = null, next_at = ? where id = ?')

  const soon = database.prepare('update webhook set next_at = min(next_at, ?) where delivered_at is null')

  const underWay = new Map<number, Promise<void>>()
  const stopped = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isPaused = false
  let badSignatures = 0
  let duplicates = 0

  /** Looks for due notices soon; safe to call at any time. */
  function wake(afterMs = 0): void {
    if (stopped.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(sendDue, afterMs)
  }

  function sendDue(): void {
    if (stopped.signal.aborted || isPaused) return
    for (const row of due.all(Date.now()) as Row[]) {
      if (underWay.size >= sentAtOnce) break
      if (underWay.has(row.id)) continue
      const sending = deliver(row).finally(() => {
        underWay.delete(row.id)
        wake()
      })
      underWay.set(row.id, sending)
    }
    const next = (nextDue.get() as { at: number | null }).at
    // Waiting at most a second keeps the loop right when the machine's clock is set.
    if (next !== null) wake(Math.min(Math.max(next - Date.now(), underWay.size > 0 ? 250 : 10), 1_000))
  }

  async function deliver(row: Row): Promise<void> {
    const event = JSON.parse(row.event) as Notice
    const { eventCode } = summaryOf(event)
    const isForged = badSignatures > 0
    if (isForged) badSignatures--
    let copies = row.copies
    if (duplicates > 0) {
      duplicates--
      copies++
    }
    try {
      for (let copy = 0; copy < copies; copy++) {
        if ('eventCode' in event) await postCard(event, isForged)
        else await postPayPal(event, isForged)
      }
      if (stopped.signal.aborted) return
      delivered.run(Date.now(), row.id)
      log(`webhook ${eventCode} delivered`)
    } catch (error) {
      if (stopped.signal.aborted) return
      const waitMs = Math.min(firstWaitMs * 2 ** Math.min(row.tries, 20), longestWaitMs)
      failed.run(Date.now() + waitMs, error instanceof Error ? error.message : 'failed', row.id)
      log(`webhook ${eventCode} not delivered, next try in ${waitMs} ms`)
    }
  }

  async function postCard(event: GatewayEvent, isForged: boolean): Promise<void> {
    const signature = signatureOf(isForged ? { ...event, value: event.value + 1 } : event, hmacKey)
    const { status, text } = await post('card', bodyOf(event, signature), {
      'user-agent': 'Sandbox-Gateway-Webhook/1.0',
    })
    if (status !== 200 || text.trim() !== '[accepted]')
      throw new Error(`the shop answered ${status} without [accepted]`)
  }

  async function postPayPal(event: PayPalEvent, isForged: boolean): Promise<void> {
    const body = JSON.stringify(event)
    const { status } = await post(
      'paypal',
      body,
      options.paypal.headersFor(body, options.origin(), ledger.now(), isForged),
    )
    if (status < 200 || status > 299) throw new Error(`the shop answered ${status}`)
  }

  async function post(
    provider: 'card' | 'paypal',
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(new URL(`/api/payment/webhook/${provider}`, options.shopUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithinMs)]),
    })
    return { status: response.status, text: await response.text() }
  }

  return {
    /** Puts a notice into the queue, in the transaction that is open now. */
    enqueue(event: Notice, how: { readonly delayMs?: number; readonly copies?: number } = {}): void {
      const now = Date.now()
      insert.run(JSON.stringify(event), how.copies ?? 1, now, now + (how.delayMs ?? 0))
      wake()
    },
    start: wake,
    /** Sends now what waits for its next try. */
    hurry(): void {
      soon.run(Date.now())
      wake()
    },
    pause: () => void (isPaused = true),
    resume(): void {
      isPaused = false
      wake()
    },
    /** The next so many deliveries carry a wrong signature; a refused one is tried again with the right one. */
    forgeNext: (count: number) => void (badSignatures = count),
    /** The next so many notices are delivered twice. */
    duplicateNext: (count: number) => void (duplicates = count),
    /** Sends one again, delivered or not. */
    resend(id: number): void {
      again.run(Date.now(), id)
      wake()
    },
    undelivered: () =>
      (undelivered.all() as Row[]).map((row) => {
        return {
          id: row.id,
          ...summaryOf(JSON.parse(row.event) as Notice),
          createdAt: new Date(row.created_at).toISOString(),
          nextAt: new Date(row.next_at).toISOString(),
          tries: row.tries,
          lastError: row.last_error,
        }
      }),
    /** Forgets pauses, forgeries and duplicates asked for. */
    calm(): void {
      isPaused = false
      badSignatures = 0
      duplicates = 0
      wake()
    },
    /** Stops sending; what is undelivered stays for the next start. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      stopped.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}
