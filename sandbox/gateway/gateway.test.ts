import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  merchantAccount,
  newAttempt,
  openTestShop,
  testCards,
  type TestShop,
} from '../../src/modules/payments/providers/sandbox-for-tests.ts'
import type { PaymentInstrument } from '../../src/modules/payments/payments.ts'
import { callSandbox, type Reply } from '../calls-for-tests.ts'

/** The stand-in for the gateway is as strict as the real API is documented to be. */

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

const ask = (path: string, init: RequestInit): Promise<Reply> => callSandbox(shop, path, init)

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

  test('an approved payment has the documented response', async () => {
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

  test('a 3-D Secure challenge is a form redirect with its data', async () => {
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
  ])('without %s a request is rejected with code %s', async (field, errorCode) => {
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
  ])('%j is rejected with code %s', async (more, errorCode) => {
    const body = await payment(more)
    expect(await gateway('/payments', body)).toMatchObject({ status: 422, body: { errorCode } })
    expect(await held(body['reference'])).toEqual({ charges: 0, heldCents: 0 })
  })

  test('callers are authenticated before anything else is checked', async () => {
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

  test('does not decrypt a card that was encrypted for another merchant account', async () => {
    const answer = await gateway('/payments', await payment({ merchantAccount: 'AgencyECOM' }))
    expect(answer).toMatchObject({ status: 422, body: { errorCode: '173' } })
  })

  test('a repeated idempotency key replays the first response, even with a different body', async () => {
    const body = await payment()
    const first = await gateway('/payments', body, { 'idempotency-key': 'replayed' })
    const again = await gateway('/payments', { ...body, reference: 'another' }, { 'idempotency-key': 'replayed' })
    expect(again.body).toEqual(first.body)
    await shop.restart()
    expect((await gateway('/payments', body, { 'idempotency-key': 'replayed' })).body).toEqual(first.body)
    expect(await held(body['reference'])).toEqual({ charges: 1, heldCents: 20_000 })
  })

  test('a key whose first request is still running is a conflict', async () => {
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

  test('a rejected request does not use up its key', async () => {
    const body = await payment()
    const { returnUrl, ...without } = body
    expect((await gateway('/payments', without, { 'idempotency-key': 'unused' })).status).toBe(422)
    expect((await gateway('/payments', { ...without, returnUrl }, { 'idempotency-key': 'unused' })).status).toBe(200)
  })

  test('an authorisation is captured and refunded in parts, never beyond its amount', async () => {
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

  test('an authorisation is cancelled by either reference; a captured one is not', async () => {
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

  test('a payment of another merchant account cannot be modified', async () => {
    const { pspReference } = (await gateway('/payments', await payment())).body
    const answer = await gateway(`/payments/${String(pspReference)}/reversals`, { merchantAccount: 'AgencyECOM' })
    expect(answer).toMatchObject({ status: 422, body: { errorCode: '167' } })
  })

  test('after key rotation a page loaded before it can still pay', async () => {
    const before = await payment()
    await shop.control('certificates/rotate', {})
    expect((await gateway('/payments', before)).body['resultCode']).toBe('Authorised')
    expect((await gateway('/payments', await payment())).body['resultCode']).toBe('Authorised')
  })

  test('never shows a card number it was given', async () => {
    expect(shop.logged.join('\n')).not.toMatch(/4111|4212/)
  })
})
