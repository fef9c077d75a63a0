import { banner, checkoutTests, problemLinks, fill, fillGuest, placeOrder } from '../../../testing/checkout-page.tsx'
import { visited } from '../../../testing/browser.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import { type Staff } from '../../identity/identity.ts'

/** Paying with Zip in a store: the code, the wait, and its end. */

const on = checkoutTests({ app: 'wa', choosesWho: true })
const { open, reopen, lastPosted, placed } = on

let stores: { newtown: string; perth: string }
beforeAll(() => {
  const idOf = (uri: string) => String(on.shop.services.stores.find(brandOf('wa'), uri)?.storeId)
  stores = { newtown: idOf('newtown'), perth: idOf('perth') }
})

const nora = (): Staff => ({
  kind: 'staff',
  userId: 'u-3',
  winningUserId: 'W123',
  salespersonCode: 'NT02',
  subdivision: stores.newtown,
})

describe('Zip in a store', () => {
  const waiting = 'Waiting for customer to confirm in their Zip app. Please do not refresh the page'

  async function typed(code: string): Promise<void> {
    on.who = nora()
    await open('LAMP-1')
    fireEvent.click(await screen.findByRole('radio', { name: 'Zip App' }))
    await fillGuest()
    await screen.findByLabelText('Zip store code')
    fill('Zip store code', code)
    placeOrder()
  }

  test('is offered to permitted staff, as is paying another way, and to nobody else [PAY-13] [PAY-14]', async () => {
    await open('LAMP-1')
    expect(screen.queryByRole('radio', { name: 'Zip App' })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'Use Other Payment Method' })).toBeNull()
    on.who = nora()
    await reopen()
    expect(await screen.findByRole('radio', { name: 'Zip App' })).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: 'Use Other Payment Method' }))
    await fillGuest()
    await placed()
    expect(lastPosted()).toMatchObject({ selectedPaymentOption: 128, devicePaymentCode: null })
  })

  test('a wrong code is listed with all other errors, each linked to its field', async () => {
    await typed('123456')
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toBe('The transaction was canceled.'))
    await screen.findByLabelText('Zip store code')
    const sent = on.calls.filter((one) => one.method === 'POST' && one.path === '/api/checkout').length
    fill('Zip store code', '12')
    fill('First name', '')
    fill('Phone', '1')
    placeOrder()
    await waitFor(() =>
      expect(problemLinks()).toEqual(['#phoneNumber', '#deliveryAddress.firstName', '#devicePaymentCode']),
    )
    for (const href of problemLinks())
      expect([href, document.getElementById(href.slice(1)) !== null]).toEqual([href, true])
    expect(on.calls.filter((one) => one.method === 'POST' && one.path === '/api/checkout')).toHaveLength(sent)
  })

  test('validates its code before anything is sent [PAY-33] [PAY-34]', async () => {
    await typed('')
    const said = () => document.getElementById('devicePaymentCode-error')?.textContent
    await waitFor(() => expect(said()).toBe('Please enter a zip store code'))
    expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.')
    fill('Zip store code', '1234')
    placeOrder()
    await waitFor(() => expect(said()).toBe('Zip store code should be exactly 6 digits and contain only numbers'))
    expect(lastPosted()).toBeUndefined()
  })

  test('waits under a dialog that only its button closes, and cancelling says so [PAY-15] [PAY-16] [PAY-23] [CERR-09] [CHK-20]', async () => {
    await typed('123456')
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Zip App' })
    expect(dialog.textContent).toContain(waiting)
    expect(lastPosted()).toMatchObject({ selectedPaymentOption: 512, devicePaymentCode: '123456' })
    const escape = new window.Event('cancel', { cancelable: true })
    fireEvent(dialog, escape)
    expect(escape.defaultPrevented).toBe(true)
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(dialog.open).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toBe('The transaction was canceled.'))
    expect(lastPosted('/api/checkout/void')).toMatchObject({ selectedPaymentOption: 512 })
    expect(screen.queryByRole('dialog', { name: 'Zip App' })).toBeNull()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^(Place order|Pay )/ }).disabled).toBe(false)
  })

  test('a cancelled payment shows the server’s statement about the money, and nothing else', async () => {
    await typed('123456')
    await screen.findByRole('dialog', { name: 'Zip App' })
    const { checkout } = on.shop.services
    const { cartId } = await on.visitor.cart()
    const attempt = await checkout.attempt((await checkout.progress(cartId))?.reference ?? expect.fail('no payment'))
    const { id, cents, currency } = attempt ?? expect.fail('no payment')
    await checkout.settle(id, { kind: 'expired' }, 'test')
    await checkout.settle(id, { kind: 'approved', providerRef: 'ZIP-LATE', cents, currency, card: null }, 'test')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toMatch(/^The transaction was canceled.|^Your order was not placed./))
    const message = document.getElementById('checkout-problem')?.textContent
    expect(message).toContain('Your payment is being returned to you in full')
    expect(message).not.toContain('Nothing was charged')
  })

  test('leads to the confirmation once the customer has confirmed [PAY-26]', async () => {
    await typed('123456')
    await screen.findByRole('dialog', { name: 'Zip App' })
    const { checkout } = on.shop.services
    const attempt = await checkout.attempt(
      (await checkout.progress((await on.visitor.cart()).cartId))?.reference ?? expect.fail('no payment'),
    )
    const { id, cents, currency, providerRef } = attempt ?? expect.fail('no payment')
    const approval = { kind: 'approved', providerRef: providerRef ?? '', cents, currency, card: null } as const
    await checkout.settle(id, approval, 'test')
    await waitFor(() => expect(visited()).toEqual([expect.stringContaining('/customer/confirmation')]), {
      timeout: 8_000,
    })
  })

  test('closing the page cancels it, and the server is told before the page unloads [PAY-30] [PAY-31]', async () => {
    await typed('123456')
    await screen.findByRole('dialog', { name: 'Zip App' })
    const sent: [string, Blob][] = []
    Object.defineProperty(navigator, 'sendBeacon', {
      configurable: true,
      value: (path: string, body: Blob) => sent.push([path, body]) > 0,
    })
    const before = performance.now()
    fireEvent(window, new window.Event('pagehide'))
    expect(performance.now() - before).toBeGreaterThanOrEqual(200)
    expect(sent.map(([path]) => path)).toEqual(['/api/checkout/void'])
    expect(JSON.parse((await sent[0]?.[1].text()) ?? '')).toEqual({
      cartId: (await on.visitor.cart()).cartId,
      selectedPaymentOption: 512,
    })
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(banner()).toBe('The transaction was canceled.'))
  })
})
