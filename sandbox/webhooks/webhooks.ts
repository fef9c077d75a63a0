import type { Ledger } from '../ledger.ts'
import type { PayPalSigner } from '../paypal/paypal-webhooks.ts'
import { createDelivery, type Notice } from './delivery.ts'
import { openWebhookStore, type WebhookRow } from './webhook-store.ts'

/**
 * The providers' notices to the shop. They are stored in the same transaction as the movement they tell of, and sent until the shop
 * answers [accepted], however often either side is restarted meanwhile.
 */

export type Webhooks = ReturnType<typeof createWebhooks>

const longestWaitMs = 120_000
const sentAtOnce = 4

export type WebhooksOptions = {
  readonly ledger: Ledger
  readonly shopUrl: string
  readonly hmacKey: string
  readonly paypal: PayPalSigner
  /** Where the sandbox can be reached, once it listens. */
  readonly origin: () => string
  /** The first wait after a failed delivery; each further one doubles, up to two minutes. */
  readonly firstWaitMs: number
  readonly log: (line: string) => void
}

export function createWebhooks(options: WebhooksOptions) {
  const { ledger, firstWaitMs, log } = options
  const { insert, due, nextDue, undelivered, delivered, failed, again, soon } = openWebhookStore(ledger)
  const underWay = new Map<number, Promise<void>>()
  const stopped = new AbortController()
  const post = createDelivery({ ...options, signal: stopped.signal })
  let timer: NodeJS.Timeout | undefined
  let isPaused = false
  const mischief = createMischief()

  /** Looks for due notices soon; safe to call at any time. */
  function wake(afterMs = 0): void {
    if (stopped.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(sendDue, afterMs)
  }

  function sendDue(): void {
    if (stopped.signal.aborted || isPaused) return
    for (const row of due.all(Date.now()) as WebhookRow[]) {
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

  async function deliver(row: WebhookRow): Promise<void> {
    const event = JSON.parse(row.event) as Notice
    const { eventCode } = summaryOf(event)
    const { isForged, isDoubled } = mischief.take()
    const copies = row.copies + (isDoubled ? 1 : 0)
    try {
      for (let copy = 0; copy < copies; copy++) await post(event, isForged)
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
    forgeNext: mischief.forgeNext,
    /** The next so many notices are delivered twice. */
    duplicateNext: mischief.duplicateNext,
    /** Sends one again, delivered or not. */
    resend(id: number): void {
      again.run(Date.now(), id)
      wake()
    },
    undelivered: () => (undelivered.all() as WebhookRow[]).map(shownRow),
    /** Forgets pauses, forgeries and duplicates asked for. */
    calm(): void {
      isPaused = false
      mischief.calm()
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

/** What a list of undelivered notices says of one. */
function summaryOf(event: Notice): { eventCode: string; success: boolean; reference: string } {
  if ('eventCode' in event)
    return { eventCode: event.eventCode, success: event.success, reference: event.merchantReference }
  const reference = String((event.resource as { custom_id?: unknown }).custom_id ?? event.id)
  return { eventCode: event.event_type, success: true, reference }
}

const shownRow = (row: WebhookRow) => ({
  id: row.id,
  ...summaryOf(JSON.parse(row.event) as Notice),
  createdAt: new Date(row.created_at).toISOString(),
  nextAt: new Date(row.next_at).toISOString(),
  tries: row.tries,
  lastError: row.last_error,
})

/** What tests ask to go wrong with the next deliveries. */
function createMischief() {
  let forged = 0
  let doubled = 0
  return {
    forgeNext: (count: number) => void (forged = count),
    duplicateNext: (count: number) => void (doubled = count),
    take() {
      const taken = { isForged: forged > 0, isDoubled: doubled > 0 }
      forged = Math.max(0, forged - 1)
      doubled = Math.max(0, doubled - 1)
      return taken
    },
    calm(): void {
      forged = 0
      doubled = 0
    },
  }
}
