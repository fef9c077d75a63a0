import { checkoutTests, click, figure, fill, fillCard, fillGuest, placeOrder } from '../../../testing/checkout-page.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { loader } from '../../../app/routes/checkout/checkout.tsx'
import { anonymousVisitor, createRequestContext } from '../../../composition/request-context.server.ts'

/** Ways to pay and tips, as the settings offer them. */

const on = checkoutTests({ app: 'aol' })
const { open, callsOf, placed } = on

test('Zip is forced on by its flag, in development only [PAY-18]', async () => {
  const ofFlag = async (query: string, isDevelopment: boolean) => {
    const { services } = on.shop
    const site = { ...services.site, isDevelopment }
    const shop = createRequestContext({ ...services, site }, brandOf('aol'), anonymousVisitor, [])
    const context = { get: () => shop }
    const request = new Request(`http://aol.localhost/customer/checkout${query}`)
    return (await loader({ request, context } as unknown as Parameters<typeof loader>[0])).forcesZip
  }
  expect(await ofFlag('?forceZip=1', true)).toBe(true)
  expect(await ofFlag('?forceZip=1', false)).toBe(false)
  expect(await ofFlag('', true)).toBe(false)
})

test('Zip is offered by the limits and months of its setting, and PayPal with its own small print [SETT-20]', async () => {
  const zip = () => screen.queryByRole('radio', { name: 'Zip' })
  const read = () => document.body.textContent
  const config = {
    minimumAmount: 40,
    maximumAmount: 49,
    repaymentPeriodMonths: 12,
    offerExpiry: null,
    merchantId: 'M1',
  }
  await open('WM-1')
  expect(zip()).not.toBeNull()
  await on.shop.set('aol', 'ZipConfig', JSON.stringify(config))
  await open('LAMP-1')
  await fillGuest()
  expect(zip()).toBeNull()
  await on.shop.set('aol', 'ZipConfig', JSON.stringify({ ...config, maximumAmount: 1_100 }))
  await open('FR-1')
  expect(zip()).toBeNull()
  await open('LAMP-1', { quantity: 21 })
  fireEvent.click(zip() ?? expect.fail('no Zip'))
  await waitFor(() => expect(read()).toContain(' weekly for 12 months '))
  await on.shop.set('aol', 'ZipConfig', '')

  await open('LAMP-1')
  click('radio', 'PayPal')
  expect(read()).not.toContain('Subject to approval by PayPal.')
  await on.shop.set('aol', 'PaypalDisclaimer', 'Subject to approval by PayPal.')
  await open('LAMP-1')
  expect(read()).not.toContain('Subject to approval by PayPal.')
  click('radio', 'PayPal')
  await waitFor(() => expect(read()).toContain('Subject to approval by PayPal.'))
  await on.shop.set('aol', 'PaypalDisclaimer', '')
})

describe('a tip', () => {
  const tips = (name = 'Leave a tip for our delivery team') => screen.queryByRole('group', { name })

  test('is offered where the settings say so, charged with the order, and part of its total [SETT-21]', async () => {
    await open('LAMP-1')
    await fillGuest()
    expect(tips()).toBeNull()
    await on.shop.set('aol', 'TipEnabled', 'true')
    await on.shop.set(
      'aol',
      'TipMessaging',
      '{"title":"Say thank you","blurb":"All of it is theirs.","amounts":[5,10]}',
    )
    await open('LAMP-1')
    await fillGuest()
    const box = within(await screen.findByRole('region', { name: 'Say thank you' }))
    expect(box.getByText('All of it is theirs.')).toBeDefined()
    expect(box.getAllByRole('radio').map((one) => one.closest('label')?.textContent?.trim())).toEqual([
      'No tip',
      '$5',
      '$10',
      'Another amount',
    ])
    expect(tips()).not.toBeNull()
    click('radio', '$5')
    await waitFor(() => expect(figure('Order Total')).toBe('$54.50'))
    expect(figure('Tip for our delivery team')).toBe('$5')
    click('radio', 'Another amount')
    fill('Your tip', '600')
    expect(screen.getByText('Please enter an amount up to $500.')).toBeDefined()
    // With a card that is not there either, both are said at once.
    placeOrder()
    const links = await waitFor(() => {
      const found = [...document.querySelectorAll('#checkout-problem li a')].map(
        (link) => link.getAttribute('href') ?? '',
      )
      expect(found.length).toBeGreaterThan(1)
      return found
    })
    expect(links).toEqual(['#tip', '#card.nameOnCard', '#card.cardNo', '#card.expiryDate', '#card.cvv'])
    for (const href of links) expect([href, document.getElementById(href.slice(1)) !== null]).toEqual([href, true])
    fillCard()
    placeOrder()
    expect(await screen.findByRole('link', { name: 'Please enter an amount up to $500.' })).toBeDefined()
    expect(callsOf('/api/checkout')).toEqual([])
    fill('Your tip', '7.50')
    expect(figure('Order Total')).toBe('$57')
    const id = await placed()
    const order = (await on.visitor.get(`/api/checkout/confirmation?id=${id}`)).json<{
      services: object[]
      totals: { total: number }
    }>()
    expect(order.services).toContainEqual({ title: 'Tip for our delivery team', price: 7.5 })
    expect(order.totals.total).toBe(57)
  })

  test('uses the texts of its setting [SETT-21]', async () => {
    await on.shop.set('aol', 'TipEnabled', 'true')
    await on.shop.set('aol', 'LeaveATipMessage', 'Something for the crew')
    await open('LAMP-1')
    await fillGuest()
    await waitFor(() => expect(tips('Something for the crew')).not.toBeNull())
    expect(tips()).toBeNull()
    await on.shop.set('aol', 'LeaveATipMessage', 'Leave a tip for our delivery team')
  })

  test('is rejected where none is offered, and for goods that nobody delivers', async () => {
    await on.shop.set('aol', 'TipEnabled', 'false')
    const guest = on.shop.visitor()
    await guest.add('LAMP-1')
    const body = await guest.order({ card: await on.shop.card() })
    const answer = await guest.submit({ ...body, tip: 5, expectedTotal: body.expectedTotal + 5 })
    expect([answer.status, answer.json<{ errors: object[] }>().errors.at(-1)]).toEqual([
      400,
      { code: 'validation', field: 'tip', message: 'Tips are not available here. Please remove yours.' },
    ])
  })
})
