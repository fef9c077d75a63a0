import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { savedCardTexts, type SavedCard } from '../../modules/payments/saved-cards.ts'
import { forgetShopperJob } from '../../modules/payments/saved-card-jobs.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { passChallenge } from '../../testing/shop/provider-pages.ts'
import { merchantAccount, testCard } from '../../testing/shop/merchant.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { openOwner, type Owner } from '../../testing/owners.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import type { SubmitBody } from '../../testing/shop/order-body.ts'
import { codeOf, refusal, result } from '../../modules/checkout/internal/payments-for-tests.ts'

/** Saved cards over HTTP: who has which, that each is saved once, and that it goes with its account. */

const { companyName } = brandOf('aol')

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())
  afterEach(() => shop.control('faults/clear', {}))

  const cardsOf = async (visitor: Visitor) =>
    (await visitor.get('/api/account/cards')).json<{ cards: SavedCard[] }>().cards
  const rows = () => shop.database.db.selectFrom('saved_card').selectAll().execute()

  async function order(visitor: Visitor, number: string = testCard.number): Promise<SubmitBody> {
    await visitor.add('LAMP-1')
    return visitor.order({ card: await shop.card({ number }) })
  }

  /** Orders with a typed card and the box ticked. */
  async function save(visitor: Visitor, number?: string): Promise<SavedCard> {
    expect(result(await visitor.submit({ ...(await order(visitor, number)), savesCard: true })).orderCompleted).toBe(
      true,
    )
    const [newest] = await cardsOf(visitor)
    return newest ?? expect.fail('no card was saved')
  }

  /** Orders with a saved card and its code. */
  async function payWith(visitor: Visitor, savedCardId: string, cvc?: string) {
    const body = await order(visitor)
    const encryptedValues = { [companyName]: await shop.cardCode(cvc) }
    return visitor.submit({ ...body, encryptedValues, savedCardId })
  }

  test('a ticked card is saved once the payment is authorised, and pays the next order with its code alone', async () => {
    const { visitor } = await openOwner(shop)
    const card = await save(visitor)
    expect(card).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      brand: 'visa',
      lastFour: '1111',
      expiryMonth: 3,
      expiryYear: 2030,
    })
    expect((await visitor.get('/api/checkout')).json<{ savedCards: unknown }>().savedCards).toEqual([card])
    expect(result(await payWith(visitor, card.id)).orderCompleted).toBe(true)
    expect(await cardsOf(visitor)).toEqual([card])
  })

  test('nothing is saved without the tick, for a guest, or of a declined payment', async () => {
    const { visitor } = await openOwner(shop)
    const before = (await rows()).length
    expect(result(await visitor.submit(await order(visitor))).orderCompleted).toBe(true)
    await visitor.add('LAMP-1')
    const declined = await visitor.order({ card: await shop.card({ holder: 'DECLINED' }) })
    expect(codeOf(await visitor.submit({ ...declined, savesCard: true }))).toBe('payment_refused')
    const guest = shop.visitor()
    expect(result(await guest.submit({ ...(await order(guest)), savesCard: true })).orderCompleted).toBe(true)
    await shop.settleNotices()
    expect((await rows()).length).toBe(before)
    expect(await cardsOf(visitor)).toEqual([])
    expect((await guest.get('/api/checkout')).json<{ savedCards: unknown }>().savedCards).toBeNull()
    expect((await guest.get('/api/account/cards')).status).toBe(401)
  })

  test('with 3-D Secure it is saved after the challenge, by the return or the notice, once', async () => {
    const { visitor } = await openOwner(shop)
    const body = await order(visitor, testCard.challenged)
    const { secure3DResponse } = result(await visitor.submit({ ...body, savesCard: true }))
    expect(await cardsOf(visitor)).toEqual([])
    const back = await passChallenge(secure3DResponse, '1234')
    await shop.control('webhooks', { duplicateNext: 2 })
    await Promise.all([visitor.get(back), shop.settleNotices()])
    await shop.settleNotices()
    const cards = await cardsOf(visitor)
    expect(cards.map(({ lastFour }) => lastFour)).toEqual(['1237'])
    // The bank asks again for a saved card.
    expect(result(await payWith(visitor, cards[0]?.id ?? '')).secure3DResponse).not.toBeNull()
  })

  test('a lost answer does not lose the card: the notice brings it', async () => {
    const { visitor } = await openOwner(shop)
    const body = await order(visitor)
    await shop.injectFault('card.payments', 'drop-after', 3)
    expect(codeOf(await visitor.submit({ ...body, savesCard: true }))).toBe('payment_unknown')
    await shop.settleNotices()
    expect((await cardsOf(visitor)).map(({ lastFour }) => lastFour)).toEqual(['1111'])
  })

  test('a card saved twice is one row, and a late notice does not bring back a removed one', async () => {
    const { visitor } = await openOwner(shop)
    await shop.control('webhooks', { paused: true })
    const card = await save(visitor)
    expect(await save(visitor)).toEqual(card)
    expect(await cardsOf(visitor)).toHaveLength(1)
    expect((await visitor.delete(`/api/account/cards/${card.id}`)).json()).toEqual({ success: true })
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect(await cardsOf(visitor)).toEqual([])
  })

  test('a card of another account or shop is answered as one that does not exist', async () => {
    const [{ visitor: ana }, { visitor: ben }] = [await openOwner(shop), await openOwner(shop)]
    const card = await save(ana)
    const none = '00000000-0000-4000-8000-000000000000'
    const answers = []
    for (const id of [card.id, none]) {
      const removed = await ben.delete(`/api/account/cards/${id}`)
      const paid = await payWith(ben, id)
      answers.push([removed.status, refusal(removed).errors, paid.status, refusal(paid).errors])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual([
      404,
      [{ code: 'card_gone', field: 'id', message: savedCardTexts.gone }],
      400,
      [{ code: 'saved_card_gone', field: null, message: savedCardTexts.gone }],
    ])
    const guest = shop.visitor()
    expect(codeOf(await payWith(guest, card.id))).toBe('saved_card_gone')
    expect(await cardsOf(ben)).toEqual([])
    expect(await cardsOf(ana)).toEqual([card])
  })

  test('an expired card is refused', async () => {
    const { visitor } = await openOwner(shop)
    const { id } = await save(visitor)
    await shop.database.db
      .updateTable('saved_card')
      .set({ expiry_month: 10, expiry_year: 2026 })
      .where('id', '=', id)
      .execute()
    expect(codeOf(await payWith(visitor, id))).toBe('saved_card_gone')
    await shop.database.db.updateTable('saved_card').set({ expiry_month: 11 }).where('id', '=', id).execute()
    expect(result(await payWith(visitor, id)).orderCompleted).toBe(true)
  })

  test('a declined saved card says why and offers another one; nothing is charged', async () => {
    const { visitor } = await openOwner(shop)
    const { id } = await save(visitor)
    const declined = await payWith(visitor, id, '912')
    expect(refusal(declined)).toMatchObject({
      errors: [
        {
          message: `Your card was declined (not enough funds). Nothing was charged. ${savedCardTexts.declined}`,
        },
      ],
      nothingCharged: true,
    })
    expect(result(await payWith(visitor, id)).orderCompleted).toBe(true)
  })

  test('while the gateway does not answer a card is not removed, and says so', async () => {
    const { visitor } = await openOwner(shop)
    const card = await save(visitor)
    await shop.injectFault('card.remove-stored', 'error-before', 3)
    const failed = await visitor.delete(`/api/account/cards/${card.id}`)
    expect([failed.status, refusal(failed).errors[0]?.message]).toEqual([503, savedCardTexts.notRemoved])
    expect(await cardsOf(visitor)).toEqual([card])
    expect((await visitor.delete(`/api/account/cards/${card.id}`)).status).toBe(200)
    expect(await cardsOf(visitor)).toEqual([])
    expect(codeOf(await payWith(visitor, card.id))).toBe('saved_card_gone')
  })

  test('neither a token nor the gateway’s name of the member reaches the browser', async () => {
    const { visitor } = await openOwner(shop)
    const card = await save(visitor)
    const [row] = (await rows()).filter(({ id }) => id === card.id)
    expect(row?.merchant_account).toBe(merchantAccount)
    const answers = await Promise.all(
      ['/api/account/cards', '/api/checkout', '/api/account'].map(async (path) => (await visitor.get(path)).text),
    )
    for (const secret of [row?.token ?? '?', row?.shopper_reference ?? '?'])
      expect(answers.join()).not.toContain(secret)
    expect(shop.logged.join()).not.toContain(row?.token ?? '?')
  })

  describe('the closing of an account', () => {
    const close = ({ visitor, email }: Owner) => visitor.post('/api/account/close', { email })
    const shopperOf = async ({ userId }: Owner) =>
      (
        await shop.database.db
          .selectFrom('card_shopper')
          .select('reference')
          .where('account_id', '=', userId)
          .executeTakeFirst()
      )?.reference ?? expect.fail('no shopper')
    const pay = (owner: Owner) => save(owner.visitor)

    test('its cards are in the export, without tokens, and are removed here and at the gateway', async () => {
      const owner = await openOwner(shop)
      await pay(owner)
      const reference = await shopperOf(owner)
      const copy = (await owner.visitor.get('/api/account/data')).json<Record<string, unknown>>()
      expect(copy['saved cards']).toEqual([
        { app: 'aol', brand: 'visa', lastFour: '1111', expiry: '03/2030', savedAt: expect.any(String) },
      ])
      expect((await close(owner)).json()).toEqual({ success: true })
      expect((await rows()).filter((row) => row.shopper_reference === reference)).toEqual([])
      const { savedCards } = shop.services.payments
      await shop.injectFault('card.stored-cards', 'error-before', 3)
      await expect(savedCards.forgetShopper(reference)).rejects.toThrow(/did not say/)
      await shop.injectFault('card.remove-stored', 'error-before', 3)
      await expect(savedCards.forgetShopper(reference)).rejects.toThrow(/did not remove/)
      await savedCards.forgetShopper(reference)
      await savedCards.forgetShopper(reference)
      expect(await tokensAtGateway(reference)).toEqual([])
    })

    test('queues the removal with it, and again for a payment that is authorised after it', async () => {
      const owner = await openOwner(shop)
      await pay(owner)
      const reference = await shopperOf(owner)
      const body = await order(owner.visitor, testCard.challenged)
      const { secure3DResponse } = result(await owner.visitor.submit({ ...body, savesCard: true }))
      const done: string[] = []
      expect((await close(owner)).status).toBe(200)
      await shop.services.jobs.handle(forgetShopperJob, async (job) => {
        done.push(String(job['reference']))
        await shop.services.payments.savedCards.forgetShopper(String(job['reference']))
      })
      await expect.poll(() => done.filter((one) => one === reference).length).toBe(1)
      expect(await tokensAtGateway(reference)).toEqual([])
      await shop.visitor().get(await passChallenge(secure3DResponse, '1234'))
      await expect.poll(() => done.filter((one) => one === reference).length).toBe(2)
      await expect.poll(() => tokensAtGateway(reference)).toEqual([])
    })

    async function tokensAtGateway(shopperReference: string): Promise<string[]> {
      const query = new URLSearchParams({ merchantAccount, shopperReference }).toString()
      const answer = await fetch(`${shop.config.gatewayUrl}/storedPaymentMethods?${query}`, {
        headers: { 'x-api-key': shop.config.GATEWAY_API_KEY },
      })
      const { storedPaymentMethods } = (await answer.json()) as { storedPaymentMethods: { id: string }[] }
      return storedPaymentMethods.map(({ id }) => id)
    }
  })
})
