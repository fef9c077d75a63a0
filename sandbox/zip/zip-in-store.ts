import { z } from 'zod'
import { centsOfDecimal } from '../amounts.ts'
import { json, type Answer, type Route, type SandboxRequest } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import { phonePages } from './phone-pages.ts'
import { openPurchaseStore, type Purchase } from './purchase-store.ts'

/**
 * Zip's purchase requests, by which a code from the shopper's app is paid in a store, and the shopper's phone. Money moves when the shopper
 * confirms, whether anybody asks or not.
 */

export type ZipInStore = ReturnType<typeof createZipInStore>

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

const refusedCode = '000000'
const lostAnswerCode = '666666'
const faultyReadsCode = '777777'
const faultyReads = 3

class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string, message: string) {
    super(message)
    this.answer = json(status, { error: { code, message } })
  }
}

export function createZipInStore({ ledger, apiKey }: { readonly ledger: Ledger; readonly apiKey: string }) {
  const store = openPurchaseStore(ledger)
  const { insert, addRead, setRefunded, storedRefund, storeRefund, find, move, end, sweep } = store
  const nowMs = () => ledger.now().getTime()
  const pages = phonePages({ ledger, store })

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        if (request.headers['x-zip-api-key'] !== apiKey)
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

  const base = '/zip-in-store/v1/purchaserequests'
  const phone = '/zip-in-store/phone'
  const routes: Route[] = [
    { name: 'zip-in-store.create', method: 'POST', path: base, handle: create },
    { name: 'zip-in-store.read', method: 'GET', path: `${base}/{id}`, handle: read },
    { name: 'zip-in-store.cancel', method: 'POST', path: `${base}/{id}/cancel`, handle: cancel },
    { name: 'zip-in-store.refund', method: 'POST', path: `${base}/{id}/refunds`, handle: refund },
    { name: 'zip-in-store.phone', method: 'GET', path: phone, handle: pages.showPhone },
    { name: 'zip-in-store.phone-answer', method: 'POST', path: phone, handle: pages.answerPhone },
  ]
  return { routes, sweep }
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
