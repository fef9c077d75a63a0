import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newAttempt, openTestShop, type TestShop } from '../../src/modules/payments/providers/sandbox-for-tests.ts'
import { callSandbox, type Reply } from '../calls-for-tests.ts'

/** The stand-in for Afterpay is as strict as the real API is documented to be. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.control('clock', { shiftMs: 0 }))

const ask = (path: string, init: RequestInit): Promise<Reply> => callSandbox(shop, path, init)

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

  test('checks headers as documented', async () => {
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
  ])('rejects a checkout with %j: %s', async (more, errorCode) => {
    expect(await post('/checkouts', checkout(more))).toMatchObject({ status: 422, body: { errorCode } })
  })

  test('the configuration has decimal strings and can be cached for a day', async () => {
    const answer = await get('/configuration')
    expect(answer.body).toEqual({ minimumAmount: aud('0.01'), maximumAmount: aud('50000.00') })
    expect(answer.headers.get('cache-control')).toBe('max-age=86400')
  })

  test('a created checkout returns token, expiry and redirect URL, and can be read back', async () => {
    const created = await post('/checkouts', checkout())
    expect(created.status).toBe(201)
    expect(Date.parse(String(created.body['expires'])) - Date.now()).toBeGreaterThan(2.9 * 60 * 60_000)
    expect(await get(`/checkouts/${String(created.body['token'])}`)).toMatchObject({
      status: 200,
      body: { ...created.body, amount: aud('200.00') },
    })
    expect(await get('/checkouts/unknown')).toMatchObject({ status: 404, body: { errorCode: 'not_found' } })
  })

  test('the shopper returns with status and token added to the query of the return URL', async () => {
    const created = await post('/checkouts', checkout())
    const url = String(created.body['redirectCheckoutUrl'])
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'cancel' }), redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `${shop.shopUrl}/back?a=2&status=CANCELLED&orderToken=${String(created.body['token'])}`,
    )
  })

  test('a capture needs the shopper’s consent and happens once', async () => {
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

  test('a declined capture is 402 with the payment, an unknown token 402 without one', async () => {
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

  test('a token expires after three hours', async () => {
    const { token } = await confirmed()
    await shop.control('clock', { shiftMs: 3 * 60 * 60_000 + 1_000 })
    expect(await post('/payments/capture', { token })).toMatchObject({
      status: 402,
      body: { errorCode: 'invalid_token' },
    })
  })

  test('an authorisation is captured in parts, its rest voided, and expires after 13 days', async () => {
    const { token, reference } = await confirmed()
    const authorised = await post('/payments/auth', { token, requestId: 'r1', merchantReference: reference })
    expect(authorised.body).toMatchObject({ paymentState: 'AUTH_APPROVED', openToCaptureAmount: aud('200.00') })
    expect((await post('/payments/auth', { token, requestId: 'r1' })).body).toEqual(authorised.body)
    const path = `/payments/${String(authorised.body['id'])}`
    const part = await post(`${path}/capture`, { amount: aud('150.00'), requestId: 'r2' })
    expect(part.body).toMatchObject({ paymentState: 'PARTIALLY_CAPTURED', openToCaptureAmount: aud('50.00') })
    // The header contains the time, which may be a second later.
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

  test('a refund is idempotent only with a request id and reference, and never exceeds the payment', async () => {
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

  test('a reversal works once, within ten minutes', async () => {
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
