import { z } from 'zod'
import { centsOfDecimal } from '../amounts.ts'
import { html, moneyText } from '../html.ts'
import { formOf, json, seeOther, showPage, type Answer, type Route, type SandboxRequest } from '../http.ts'
import type { Ledger, MovementKind } from '../ledger.ts'

/**
 * Zip's purchase requests, by which a code from the shopper's app is paid in a store (payments.md section 6.1), and the shopper's phone.
 * Money moves when the shopper confirms, whether anybody asks or not.
 */

export type ZipInStore = ReturnType<typeof createZipInStore>

type Status = 'Pending' | 'Approved' | 'Cancelled' | 'Declined' | 'Expired'

type Purchase = {
  readonly id: number
  readonly location: string
  readonly ref_code: string
  readonly code: string
  readonly cents: number
  readonly currency: string
  readonly status: Status
  readonly reason: string | null
  readonly refunded: number
  readonly reads: number
  readonly created_at: number
}

const schema = `
create table if not exists zip_purchase (
  id integer primary key,
  location text not null,
  ref_code text not null,
  code text not null,
  cents integer not null,
  currency text not null,
  status text not null check (status in ('Pending', 'Approved', 'Cancelled', 'Declined', 'Expired')),
  reason text,
  refunded integer not null default 0 check (refunded <= cents),
  reads integer not null default 0,
  created_at integer not null
) strict;
create table if not exists zip_purchase_refund (
  key text primary key,
  body text not null
) strict;
`

const Originator = z.strictObject({
  locationId: z.string().min(1),
  deviceRefCode: z.string().min(1),
  staffActor: z.strictObject({ refCode: z.string(), name: z.string().optional() }).optional(),
})
const decimal = z.string().regex(/^\d{1,9}\.\d{2}$/)
const PurchaseBody = z.strictObject({
  originator: Originator,
  refCode: z.string().min(1).max(64),
  payAmount: z.number(),
  capture: z.literal(true).optional(),
  accountIdentifier: z.strictObject({ method: z.literal('token'), value: z.string() }),
  requiresAck: z.literal(false).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  order: z.strictObject({
    totalAmount: decimal,
    shippingAmount: decimal,
    taxAmount: decimal,
    items: z.array(
      z.strictObject({
        name: z.string().min(1).max(200),
        description: z.string().optional(),
        quantity: z.int().min(1),
        amount: decimal,
        sku: z.string().max(200).optional(),
      }),
    ),
  }),
})
const CancelBody = z.strictObject({ refCode: z.string().min(1), originator: Originator })
const RefundBody = z.strictObject({ refCode: z.string().min(1), refundAmount: z.number(), originator: Originator })

/** What becomes of a code that decides by itself, and after how long. */
const scripted: Readonly<
  Record<string, { readonly afterMs: number; readonly status: Status; readonly reason: string }>
> = {
  '111111': { afterMs: 4_000, status: 'Approved', reason: 'Approved by customer' },
  '222222': { afterMs: 4_000, status: 'Declined', reason: 'The customer has not enough funds for this purchase.' },
  '333333': { afterMs: 4_000, status: 'Cancelled', reason: 'The customer cancelled this purchase.' },
  '555555': { afterMs: 64_000, status: 'Approved', reason: 'Approved by customer' },
  '666666': { afterMs: 0, status: 'Approved', reason: 'Approved by customer' },
  '777777': { afterMs: 1_000, status: 'Approved', reason: 'Approved by customer' },
}
const refusedCode = '000000'
const lostAnswerCode = '666666'
const faultyReadsCode = '777777'
const faultyReads = 3
const livesMs = 60_000
/** The one code whose request outlives its minute, so that an approval can come after everybody has given up. */
const lateCode = '555555'

class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string, message: string) {
    super(message)
    this.answer = json(status, { error: { code, message } })
  }
}

