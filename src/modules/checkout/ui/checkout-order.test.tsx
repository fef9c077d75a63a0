import {
  banner,
  cell,
  checkoutTests,
  click,
  field,
  figure,
  fill,
  fillCard,
  fillGuest,
  pickSuburb,
  placeOrder,
  session,
} from '../../../testing/checkout-page.tsx'
import { visited } from '../../../testing/browser.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { codes, upsells } from '../../../testing/catalogue.ts'
import { testCard } from '../../../testing/shop/merchant.ts'

/** What an order carries, and what keeps it from being posted. */

const on = checkoutTests({ app: 'aol' })
const { open, callsOf, posted, cartId, placed } = on

describe('an order', () => {
  test('by card submits form, cart and encrypted card, and leads to the confirmation [CHK-17] [CHK-18] [CHK-56] [STFC-16]', async () => {
    await open('LAMP-1', { quantity: 2 })
    await fillGuest()
    fillCard()
    const id = await placed()
    expect(posted()).toMatchObject({
      cartId: id,
      email: 'ana@example.com',
      newsletter: true,
      phoneNumber: '0412 345 678',
      poNumber: '',
      partialPayment: 0,
      EarlyNotification: false,
      requestedDeliveryContact: false,
      requestedInstallationContact: false,
      subdivision: null,
      salespersonCode: null,
      devicePaymentCode: null,
      winningDeliveryServiceOverride: false,
      expectedTotal: 99,
    })
    expect(posted()).not.toHaveProperty('selectedPaymentOption')
  })

  test('submits its date and cart lines [CHK-21] [CHK-22] [CHK-23]', async () => {
    await open('LAMP-1', { quantity: 4, code: codes.tenPercent })
    await fillGuest()
    fireEvent.click(cell('2026-12-03'))
    fillCard()
    await placed()
    expect(posted()['deliveryDate']).toEqual([2026, 12, 3])
    expect(posted()['cart']).toEqual({
      items: [
        {
          qty: 4,
          sku: 'LAMP-1',
          unitId: null,
          productCode: 'LAMP-1',
          category: 'lamps',
          warrantyId: null,
          installId: null,
        },
      ],
      orderTotal: 178.2,
      couponCode: codes.tenPercent,
    })
  })

  test('submits and charges warranty and install of its lines [CHK-22]', async () => {
    const chosen = {
      warrantyId: await on.shop.upsellId(upsells.oneYear),
      installId: await on.shop.upsellId(upsells.connection),
    }
    await open('WM-1', { chosen })
    await fillGuest()
    fillCard()
    expect(figure('Order Total')).toBe('$1,107.50')
    await placed()
    expect(posted()['cart']).toMatchObject({ items: [{ productCode: 'WM-1', ...chosen }], orderTotal: 1_107.5 })
  })

  test('submits the delivery address, and no billing address when it is the same [ADDR-04] [ADDR-08]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fill('Company (optional)', 'Botha Pty')
    fill('Delivery instructions (optional)', 'Ring twice')
    fillCard()
    await placed()
    expect(posted()['deliveryAddress']).toEqual({
      firstName: 'Ana',
      lastName: 'Botha',
      companyName: 'Botha Pty',
      address: '12 Harbour Street',
      suburb: 'Sydney',
      state: 'NSW',
      postcode: '2000',
      country: 'AU',
      deliveryInstructions: 'Ring twice',
    })
    expect(posted()['billingAddress']).toBeNull()
  })

  test('submits the country in both addresses [ADDR-05] [CHK-58]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fireEvent.click(field('Billing address is the same as delivery address'))
    fill('First name', 'Robin', 1)
    fill('Last name', 'Vale', 1)
    fill('Street address', '1 High Street', 1)
    await pickSuburb('melbourne', '3000 Melbourne, VIC', 1)
    fillCard()
    await placed()
    expect(posted()['billingAddress']).toEqual({
      firstName: 'Robin',
      lastName: 'Vale',
      companyName: '',
      address: '1 High Street',
      suburb: 'Melbourne',
      state: 'VIC',
      postcode: '3000',
      country: 'AU',
    })
    expect(posted()['deliveryAddress']).toMatchObject({ suburb: 'Sydney', country: 'AU' })
  })

  test('by card encrypts the card for the seller’s key, and sends none of it in clear [CARD-35] [CARD-36] [CARD-37]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    await placed()
    const { encryptedValues, ...rest } = posted()
    expect(rest).toMatchObject({ cardDetails: null, cardHolderName: 'Ana Botha' })
    expect(rest['browserInfo']).toMatchObject({ screenHeight: expect.any(Number), screenWidth: expect.any(Number) })
    expect(Object.keys(encryptedValues as object)).toEqual(['Appliances Online'])
    expect((encryptedValues as Record<string, string>)['Appliances Online']?.split('.')).toHaveLength(5)
    expect(JSON.stringify(rest)).not.toMatch(/4111|9713|2030/)
  })

  test('by Afterpay submits its option and no card data, and redirects to its page [CARD-09] [CARD-34] [CHK-57] [PAY-20]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    click('radio', 'Afterpay')
    placeOrder()
    await waitFor(() => expect(visited()).toHaveLength(1))
    expect(visited()[0]).toMatch(/^http.*afterpay/)
    expect(posted()).toMatchObject({ selectedPaymentOption: 2048, cardDetails: null })
    expect(posted()).toHaveProperty('cardDetails', null)
    for (const part of ['encryptedValues', 'cardHolderName', 'browserInfo'])
      expect([part, part in posted()]).toEqual([part, false])
    expect(JSON.stringify(posted())).not.toMatch(/4111|9713|2030/)
    expect(session()).not.toBeNull()
    await on.visitor.post('/api/checkout/void', { cartId: await cartId() })
  })

  test('that is free submits no card [CARD-34]', async () => {
    await open('HOSE-1', { quantity: 2, code: codes.smallGiftCard })
    await fillGuest()
    expect(screen.getByText('Nothing left to pay.')).toBeDefined()
    await placed()
    expect(posted()).toMatchObject({ cardDetails: null, expectedTotal: 0 })
    for (const part of ['selectedPaymentOption', 'encryptedValues']) expect(posted()).not.toHaveProperty(part)
  })

  test('is submitted only when the form is valid [CHK-31]', async () => {
    await open('LAMP-1')
    placeOrder()
    expect(banner()).toBe('Please, select a suburb in the suggested list.')
    await fillGuest()
    fill('Email', 'ana')
    placeOrder()
    expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.')
    fill('Email', 'ana@example.com')
    fillCard()
    fill('CVV', '1')
    placeOrder()
    expect(banner()).toBe('Please check your CVC number.')
    expect(callsOf('/api/checkout')).toEqual([])
    fill('CVV', testCard.cvc)
    await placed()
  })

  test('shows no field error before the field was edited and left, or the order submitted [WIDG-14]', async () => {
    await open('LAMP-1')
    const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
    fireEvent.blur(field('Email'))
    expect(isWrong('Email')).toBe(false)
    fill('Email', 'ana')
    expect(isWrong('Email')).toBe(false)
    fireEvent.blur(field('Email'))
    expect(isWrong('Email')).toBe(true)
    fill('Email', 'ana@example.com')
    expect(isWrong('Email')).toBe(false)
    fill('Email', '')
    fireEvent.blur(field('Email'))
    expect([isWrong('Email'), isWrong('Phone'), isWrong('First name')]).toEqual([true, false, false])
    await pickSuburb('sydney', '2000 Sydney, NSW')
    await screen.findByRole('checkbox', { name: 'Please contact me to discuss my delivery' })
    fillCard()
    placeOrder()
    expect([isWrong('Email'), isWrong('Phone'), isWrong('First name')]).toEqual([true, true, true])
  })

  test('lists every error at once, card errors too, each linked to its field', async () => {
    await open('LAMP-1')
    placeOrder()
    await waitFor(() => expect(banner()).toBeDefined())
    const links = [...document.querySelectorAll('#checkout-problem li a')].map((one) => one.getAttribute('href'))
    const wrong = [...document.querySelectorAll('[aria-invalid="true"]')].map((one) => `#${one.id}`)
    expect(wrong.length).toBeGreaterThanOrEqual(9)
    expect(wrong.filter((one) => !links.includes(one))).toEqual([])
  })

  test('shows how much of a name field is used before its limit', async () => {
    await open('LAMP-1')
    fill('First name', 'Maximiliane')
    expect(screen.queryByText(/ of 20 characters/)).toBeNull()
    fill('First name', 'Maximiliane-Sophie')
    expect(field('First name').getAttribute('aria-describedby')).toBe(screen.getByText('18 of 20 characters').id)
    fill('Last name', 'Featherstonehaugh-Jones')
    expect(field('Last name').getAttribute('aria-describedby')).toBe(screen.getByText('23 of 29 characters').id)
  })

  test('needs a picked suburb: typing clears the previous one [ADDR-32]', async () => {
    await open('LAMP-1')
    await fillGuest()
    fillCard()
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '2000 Sydney, NS' } })
    expect(session().deliveryAddress).toMatchObject({ suburb: '', state: '', postcode: '' })
    placeOrder()
    expect(banner()).toBe('Please, select a suburb in the suggested list.')
    expect(callsOf('/api/checkout')).toEqual([])
  })

  test('of the special brand says that its notice was read [BRAND-02] [BRAND-05]', async () => {
    await open('MI-1')
    await fillGuest()
    fillCard()
    const notice =
      'I understand that Miele products are sold by Miele, with Appliances Online acting as agent, and that Miele will issue the invoice.'
    placeOrder()
    expect(banner()).toBe('There has been an error. Please check below to see what fields are invalid.')
    expect(screen.getByText('Please confirm you have read the Miele notice', { selector: 'p' })).toBeDefined()
    fireEvent.click(field(notice))
    await placed()
    expect(posted()['brandsWarnings']).toEqual({ mieleWarning: true })
    await open('LAMP-1')
    expect(screen.queryByText(notice)).toBeNull()
  })
})

test('the order has the fraud check’s token [THIRD-07]', async () => {
  await open('LAMP-1')
  window.fraudDetection = { getToken: async () => 'T-77' }
  await fillGuest()
  fillCard()
  await placed()
  delete window.fraudDetection
  expect(posted()['fraudCheckToken']).toBe('T-77')
})
