import type { Route } from '../http.ts'
import { walletSheet } from './wallet-sheet.ts'

/**
 * Stands in for the script of Google Pay: the same objects and questions, and a sheet of its own in the page. A device whose session storage
 * says `google-pay: away` cannot pay.
 */

const program = `(() => {
  const origin = new URL(document.currentScript.src).origin
  ${walletSheet}
  class PaymentsClient {
    constructor(options) { this.options = options }
    async isReadyToPay() { return { result: sessionStorage.getItem('google-pay') !== 'away' } }
    loadPaymentData(request) {
      const country = request.shippingAddressParameters.allowedCountryCodes[0]
      const sheet = { title: 'Google Pay (sandbox)', country, tokens: origin + '/wallets/googlepay/tokens' }
      return sheetOf(sheet, request.transactionInfo, this.options.paymentDataCallbacks.onPaymentDataChanged)
    }
  }
  window.google = { ...window.google, payments: { api: { PaymentsClient } } }
})()`

export const googlePayScript: Route = {
  name: 'wallet.script',
  method: 'GET',
  path: '/wallets/google-pay.js',
  handle: () => ({
    status: 200,
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
    body: program,
  }),
}
