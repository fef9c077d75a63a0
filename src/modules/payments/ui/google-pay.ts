import { loadScript } from '../../../ui/third-parties/load-script.ts'

/** Google Pay in the browser, as far as we speak it: API version 2, cards by our gateway (payments.md section 8). */

/** What the head of a page says of it. */
export type GooglePayAccess = {
  readonly scriptUrl: string
  readonly environment: 'TEST' | 'PRODUCTION'
  /** The gateway's name at Google, and our account there. */
  readonly gateway: string
  readonly gatewayMerchantId: string
  /** Our own id at Google; '' while it is only tried. */
  readonly merchantId: string
  readonly merchantName: string
  readonly country: 'AU' | 'NZ'
  readonly currency: 'AUD' | 'NZD'
  readonly chargesStorage: boolean
  /** Whether the browser may keep what the wallet told us of the shopper (decision checkout-23). */
  readonly savesSession: boolean
}

/** What is told of an address before the shopper agrees, and the whole of it afterwards. */
export type WalletAddress = {
  readonly countryCode: string
  readonly administrativeArea: string
  readonly locality: string
  readonly postalCode: string
  readonly name?: string
  readonly phoneNumber?: string
  readonly address1?: string
  readonly address2?: string
  readonly address3?: string
}

export type TransactionInfo = {
  readonly countryCode: string
  readonly currencyCode: string
  readonly totalPriceStatus: 'FINAL' | 'ESTIMATED'
  readonly totalPrice: string
  readonly totalPriceLabel: string
  readonly displayItems: readonly {
    readonly label: string
    readonly type: 'LINE_ITEM' | 'SUBTOTAL'
    readonly price: string
  }[]
}

export type ShippingOptions = {
  readonly defaultSelectedOptionId: string
  readonly shippingOptions: readonly { readonly id: string; readonly label: string; readonly description: string }[]
}

export type SheetChange = {
  readonly callbackTrigger: 'INITIALIZE' | 'SHIPPING_ADDRESS' | 'SHIPPING_OPTION'
  readonly shippingAddress?: WalletAddress
  readonly shippingOptionData?: { readonly id: string }
}

export type SheetAnswer = {
  readonly newTransactionInfo?: TransactionInfo
  readonly newShippingOptionParameters?: ShippingOptions
  readonly error?: { readonly reason: string; readonly message: string; readonly intent: string }
}

export type PaymentData = {
  readonly email: string
  readonly shippingAddress: WalletAddress
  readonly shippingOptionData?: { readonly id: string }
  readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } }
}

type Client = {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>
  loadPaymentData(request: object): Promise<PaymentData>
}
type Api = {
  readonly payments: {
    readonly api: {
      PaymentsClient: new (options: {
        environment: string
        paymentDataCallbacks: { onPaymentDataChanged(change: SheetChange): Promise<SheetAnswer> }
      }) => Client
    }
  }
}

const version = { apiVersion: 2, apiVersionMinor: 0 } as const
/** Those that the shop takes (decision payments-13). */
const cards = {
  type: 'CARD',
  parameters: {
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX'],
  },
} as const

export type GooglePay = {
  /** Shows the sheet; null when the shopper closes it. To be called from a click. */
  pay(transactionInfo: TransactionInfo): Promise<PaymentData | null>
}

/** Loads Google's script and asks whether this device can pay; null when it cannot, or when the script cannot be had. */
export async function openGooglePay(
  access: GooglePayAccess,
  onChange: (change: SheetChange) => Promise<SheetAnswer>,
): Promise<GooglePay | null> {
  try {
    await loadScript(access.scriptUrl)
    const { google } = window as unknown as { google: Api }
    const client = new google.payments.api.PaymentsClient({
      environment: access.environment,
      paymentDataCallbacks: { onPaymentDataChanged: onChange },
    })
    const { result } = await client.isReadyToPay({ ...version, allowedPaymentMethods: [cards] })
    return result ? { pay: (info) => showSheet(client, access, info) } : null
  } catch {
    return null
  }
}

async function showSheet(
  client: Client,
  access: GooglePayAccess,
  transactionInfo: TransactionInfo,
): Promise<PaymentData | null> {
  const { gateway, gatewayMerchantId, merchantId, merchantName, country } = access
  const tokenizationSpecification = { type: 'PAYMENT_GATEWAY', parameters: { gateway, gatewayMerchantId } }
  try {
    return await client.loadPaymentData({
      ...version,
      allowedPaymentMethods: [{ ...cards, tokenizationSpecification }],
      merchantInfo: { merchantName, ...(merchantId === '' ? {} : { merchantId }) },
      transactionInfo,
      emailRequired: true,
      shippingAddressRequired: true,
      shippingAddressParameters: { allowedCountryCodes: [country], phoneNumberRequired: true },
      shippingOptionRequired: true,
      callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION'],
    })
  } catch (error) {
    if ((error as { statusCode?: string }).statusCode === 'CANCELED') return null
    throw error
  }
}
