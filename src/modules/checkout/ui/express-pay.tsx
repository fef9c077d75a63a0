import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import { dollarsOf } from '../../../platform/money.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { FocusedNotice } from '../../../ui/display/focused-notice.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { keyInHead } from '../../../ui/third-parties/key-in-head.ts'
import { type CartResponse } from '../../cart/cart.ts'
import { choicesIn } from '../../cart/chosen-options.ts'
import { loadCart } from '../../cart/ui/cart-actions.ts'
import { cartStore } from '../../cart/ui/cart-state.ts'
import { useSite } from '../../navigation/ui/use-site.ts'
import { openApplePay } from '../../payments/ui/apple-pay.ts'
import { openGooglePay, type GooglePayAccess } from '../../payments/ui/google-pay.ts'
import type { SheetAnswer, SheetChange, TransactionInfo, Wallet, WalletAddress } from '../../payments/ui/wallet.ts'
import { noAvailability, type AvailabilityResponse } from '../availability.ts'
import { nothingChosen } from '../internal/staff-choice.ts'
import { submitTexts } from '../checkout.ts'
import {
  dayOfOption,
  firstInfo,
  formOfPayment,
  infoOf,
  placeOf,
  quoteOf,
  shippingOptions,
  withSuburb,
  type Quote,
} from '../internal/ui/payment/express-order.ts'
import { numberOfMethod } from '../internal/ui/payment/payment-methods.ts'
import { saveSession } from '../internal/ui/saved-session.ts'
import { orderBody } from '../internal/ui/payment/submit-order.ts'
import styles from './express-pay.module.css'

type OfferedWallet = {
  readonly access: GooglePayAccess
  readonly wallet: Wallet
  readonly minimum: number
  readonly maximum: number
}

/** Callbacks of the open sheet. The wallet's client is created once, and calls them. */
const sheet: { cart: CartResponse | null; answer: AvailabilityResponse | null; quote: Quote | null } = {
  cart: null,
  answer: null,
  quote: null,
}

/**
 * 'Buy with Google Pay' on product pages and in the cart (decision platform-20): where the setting is on, the gateway is there and the
 * device can pay; on a device that has Apple Pay, that in its place. The page has an empty place for it, so that nothing of this is in the page's own script.
 */
export default function ExpressPay() {
  const { pathname } = useLocation()
  const { cart } = useStore(cartStore)
  const [place, setPlace] = useState<Element | null>(null)
  const [offered, setOffered] = useState<OfferedWallet | null>(null)
  useEffect(() => setPlace(document.querySelector('[data-express-pay]')), [pathname, cart])
  const isRequested = place !== null
  useEffect(() => {
    if (isRequested) void walletOfPage().then(setOffered)
  }, [isRequested])

  if (place === null || offered === null) return null
  const inCart = cart?.products ?? []
  // Two sellers are paid by two cards, and the agency's terms are agreed to at the checkout (decision payments-08).
  const isOffered = !inCart.some((line) => isSpecialBrand(line.brand)) && (cart?.orderTotal ?? 0) <= offered.maximum
  return isOffered ? createPortal(<ExpressButton key={pathname} {...offered} place={place} />, place) : null
}

let opened: Promise<OfferedWallet | null> | null = null

/** Once a visit: the configuration, the script, and whether the device can pay. */
function walletOfPage(): Promise<OfferedWallet | null> {
  opened ??= (async () => {
    const access = JSON.parse(keyInHead('googlePay') ?? 'null') as GooglePayAccess | null
    const answer = await callApi('GET', '/api/checkout/v2/paymentconfiguration')
    if (access === null || !answer.ok) return null
    const rangeOf = (name: string) => answer.value.paymentConfigurations[name]?.details ?? null
    const onChange = (change: SheetChange) => sheetChanged(access, change)
    const apple = access.takesApplePay ? rangeOf('applepay') : null
    const applePay = apple === null ? null : openApplePay(access, onChange, merchantSession)
    const range = applePay === null ? rangeOf('googlepay') : apple
    if (range === null) return null
    const wallet = applePay ?? (await openGooglePay(access, onChange))
    return wallet === null ? null : { access, wallet, minimum: range.minimumAmount, maximum: range.maximumAmount }
  })()
  return opened
}

