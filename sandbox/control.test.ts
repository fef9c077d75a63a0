import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../src/modules/payments/providers/sandbox-for-tests.ts'
import { openLedger } from './ledger.ts'
import { callSandbox } from './calls-for-tests.ts'

/** The ledger, and the control interface with which tests inject faults. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const ledger = openLedger(shop.folder)
  ledger.record({
    provider: 'afterpay',
    merchant: 'sandbox-afterpay',
    reference: 'order-1',
    payment: 'payment-1',
    cents: 20_000,
    currency: 'AUD',
    kind: 'authorise',
    idempotencyKey: null,
  })
  ledger.close()
})
afterAll(() => shop.close())

describe('the ledger and the control endpoints', () => {
  test('the ledger is append-only', async () => {
    const ledger = openLedger(shop.folder)
    expect(() => ledger.database.exec('update ledger set cents = 1')).toThrow('append-only')
    expect(() => ledger.database.exec('delete from ledger')).toThrow('append-only')
    ledger.close()
  })

  test('a control takes JSON only, names its routes, and does not exist when control is off', async () => {
    const faults = '/control/faults'
    expect(
      (await callSandbox(shop, faults, { method: 'POST', body: new URLSearchParams({ route: 'x' }) })).status,
    ).toBe(415)
    expect(await shop.control('faults', { route: 'nowhere', kind: 'delay' })).toMatchObject({ done: false })
    const plain = await openTestShop({ isControlOn: false })
    const answer = await fetch(`${plain.sandbox().url}/control/reset`, { method: 'POST' })
    expect(answer.status).toBe(404)
    await plain.close()
  })

  test('a rebound host name gets no response', async () => {
    const status = await new Promise<number | undefined>((done) => {
      request(`${shop.sandbox().url}/ledger`, { headers: { host: 'evil.example' } }, (incoming) => {
        incoming.resume()
        done(incoming.statusCode)
      }).end()
    })
    expect(status).toBe(421)
  })

  test('a reset clears everything except the keys', async () => {
    expect(shop.sandbox().movements()).toHaveLength(1)
    const before = await shop.certificates()
    await shop.control('reset', {})
    expect(shop.sandbox().movements()).toEqual([])
    expect(await shop.certificates()).toEqual(before)
  })
})
