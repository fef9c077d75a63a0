import type { Address, CardSource, PaymentAttempt, PaymentInstrument } from '../../payments.ts'
import type { PaymentOrder } from '../../payments.ts'

/** What the gateway is told of a payment. */
export function paymentBody(
  attempt: PaymentAttempt,
  instrument: Extract<PaymentInstrument, { method: 'card' }>,
  order: PaymentOrder,
  { returnUrl, merchantAccount }: { readonly returnUrl: string; readonly merchantAccount: string },
): object {
  return {
    amount: { currency: attempt.currency, value: attempt.cents },
    merchantAccount,
    reference: attempt.id,
    // A part is authorised only: its money is taken when the other part's is.
    ...(attempt.part === undefined ? {} : { additionalData: { manualCapture: 'true' } }),
    returnUrl,
    channel: 'Web',
    origin: new URL(returnUrl).origin,
    paymentMethod: paymentMethodOf(instrument.source),
    browserInfo: browserInfoOf(instrument, attempt),
    ...cardOnFile(instrument.source),
    ...(instrument.fraudToken === '' ? {} : { deviceFingerprint: instrument.fraudToken }),
    shopperEmail: order.email,
    shopperIP: instrument.browser.address,
    shopperName: { firstName: order.billing.firstName, lastName: order.billing.lastName },
    ...telephone(order.phone, attempt.country),
    billingAddress: addressOf(order.billing),
    deliveryAddress: addressOf(order.shipping),
    // A page of the gateway by redirect, not a component in ours; back by GET, because a cross-site POST would lose our cookies.
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled', challengeWindowSize: '05' } },
    // From a bank the shopper can be sent on to the bank of the second part, but no form can be posted on the way.
    redirectToIssuerMethod: attempt.part === 2 ? 'GET' : 'POST',
    redirectFromIssuerMethod: 'GET',
    lineItems: order.lines.map((line) => ({
      sku: line.sku,
      description: line.name,
      quantity: line.quantity,
      amountIncludingTax: line.unit,
    })),
  }
}

/**
 * The gateway's flags of a card that it stores, or has stored: the shopper is there both times, and no payment follows without them
 * (decision 0070).
 */
function cardOnFile(source: CardSource): object {
  if (source.kind === 'saved') {
    const { shopperReference } = source
    return { shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile', shopperReference }
  }
  const shopperInteraction = 'Ecommerce'
  if (source.kind !== 'form' || source.storedFor === undefined) return { shopperInteraction }
  const shopperReference = source.storedFor
  return { shopperInteraction, recurringProcessingModel: 'CardOnFile', shopperReference, storePaymentMethod: true }
}

/** What the gateway is told of a card's source. A wallet's token is for it alone, and is handed on as it came. */
function paymentMethodOf(source: CardSource): object {
  switch (source.kind) {
    case 'form':
      return { type: 'scheme', encryptedCard: source.encryptedCard, holderName: source.holderName }
    case 'saved':
      return {
        type: 'scheme',
        storedPaymentMethodId: source.token,
        encryptedSecurityCode: source.encryptedCode,
      }
    case 'googlepay':
      return { type: 'googlepay', googlePayToken: source.token }
    case 'applepay':
      return { type: 'applepay', applePayToken: source.token }
  }
}

/** The page sends only the screen's size for sure; the rest has the gateway's defaults. */
function browserInfoOf({ browser }: Extract<PaymentInstrument, { method: 'card' }>, attempt: PaymentAttempt): object {
  return {
    acceptHeader: browser.acceptHeader === '' ? '*/*' : browser.acceptHeader,
    userAgent: browser.userAgent === '' ? 'unknown' : browser.userAgent,
    screenHeight: browser.screenHeight,
    screenWidth: browser.screenWidth,
    colorDepth: browser.colorDepth ?? 24,
    language: browser.language ?? `en-${attempt.country}`,
    timeZoneOffset: browser.timeZoneOffset ?? (attempt.country === 'NZ' ? -720 : -600),
    javaEnabled: browser.javaEnabled ?? false,
  }
}

/** The gateway wants the house number apart; a line that has none says so. */
function addressOf(address: Address): object {
  const line = address.address.trim()
  const [, first = '', rest = ''] = /^(\S+)\s+(\S.*)$/.exec(line) ?? []
  const hasNumber = /\d/.test(first)
  return {
    houseNumberOrName: hasNumber ? first : 'N/A',
    street: hasNumber ? rest : line === '' ? 'N/A' : line,
    city: address.suburb === '' ? 'N/A' : address.suburb,
    postalCode: address.postcode,
    country: address.country,
    ...(address.state === '' ? {} : { stateOrProvince: address.state }),
  }
}

/** A number in international form, or nothing when it cannot be brought into it. */
function telephone(phone: string, country: 'AU' | 'NZ'): { telephoneNumber?: string } {
  const digits = phone.replace(/[^\d+]/g, '')
  const prefix = country === 'NZ' ? '+64' : '+61'
  const international = digits.startsWith('+') ? digits : prefix + digits.replace(/^0/, '')
  return /^\+\d{6,15}$/.test(international) ? { telephoneNumber: international } : {}
}
