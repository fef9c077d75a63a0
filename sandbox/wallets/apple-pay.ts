import { walletSheet } from './wallet-sheet.ts'

/**
 * Stands in for what Safari brings along to pay with Apple Pay: `ApplePaySession` with its events, in their order, and its rules that matter to
 * a page: it opens in a click, proves the merchant first, and closes when it is told how the payment went. A browser is given it before the
 * page's own scripts.
 */
export const applePayOfBrowser = (sandboxUrl: string): string => `(() => {
  ${walletSheet}
  const googles = { SHIPPING_ADDRESS: 'contact', INITIALIZE: 'contact', SHIPPING_OPTION: 'method' }

  class ApplePayError {
    constructor(code, contactField, message) { Object.assign(this, { code, contactField, message }) }
  }

  class ApplePaySession {
    static STATUS_SUCCESS = 0
    static STATUS_FAILURE = 1
    static supportsVersion(version) { return version <= 14 }
    static canMakePayments() { return sessionStorage.getItem('apple-pay') !== 'away' }

    constructor(version, request) {
      if (!navigator.userActivation.isActive) throw new DOMException('Must create a new ApplePaySession from a user gesture handler.', 'InvalidAccessError')
      if (!(Number(request.total.amount) > 0)) throw new TypeError('total must be above zero')
      this.request = request
    }
    begin() { queueMicrotask(() => this.onvalidatemerchant({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' })) }
    abort() { this.oncancel = null }
    completeMerchantValidation(session) {
      if (typeof session.merchantSessionIdentifier !== 'string' || session.domainName !== location.hostname) throw new TypeError('not a session of this domain')
      const { countryCode: country, currencyCode, total } = this.request
      const sheet = { title: 'Apple Pay (sandbox)', country, tokens: ${JSON.stringify(sandboxUrl)} + '/wallets/applepay/tokens' }
      const infoOf = ({ label, amount }) => ({ totalPriceLabel: label, currencyCode, totalPrice: amount })
      const changed = (change) => new Promise((done) => {
        this.answer = ({ errors = [], newTotal, newShippingMethods }) => done({
          ...(errors.length > 0 ? { error: { message: errors[0].message } } : { newTransactionInfo: infoOf(newTotal) }),
          ...(newShippingMethods?.length > 0 ? { newShippingOptionParameters: {
            defaultSelectedOptionId: newShippingMethods[0].identifier,
            shippingOptions: newShippingMethods.map(({ identifier, label, amount }) => ({ id: identifier, label, description: '$' + amount })),
          } } : {}),
        })
        if (googles[change.callbackTrigger] === 'method') this.onshippingmethodselected({ shippingMethod: { identifier: change.shippingOptionData.id } })
        else this.onshippingcontactselected({ shippingContact: change.shippingAddress })
      })
      sheetOf(sheet, infoOf(total), changed).then((paid) => {
        const { shippingAddress: { name, phoneNumber, address1, address2, ...place }, email } = paid
        const [familyName, ...given] = name.trim().split(' ').reverse()
        const contact = { ...place, countryCode: place.countryCode.toLowerCase(), givenName: given.reverse().join(' '), familyName,
          addressLines: [address1], subLocality: address2, emailAddress: email, phoneNumber }
        this.onpaymentauthorized({ payment: { token: { paymentData: JSON.parse(paid.paymentMethodData.tokenizationData.token) }, shippingContact: contact } })
      }, () => this.oncancel?.())
    }
    completeShippingContactSelection(update) { this.answer(update) }
    completeShippingMethodSelection(update) { this.answer(update) }
    completePayment({ status }) { document.documentElement.dataset.applePay = status === ApplePaySession.STATUS_SUCCESS ? 'paid' : 'failed' }
  }
  Object.assign(window, { ApplePaySession, ApplePayError })
})()`