export function createZipInStore(options: { readonly ledger: Ledger; readonly apiKey: string }) {
  const { ledger } = options
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from zip_purchase; delete from zip_purchase_refund'))

  const insert = database.prepare(`
    insert into zip_purchase (location, ref_code, code, cents, currency, status, created_at)
    values (:location, :ref_code, :code, :cents, :currency, 'Pending', :created_at) returning id`)
  const byId = database.prepare('select * from zip_purchase where id = ?')
  const pending = database.prepare("select * from zip_purchase where status = 'Pending' order by id desc")
  const setStatus = database.prepare(
    "update zip_purchase set status = ?, reason = ? where id = ? and status = 'Pending' returning id",
  )
  const addRead = database.prepare('update zip_purchase set reads = reads + 1 where id = ?')
  const setRefunded = database.prepare('update zip_purchase set refunded = ? where id = ?')
  const storedRefund = database.prepare('select body from zip_purchase_refund where key = ?')
  const storeRefund = database.prepare('insert into zip_purchase_refund (key, body) values (?, ?)')

  const nowMs = () => ledger.now().getTime()
  const find = (id: unknown) => byId.get(Number(id)) as Purchase | undefined

  function move(purchase: Purchase, kind: MovementKind, cents: number, key: string | null): void {
    ledger.record({
      provider: 'zip-in-store',
      merchant: purchase.location,
      reference: purchase.ref_code,
      payment: String(purchase.id),
      cents,
      currency: purchase.currency,
      kind,
      idempotencyKey: key,
    })
  }

  /** Ends a request once; the money moves with an approval. */
  function end(purchase: Purchase, status: Status, reason: string): void {
    if (setStatus.get(status, reason, purchase.id) === undefined || status !== 'Approved') return
    move(purchase, 'authorise', purchase.cents, null)
    move(purchase, 'capture', purchase.cents, null)
  }

  /** What time has decided by now. */
  function sweep(): void {
    ledger.inOneStep(() => {
      for (const purchase of pending.all() as Purchase[]) {
        const age = nowMs() - purchase.created_at
        const script = scripted[purchase.code]
        if (script !== undefined && age >= script.afterMs) end(purchase, script.status, script.reason)
        else if (age >= livesMs && purchase.code !== lateCode) end(purchase, 'Expired', 'The customer did not respond.')
      }
    })
  }

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        if (request.headers['x-zip-api-key'] !== options.apiKey)
          throw new Refused(401, 'unauthorized', 'The API key is not valid.')
        sweep()
        const parsed = schemaOfBody.safeParse(request.body === '' ? undefined : JSON.parse(request.body))
        if (!parsed.success)
          throw new Refused(400, 'validation_error', `${parsed.error.issues[0]?.path.join('.') ?? ''} is invalid`)
        return ledger.inOneStep(() => work(parsed.data, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  function known(request: SandboxRequest): Purchase {
    const purchase = find(request.params['id'])
    if (purchase === undefined) throw new Refused(404, 'not_found', 'The purchase request was not found.')
    return purchase
  }

  const bodyOf = (purchase: Purchase): object => ({
    id: purchase.id,
    locationId: purchase.location,
    refCode: purchase.ref_code,
    payAmount: purchase.cents / 100,
    status: purchase.status,
    reason: purchase.reason,
    receipt_number: purchase.status === 'Approved' ? 100_000 + purchase.id : null,
  })

  const create = call(PurchaseBody, (body) => {
    const { value: code } = body.accountIdentifier
    const cents = centsOfDecimal(String(body.payAmount))
    if (!/^\d{6}$/.test(code) || code === refusedCode)
      throw new Refused(400, 'invalid_token', 'The store code is not valid or has expired.')
    if (cents === null || cents === 0) throw new Refused(400, 'validation_error', 'payAmount is invalid')
    if (centsOfDecimal(body.order.totalAmount) !== cents)
      throw new Refused(400, 'validation_error', 'order.totalAmount is not payAmount')
    const { id } = insert.get({
      location: body.originator.locationId,
      ref_code: body.refCode,
      code,
      cents,
      currency: 'AUD',
      created_at: nowMs(),
    }) as { id: number }
    sweep()
    const answer = json(201, bodyOf(find(id) as Purchase))
    return code === lostAnswerCode ? { ...answer, isDropped: true } : answer
  })

  const read = call(z.undefined(), (_body, request) => {
    const purchase = known(request)
    addRead.run(purchase.id)
    if (purchase.code === faultyReadsCode && purchase.reads < faultyReads)
      return json(500, { error: { code: 'internal_error', message: 'Something went wrong.' } })
    return json(200, bodyOf(purchase))
  })

  const cancel = call(CancelBody, (body, request) => {
    const purchase = known(request)
    if (purchase.ref_code !== body.refCode) throw new Refused(400, 'validation_error', 'refCode is another one')
    if (purchase.status !== 'Pending') throw new Refused(409, 'invalid_state', `The request is ${purchase.status}.`)
    end(purchase, 'Cancelled', 'Cancelled by merchant')
    return json(200, bodyOf(find(purchase.id) as Purchase))
  })

  const refund = call(RefundBody, (body, request) => {
    const purchase = known(request)
    const given = request.headers['idempotency-key']
    const key = typeof given === 'string' ? given : null
    const earlier =
      key === null ? undefined : (storedRefund.get(`${purchase.id} ${key}`) as { body: string } | undefined)
    if (earlier !== undefined) return json(201, JSON.parse(earlier.body))
    const cents = centsOfDecimal(String(body.refundAmount))
    if (purchase.status !== 'Approved' || cents === null || cents === 0 || cents > purchase.cents - purchase.refunded)
      throw new Refused(409, 'invalid_state', 'So much cannot be refunded.')
    setRefunded.run(purchase.refunded + cents, purchase.id)
    move(purchase, 'refund', cents, key)
    const made = { id: purchase.id, refCode: body.refCode, refundAmount: body.refundAmount }
    if (key !== null) storeRefund.run(`${purchase.id} ${key}`, JSON.stringify(made))
    return json(201, made)
  })

  // The shopper's phone.

  function showPhone(): Answer {
    sweep()
    const waiting = pending.all() as Purchase[]
    const content = html`
      <p>
        What the shopper's app asks to confirm. Codes that decide by themselves are on the <a href="/">front page</a>.
      </p>
      ${waiting.length === 0 ? html`<p role="status">Nothing waits to be confirmed.</p>` : null}
      ${waiting.map(
        ({ id, code, cents, currency }) => html`
          <h2>Code ${code}: ${moneyText(cents, currency)}</h2>
          <form method="post">
            <input type="hidden" name="id" value="${id}" />
            <div class="buttons">
              <button class="main" type="submit" name="do" value="confirm" aria-label="Confirm code ${code}">
                Confirm
              </button>
              <button type="submit" name="do" value="cancel" aria-label="Cancel code ${code}">Cancel</button>
            </div>
          </form>
        `,
      )}
    `
    return showPage(200, { title: 'Zip app', content })
  }

  function answerPhone(request: SandboxRequest): Answer {
    const form = formOf(request)
    const purchase = find(form.get('id'))
    if (purchase !== undefined) {
      ledger.inOneStep(() =>
        form.get('do') === 'confirm'
          ? end(purchase, 'Approved', 'Approved by customer')
          : end(purchase, 'Cancelled', 'The customer cancelled this purchase.'),
      )
    }
    return seeOther('/zip-in-store/phone')
  }

  const base = '/zip-in-store/v1/purchaserequests'
  const phone = '/zip-in-store/phone'
  const routes: Route[] = [
    { name: 'zip-in-store.create', method: 'POST', path: base, handle: create },
    { name: 'zip-in-store.read', method: 'GET', path: `${base}/{id}`, handle: read },
    { name: 'zip-in-store.cancel', method: 'POST', path: `${base}/{id}/cancel`, handle: cancel },
    { name: 'zip-in-store.refund', method: 'POST', path: `${base}/{id}/refunds`, handle: refund },
    { name: 'zip-in-store.phone', method: 'GET', path: phone, handle: showPhone },
    { name: 'zip-in-store.phone-answer', method: 'POST', path: phone, handle: answerPhone },
  ]
  return { routes, sweep }
}