async function merchantSession(): Promise<object | null> {
  const answer = await callApi('POST', '/api/checkout/applepaysession')
  return answer.ok ? answer.value.session : null
}

/** The sheet has a new address or day: returns its options and total. */
async function sheetChanged(access: GooglePayAccess, change: SheetChange): Promise<SheetAnswer> {
  const { cart } = sheet
  if (cart === null) return denial('OTHER_ERROR', submitTexts.fallback, 'SHIPPING_ADDRESS')
  if (change.callbackTrigger !== 'SHIPPING_OPTION' || sheet.answer === null) {
    if (change.shippingAddress === undefined) return {}
    const deliveryAddress = placeOf(await servedAddress(change.shippingAddress, access), access.country)
    const body = { cartId: cart.cartId, deliveryAddress, cart: { orderTotal: cart.orderTotal } }
    const answer = await callApi('POST', '/api/checkout/avail', { body })
    sheet.answer = answer.ok ? answer.value : null
    sheet.quote = null
    if (!answer.ok) return denial('SHIPPING_ADDRESS_UNSERVICEABLE', answer.message, 'SHIPPING_ADDRESS')
  }
  if (sheet.answer === null) return {}
  const quote = quoteOf(cart, sheet.answer, dayOfOption(change.shippingOptionData?.id), access)
  sheet.quote = quote
  const { problem: stopped } = quote.view
  if (stopped !== null || quote.view.state.deliveryUnavailable)
    return denial(
      'SHIPPING_ADDRESS_UNSERVICEABLE',
      stopped ?? 'Delivery services unavailable for the provided address',
      'SHIPPING_ADDRESS',
    )
  return {
    newTransactionInfo: infoOf(cart, quote.total, access),
    ...(change.callbackTrigger === 'SHIPPING_OPTION' ? {} : { newShippingOptionParameters: shippingOptions(quote) }),
  }
}

/** An address with its place as we call it. */
async function servedAddress(address: WalletAddress, { country }: GooglePayAccess): Promise<WalletAddress> {
  if (country === 'AU') return address
  const postcode = address.postalCode.trim()
  const answer = await callApi('GET', '/api/locality/:term', { params: { term: postcode } })
  return answer.ok
    ? withSuburb(
        address,
        answer.value.filter((one) => one.postcode === postcode),
      )
    : address
}

/** Their terms are agreed to there, and a token pays one seller. */
const agencyText = (wallet: Wallet) => `Miele products cannot be bought with ${wallet.name}.`

const denial = (reason: string, message: string, intent: string): SheetAnswer => ({
  error: { reason, message, intent },
})

function ExpressButton({ place, ...offered }: OfferedWallet & { place: Element }) {
  const { wallet } = offered
  const supportNumber = useSite()?.supportNumber ?? ''
  const [isBusy, setIsBusy] = useState(false)
  // A new one each time: the same text again is another refusal, and takes the focus again.
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const busy = useRef(false)

  async function begin(): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setProblem(null)
    const text = await order(place, offered, supportNumber).catch(() => submitTexts.fallback)
    setProblem(text === null ? null : { text })
    setIsBusy(false)
    busy.current = false
  }

  return (
    <div className={styles.express}>
      {problem !== null && (
        <FocusedNotice of={problem}>
          {problem.text} <a href="/customer/checkout">Go to the checkout</a>
        </FocusedNotice>
      )}
      <button type="button" className={styles.button} disabled={isBusy} onClick={() => void begin()}>
        {isBusy ? 'Processing...' : `Buy with ${wallet.name}`}
      </button>
      <p className={styles.terms}>
        By buying you agree to our <a href="/s/terms-and-conditions">Terms and Conditions</a>.
      </p>
    </div>
  )
}

