import { browseAs, openAddress } from '../../../testing/browser.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { brandAtExample } from '../../../testing/brand.ts'
import { brandOf } from '../../../brands/brands.ts'
import { places, promotion, upsells } from '../../../testing/catalogue.ts'
import { hours } from '../../../platform/clock.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import type { OrderChoices } from '../../../testing/shop/order-body.ts'
import { loader, meta } from '../../../app/routes/checkout/confirmation.tsx'
import { insertPromotions } from '../../promotions/promotions-store.server.ts'
import { orderConfirmationMail } from '../mail/order-confirmation.tsx'
import { confirmationLastsHours, isOfAppliances, type Confirmation } from '../orders.ts'
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

/** The cart that became the last order. */
let lastCart = ''

async function ordered(
  skus: readonly string[],
  { app = 'aol', more = {}, ...how }: OrderChoices & { app?: 'aol' | 'aol-nz'; more?: object } = {},
): Promise<Confirmation> {
  const visitor = shop.visitor(app)
  for (const sku of skus) await visitor.add(sku, 2)
  const body = await visitor.order({ ...how, card: await shop.card() })
  const companyName = app === 'aol' ? 'Appliances Online' : 'Appliances Online NZ'
  const encryptedValues = { [companyName]: Object.values(body['encryptedValues'] as Record<string, string>)[0] }
  const answer = await visitor.submit({ ...body, encryptedValues, ...more })
  if (answer.status !== 200) throw new Error(answer.text)
  browseAs(visitor)
  lastCart = body.cartId
  return (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<Confirmation>()
}
const show = (order: Confirmation | null, assemblyLink: string | null = null) =>
  render(<ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={assemblyLink} />)
const text = () => document.body.textContent ?? ''

describe('an order', () => {
  test('is confirmed under its title, with its reference, and a mail is announced [CONF-01] [CONF-03] [CONF-04] [CONF-05]', async () => {
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

  test('says what delivery costs, FREE when nothing, with cents only where there are some [CONF-10] [CONF-11]', async () => {
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

  test('names what was chosen with a product under it, with its price', async () => {
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

  test('promises a call to those who asked for one, and to nobody else [CONF-12]', async () => {
    const panel = 'One of our experts will be in touch with you as soon as possible.'
    show(await ordered(['LAMP-1'], { more: { requestedDeliveryContact: true } }))
    expect(screen.getByText(panel)).toBeDefined()
    cleanup()
    show(await ordered(['LAMP-1']))
    expect(screen.queryByText(panel)).toBeNull()
  })

  test('says what its makers deliver, and nothing in its place when they deliver nothing [CONF-06]', async () => {
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

  test('says what happens next, in four steps [CONF-16] [CONF-17]', async () => {
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

describe('what promotions give', () => {
  beforeAll(async () => {
    const gift = { ...promotion, apps: ['aol'], products: [], categories: [] } as const
    const lamps = { ...gift, brand: null, products: ['LAMP-1'] }
    await insertPromotions(shop.database.db, [
      { ...lamps, path: 'bulb', title: 'A bulb with every lamp', rewardLabel: 'Bonus bulb', thumbnailImg: '/bulb.svg' },
      { ...lamps, path: 'back', title: 'Money back on lamps', rewardLabel: '$20 cashback', redemption: true },
    ])
    await shop.services.promotions.refresh()
  })

  test('stands on the order, in its call, its page and its mail [CONF-13] [CONF-14] [CONF-15] [CONF-23]', async () => {
    const order = await ordered(['LAMP-1'])
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
    const placed = await shop.services.orders.ofCart(brandOf('aol'), lastCart)
    const mail = await orderConfirmationMail(placed ?? expect.fail(), brandAtExample('aol'), undefined)
    expect(mail.html).toMatch(/We will be in touch on (<!-- -->)?0412 345 678(<!-- -->)? on the day/)
    expect(mail.plain).toMatch(/Bonus bulb\s+A bulb with every lamp/)
  })

  test('is claimed elsewhere in a tab of its own', async () => {
    const order = await ordered(['LAMP-1'])
    const [, reward] = order.confirmation.rewards
    const rewards = [{ ...(reward ?? expect.fail()), redemptionLink: 'https://maker.example/claim' }]
    show({ ...order, confirmation: { ...order.confirmation, rewards } })
    const redeem = screen.getByRole<HTMLAnchorElement>('link', { name: 'Redeem $20 cashback' })
    expect([redeem.target, redeem.rel]).toEqual(['_blank', 'noopener'])
  })
})

describe('whom the shop gives to', () => {
  afterEach(() => document.head.replaceChildren())
  const given = (app: 'andoo' | 'aol') =>
    loader({
      context: {
        get: () => createRequestContext(shop.services, brandOf(app), anonymousVisitor, []),
      },
      request: new Request('http://shop.example/customer/confirmation'),
    } as unknown as Parameters<typeof loader>[0])

  test('has a heading and words of the variant; its script draws below them [CONF-18]', async () => {
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

  test('stays as it is when its script fails, which is written down and not shown [CONF-19]', async () => {
    document.head.innerHTML = '<meta name="charityScriptUrl" content="https://charity.example/widget.js">'
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const load = () => Promise.reject(new Error('widget.js could not be loaded'))
    render(<Charity name="Demo charity" blurb="A blurb." load={load} />)
    await expect.poll(() => said.mock.calls).toEqual([['Error: widget.js could not be loaded']])
    expect(text()).toBe('Demo charityA blurb.')
    said.mockRestore()
  })

  test('is nobody where no name is set', async () => {
    await shop.set('aol', 'charityName', '')
    expect((await given('aol')).charity).toBeNull()
    await shop.set('aol', 'charityName', 'Demo charity')
  })
})

describe('the survey of the review service', () => {
  afterEach(() => {
    document.head.replaceChildren()
    delete (window as { gapi?: unknown }).gapi
  })
  test('is offered after an order, with what the service has to know [THIRD-01] [THIRD-03] [THIRD-04]', async () => {
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

  test('is not offered without a merchant, and not before a day is known [THIRD-02]', async () => {
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

test('an order that is not there is no success', () => {
  show(null)
  expect(text()).toContain("We couldn't find that order. If you have just paid, please check your email or contact us.")
  expect(screen.queryByText('Thank you, your order is confirmed')).toBeNull()
})

describe('the questions about delivery', () => {
  async function answers(assemblyLink: string | null = null): Promise<Record<string, HTMLElement>> {
    show(await ordered(['LAMP-1']), assemblyLink)
    const topics = [...document.querySelectorAll<HTMLDetailsElement>('details')]
    return Object.fromEntries(
      topics.map((one) => [one.querySelector('summary')?.textContent, one.querySelector('p') as HTMLElement]),
    )
  }

  test('are ten, closed at first, and of one name, so that opening one closes the other [FAQ-01] [FAQ-02]', async () => {
    expect(Object.keys(await answers())).toEqual([
      'What happens on delivery day?',
      'How do I prepare my old furniture for removal?',
      "I haven't received my email or SMS confirmation. What should I do?",
      'How do I change my delivery date?',
      'What if I miss my 2-hour delivery window?',
      'Some of my details are wrong. What should I do?',
      'How do I add delivery instructions?',
      'Will you assemble my furniture?',
      'When will I receive my tax invoice?',
      'Can I decline a tax invoice?',
    ])
    const topics = [...document.querySelectorAll('details')]
    expect(new Set(topics.map((one) => one.getAttribute('name')))).toEqual(new Set(['delivery-faq']))
    expect(topics.some((one) => one.open)).toBe(false)
  })

  test('tell of the day, the old furniture and a missed window [FAQ-03] [FAQ-04] [FAQ-05] [FAQ-06]', async () => {
    const found = await answers()
    expect(found['What happens on delivery day?']?.textContent).toBe(
      "We'll send you a 2-hour delivery window before 10am on the day, and another notice 30 minutes before we arrive. Our team will take away the rubbish and your old items, and carry out basic assembly such as attaching legs.",
    )
    expect(found['How do I prepare my old furniture for removal?']?.textContent).toBe(
      'Please have furniture disassembled and appliances disconnected before we arrive. We can remove items similar to those being delivered.',
    )
    expect(found['What if I miss my 2-hour delivery window?']?.textContent).toBe(
      "We'll arrange a redelivery. Please contact us to choose a new day.",
    )
  })

  test('tell of instructions and invoices [FAQ-07] [FAQ-09] [FAQ-10]', async () => {
    const found = await answers()
    expect(found['How do I add delivery instructions?']?.textContent).toBe(
      'Please contact us. Customer service is available 24/7.',
    )
    expect(found['When will I receive my tax invoice?']?.textContent).toBe(
      "Your tax invoice is emailed on delivery day and you'll get a hard copy as well.",
    )
    expect(found['Can I decline a tax invoice?']?.textContent).toBe(
      "Yes. We'll provide a delivery docket without pricing instead; please contact us before delivery day.",
    )
  })

  test('are about appliances where nothing else was ordered, and as many', async () => {
    const order = await ordered(['LAMP-1'])
    render(<ConfirmationPage order={order} supportNumber="1300 975 708" assemblyLink={null} isOfAppliances />)
    const questions = [...document.querySelectorAll('summary')].map((one) => one.textContent)
    expect(questions).toHaveLength(10)
    expect(document.querySelector('details')?.parentElement?.textContent).not.toContain('furniture')
    expect(questions).toContain('How do I prepare my old appliance for removal?')
    expect(questions).toContain('Will you connect my appliance?')
    const all = (...categories: string[]) => isOfAppliances(categories.map((category) => ({ category })))
    expect([all('kitchen/fridges'), all('laundry', 'accessories/laundry-accessories')]).toEqual([true, true])
    expect([all('kitchen/fridges', 'living/sofas'), all('home/tables'), all('kitchenware')]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('link to where assembly is sold, else to us [FAQ-08] [FAQ-11]', async () => {
    const linksOf = (answer: HTMLElement | undefined) =>
      [...(answer?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    const sold = await answers('/s/assembly-services')
    expect(linksOf(sold['Will you assemble my furniture?'])).toEqual(['/s/assembly-services'])
    cleanup()
    const found = await answers()
    expect(linksOf(found['Will you assemble my furniture?'])).toEqual(['/contact-us'])
    expect(Object.values(found).flatMap(linksOf)).toEqual(Array(7).fill('/contact-us'))
  })
})

describe('an order of an earlier day', () => {
  const [email, password] = ['late@shopper.example', 'a long fridge 42']
  const withAccount = async () => {
    const visitor = shop.visitor()
    const body = { email, password, firstName: 'Ana', lastName: 'Botha', phone: '0412 345 678', clientId: 'storefront-aol', ABN: '' } // prettier-ignore
    await visitor.identity('POST', '/api/account/register', { body })
    await visitor.signIn(email, password)
    return visitor
  }

  test('is its owner’s: a loader stands there until the order, or an error, has come [CONF-02]', async () => {
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
