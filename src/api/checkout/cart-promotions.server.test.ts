import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { codes, promotion } from '../../testing/catalogue.ts'
import { insertPromotions } from '../../modules/promotions/promotions-store.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { cartOf, refused, visitorWithLamps } from './cart-answers-for-tests.ts'

/** Coupons, gift cards and rewards in the cart, over HTTP. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
})
afterAll(async () => shop.close())

const withLamps = (quantity?: number) => visitorWithLamps(shop, quantity)

describe('rewards', () => {
  const gift = { ...promotion, apps: ['aol' as const], brand: null, rewardLabel: 'A bulb', products: ['LAMP-1'] }

  test('are those of the running promotions of the cart’s lines, each once, and go with the last line [CART-04]', async () => {
    await insertPromotions(shop.database.db, [
      { ...gift, path: 'lamp-weeks', title: 'Lamp weeks', endDate: '2026-12-24', thumbnailImg: '/media/lamp.svg' },
      {
        ...gift,
        path: 'light-and-wash',
        title: 'Light and wash',
        featured: true,
        redemption: true,
        products: ['LAMP-1', 'WM-1'],
      },
      { ...gift, path: 'no-reward', rewardLabel: null },
      { ...gift, path: 'over', endDate: '2026-11-23' },
      { ...gift, path: 'to-come', startDate: '2026-11-25' },
      { ...gift, path: 'elsewhere', apps: ['wa'] },
      { ...gift, path: 'for-others', products: ['HOSE-1'] },
    ])
    await shop.services.promotions.refresh()
    const rows = await shop.database.db.selectFrom('promotion').select(['id', 'path']).execute()
    const idOf = (path: string) => rows.find((row) => row.path === path)?.id
    const both = {
      promoId: idOf('light-and-wash'),
      title: 'Light and wash',
      link: '/promotion/light-and-wash',
      thumbImg: null,
      expiryDate: null,
      redemption: true,
      rewardLabel: 'A bulb',
    }
    const lamps = {
      promoId: idOf('lamp-weeks'),
      title: 'Lamp weeks',
      link: '/promotion/lamp-weeks',
      thumbImg: '/media/lamp.svg',
      expiryDate: '2026-12-24',
      redemption: false,
      rewardLabel: 'A bulb',
    }
    const visitor = await withLamps()
    await visitor.add('FR-1')
    const cart = await visitor.add('WM-1')
    expect(cart.rewards).toEqual([both, lamps])
    expect(cart.products.map((line) => line.promoId)).toEqual([both.promoId, null, both.promoId])
    expect(cartOf(await visitor.delete('/api/cart/product/LAMP-1')).rewards).toEqual([both])
    expect(cartOf(await visitor.delete('/api/cart/product/WM-1')).rewards).toEqual([])
  })
})

describe('GET /api/giftcard/{code}', () => {
  test('returns balance and expiry, in any letter case', async () => {
    const answer = await shop.visitor().get(`/api/giftcard/${codes.giftCard.toLowerCase()}`)
    expect([answer.status, answer.json()]).toEqual([200, { code: codes.giftCard, balance: 500, expiry: '2029-01-01' }])
    await sql`update gift_card set balance_cents = 0 where code = ${codes.smallGiftCard}`.execute(shop.database.db)
    expect((await shop.visitor().get(`/api/giftcard/${codes.smallGiftCard}`)).json()).toMatchObject({ balance: 0 })
  })

  test('is 404 for a coupon, a card of the other country or an expired card', async () => {
    const visitor = shop.visitor()
    const text = 'This code is not valid or has expired.'
    for (const code of ['NONE', codes.tenPercent, codes.giftCardNz])
      expect([code, ...refused(await visitor.get(`/api/giftcard/${code}`))]).toEqual([
        code,
        404,
        'gift_card_unknown',
        text,
      ])
    await sql`update gift_card set expires_on = '2026-11-24' where code = ${codes.smallGiftCard}`.execute(
      shop.database.db,
    )
    expect((await visitor.get(`/api/giftcard/${codes.smallGiftCard}`)).status).toBe(200)
    await sql`update gift_card set expires_on = '2026-11-23' where code = ${codes.smallGiftCard}`.execute(
      shop.database.db,
    )
    expect((await visitor.get(`/api/giftcard/${codes.smallGiftCard}`)).status).toBe(404)
    await sql`update gift_card set expires_on = '2029-01-01', balance_cents = 2000 where code = ${codes.smallGiftCard}`.execute(
      shop.database.db,
    )
    expect((await shop.visitor('aol-nz').get(`/api/giftcard/${codes.giftCardNz}`)).status).toBe(200)
  })
})

describe('coupon codes', () => {
  test('are applied in any letter case, with the owner of the code [COUP-08]', async () => {
    const visitor = await withLamps(4)
    const answer = await visitor.post('/api/cart/coupon/', {
      code: ` ${codes.tenPercent.toLowerCase()} `,
      userEmail: 'ana@example.com',
    })
    expect(cartOf(answer)).toMatchObject({ couponCode: codes.tenPercent, couponDiscount: 19.8, orderTotal: 178.2 })
    expect(await visitor.cart()).toEqual(cartOf(answer))
  })

  test('are rejected with the exact texts, and an applied one stays', async () => {
    const visitor = await withLamps(1)
    await visitor.applyCode(codes.freeDelivery)
    const apply = async (code: string) => refused(await visitor.post('/api/cart/coupon/', { code, userEmail: null }))
    expect(await apply(codes.tenPercent)).toEqual([400, 'coupon_invalid', 'Spend at least $100 to use this code.'])
    for (const code of [codes.over, codes.giftCardNz, 'NONE'])
      expect(await apply(code)).toEqual([400, 'coupon_invalid', 'This code is not valid or has expired.'])
    expect((await visitor.cart()).couponCode).toBe(codes.freeDelivery)
  })

  test('have 1 to 40 characters; an empty one is rejected with the exact text, without a field name [COUP-07]', async () => {
    const visitor = await withLamps()
    const statusOf = async (code: string) =>
      (await visitor.post('/api/cart/coupon/', { code, userEmail: null })).json<{ errors: { message: string }[] }>()
        .errors[0]?.message
    expect(await statusOf('  ')).toBe('Coupon value cannot be empty')
    expect(await statusOf('x'.repeat(41))).toBe('code: must have at most 40 characters')
    expect(await statusOf('x'.repeat(40))).toBe('This code is not valid or has expired.')
  })

  test('are removed by the code in the path, without a body [COUP-09]', async () => {
    const visitor = await withLamps()
    await visitor.applyCode(codes.giftCard)
    const wrong = await visitor.delete(`/api/cart/coupon/${codes.freeDelivery}`)
    expect(refused(wrong)).toEqual([400, 'coupon_invalid', 'This code is not valid or has expired.'])
    const answer = await visitor.delete(`/api/cart/coupon/${codes.giftCard}`)
    expect(cartOf(answer)).toMatchObject({ couponCode: null, couponDiscount: 0, orderTotal: 99 })
  })

  test('gift cards are also named by their last four characters, and no log or metric has their codes', async () => {
    const visitor = await withLamps()
    const logged = shop.logged.length
    for (const end of [codes.giftCard.slice(-4), codes.giftCard]) {
      await visitor.applyCode(codes.giftCard)
      expect((await visitor.get(`/api/giftcard/${codes.giftCard}`)).status).toBe(200)
      expect(cartOf(await visitor.delete(`/api/cart/coupon/${end}`)).giftCards).toEqual([])
    }
    const metrics = await visitor.get('/metrics')
    expect(metrics.text).toContain('/api/cart/coupon/:id')
    expect([...shop.logged.slice(logged), metrics.text].filter((text) => text.includes(codes.giftCard))).toEqual([])
  })
})
