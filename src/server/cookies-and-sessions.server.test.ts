import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../platform/clock.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { totpCode, totpStep } from '../modules/identity/internal/factors/totp.server.ts'

describe('cookies over https', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ sandbox: false, env: { PUBLIC_URL: 'https://shop.example' } })
  })
  afterAll(async () => shop.close())

  const setBy = (headers: Record<string, unknown>) => (headers['set-cookie'] as string[] | undefined) ?? []

  test('have the prefix __Host-, Secure, Path=/ and no Domain', async () => {
    const visitor = shop.visitor()
    const answers = [
      await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 }),
      await visitor.post('/api/session/nonce'),
      await visitor.post('/api/session/logout'),
    ]
    const lines = answers.flatMap(({ headers }) => setBy(headers))
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-(cart|visitor|order|binding|loginNonce)=/)
      expect(line).toContain('; Path=/; ')
      expect(line).toContain('; Secure')
      expect(line).not.toContain('Domain')
    }
  })

  test('are ignored without the prefix, beside ours or alone: another host may have set them', async () => {
    const visitor = shop.visitor()
    await visitor.add('LAMP-1')
    const secret = visitor.cookies.get('__Host-cart') ?? ''
    visitor.cookies.set('cart', 'planted')
    expect((await visitor.cart()).products).toHaveLength(1)
    const planted = shop.visitor()
    for (const name of ['cart', 'visitor', 'order', 'binding']) planted.cookies.set(name, secret)
    const seen = await planted.get('/api/cart/')
    expect(seen.json()).toMatchObject({ products: [] })
    expect(setBy(seen.headers).filter((line) => line.includes(secret))).toEqual([])
  })
})

describe('staff sessions', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ sandbox: false })
  })
  afterAll(async () => shop.close())

  test('expire after half an hour without use, and continue while used', async () => {
    const used = await shop.colleague('administrator')
    const idle = await shop.colleague('administrator')
    for (const one of [used, idle]) expect((await one.openPanel('/office')).status).toBe(303)
    for (let passed = 0; passed < 3; passed++) {
      await shop.advance(minutes(20))
      expect((await used.staff('GET', '/office')).status).toBe(200)
    }
    expect((await idle.staff('GET', '/office')).status).toBe(401)
    expect((await used.staff('GET', '/office')).status).toBe(200)
  })

  test('expire after twelve hours even when used', async () => {
    const one = await shop.colleague('administrator')
    await one.openPanel('/office')
    const signedInAt = shop.clock.now().getTime()
    while (shop.clock.now().getTime() - signedInAt < hours(12) - minutes(20)) {
      await shop.advance(minutes(20))
      expect((await one.staff('GET', '/office')).status).toBe(200)
    }
    await shop.advance(minutes(21))
    expect((await one.staff('GET', '/office')).status).toBe(401)
  })
})

describe('reauthentication with a second factor', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ sandbox: false })
  })
  afterAll(async () => shop.close())

  test('is required before exporting data or changing roles, every ten minutes, and loses no input', async () => {
    const admin = await shop.colleague('administrator')
    await admin.openPanel('/office')
    expect((await admin.staff('GET', '/office/orders.csv')).status).toBe(200)
    await shop.advance(minutes(11))
    const requested = await admin.staff('GET', '/office/orders.csv')
    expect([requested.status, requested.text.includes('Confirm that it is you')]).toEqual([403, true])

    const [staffMember] = await shop.database.db
      .selectFrom('account')
      .select('id')
      .where('role', '=', 'administrator')
      .execute()
    const form = { intent: 'save', version: 'x', firstName: 'Kimberley' }
    const saved = await admin.panelForm(`/office/staff/${staffMember?.id ?? ''}`, form)
    expect([saved.status, saved.text.includes('value="Kimberley"')]).toEqual([403, true])

    const wrong = await admin.panelForm('/office/orders.csv', { proofFor: 'page', proof: '000000' })
    expect([wrong.status, wrong.text.includes('This code is incorrect')]).toEqual([400, true])
    const [known] = [...shop.authenticators.values()]
    const code = totpCode(known?.secret ?? '', totpStep(shop.clock.now()))
    const right = await admin.panelForm('/office/orders.csv', { proofFor: 'page', proof: code })
    expect([right.status, right.headers.location]).toEqual([303, '/office/orders.csv'])
    expect((await admin.staff('GET', '/office/orders.csv')).status).toBe(200)
    await shop.advance(minutes(9))
    expect((await admin.staff('GET', '/office/orders.csv')).status).toBe(200)
  })

  test('is required before a refund, cancellation, rescheduling and resolving a payment', async () => {
    const admin = await shop.colleague('administrator')
    await admin.openPanel('/office')
    await shop.advance(minutes(11))
    // Asked before the record is looked for, so none is needed.
    const id = '00000000-0000-4000-8000-000000000000'
    for (const [resource, intent] of [
      ['orders', 'refund'],
      ['orders', 'cancel'],
      ['orders', 'reschedule'],
      ['payment-exceptions', 'resolve'],
    ] as const) {
      const requested = await admin.panelForm(`/office/${resource}/${id}`, { intent, version: 'x' })
      expect([intent, requested.status, requested.text.includes('Confirm that it is you')]).toEqual([intent, 403, true])
    }
    const dashboard = await admin.staff('GET', '/office/dashboard.csv?what=sales')
    expect([dashboard.status, dashboard.text.includes('Confirm that it is you')]).toEqual([403, true])
  })

  test('is required before acting for a customer', async () => {
    const seller = await shop.colleague('sales')
    await seller.openPanel('/panel/customer?salesperson=NT01')
    await shop.advance(minutes(11))
    const opened = await seller.panelForm('/panel/customer?salesperson=NT01', {
      intent: 'open',
      email: 'ana@example.com',
    })
    expect([opened.status, opened.text.includes('Confirm that it is you')]).toEqual([403, true])
  })
})
