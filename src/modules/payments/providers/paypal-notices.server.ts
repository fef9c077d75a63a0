import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { minutes, seconds, type Clock } from '../../../platform/clock.ts'
import type { PaymentOutcome, ProviderNotice } from '../payments.ts'
import { captureOutcome } from './paypal.server.ts'

/** PayPal's webhooks: who sent them, and what they say of a payment (payments.md section 3.8). */

const Event = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource: z.looseObject({}),
})
const CaptureResource = z.object({
  status: z.string(),
  amount: z.object({ currency_code: z.string(), value: z.string() }),
  custom_id: z.string().min(1),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().min(1) }) }),
})
const RefundResource = z.object({ custom_id: z.string().min(1) })
const OrderResource = z.object({
  id: z.string().min(1),
  purchase_units: z.array(z.object({ custom_id: z.string().min(1) })).min(1),
})

/**
 * The notices of a webhook body that say what became of a payment; an empty list for a good body about something else, and null for what
 * is none. Whether PayPal sent it is asked before (paypalVerifier), and once: what is stored was verified.
 */
export function parsePayPalNotice(raw: string): ProviderNotice[] | null {
  const parsed = Event.safeParse(jsonOf(raw))
  if (!parsed.success) return null
  const { id: eventId, event_type: type, resource } = parsed.data
  if (type === 'CHECKOUT.ORDER.APPROVED') {
    const order = OrderResource.safeParse(resource)
    if (!order.success) return []
    const outcome = { kind: 'pending', providerRef: order.data.id, action: null, isAgreed: true } as const
    return order.data.purchase_units.map((unit) => ({ eventId, attemptId: unit.custom_id, outcome }))
  }
  if (type === 'PAYMENT.CAPTURE.REFUNDED') {
    const refund = RefundResource.safeParse(resource)
    return refund.success ? [{ eventId, attemptId: refund.data.custom_id, outcome: { kind: 'refunded' } }] : []
  }
  if (!/^PAYMENT\.CAPTURE\.(COMPLETED|DENIED|DECLINED|PENDING)$/.test(type)) return []
  const capture = CaptureResource.safeParse(resource)
  if (!capture.success) return []
  const outcome: PaymentOutcome | null = captureOutcome(
    capture.data,
    capture.data.supplementary_data.related_ids.order_id,
  )
  return outcome === null ? [] : [{ eventId, attemptId: capture.data.custom_id, outcome }]
}

const certificateKeptMs = minutes(60)
const largestCertificate = 32_000

/**
 * Says whether PayPal signed a body. The certificate may only come from PayPal's own host: the notice names its address, and a forger
 * would name another one.
 */
export function paypalVerifier(settings: {
  /** Of PayPal's API. */
  readonly url: string
  readonly webhookId: string
  readonly clock: Clock
  readonly fetch?: typeof globalThis.fetch | undefined
}): (raw: string, headers: Headers) => Promise<boolean> {
  const { origin, hostname } = new URL(settings.url)
  const isPayPal = hostname.endsWith('.paypal.com')
  const fetchCertificate = settings.fetch ?? globalThis.fetch
  let kept: { readonly url: string; readonly certificate: X509Certificate; readonly until: number } | null = null

  function mayServe(address: string): boolean {
    if (!URL.canParse(address)) return false
    const url = new URL(address)
    if (url.username !== '' || url.password !== '') return false
    return url.origin === origin || (isPayPal && url.protocol === 'https:' && url.hostname.endsWith('.paypal.com'))
  }

  async function certificateAt(address: string): Promise<X509Certificate | null> {
    const now = settings.clock.now().getTime()
    if (kept !== null && kept.url === address && now < kept.until) return kept.certificate
    const answer = await fetchCertificate(address, { redirect: 'error', signal: AbortSignal.timeout(seconds(10)) })
    const text = await answer.text()
    if (!answer.ok || text.length > largestCertificate) return null
    const certificate = new X509Certificate(text)
    kept = { url: address, certificate, until: now + certificateKeptMs }
    return certificate
  }

  return async (raw, headers) => {
    const [id, time, signature, address, algorithm] = [
      'transmission-id',
      'transmission-time',
      'transmission-sig',
      'cert-url',
      'auth-algo',
    ].map((name) => headers.get(`paypal-${name}`) ?? '')
    if (!id || !time || !signature || !address || algorithm !== 'SHA256withRSA' || !mayServe(address)) return false
    try {
      const certificate = await certificateAt(address)
      if (certificate === null) return false
      const now = settings.clock.now().getTime()
      const isInForce = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
      const signed = Buffer.from([id, time, settings.webhookId, crc32(raw)].join('|'))
      return isInForce && verify('sha256', signed, certificate.publicKey, Buffer.from(signature, 'base64'))
    } catch {
      // A certificate that cannot be had or read proves nothing; PayPal sends the notice again.
      return false
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
