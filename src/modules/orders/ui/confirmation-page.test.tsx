import { browseAs, openAddress } from '../../../testing/browser.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { brandAtExample } from '../../../testing/brand.ts'
import { brandOf } from '../../../brands/brands.ts'
import { places, promotion, upsells } from '../../../testing/catalogue.ts'
import { hours } from '../../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { loader, meta } from '../../../app/routes/checkout/confirmation.tsx'
import { insertPromotions } from '../../promotions/promotions-store.server.ts'
import { confirmedOrder } from '../confirmation-for-tests.ts'
import { orderConfirmationMail } from '../mail/order-confirmation.tsx'
import { confirmationLastsHours, type Confirmation } from '../orders.ts'
import { askForReview, surveyOf } from '../internal/ui/ask-for-review.ts'
import { Charity } from '../internal/ui/charity.tsx'
import { ConfirmationPage } from './confirmation-page.tsx'
import { anonymousVisitor, createRequestContext } from '../../../composition/request-context.server.ts'

/** The confirmation of orders that were really placed. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => shop.close())
afterEach(cleanup)

const ordered = async (skus: readonly string[], how?: Parameters<typeof confirmedOrder>[2]): Promise<Confirmation> =>
  (await confirmedOrder(shop, skus, how)).order
const show = (order: Confirmation | null) =>
  render(<ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={null} />)
const text = () => document.body.textContent ?? ''

describe('an order', () => {
  test('is confirmed with title and reference, and announces a mail [CONF-01] [CONF-03] [CONF-04] [CONF-05]', async () => {
    const order = await ordered(['LAMP-1'])
    show(order)
    expect(meta({ loaderData: { order } } as unknown as Parameters<typeof meta>[0])).toContainEqual({
      title: 'Your order is confirmed',
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you, your order is confirmed')
    expect(screen.getByText('A confirmation email will be sent to ana.botha@example.com shortly.')).toBeDefined()
    expect(screen.getByText(/^Order reference: W\d{8}$/).textContent).toBe(`Order reference: ${order.webOrderId}`)
  })

  test('says to whom, where and when it is delivered [CONF-07] [CONF-08] [CONF-09] [PHONE-10]', async () => {
    show(await ordered(['LAMP-1']))
    const lines = () =>
      [...document.querySelectorAll('address')].map((one) =>
        [...one.childNodes].map((node) => node.textContent).join('|'),
      )
    expect(lines()).toEqual([
      'Ana Botha||12 Harbour Street||Sydney NSW 2000||Australia||ana.botha@example.com||0412 345 678',
    ])
    expect(screen.getByText('Wednesday, 25 November 2026')).toBeDefined()
    cleanup()
    show(await ordered(['NZ-1'], { app: 'aol-nz', place: places.ponsonby }))
    expect(lines()).toEqual([
      'Ana Botha||12 Harbour Street||Ponsonby||Auckland 1011||New Zealand||ana.botha@example.com||0211 234 567',
    ])
  })

  test('shows the delivery cost, FREE when zero, with cents only when there are some [CONF-10] [CONF-11]', async () => {
    const order = await ordered(['LAMP-1'], { place: places.orange })
    show(order)
    expect(screen.getByText('Shipping: $65')).toBeDefined()
    cleanup()
    show({ ...order, totals: { ...order.totals, shipping: 59.5 } })
    expect(screen.getByText('Shipping: $59.50')).toBeDefined()
    cleanup()
    show(await ordered(['LAMP-1']))
    expect(screen.getByText('Shipping: FREE')).toBeDefined()
  })

  test('names a product’s options with their prices', async () => {
    const visitor = shop.visitor()
    await visitor.add('WM-1', 2, {
      warrantyId: await shop.upsellId(upsells.oneYear),
      installId: await shop.upsellId(upsells.connection),
    })
    const body = await visitor.order({ card: await shop.card() })
    expect((await visitor.submit(body)).status).toBe(200)
    show((await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<Confirmation>())
    const ordered = screen.getByRole('region', { name: 'What you ordered' })
    expect(within(ordered).getByRole('listitem').textContent).toBe(
      'Front load washer 8 kgQuantity 2$1,998Extended warranty: One more year $118Washer connection $99',
    )
    expect(screen.getByText('Order Total').nextElementSibling?.textContent).toBe('$2,215')
  })

  test('promises a call only to those who requested one [CONF-12]', async () => {
    const panel = 'One of our experts will be in touch with you as soon as possible.'
    show(await ordered(['LAMP-1'], { more: { requestedDeliveryContact: true } }))
    expect(screen.getByText(panel)).toBeDefined()
    cleanup()
    show(await ordered(['LAMP-1']))
    expect(screen.queryByText(panel)).toBeNull()
  })

  test('names manufacturer deliveries, and nothing when there are none [CONF-06]', async () => {
    const message = /^Items from (.+) are delivered by the manufacturer\. Delivery will be arranged with you/
    show(await ordered(['LAMP-1']))
    expect(screen.queryByText(message)).toBeNull()
    cleanup()
    const maker = shop.services.catalogue.productBySku('LAMP-1')?.brand.title ?? ''
    await shop.set('aol', 'proformaShippingBrands', maker)
    show(await ordered(['LAMP-1']))
    expect(message.exec(screen.getByText(message).textContent ?? '')?.[1]).toBe(maker)
    await shop.set('aol', 'proformaShippingBrands', 'Miele')
  })

  test('explains the next steps in four points [CONF-16] [CONF-17]', async () => {
    show(await ordered(['LAMP-1']))
    const steps = within(screen.getByRole('region', { name: 'What happens next?' })).getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      "Email confirmation - we'll email your order details shortly.",
      "Delivery notification - on the day we'll let you know your approximate arrival time.",
      'Delivery - our team delivers to your designated address.',
      'Order complete - enjoy your purchase.',
    ])
  })

  test('with the special brand links to its invoice, payment and service, any other does not [CONF-20] [CONF-21]', async () => {
    const order = await ordered(['LAMP-1'])
    show({ ...order, brands: ['Nordhaus', 'Miele'] })
    const page = '/s/purchasing-miele-appliances-from-winning-appliances'
    const links = within(screen.getByRole('region', { name: 'About your Miele products' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Invoice', `${page}#invoice`],
      ['Product payment', `${page}#product-payment`],
      ['After-sales service', `${page}#after-sales-service`],
    ])
    cleanup()
    show(order)
    expect(screen.queryByRole('region', { name: 'About your Miele products' })).toBeNull()
  })
})

describe('promotion rewards', () => {
  beforeAll(async () => {
    const gift = { ...promotion, apps: ['aol'], products: [], categories: [] } as const
    const lamps = { ...gift, brand: null, products: ['LAMP-1'] }
    await insertPromotions(shop.database.db, [
      { ...lamps, path: 'bulb', title: 'A bulb with every lamp', rewardLabel: 'Bonus bulb', thumbnailImg: '/bulb.svg' },
      { ...lamps, path: 'back', title: 'Money back on lamps', rewardLabel: '$20 cashback', redemption: true },
    ])
    await shop.services.promotions.refresh()
  })

  test('are on the order, in its API response, page and mail [CONF-13] [CONF-14] [CONF-15] [CONF-23]', async () => {
    const { cartId, order } = await confirmedOrder(shop, ['LAMP-1'])
    expect(order.confirmation.rewards).toEqual([
      {
        rewardLabel: 'Bonus bulb',
        thumbImg: '/bulb.svg',
        promoBlurb: 'A bulb with every lamp',
        redemption: false,
        redemptionLink: null,
      },
      {
        rewardLabel: '$20 cashback',
        thumbImg: null,
        promoBlurb: 'Money back on lamps',
        redemption: true,
        redemptionLink: '/promotion/back#redeem',
      },
    ])
    show(order)
    const [bulb, cash] = within(screen.getByRole('region', { name: 'Your rewards' })).getAllByRole('listitem')
    expect([bulb?.textContent, cash?.textContent]).toEqual([
      'Bonus bulbA bulb with every lamp',
      '$20 cashbackMoney back on lampsRedeem $20 cashback',
    ])
    expect(bulb?.querySelector('img')?.getAttribute('src')).toBe('/bulb.svg')
    expect(cash?.querySelector('img')).toBeNull()
    expect(bulb?.querySelector('a')).toBeNull()
    const redeem = cash?.querySelector('a')
    expect([redeem?.firstChild?.textContent, redeem?.getAttribute('href'), redeem?.target]).toEqual([
      'Redeem',
      '/promotion/back#redeem',
      '',
    ])
    const placed = await shop.services.orders.ofCart(brandOf('aol'), cartId)
    const mail = await orderConfirmationMail(placed ?? expect.fail(), brandAtExample('aol'), undefined)
    expect(mail.html).toMatch(/We will be in touch on (<!-- -->)?0412 345 678(<!-- -->)? on the day/)
    expect(mail.plain).toMatch(/Bonus bulb\s+A bulb with every lamp/)
  })

  test('are claimed on another site in a new tab', async () => {
    const order = await ordered(['LAMP-1'])
    const [, reward] = order.confirmation.rewards
    const rewards = [{ ...(reward ?? expect.fail()), redemptionLink: 'https://maker.example/claim' }]
    show({ ...order, confirmation: { ...order.confirmation, rewards } })
    const redeem = screen.getByRole<HTMLAnchorElement>('link', { name: 'Redeem $20 cashback' })
    expect([redeem.target, redeem.rel]).toEqual(['_blank', 'noopener'])
  })
})

describe('the charity widget', () => {
  afterEach(() => document.head.replaceChildren())
  const given = (app: 'andoo' | 'aol') =>
    loader({
      context: {
        get: () => createRequestContext(shop.services, brandOf(app), anonymousVisitor, []),
      },
      request: new Request('http://shop.example/customer/confirmation'),
    } as unknown as Parameters<typeof loader>[0])

  test('has the brand’s heading and text; its script renders below [CONF-18]', async () => {
    const blurbs = await Promise.all((['andoo', 'aol'] as const).map(async (app) => (await given(app)).charity?.blurb))
    expect(blurbs[0]).toContain('a bed to a family')
    expect(blurbs[1]).toContain('a fridge to a family')
    document.head.innerHTML = '<meta name="charityScriptUrl" content="https://charity.example/widget.js">'
    const loaded: string[] = []
    const load = async (address: string) => void loaded.push(address)
    render(<Charity name="Demo charity" blurb={blurbs[1] ?? ''} load={load} />)
    const region = screen.getByRole('region', { name: 'Demo charity' })
    expect([region.textContent?.includes('a fridge'), region.querySelectorAll('[data-charity-widget]').length]).toEqual(
      [true, 1],
    )
    expect(loaded).toEqual(['https://charity.example/widget.js'])
  })

  test('stays unchanged when its script fails, which is logged and not shown [CONF-19]', async () => {
    document.head.innerHTML = '<meta name="charityScriptUrl" content="https://charity.example/widget.js">'
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const load = () => Promise.reject(new Error('widget.js could not be loaded'))
    render(<Charity name="Demo charity" blurb="A blurb." load={load} />)
    await expect.poll(() => said.mock.calls).toEqual([['Error: widget.js could not be loaded']])
    expect(text()).toBe('Demo charityA blurb.')
    said.mockRestore()
  })

  test('is absent without a name', async () => {
    await shop.set('aol', 'charityName', '')
    expect((await given('aol')).charity).toBeNull()
    await shop.set('aol', 'charityName', 'Demo charity')
  })
})

describe('the review survey', () => {
  afterEach(() => {
    document.head.replaceChildren()
    delete (window as { gapi?: unknown }).gapi
  })
  test('is offered after an order, with the data the service requires [THIRD-01] [THIRD-03] [THIRD-04]', async () => {
    const order = await ordered(['LAMP-1'])
    document.head.innerHTML = '<meta name="reviewMerchantId" content="4711">'
    const offered: unknown[] = []
    Object.assign(window, {
      gapi: {
        load: (part: string, done: () => void) => (offered.push(part), done()),
        surveyoptin: { render: (survey: unknown) => offered.push(survey) },
      },
    })
    const load = async (address: string) => void offered.push(address)
    const ask = (placed: Confirmation, merchantId: string) => askForReview(placed, merchantId, load)
    render(<ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={null} ask={ask} />)
    await expect
      .poll(() => offered)
      .toEqual([
        'https://apis.google.com/js/platform.js',
        'surveyoptin',
        {
          merchant_id: '4711',
          order_id: order.webOrderId,
          email: 'ana.botha@example.com',
          delivery_country: 'AU',
          estimated_delivery_date: '2026-11-25',
          opt_in_style: 'BOTTOM_RIGHT_DIALOG',
        },
      ])
  })

  test('is not offered without a merchant id, or before the delivery day is known [THIRD-02]', async () => {
    const order = await ordered(['LAMP-1'])
    const requested: string[] = []
    const ask = async (_: Confirmation, merchantId: string) => void requested.push(merchantId)
    const page = () => <ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={null} ask={ask} />
    render(page())
    expect(requested).toEqual([])
    cleanup()
    document.head.innerHTML = '<meta name="reviewMerchantId" content="4711">'
    render(page())
    expect(requested).toEqual(['4711'])
    expect(surveyOf({ ...order, estimatedDeliveryDate: null }, '4711')).toBeNull()
    const abroad = { ...order.confirmation.delivery, country: 'New Zealand' }
    expect(
      surveyOf({ ...order, confirmation: { ...order.confirmation, delivery: abroad } }, '4711')?.delivery_country,
    ).toBe('NZ')
  })
})

test('a missing order is not shown as a success', () => {
  show(null)
  expect(text()).toContain("We couldn't find that order. If you have just paid, please check your email or contact us.")
  expect(screen.queryByText('Thank you, your order is confirmed')).toBeNull()
})

describe('an older order', () => {
  const [email, password] = ['late@shopper.example', 'a long fridge 42']
  const withAccount = async () => {
    const visitor = shop.visitor()
    const body = {
      email,
      password,
      firstName: 'Ana',
      lastName: 'Botha',
      phone: '0412 345 678',
      clientId: 'storefront-aol',
      ABN: '',
    }
    await visitor.identity('POST', '/api/account/register', { body })
    await visitor.signIn(email, password)
    return visitor
  }

  test('is shown to its owner only, with a loader until the order or an error arrives [CONF-02]', async () => {
    const visitor = await withAccount()
    await visitor.add('LAMP-1')
    const order = await visitor.order({ card: await shop.card() })
    expect((await visitor.submit(order)).status).toBe(200)
    shop.clock.advance(hours(confirmationLastsHours) + 1)
    await visitor.signIn(email, password)
    browseAs(visitor)
    openAddress(`/customer/confirmation?id=${order.cartId}`)
    // Somebody who is nobody sees no loader, and no order.
    show(null)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByText("We couldn't find that order")).toBeDefined()
    cleanup()
    localStorage.setItem('access_token', visitor.token ?? '')
    localStorage.setItem('id_token', 'i')
    localStorage.setItem('loggedin', 'true')
    show(null)
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
    expect(await screen.findByText('Thank you, your order is confirmed')).toBeDefined()
    expect(screen.queryByRole('status')).toBeNull()
    cleanup()
    openAddress('/customer/confirmation?id=00000000-0000-4000-8000-000000000000')
    show(null)
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
    expect(await screen.findByText("We couldn't find that order")).toBeDefined()
    expect(screen.queryByRole('status')).toBeNull()
    localStorage.clear()
  })
})
