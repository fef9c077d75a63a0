import { verify, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { minutes, seconds, type Clock } from '../../../../platform/clock.ts'
import type { PaymentOutcome, ProviderEvent } from '../../payments.ts'
import { captureOutcome } from './paypal-orders.server.ts'

/** PayPal's webhooks: who sent them, and what they say of a payment. */

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
export function parsePayPalWebhook(raw: string): ProviderEvent[] | null {
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

const certificateCacheMs = minutes(60)
const largestCertificate = 32_000
const certificateHosts: ReadonlySet<string> = new Set([
  'api.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.paypal.com',
  'api-m.sandbox.paypal.com',
])
const certificatePath = /^\/v1\/notifications\/certs\/[\w.-]+$/
const pemStart = '-----BEGIN CERTIFICATE-----'
const pemEnd = '-----END CERTIFICATE-----'
const maxCertificates = 6

/** The first certificates of a PEM file (RFC 7468). Throws when one cannot be read. */
function certificatesIn(text: string): X509Certificate[] {
  const blocks = text
    .split(pemEnd)
    .slice(0, -1)
    .filter((block) => block.includes(pemStart))
  return blocks
    .slice(0, maxCertificates)
    .map((block) => new X509Certificate(block.slice(block.lastIndexOf(pemStart)) + pemEnd))
}

/**
 * Says whether PayPal signed a body. The certificate may only come from PayPal's own host: the notice names its address, and a forger
 * would name another one. It has to be made out to PayPal's signing service, and to chain to a root that Node trusts. A stand-in for PayPal
 * has a certificate of its own, which is believed because only the configured host may serve it.
 */
export function paypalVerifier(settings: {
  /** Of PayPal's API. */
  readonly url: string
  readonly webhookId: string
  readonly clock: Clock
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Of certificate authorities, as PEM. */
  readonly roots?: readonly string[]
}): (raw: string, headers: Headers) => Promise<boolean> {
  const { origin, hostname } = new URL(settings.url)
  const isPayPal = hostname.endsWith('.paypal.com')
  const fetchCertificate = settings.fetch ?? globalThis.fetch
  let stored: { readonly url: string; readonly certificate: X509Certificate; readonly until: number } | null = null

  function canServe(address: string): boolean {
    if (!URL.canParse(address)) return false
    const url = new URL(address)
    if (url.username !== '' || url.password !== '') return false
    if (!isPayPal) return url.origin === origin
    return (
      url.protocol === 'https:' &&
      url.port === '' &&
      certificateHosts.has(url.hostname) &&
      certificatePath.test(url.pathname)
    )
  }

  async function certificateAt(address: string): Promise<X509Certificate | null> {
    const now = settings.clock.now().getTime()
    if (stored !== null && stored.url === address && now < stored.until) return stored.certificate
    const answer = await fetchCertificate(address, { redirect: 'error', signal: AbortSignal.timeout(seconds(10)) })
    const text = await answer.text()
    if (!answer.ok || text.length > largestCertificate) return null
    const [certificate, ...issuers] = certificatesIn(text)
    if (certificate === undefined) return null
    if (isPayPal && !isPayPals(certificate, issuers, new Date(now))) return null
    stored = { url: address, certificate, until: now + certificateCacheMs }
    return certificate
  }

  /** Made out to the signing service, and issued, one by the next, by a root that is trusted. */
  function isPayPals(certificate: X509Certificate, issuers: readonly X509Certificate[], now: Date): boolean {
    if (!/(^|\n)CN=messageverificationcerts\.(sandbox\.)?paypal\.com($|\n)/.test(certificate.subject)) return false
    const roots = (settings.roots ?? rootCertificates).map((pem) => new X509Certificate(pem))
    let current = certificate
    for (let step = 0; step <= issuers.length; step++) {
      const by = (issuer: X509Certificate) =>
        issuer.ca && current.checkIssued(issuer) && current.verify(issuer.publicKey)
      if (roots.some(by)) return true
      const next = issuers.find(by)
      if (next === undefined || Date.parse(next.validFrom) > now.getTime() || Date.parse(next.validTo) < now.getTime())
        return false
      current = next
    }
    return false
  }

  return async (raw, headers) => {
    const [id, time, signature, address, algorithm] = [
      'transmission-id',
      'transmission-time',
      'transmission-sig',
      'cert-url',
      'auth-algo',
    ].map((name) => headers.get(`paypal-${name}`) ?? '')
    if (!id || !time || !signature || !address || algorithm !== 'SHA256withRSA' || !canServe(address)) return false
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
