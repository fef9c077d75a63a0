import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  merchantAccount,
  newAttempt,
  openTestShop,
  testCards,
  type TestShop,
} from '../src/modules/payments/providers/sandbox-for-tests.ts'
import type { PaymentInstrument } from '../src/modules/payments/payments.ts'
import { openLedger } from './ledger.ts'

/** The pretended interfaces are as strict as the real ones are documented to be. */

function encryptedIn(instrument: PaymentInstrument): string {
  if (instrument.method !== 'card' || instrument.source.kind !== 'form') throw new Error('not a card of a form')
  return instrument.source.encryptedCard
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.control('clock', { shiftMs: 0 }))

type Reply = { readonly status: number; readonly headers: Headers; readonly body: Record<string, unknown> }

async function ask(path: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(`${shop.sandbox().url}${path}`, init)
  const text = await response.text()
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { status: response.status, headers: response.headers, body }
}

describe('the card gateway', () => {
  const gateway = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(`/gateway/v71${path}`, {
      method: 'POST',
      headers: { 'x-api-key': 'sandbox-gateway-key', 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  async function payment(more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const instrument = await shop.card(testCards.visa)
    return {
      amount: { currency: 'AUD', value: 20_000 },
      merchantAccount,
      reference: newAttempt(1).id,
      returnUrl: `${shop.shopUrl}/back`,
      channel: 'Web',
      paymentMethod: { type: 'scheme', encryptedCard: encryptedIn(instrument) },
      browserInfo: {
        acceptHeader: '*/*',
        colorDepth: 24,
        javaEnabled: false,
        language: 'en-AU',
        screenHeight: 1080,
        screenWidth: 1920,
        timeZoneOffset: -600,
        userAgent: 'Test/1.0',
      },
      ...more,
    }
  }

  const held = async (reference: unknown) => {
    const { body } = await ask(`/ledger/${String(reference)}`, {})
    return { charges: body['charges'], heldCents: body['heldCents'] }
  }

  test('an approved payment has the documented answer', async () => {
    const body = await payment()
    const answer = await gateway('/payments', body, { 'idempotency-key': 'documented' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('idempotency-key')).toBe('documented')
    expect(answer.body).toEqual({
      pspReference: expect.stringMatching(/^[A-Z0-9]{16}$/),
      resultCode: 'Authorised',
      merchantReference: body['reference'],
      amount: { currency: 'AUD', value: 20_000 },
      paymentMethod: { brand: 'visa', type: 'scheme' },
      additionalData: {
        cardSummary: '1111',
        expiryDate: '3/2030',
        authCode: expect.any(String),
        cvcResult: '1 Matches',
        avsResult: '0 Unknown',
      },
    })
  })

  test('a challenge is a redirect by form, with its data', async () => {
    const instrument = await shop.card(testCards.challenged)
    const encryptedCard = encryptedIn(instrument)
    const body = await payment({
      paymentMethod: { type: 'scheme', encryptedCard },
      redirectToIssuerMethod: 'POST',
      authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    })
    const answer = await gateway('/payments', body)
    expect(answer.body).toMatchObject({
      resultCode: 'RedirectShopper',
      action: { type: 'redirect', method: 'POST', data: { MD: expect.any(String), PaReq: expect.any(String) } },
    })
    expect(await held(body['reference'])).toEqual({ charges: 0, heldCents: 0 })
  })

  test.each([
    ['amount', '100'],
    ['reference', '130'],
    ['returnUrl', '14_030'],
    ['merchantAccount', '901'],
    ['browserInfo', '702'],
    ['paymentMethod', '702'],
  ])('without %s it is refused with code %s', async (field, errorCode) => {
    const body = await payment()
    delete body[field]
    const answer = await gateway('/payments', body)
    expect(answer).toMatchObject({ status: 422, body: { status: 422, errorCode, errorType: 'validation' } })
    expect(answer.body['pspReference']).toEqual(expect.any(String))
  })

  test.each([
    [{ amount: { currency: 'AUD', value: 200.5 } }, '137'],
    [{ amount: { currency: 'AUD', value: '20000' } }, '137'],
    [{ amount: { currency: 'AUD', value: 0 } }, '137'],
    [{ amount: { currency: 'EUR', value: 20_000 } }, '138'],
    [{ reference: 'x'.repeat(81) }, '702'],
    [{ surprise: true }, '702'],
    [{ shopperIP: 'somewhere' }, '702'],
    [{ telephoneNumber: '0412345678' }, '702'],
    [{ paymentMethod: { type: 'scheme', number: '4111111111111111', cvc: '737' } }, '702'],
    [{ returnUrl: 'https://evil.example/back' }, '702'],
    [{ returnUrl: 'javascript:alert(1)' }, '702'],
    [{ paymentMethod: { type: 'scheme', encryptedCard: 'nonsense' } }, '174'],
  ])('%j is refused with code %s', async (more, errorCode) => {
    const body = await payment(more)
    expect(await gateway('/payments', body)).toMatchObject({ status: 422, body: { errorCode } })
    expect(await held(body['reference'])).toEqual({ charges: 0, heldCents: 0 })
  })

  test('callers are checked before anything else', async () => {
    const body = await payment()
    expect(await gateway('/payments', body, { 'x-api-key': 'wrong' })).toMatchObject({
      status: 401,
      body: { errorCode: '000', errorType: 'security' },
    })
    expect(await gateway('/payments', { ...body, merchantAccount: 'Nobody' })).toMatchObject({
      status: 403,
      body: { errorCode: '901', errorType: 'security' },
    })
    expect(await gateway('/payments', '{')).toMatchObject({ status: 400, body: { errorCode: '702' } })
    expect((await gateway('/payments', body, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await ask('/gateway/v71/payments', {})).status).toBe(405)
    expect((await gateway('/nothing', body)).status).toBe(404)
  })

  test('a card encrypted for another merchant account is not opened', async () => {
    const answer = await gateway('/payments', await payment({ merchantAccount: 'AgencyECOM' }))
    expect(answer).toMatchObject({ status: 422, body: { errorCode: '173' } })
  })

  test('the same key replays the first answer, whatever the body says by then', async () => {
    const body = await payment()
    const first = await gateway('/payments', body, { 'idempotency-key': 'replayed' })
    const again = await gateway('/payments', { ...body, reference: 'another' }, { 'idempotency-key': 'replayed' })
    expect(again.body).toEqual(first.body)
    await shop.restart()
    expect((await gateway('/payments', body, { 'idempotency-key': 'replayed' })).body).toEqual(first.body)
    expect(await held(body['reference'])).toEqual({ charges: 1, heldCents: 20_000 })
  })

  test('a key whose first call is still running is a conflict', async () => {
    const body = await payment({ amount: { currency: 'AUD', value: 20_093 } })
    const first = gateway('/payments', body, { 'idempotency-key': 'running' })
    await wait(50)
    expect(await gateway('/payments', body, { 'idempotency-key': 'running' })).toMatchObject({
      status: 422,
      body: { errorCode: '704' },
    })
    expect((await first).body['resultCode']).toBe('Authorised')
    expect((await gateway('/payments', body, { 'idempotency-key': 'running' })).status).toBe(200)
    expect(await held(body['reference'])).toEqual({ charges: 1, heldCents: 20_093 })
  })

  test('a refused call does not use up its key', async () => {
    const body = await payment()
    const { returnUrl, ...without } = body
    expect((await gateway('/payments', without, { 'idempotency-key': 'unused' })).status).toBe(422)
    expect((await gateway('/payments', { ...without, returnUrl }, { 'idempotency-key': 'unused' })).status).toBe(200)
  })

  test('an authorisation is captured and refunded in parts, never for more than there is', async () => {
    const body = await payment({ captureDelayHours: 24 })
    const { pspReference } = (await gateway('/payments', body)).body
    const modify = (what: string, value: number) =>
      gateway(`/payments/${String(pspReference)}/${what}`, { merchantAccount, amount: { currency: 'AUD', value } })
    for (const [what, value] of [
      ['refunds', 1],
      ['captures', 15_000],
      ['captures', 5_001],
      ['captures', 5_000],
      ['refunds', 12_000],
      ['refunds', 8_001],
    ] as const) {
      expect(await modify(what, value)).toMatchObject({ status: 201, body: { status: 'received' } })
    }
    const kinds = shop
      .sandbox()
      .movements(String(body['reference']))
      .map((movement) => `${movement.kind} ${movement.cents}`)
    expect(kinds).toEqual(['authorise 20000', 'capture 15000', 'capture 5000', 'refund 12000'])
    expect(await held(body['reference'])).toEqual({ charges: 1, heldCents: 8_000 })
  })

  test('an authorisation is cancelled by its own or by our reference, a captured one is not', async () => {
    const cancelled = await payment({ captureDelayHours: 24 })
    const { pspReference } = (await gateway('/payments', cancelled)).body
    await gateway(`/payments/${String(pspReference)}/cancels`, { merchantAccount })
    expect(await held(cancelled['reference'])).toEqual({ charges: 1, heldCents: 0 })

    const byOurs = await payment({ captureDelayHours: 24 })
    await gateway('/payments', byOurs)
    await gateway('/cancels', { merchantAccount, paymentReference: byOurs['reference'] })
    expect(await held(byOurs['reference'])).toEqual({ charges: 1, heldCents: 0 })

    const captured = await payment()
    await gateway('/payments', captured)
    await gateway('/cancels', { merchantAccount, paymentReference: captured['reference'] })
    expect(await held(captured['reference'])).toEqual({ charges: 1, heldCents: 20_000 })
  })

  test('a payment of another merchant account cannot be changed', async () => {
    const { pspReference } = (await gateway('/payments', await payment())).body
    const answer = await gateway(`/payments/${String(pspReference)}/reversals`, { merchantAccount: 'AgencyECOM' })
    expect(answer).toMatchObject({ status: 422, body: { errorCode: '167' } })
  })

  test('after a change of keys a page that was loaded before can still pay', async () => {
    const before = await payment()
    await shop.control('certificates/rotate', {})
    expect((await gateway('/payments', before)).body['resultCode']).toBe('Authorised')
    expect((await gateway('/payments', await payment())).body['resultCode']).toBe('Authorised')
  })

  test('it shows the number of no card it was ever given', async () => {
    expect(shop.logged.join('\n')).not.toMatch(/4111|4212/)
  })
})

describe('Afterpay', () => {
  const good = {
    authorization: `Basic ${Buffer.from('sandbox-afterpay:sandbox-afterpay-secret').toString('base64')}`,
    'user-agent': 'Test/1.0 (Merchant/sandbox-afterpay)',
    accept: 'application/json',
    'content-type': 'application/json',
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = good) =>
    ask(`/afterpay/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const get = (path: string, headers: Record<string, string> = good) => ask(`/afterpay/v2${path}`, { headers })
  const aud = (amount: unknown) => ({ amount, currency: 'AUD' })

  const checkout = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    amount: aud('200.00'),
    consumer: { email: 'ana@example.com' },
    merchantReference: newAttempt(1).id,
    merchant: { redirectConfirmUrl: `${shop.shopUrl}/back?a=1`, redirectCancelUrl: `${shop.shopUrl}/back?a=2` },
    ...more,
  })

  async function confirmed(choice = 'approve'): Promise<{ token: string; reference: string }> {
    const body = checkout()
    const created = await post('/checkouts', body)
    const url = String(created.body['redirectCheckoutUrl'])
    await fetch(url, { method: 'POST', body: new URLSearchParams({ do: choice }), redirect: 'manual' })
    return { token: String(created.body['token']), reference: String(body['merchantReference']) }
  }

  const kinds = (reference: string) =>
    shop
      .sandbox()
      .movements(reference)
      .map((movement) => `${movement.kind} ${movement.cents}`)

  test('headers are checked as documented', async () => {
    const { 'user-agent': _agent, ...nameless } = good
    for (const [headers, status] of [
      [{ ...good, authorization: 'Basic wrong' }, 401],
      [nameless, 403],
      [{ ...good, accept: 'text/html' }, 406],
      [{ ...good, 'content-type': 'text/plain' }, 415],
    ] as const) {
      const answer = await post('/checkouts', checkout(), headers)
      expect(answer).toMatchObject({ status, body: { httpStatusCode: status, errorId: expect.any(String) } })
      expect(answer.body).toHaveProperty('errorCode')
      expect(answer.body).toHaveProperty('message')
    }
  })

  test.each([
    [{ amount: aud(200) }, 'invalid_object'],
    [{ amount: aud('200.001') }, 'invalid_object'],
    [{ amount: aud('1,000.00') }, 'invalid_object'],
    [{ amount: { amount: '200.00', currency: 'EUR' } }, 'unsupported_currency'],
    [{ amount: aud('50000.01') }, 'unsupported_payment_type'],
    [{ amount: aud('0.00') }, 'unsupported_payment_type'],
    [{ consumer: { email: 'nobody' } }, 'invalid_object'],
    [{ merchantReference: 'x'.repeat(129) }, 'invalid_object'],
    [{ items: [{ name: 'Fridge', quantity: 1.5, price: aud('1.00') }] }, 'invalid_object'],
    [{ items: [{ name: 'Fridge', quantity: 1, price: aud(1) }] }, 'invalid_object'],
    [{ surprise: 1 }, 'invalid_object'],
    [
      { merchant: { redirectConfirmUrl: 'https://evil.example', redirectCancelUrl: 'https://evil.example' } },
      'invalid_object',
    ],
  ])('a checkout with %j is refused: %s', async (more, errorCode) => {
    expect(await post('/checkouts', checkout(more))).toMatchObject({ status: 422, body: { errorCode } })
  })

  test('the configuration has decimal strings and may be kept for a day', async () => {
    const answer = await get('/configuration')
    expect(answer.body).toEqual({ minimumAmount: aud('0.01'), maximumAmount: aud('50000.00') })
    expect(answer.headers.get('cache-control')).toBe('max-age=86400')
  })

  test('a checkout is answered with token, expiry and page, and can be read', async () => {
    const created = await post('/checkouts', checkout())
    expect(created.status).toBe(201)
    expect(Date.parse(String(created.body['expires'])) - Date.now()).toBeGreaterThan(2.9 * 60 * 60_000)
    expect(await get(`/checkouts/${String(created.body['token'])}`)).toMatchObject({
      status: 200,
      body: { ...created.body, amount: aud('200.00') },
    })
    expect(await get('/checkouts/unknown')).toMatchObject({ status: 404, body: { errorCode: 'not_found' } })
  })

  test('the shopper comes back with status and token beside what the address had', async () => {
    const created = await post('/checkouts', checkout())
    const url = String(created.body['redirectCheckoutUrl'])
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'cancel' }), redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `${shop.shopUrl}/back?a=2&status=CANCELLED&orderToken=${String(created.body['token'])}`,
    )
  })

  test('a capture needs consent, and then happens once', async () => {
    const created = await post('/checkouts', checkout())
    const early = await post('/payments/capture', { token: created.body['token'] })
    expect(early).toMatchObject({ status: 412, body: { errorCode: 'invalid_order_transaction_status' } })

    const { token, reference } = await confirmed()
    const first = await post('/payments/capture', { token, merchantReference: reference })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      id: expect.stringMatching(/^\d{12}$/),
      token,
      status: 'APPROVED',
      paymentState: 'CAPTURED',
      originalAmount: aud('200.00'),
      openToCaptureAmount: aud('0.00'),
      merchantReference: reference,
      refunds: [],
    })
    const again = await post('/payments/capture', { token, merchantReference: reference })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await get(`/payments/token:${token}`)).toMatchObject({ status: 200, body: first.body })
    expect(await get(`/payments/${String(first.body['id'])}`)).toMatchObject({ status: 200, body: first.body })
    expect(kinds(reference)).toEqual(['authorise 20000', 'capture 20000'])
  })

  test('a declined capture is 402 with the payment, an unknown token 402 without', async () => {
    const { token, reference } = await confirmed('decline')
    expect(await post('/payments/capture', { token })).toMatchObject({
      status: 402,
      body: { status: 'DECLINED', paymentState: 'CAPTURE_DECLINED' },
    })
    expect(kinds(reference)).toEqual([])
    expect(await post('/payments/capture', { token: 'unknown' })).toMatchObject({
      status: 402,
      body: { errorCode: 'invalid_token' },
    })
  })

  test('a token lives for three hours', async () => {
    const { token } = await confirmed()
    await shop.control('clock', { shiftMs: 3 * 60 * 60_000 + 1_000 })
    expect(await post('/payments/capture', { token })).toMatchObject({
      status: 402,
      body: { errorCode: 'invalid_token' },
    })
  })

  test('an authorisation is captured in parts, voided for the rest, and lapses after 13 days', async () => {
    const { token, reference } = await confirmed()
    const authorised = await post('/payments/auth', { token, requestId: 'r1', merchantReference: reference })
    expect(authorised.body).toMatchObject({ paymentState: 'AUTH_APPROVED', openToCaptureAmount: aud('200.00') })
    expect((await post('/payments/auth', { token, requestId: 'r1' })).body).toEqual(authorised.body)
    const path = `/payments/${String(authorised.body['id'])}`
    const part = await post(`${path}/capture`, { amount: aud('150.00'), requestId: 'r2' })
    expect(part.body).toMatchObject({ paymentState: 'PARTIALLY_CAPTURED', openToCaptureAmount: aud('50.00') })
    // The head tells the time, which may have gone on by a second.
    const again = await post(`${path}/capture`, { amount: aud('150.00'), requestId: 'r2' })
    expect([again.status, again.body]).toEqual([part.status, part.body])
    expect(await post(`${path}/capture`, { amount: aud('50.01') })).toMatchObject({
      status: 422,
      body: { errorCode: 'invalid_amount' },
    })
    expect(await post(`${path}/void`, { requestId: 'r3' })).toMatchObject({ body: { paymentState: 'CAPTURED' } })
    expect(kinds(reference)).toEqual(['authorise 20000', 'capture 15000', 'void 5000'])

    const other = await confirmed()
    const { id } = (await post('/payments/auth', { token: other.token })).body
    await shop.control('clock', { shiftMs: 13 * 24 * 60 * 60_000 + 1_000 })
    expect(await post(`/payments/${String(id)}/capture`, { amount: aud('1.00') })).toMatchObject({
      status: 412,
      body: { errorCode: 'payment_expired' },
    })
  })

  test('a refund is repeated safely only with request id and reference, and never exceeds the payment', async () => {
    const { token, reference } = await confirmed()
    const { id } = (await post('/payments/capture', { token, merchantReference: reference })).body
    const refund = (more: object) => post(`/payments/${String(id)}/refund`, { amount: aud('50.00'), ...more })
    const first = await refund({ requestId: 'q1', merchantReference: 'm1' })
    expect(first).toMatchObject({ status: 201, body: { refundId: expect.any(String), amount: aud('50.00') } })
    expect((await refund({ requestId: 'q1', merchantReference: 'm1' })).body).toEqual(first.body)
    await refund({ requestId: 'q1' })
    expect(kinds(reference).filter((kind) => kind.startsWith('refund'))).toHaveLength(2)
    expect(await refund({ amount: aud('100.01') })).toMatchObject({
      status: 422,
      body: { errorCode: 'invalid_amount' },
    })
    expect(await post('/payments/1/refund', { amount: aud('1.00') })).toMatchObject({
      status: 412,
      body: { errorCode: 'precondition_failed' },
    })
  })

  test('a reversal works once and for ten minutes', async () => {
    const { token, reference } = await confirmed()
    await post('/payments/capture', { token, merchantReference: reference })
    expect((await post(`/payments/token:${token}/reversal`, {})).status).toBe(204)
    expect(await post(`/payments/token:${token}/reversal`, {})).toMatchObject({ status: 412 })
    expect(kinds(reference)).toEqual(['authorise 20000', 'capture 20000', 'reversal 20000'])

    const late = await confirmed()
    await post('/payments/capture', { token: late.token })
    await shop.control('clock', { shiftMs: 10 * 60_000 + 5_000 })
    expect(await post(`/payments/token:${late.token}/reversal`, {})).toMatchObject({ status: 412 })
    expect(await post('/payments/token:unknown/reversal', {})).toMatchObject({
      status: 402,
      body: { errorCode: 'invalid_token' },
    })
  })
})

describe('the ledger and the levers', () => {
  test('rows are only ever added', async () => {
    const ledger = openLedger(shop.folder)
    expect(() => ledger.database.exec('update ledger set cents = 1')).toThrow('append-only')
    expect(() => ledger.database.exec('delete from ledger')).toThrow('append-only')
    ledger.close()
  })

  test('a lever takes JSON only, names its routes, and is not there when control is off', async () => {
    const faults = '/control/faults'
    expect((await ask(faults, { method: 'POST', body: new URLSearchParams({ route: 'x' }) })).status).toBe(415)
    expect(await shop.control('faults', { route: 'nowhere', kind: 'delay' })).toMatchObject({ done: false })
    const plain = await openTestShop({ isControlOn: false })
    const answer = await fetch(`${plain.sandbox().url}/control/reset`, { method: 'POST' })
    expect(answer.status).toBe(404)
    await plain.close()
  })

  test('a name that was rebound to this machine is not answered', async () => {
    const status = await new Promise<number | undefined>((done) => {
      request(`${shop.sandbox().url}/ledger`, { headers: { host: 'evil.example' } }, (incoming) => {
        incoming.resume()
        done(incoming.statusCode)
      }).end()
    })
    expect(status).toBe(421)
  })

  test('a reset empties everything but the keys', async () => {
    const before = await shop.certificates()
    await shop.control('reset', {})
    expect(shop.sandbox().movements()).toEqual([])
    expect(await shop.certificates()).toEqual(before)
  })
})