/** From the click to the order; returns an error message, or null. */
async function order(
  place: Element,
  { access, wallet, minimum, maximum }: OfferedWallet,
  supportNumber: string,
): Promise<string | null> {
  let problem: string | null = null
  const paid = await wallet.pay(async (): Promise<TransactionInfo | null> => {
    const cart = await cartFor(place)
    Object.assign(sheet, { cart: typeof cart === 'string' ? null : cart, answer: null, quote: null })
    problem =
      typeof cart === 'string'
        ? cart
        : cart.products.some((line) => isSpecialBrand(line.brand))
          ? agencyText(wallet)
          : cart.orderTotal < minimum || cart.orderTotal > maximum
            ? `${wallet.name} cannot be used for this amount.`
            : null
    return typeof cart === 'string' || problem !== null ? null : firstInfo(cart, access)
  })
  const { cart, quote } = sheet
  // The shopper closed the sheet, and nothing has happened, or it was never shown.
  if (paid === null) return problem
  if (cart === null || quote === null) {
    paid.end?.(false)
    return submitTexts.fallback
  }
  const shippingAddress = await servedAddress(paid.shippingAddress, access)
  const form = formOfPayment({ ...paid, shippingAddress }, access.country)
  const send = await import('./send-order.ts')
  send.loadFraudCheck()
  const { token } = paid.paymentMethodData.tokenizationData
  const body = bodyOf(cart, form, quote, { type: wallet.type, token }, access, await send.fraudToken())
  const sent = await send.sendOrder(body, crypto.randomUUID())
  paid.end?.(sent.ok)
  if (sent.ok) {
    const { orderCompleted, secure3DResponse, redirectUrl, cartId } = sent.value
    if (orderCompleted) location.assign(`/customer/confirmation?id=${cartId}`)
    else if (secure3DResponse !== null) send.postForm(secure3DResponse)
    else if (redirectUrl !== null) location.assign(redirectUrl)
    return null
  }
  keep(cart, form, quote, access)
  await loadCart()
  const { message, note, fields } = send.problemOf(sent, supportNumber)
  return [message, ...fields.map((one) => one.message), ...(note === null ? [] : [note])].join(' ')
}

function bodyOf(
  cart: CartResponse,
  form: ReturnType<typeof formOfPayment>,
  { view, total }: Quote,
  wallet: { readonly type: Wallet['type']; readonly token: string },
  { country }: GooglePayAccess,
  fraudCheckToken: string,
) {
  return {
    ...orderBody({
      cart,
      form,
      country,
      newsletter: false,
      delivery: view.fields,
      deposit: 0,
      tip: 0,
      staff: nothingChosen,
    }),
    expectedTotal: dollarsOf(total),
    fraudCheckToken,
    wallet,
    browserInfo: { screenHeight: screen.height, screenWidth: screen.width },
  }
}

/** On a product page its form is added to the cart first, with the chosen options; returns why that failed. */
async function cartFor(place: Element): Promise<CartResponse | string> {
  const form = place.parentElement?.querySelector<HTMLFormElement>('form[data-add-to-cart]') ?? null
  const fields = form === null ? null : new FormData(form)
  const answer =
    fields === null
      ? await callApi('GET', '/api/cart/')
      : await callApi('POST', '/api/cart/product/', {
          body: {
            sku: String(fields.get('sku')),
            quantity: Number(fields.get('quantity') ?? 1),
            ...choicesIn(fields),
          },
        })
  if (!answer.ok) return answer.message
  if (fields !== null) void loadCart()
  return answer.value
}

/** The wallet's details are in the checkout's form, where they can be corrected. */
function keep(
  cart: CartResponse,
  form: ReturnType<typeof formOfPayment>,
  { view }: Quote,
  { savesSession }: GooglePayAccess,
): void {
  if (!savesSession) return
  saveSession(
    {
      cartId: cart.cartId,
      guestEmail: { email: form.email, isValid: true },
      isOptingIntoNewsletter: false,
      phoneNumber: form.phoneNumber,
      deliveryAddress: form.deliveryAddress,
      isBillingAddressSameAsShipping: true,
      billingAddress: null,
      selectedDate: view.state.selectedDate,
      availability: noAvailability,
      paymentMethod: numberOfMethod('card'),
    },
    Date.now(),
  )
}
