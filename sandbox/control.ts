import { z } from 'zod'
import type { Afterpay } from './afterpay/afterpay.ts'
import type { Certificates } from './gateway/certificates.ts'
import { moneyText, html } from './html.ts'
import { json, showPage, type Answer, type Route, type SandboxRequest } from './http.ts'
import { heldCents, type Ledger, type Movement } from './ledger.ts'
import type { PayPal } from './paypal/paypal.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/**
 * The levers of a test: what goes wrong next, and what time it is. Only when SANDBOX_CONTROL is on. Beside them the reading of the
 * ledger, which is always there.
 */

export const faultKinds = ['drop-before', 'drop-after', 'error-before', 'error-after', 'delay', 'wrong-amount'] as const
export type FaultKind = (typeof faultKinds)[number]

type Fault = { readonly route: string; readonly kind: FaultKind; readonly delayMs: number; left: number }

export type Faults = ReturnType<typeof createFaults>

/** Pending faults by route, oldest first. Each is used up after a number of requests. */
export function createFaults() {
  let faults: Fault[] = []
  return {
    add: (fault: Fault) => void faults.push(fault),
    clear: () => void (faults = []),
    list: () => faults.map((fault) => ({ ...fault })),
    /** The pending fault for this request's route, if any. */
    take(route: string): Fault | null {
      const found = faults.find((fault) => fault.route === route)
      if (found === undefined) return null
      found.left--
      faults = faults.filter((fault) => fault.left > 0)
      return found
    },
  }
}

/** The response that a fault makes of the right one; the work has been done. */
export function spoiled(answer: Answer, fault: Fault): Answer {
  if (fault.kind === 'drop-after') return { ...answer, isDropped: true }
  if (fault.kind === 'error-after') return { ...answer, status: 500, headers: {}, body: 'Internal Server Error' }
  if (fault.kind === 'delay') return { ...answer, afterMs: (answer.afterMs ?? 0) + fault.delayMs }
  return fault.kind === 'wrong-amount' ? { ...answer, body: withWrongAmount(answer.body) } : answer
}

/** Adds one cent to every amount in a response, in the provider's own format. */
function withWrongAmount(body: string): string {
  const amountNames = new Set(['value', 'amount', 'captured_amount', 'payAmount'])
  return JSON.stringify(
    JSON.parse(body, (name, value: unknown) => {
      if (!amountNames.has(name)) return value
      if (typeof value === 'string' && /^\d+\.\d{2}$/.test(value)) return centMore(value)
      // Whole minor units are the card gateway's; a number with decimals, or of whole dollars elsewhere, is a cent off as well.
      return typeof value === 'number' ? (name === 'value' ? value + 1 : Number((value + 0.01).toFixed(2))) : value
    }),
  )
}

