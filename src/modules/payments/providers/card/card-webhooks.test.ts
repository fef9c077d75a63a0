import { expect, test } from 'vitest'
import { bodyOf, signatureOf, type GatewayEvent } from '../../../../../sandbox/webhooks/delivery.ts'
import { parseCardWebhook } from './card-webhooks.server.ts'

const key = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'
const event: GatewayEvent = {
  eventCode: 'AUTHORISATION',
  success: true,
  pspReference: 'NC6HT9CRT65ZGN82',
  originalReference: '',
  merchantAccountCode: 'TestECOM',
  merchantReference: '01JD0000000000000000000000',
  value: 123_450,
  currency: 'AUD',
  eventDate: '2026-10-12T15:00:00.000Z',
  paymentMethod: 'visa',
  reason: '',
  operations: [],
  additionalData: { cardSummary: '1111', expiryDate: '3/2030' },
}

const signed = (more: Partial<GatewayEvent> = {}) => {
  const changed = { ...event, ...more }
  return bodyOf(changed, signatureOf(changed, key))
}
const outcomeOf = (more: Partial<GatewayEvent>) => parseCardWebhook(signed(more), key)?.[0]?.outcome

test('the signature matches the gateway’s published example', () => {
  // From the gateway's documentation of HMAC signatures for webhooks.
  const published = {
    pspReference: '7914073381342284',
    originalReference: '',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    value: 1130,
    currency: 'EUR',
    eventCode: 'AUTHORISATION',
    success: true,
    eventDate: '',
    paymentMethod: '',
  }
  expect(signatureOf(published, key)).toBe('coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=')
})

test('an approval has our reference, the gateway’s, and the exact amount', () => {
  expect(parseCardWebhook(signed(), key)).toEqual([
    {
      eventId: 'NC6HT9CRT65ZGN82:AUTHORISATION:true',
      attemptId: '01JD0000000000000000000000',
      outcome: {
        kind: 'approved',
        providerRef: 'NC6HT9CRT65ZGN82',
        cents: 123_450,
        currency: 'AUD',
        card: { brand: 'visa', lastFour: '1111', expiry: '3/2030' },
      },
    },
  ])
})

test('a resent webhook has the same id', () => {
  const [first] = parseCardWebhook(signed(), key) ?? []
  const [again] = parseCardWebhook(signed(), key) ?? []
  expect(again?.eventId).toBe(first?.eventId)
})

test('a body with any changed signed field is rejected', () => {
  const body = signed()
  for (const [from, to] of [
    ['123450', '123451'],
    ['"AUD"', '"NZD"'],
    ['"success":"true"', '"success":"false"'],
    ['01JD0000000000000000000000', '01JD0000000000000000000001'],
    ['AUTHORISATION', 'CANCELLATION'],
    ['"TestECOM"', '"OtherECOM"'],
  ] as const) {
    expect(body).toContain(from)
    expect(parseCardWebhook(body.replace(from, to), key)).toBeNull()
  }
})

test('a body with a missing, short or foreign signature is rejected', () => {
  const unsigned = JSON.stringify(JSON.parse(signed()), (name, value: unknown) =>
    name === 'hmacSignature' ? undefined : value,
  )
  expect(parseCardWebhook(unsigned, key)).toBeNull()
  expect(parseCardWebhook(bodyOf(event, 'AAAA'), key)).toBeNull()
  expect(parseCardWebhook(signed(), '00'.repeat(32))).toBeNull()
})

test('one wrong signature among several rejects all', () => {
  const good = JSON.parse(signed()) as { live: string; notificationItems: object[] }
  const bad = JSON.parse(bodyOf(event, signatureOf({ ...event, value: 1 }, key))) as typeof good
  const both = { ...good, notificationItems: [...good.notificationItems, ...bad.notificationItems] }
  expect(parseCardWebhook(JSON.stringify(both), key)).toBeNull()
})

test('a webhook for another merchant account is rejected when ours are configured', () => {
  expect(parseCardWebhook(signed(), key, ['TestECOM'])).toHaveLength(1)
  expect(parseCardWebhook(signed(), key, ['OurECOM'])).toBeNull()
})

test('a malformed webhook is rejected', () => {
  for (const raw of ['', 'null', '[]', '{}', 'not json', '{"live":"true","notificationItems":[]}']) {
    expect(parseCardWebhook(raw, key)).toBeNull()
  }
})

test('a decline reason is shown only when allowed', () => {
  expect(outcomeOf({ success: false, reason: 'Not enough balance' })).toMatchObject({
    kind: 'declined',
    shownReason: 'Not enough balance',
  })
  expect(outcomeOf({ success: false, reason: 'Acquirer Fraud' })).toMatchObject({
    kind: 'declined',
    code: 'Acquirer Fraud',
    shownReason: null,
  })
})

test('cancelled, closed and unknown payments are distinguished from paid ones', () => {
  expect(outcomeOf({ success: false, reason: 'Shopper Cancelled' })).toEqual({ kind: 'cancelled' })
  expect(outcomeOf({ eventCode: 'CANCELLATION', originalReference: 'A' })).toEqual({ kind: 'cancelled' })
  expect(outcomeOf({ eventCode: 'TECHNICAL_CANCEL', originalReference: 'A' })).toEqual({ kind: 'cancelled' })
  expect(outcomeOf({ eventCode: 'TECHNICAL_CANCEL', success: false })).toEqual({ kind: 'cancelled' })
  expect(outcomeOf({ eventCode: 'OFFER_CLOSED' })).toEqual({ kind: 'expired' })
})

test('events without a payment state are accepted and empty', () => {
  for (const eventCode of ['CAPTURE', 'CHARGEBACK', 'SOMETHING_NEW']) {
    expect(parseCardWebhook(signed({ eventCode }), key)).toEqual([])
  }
  expect(
    parseCardWebhook(signed({ eventCode: 'TECHNICAL_CANCEL', success: false, originalReference: 'A' }), key),
  ).toEqual([])
})

test('an unsupported currency is never an approval', () => {
  expect(outcomeOf({ currency: 'EUR' })).toEqual({ kind: 'unknown', why: 'mismatch' })
})

test('a refund is confirmed, or reported as failed with its amount', () => {
  for (const eventCode of ['REFUND', 'CANCEL_OR_REFUND']) {
    expect(outcomeOf({ eventCode })).toEqual({ kind: 'refunded' })
    expect(outcomeOf({ eventCode, success: false })).toEqual({ kind: 'refund-failed', cents: 123_450 })
  }
  for (const eventCode of ['REFUND_FAILED', 'REFUNDED_REVERSED'])
    expect(outcomeOf({ eventCode })).toEqual({ kind: 'refund-failed', cents: 123_450 })
})

test('a test webhook is rejected in production, and a live one elsewhere', () => {
  const raw = signed()
  const live = raw.replace('"live":"false"', '"live":"true"')
  const isTaken = (body: string, isLive: boolean) => parseCardWebhook(body, key, undefined, { isLive }) !== null
  expect([isTaken(raw, false), isTaken(live, true), isTaken(raw, true), isTaken(live, false)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
