import type { GooglePayAccess } from './google-pay.ts'
import type { AnswerToSheet, PaymentData, ShippingOptions, TransactionInfo, Wallet, WalletAddress } from './wallet.ts'

/**
 * Apple Pay in the browser: the same questions and answers as in Google's sheet, in Apple's words (Apple Pay JS, version 3). It needs no
 * script: a browser that can pay with it brings `ApplePaySession` along.
 */

type Contact = {
  readonly locality?: string
  /** A suburb, where the locality is a city. */
  readonly subLocality?: string
  readonly administrativeArea?: string
  readonly postalCode?: string
  readonly countryCode?: string
  readonly addressLines?: readonly string[]
  readonly givenName?: string
  readonly familyName?: string
  readonly emailAddress?: string
  readonly phoneNumber?: string
}
type LineItem = { readonly label: string; readonly amount: string; readonly type: 'final' | 'pending' }
type ShippingMethod = {
  readonly identifier: string
  readonly label: string
  readonly detail: string
  readonly amount: string
}
type Update = { newTotal: LineItem; newLineItems?: readonly LineItem[]; newShippingMethods?: readonly ShippingMethod[] }
type Payment = { readonly token: { readonly paymentData: unknown }; readonly shippingContact: Contact }

type Session = {
  onvalidatemerchant: (() => void) | null
  onshippingcontactselected: ((event: { readonly shippingContact: Contact }) => void) | null
  onshippingmethodselected: ((event: { readonly shippingMethod: ShippingMethod }) => void) | null
  onpaymentauthorized: ((event: { readonly payment: Payment }) => void) | null
  oncancel: (() => void) | null
  begin(): void
  abort(): void
  completeMerchantValidation(session: object): void
  completeShippingContactSelection(update: Update & { errors?: readonly object[] }): void
  completeShippingMethodSelection(update: Update): void
  completePayment(result: { readonly status: number }): void
}
type SessionClass = {
  new (version: number, request: object): Session
  supportsVersion(version: number): boolean
  canMakePayments(): boolean
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
}
type ErrorClass = new (code: string, field: string | undefined, message: string) => object

const version = 3

/** Null where the browser or the device has no Apple Pay. `proof` gets the merchant's session from our server. */
export function openApplePay(
  access: GooglePayAccess,
  onChange: AnswerToSheet,
  proof: () => Promise<object | null>,
): Wallet | null {
  const { ApplePaySession } = window as unknown as { ApplePaySession?: SessionClass }
  if (ApplePaySession?.supportsVersion(version) !== true || !ApplePaySession.canMakePayments()) return null
  return {
    type: 'ApplePay',
    name: 'Apple Pay',
    pay: (begin) => showSheet(ApplePaySession, access, onChange, proof, begin),
  }
}

/**
 * A sheet opens in the very click or not at all, before there is a cart to speak of: until the address is known its total is pending,
 * which Apple shows in words and wants above zero.
 */
function showSheet(
  ApplePaySession: SessionClass,
  access: GooglePayAccess,
  onChange: AnswerToSheet,
  proof: () => Promise<object | null>,
  begin: () => Promise<TransactionInfo | null>,
): Promise<PaymentData | null> {
  const { ApplePayError } = window as unknown as { ApplePayError: ErrorClass }
  const unknown: LineItem = { label: access.merchantName, amount: '0.01', type: 'pending' }
  let info: TransactionInfo | null = null
  let contact: WalletAddress | null = null
  let optionId: string | undefined
  const session = new ApplePaySession(version, {
    countryCode: access.country,
    currencyCode: access.currency,
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: ['visa', 'masterCard', 'amex'],
    requiredShippingContactFields: ['postalAddress', 'name', 'phone', 'email'],
    total: unknown,
  })
  const updated = (): Update =>
    info === null
      ? { newTotal: unknown }
      : {
          newTotal: { label: access.merchantName, amount: info.totalPrice, type: 'final' },
          newLineItems: info.displayItems.map(({ label, price }) => ({ label, amount: price, type: 'final' })),
        }

  return new Promise((done, fail) => {
    const giveUp = (error: unknown) => {
      session.abort()
      fail(error)
    }
    session.onvalidatemerchant = () => {
      void (async () => {
        info = await begin()
        if (info === null) {
          session.abort()
          done(null)
          return
        }
        const merchant = await proof()
        if (merchant === null) throw new Error('there is no session for the sheet')
        session.completeMerchantValidation(merchant)
      })().catch(giveUp)
    }
    session.onshippingcontactselected = ({ shippingContact }) => {
      contact = addressOf(shippingContact)
      void onChange({ callbackTrigger: 'SHIPPING_ADDRESS', shippingAddress: contact }).then((answer) => {
        info = answer.newTransactionInfo ?? info
        const options = answer.newShippingOptionParameters
        optionId = options?.defaultSelectedOptionId
        session.completeShippingContactSelection({
          ...updated(),
          newShippingMethods: options === undefined ? [] : methodsOf(options),
          ...(answer.error === undefined
            ? {}
            : { errors: [new ApplePayError('addressUnserviceable', undefined, answer.error.message)] }),
        })
      }, giveUp)
    }
    session.onshippingmethodselected = ({ shippingMethod }) => {
      optionId = shippingMethod.identifier
      const change = { callbackTrigger: 'SHIPPING_OPTION', shippingOptionData: { id: optionId } } as const
      void onChange(contact === null ? change : { ...change, shippingAddress: contact }).then((answer) => {
        info = answer.newTransactionInfo ?? info
        session.completeShippingMethodSelection(updated())
      }, giveUp)
    }
    session.onpaymentauthorized = ({ payment: { token, shippingContact } }) => {
      done({
        email: shippingContact.emailAddress ?? '',
        shippingAddress: addressOf(shippingContact),
        ...(optionId === undefined ? {} : { shippingOptionData: { id: optionId } }),
        // The gateway wants what Apple encrypted for it as text in base64.
        paymentMethodData: { tokenizationData: { token: btoa(JSON.stringify(token.paymentData)) } },
        end: (isGood) =>
          session.completePayment({ status: isGood ? ApplePaySession.STATUS_SUCCESS : ApplePaySession.STATUS_FAILURE }),
      })
    }
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Apple documents handlers alone.
    session.oncancel = () => done(null)
    session.begin()
  })
}

/** The day that is chosen comes first, because Apple takes the first for chosen. */
function methodsOf({ defaultSelectedOptionId, shippingOptions }: ShippingOptions): readonly ShippingMethod[] {
  return shippingOptions
    .map(({ id, label, price }) => ({ identifier: id, label, detail: '', amount: price }))
    .toSorted(
      (a, b) => Number(b.identifier === defaultSelectedOptionId) - Number(a.identifier === defaultSelectedOptionId),
    )
}

function addressOf(contact: Contact): WalletAddress {
  const lines = [...(contact.addressLines ?? []), contact.subLocality ?? '']
  const [address1 = '', address2 = '', address3 = ''] = lines.filter((line) => line !== '')
  return {
    countryCode: (contact.countryCode ?? '').toUpperCase(),
    administrativeArea: contact.administrativeArea ?? '',
    locality: contact.locality ?? '',
    postalCode: contact.postalCode ?? '',
    name: [contact.givenName, contact.familyName].filter((word) => word !== undefined && word !== '').join(' '),
    phoneNumber: contact.phoneNumber ?? '',
    address1,
    address2,
    address3,
  }
}