function centMore(decimal: string): string {
  const cents = Number(decimal.replace('.', '')) + 1
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const FaultBody = z.strictObject({
  route: z.string(),
  kind: z.enum(faultKinds),
  delayMs: z.int().min(0).max(600_000).default(0),
  times: z.int().min(1).max(1_000_000).default(1),
})
const WebhookBody = z.strictObject({
  paused: z.boolean().optional(),
  badSignatureNext: z.int().min(0).optional(),
  duplicateNext: z.int().min(0).optional(),
  resend: z.int().optional(),
  hurry: z.boolean().optional(),
})
const ClockBody = z.strictObject({ shiftMs: z.int() })
const RotateBody = z.strictObject({ merchantAccount: z.string().optional() })
const LimitsBody = z.strictObject({ minimumCents: z.int().min(0).nullable(), maximumCents: z.int().min(1) })
const ReviewBody = z.strictObject({ reference: z.string(), isAccepted: z.boolean() })
const EmptyBody = z.strictObject({})

export function controlRoutes(parts: {
  readonly ledger: Ledger
  readonly faults: Faults
  readonly webhooks: Webhooks
  readonly certificates: Certificates
  /** Does what is due. */
  readonly sweep: () => void
  readonly afterpay: Afterpay
  readonly paypal: PayPal
  readonly origin: () => string
  readonly routeNames: () => readonly string[]
}): Route[] {
  const { ledger, faults, webhooks } = parts

  /** A control call: JSON only, so that no form of another site can send it. */
  function lever<Body>(path: string, schema: z.ZodType<Body>, work: (body: Body) => object | Promise<object>): Route {
    return {
      name: 'control',
      method: 'POST',
      path: `/control/${path}`,
      async handle(request: SandboxRequest) {
        if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
          return json(415, { message: 'Send JSON with Content-Type application/json.' })
        }
        let value: unknown
        try {
          value = JSON.parse(request.body === '' ? '{}' : request.body)
        } catch {
          return json(400, { message: 'The body is not JSON.' })
        }
        const parsed = schema.safeParse(value)
        return parsed.success
          ? json(200, await work(parsed.data))
          : json(422, { message: z.prettifyError(parsed.error) })
      },
    }
  }

  function reset(): object {
    ledger.reset()
    faults.clear()
    webhooks.calm()
    return { done: true }
  }

  return [
    {
      name: 'control',
      method: 'GET',
      path: '/control',
      handle: () => json(200, { routes: parts.routeNames(), kinds: faultKinds, faults: faults.list() }),
    },
    lever('faults', FaultBody, ({ times, ...fault }) => {
      if (!parts.routeNames().includes(fault.route)) return { done: false, routes: parts.routeNames() }
      faults.add({ ...fault, left: times })
      return { done: true, faults: faults.list() }
    }),
    lever('faults/clear', EmptyBody, () => {
      faults.clear()
      return { done: true }
    }),
    lever('webhooks', WebhookBody, (requested) => {
      if (requested.badSignatureNext !== undefined) webhooks.forgeNext(requested.badSignatureNext)
      if (requested.duplicateNext !== undefined) webhooks.duplicateNext(requested.duplicateNext)
      if (requested.resend !== undefined) webhooks.resend(requested.resend)
      if (requested.hurry === true) webhooks.hurry()
      if (requested.paused === true) webhooks.pause()
      if (requested.paused === false) webhooks.resume()
      return { done: true, undelivered: webhooks.undelivered() }
    }),
    lever('clock', ClockBody, ({ shiftMs }) => {
      ledger.shiftClock(shiftMs)
      parts.sweep()
      return { now: ledger.now().toISOString() }
    }),
    lever('certificates/rotate', RotateBody, async ({ merchantAccount }) => {
      await parts.certificates.rotate(merchantAccount)
      return { certificates: parts.certificates.current() }
    }),
    lever('afterpay/limits', LimitsBody, (limits) => {
      parts.afterpay.setLimits(limits)
      return { done: true }
    }),
    lever('paypal/review', ReviewBody, ({ reference, isAccepted }) => ({
      done: parts.paypal.decide(reference, isAccepted, parts.origin()),
    })),
    lever('reset', EmptyBody, reset),
  ]
}

/** The ledger as JSON, or as a table for a browser. */
export function ledgerRoutes(ledger: Ledger, webhooks: Webhooks): Route[] {
  return [
    {
      name: 'ledger',
      method: 'GET',
      path: '/ledger',
      handle(request) {
        const movements = ledger.movements(request.query.get('reference') ?? undefined)
        return wantsPage(request) ? ledgerPage(movements) : json(200, { movements })
      },
    },
    {
      name: 'ledger',
      method: 'GET',
      path: '/ledger/undelivered-webhooks',
      handle: () => json(200, { undelivered: webhooks.undelivered() }),
    },
    {
      name: 'ledger',
      method: 'GET',
      path: '/ledger/{reference}',
      handle(request) {
        const reference = request.params['reference'] ?? ''
        const movements = ledger.movements(reference)
        if (wantsPage(request)) return ledgerPage(movements)
        const charges = movements.filter((movement) => movement.kind === 'authorise').length
        return json(200, { reference, charges, heldCents: heldCents(movements), movements })
      },
    },
  ]
}

function wantsPage(request: SandboxRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html')
}

function ledgerPage(movements: readonly Movement[]): Answer {
  const rows = movements.map(
    (row) =>
      html`<tr>
        <td>${row.at}</td>
        <td>${row.provider}</td>
        <td>${row.merchant}</td>
        <td><a href="/ledger/${encodeURIComponent(row.reference)}">${row.reference}</a></td>
        <td>${row.payment}</td>
        <td>${row.kind}</td>
        <td class="number">${moneyText(row.cents, row.currency)}</td>
      </tr>`,
  )
  const headings = ['Time', 'Provider', 'Merchant', 'Reference', 'Payment', 'Kind', 'Amount']
  const content = html`
    <p>Every movement of pretended money, oldest first. <a href="/">What this is</a></p>
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${rows.length === 0 ? html`<p>Nothing yet.</p>` : null}
  `
  return showPage(200, { title: 'ledger', content, wide: true })
}
