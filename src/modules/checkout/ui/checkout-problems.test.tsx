import {
  type Answers,
  answerNext,
  banner,
  checkoutTests,
  field,
  fill,
  fillCard,
  fillGuest,
  placeOrder,
} from '../../../testing/checkout-page.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { hearing, type TrackedEvent } from '../../analytics/ui/track.ts'

/** Orders that were refused and payments that came to nothing: what is said, and to whom. */

const on = checkoutTests({ app: 'aol' })
const { open, reopen, callsOf, cartId, placed } = on

describe('errors', () => {
  const button = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: /^(Place order|Pay .*|Processing\.\.\.)$/ })

  test('show the server’s first message, and the form reopens half a second later [CERR-11] [CHK-37]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: 'NOT_ENOUGH_BALANCE' })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    placeOrder()
    expect(button().disabled).toBe(true)
    await waitFor(() => expect(banner()).toBe('Your card was declined (not enough funds). Nothing was charged.'))
    expect(button().disabled).toBe(true)
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(timers.mock.calls.map(([, wait]) => wait)).toContain(500)
    timers.mockRestore()
    fill('Name on card', 'Ana Botha')
    await placed()
  })

  test('with another status reopen the form at once, with a default text when the server sends none [CERR-12] [CHK-38]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    answerNext('/api/checkout', 503)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    placeOrder()
    await waitFor(() => expect(banner()).toBe('An error has occurred, please try again'))
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(timers.mock.calls.map(([, wait]) => wait)).not.toContain(500)
    timers.mockRestore()
  })

  test('are tracked by first message and reason, or the code without one [ANLYC-03] [ANLYC-05] [ANLYC-06] [ANLYC-07]', async () => {
    const heard: TrackedEvent[] = []
    hearing.events = heard
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: 'NOT_ENOUGH_BALANCE' })
    placeOrder()
    await waitFor(() => expect(heard.map(({ name }) => name)).toContain('submit-error'))
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(heard.filter(({ name }) => name !== 'add_shipping_info')).toEqual([
      { name: 'add_payment_info', method: 'card' },
      {
        name: 'submit-error',
        message: 'Your card was declined (not enough funds). Nothing was charged.',
        refusalReason: 'Not enough balance',
        total: 49.5,
      },
    ])
    heard.length = 0
    const errors = [{ message: 'Try another card' }, { message: 'Or wait' }]
    answerNext('/api/checkout', 400, JSON.stringify({ errors, errorCode: 905, refusalReason: null }))
    placeOrder()
    await waitFor(() => expect(heard.map(({ name }) => name)).toContain('submit-error'))
    expect(heard.at(-1)).toEqual({ name: 'submit-error', message: 'Try another card', errorCode: 905, total: 49.5 })
    // Errors that name no field are said too.
    await waitFor(() => expect(banner()).toContain('Try another card'))
  })

  /** The message stands above the button, has the focus and was scrolled to, and says what was charged where that is certain. */
  async function isSeen(text: string, note: string | null): Promise<void> {
    // The focus, not the words: the message of an earlier submit may say the same and stands until this one has begun.
    await waitFor(() => expect(document.activeElement?.id).toBe('checkout-problem'))
    expect(banner()).toBe(text)
    const notice = document.getElementById('checkout-problem') ?? expect.fail('no message')
    expect(document.activeElement).toBe(notice)
    expect(notice.getAttribute('role')).toBe('alert')
    expect(notice.querySelector('p')?.textContent ?? null).toBe(note)
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(notice.compareDocumentPosition(button())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(notice.closest('form')).toBe(button().closest('form'))
    expect(document.activeElement).toBe(notice)
  }
  const refusedBody = (message: string, more: object = {}) =>
    JSON.stringify({ errors: [{ message, code: 'refused', field: null }], ...more })

  test.each([
    ['a declined card', 400, { errorCode: 401, nothingCharged: true }, 'Nothing was charged.'],
    ['goods that are gone', 400, {}, 'Nothing was charged.'],
    ['a method that is not granted', 403, {}, 'Nothing was charged.'],
    ['a submit that goes on', 409, {}, null],
    ['a reused key', 422, {}, 'Nothing was charged.'],
    ['too many submits', 429, {}, 'Nothing was charged.'],
    ['a payment of which nothing is known', 500, { errorCode: 500 }, null],
    ['a server that is down', 503, {}, null],
  ])('%s is shown above the button, in view and focused (%i)', async (_, status, more, note) => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    const scrolled = vi.spyOn(window.HTMLElement.prototype, 'scrollIntoView')
    answerNext('/api/checkout', status, refusedBody('What happened.', more))
    placeOrder()
    await isSeen('What happened.', note)
    expect(scrolled.mock.contexts.map((one) => (one as HTMLElement).id)).toContain('checkout-problem')
    scrolled.mockRestore()
    // The same words once more are news once more.
    field('Email').focus()
    answerNext('/api/checkout', status, refusedBody('What happened.', more))
    placeOrder()
    await isSeen('What happened.', note)
  })

  test('of fields are listed there too, each with a link', async () => {
    await open('LAMP-1')
    placeOrder()
    await waitFor(() => expect(document.activeElement?.id).toBe('checkout-problem'))
    fireEvent.click(within(document.activeElement as HTMLElement).getAllByRole('link')[0] ?? expect.fail('no link'))
    expect(document.activeElement?.id).toBe('email')
  })

  test('without any response warn against retrying [PAY3-24]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    answerNext('/api/checkout', 0)
    placeOrder()
    await waitFor(() =>
      expect(banner()).toBe(
        'An error occurred when processing your request. Please do not attempt to checkout again. To resolve this issue, kindly contact a member of our team on 1300 975 708.',
      ),
    )
  })
})

test('a payment error of code 400 shows the server’s list, one per line [CERR-14]', async () => {
  await open('LAMP-1')
  await fillGuest()
  fillCard()
  answerNext('/api/checkout', 400, JSON.stringify({ errorCode: 400, errorMessages: ['One.', 'Two.'], errors: [] }))
  placeOrder()
  await waitFor(() => expect(banner()).toBe('One.\nTwo.'))
})

describe('monitoring is notified', () => {
  test('when our validation rejects a card: field and card type, no card data [CARD-42]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: '4' })
    placeOrder()
    await waitFor(() => expect(callsOf('/api/monitoring/error')).toHaveLength(1))
    expect(callsOf('/api/monitoring/error')[0]).toEqual({
      message: 'Please check the name on your card entered.',
      code: 401,
      area: 'card check',
      url: '/customer/checkout',
      context: { field: 'nameOnCard', cardType: 'visa' },
    })
  })

  test('when a payment is declined, with code and reference [PAY3-23]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard({ name: 'NOT_ENOUGH_BALANCE' })
    placeOrder()
    await waitFor(() => expect(callsOf('/api/monitoring/error')).toHaveLength(1))
    expect(callsOf('/api/monitoring/error')[0]).toMatchObject({
      message: 'Not enough balance',
      code: 401,
      area: 'payment',
      context: { method: 'card', status: 400, paymentReference: expect.stringMatching(/^\w{26}$/) },
    })
  })
})

describe('the return from a provider', () => {
  const returning = async (query: string, answers: Answers = []) => {
    on.visitor = on.shop.visitor()
    await on.visitor.add('LAMP-1')
    await reopen(`/customer/checkout?${query.replace('$', await cartId())}`, { answers })
  }

  test('after cancelling ends the payment of that cart and says so [PAY-36] [CERR-08]', async () => {
    await returning('provider=afterpay&cartId=$&status=CANCELLED&orderToken=x')
    await waitFor(() => expect(banner()).toBe("You've cancelled your payment."))
    expect(on.calls[0]).toEqual({
      method: 'POST',
      path: '/api/checkout/void',
      body: { cartId: await cartId(), selectedPaymentOption: 2048 },
    })
    expect(on.calls.some((one) => one.path.includes('confirmation'))).toBe(false)
  })

  test('says that nothing was charged only when the server does', async () => {
    const checking = 'We are checking the status of this payment. Please do not pay again.'
    for (const [nothingCharged, message, note] of [
      [true, null, 'Nothing was charged.'],
      [false, checking, checking],
    ] as const) {
      const body = { success: true, paymentStatus: 'Cancelled', nothingCharged, message }
      const answer = ['/api/checkout/void', 200, JSON.stringify(body)] as const
      await returning('provider=afterpay&cartId=$&status=CANCELLED', [answer])
      await waitFor(() => expect(banner()).toBe("You've cancelled your payment."))
      expect(document.querySelector('#checkout-problem p')?.textContent).toBe(note)
    }
  })

  test('calls its provider’s confirmation with the returned query and no body [PAY-37] [PAY-38] [PAY-39]', async () => {
    for (const provider of ['zip', 'paypal', 'afterpay']) {
      await returning(`provider=${provider}&cartId=$&status=SUCCESS&token=o%2F1`)
      const confirmations = () => on.calls.filter((one) => one.path.includes('confirmation'))
      await waitFor(() => expect(confirmations()).toHaveLength(1))
      const [call] = confirmations()
      const { pathname, searchParams } = new URL(call?.path ?? '', on.shop.url)
      expect([call?.method, pathname, call?.body]).toEqual(['POST', `/api/checkout/${provider}confirmation`, null])
      expect(Object.fromEntries(searchParams)).toMatchObject({
        cartId: await cartId(),
        status: 'SUCCESS',
        token: 'o/1',
      })
      await waitFor(() => expect(banner()).toBeDefined())
    }
  })

  /** What is said when the question after the return gets this answer. */
  async function saidOf(status: number, body: object): Promise<string | null | undefined> {
    const answer = ['/api/checkout/afterpayconfirmation', status, JSON.stringify(body)] as const
    await returning('provider=afterpay&cartId=$&status=SUCCESS&orderToken=x', [answer])
    await waitFor(() => expect(banner()).toBeDefined())
    return banner()
  }

  test('shows the errors of the list, separated by blank lines [CERR-22]', async () => {
    expect(await saidOf(400, { errors: [{ message: 'One.' }, { message: 'Two.' }] })).toBe('One.\n\nTwo.')
  })

  test('says when an upstream service is down [CERR-23]', async () => {
    expect(await saidOf(503, { type: 'error', errors: [{ message: 'x' }] })).toBe(
      'Service currently unavailable. Please try again later',
    )
  })

  test('has a default text for anything else [CERR-24]', async () => {
    expect(await saidOf(500, {})).toBe('Something has gone wrong, Please try again.')
  })
})
