import { loadScript } from '../../../ui/third-parties/load-script.ts'
import type {
  AnswerToSheet,
  PaymentData,
  ShippingOption,
  SheetAnswer,
  SheetChange,
  TransactionInfo,
  Wallet,
} from './wallet.ts'

/** Google Pay in the browser, as far as we speak it: API version 2, cards by our gateway. */

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
  /** Whether devices that have Apple Pay in Google's place are offered it. */
  readonly takesApplePay: boolean
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
        paymentDataCallbacks: { onPaymentDataChanged(change: SheetChange): Promise<object> }
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

/** Loads Google's script and asks whether this device can pay; null when it cannot, or when the script cannot be had. */
export async function openGooglePay(access: GooglePayAccess, onChange: AnswerToSheet): Promise<Wallet | null> {
  try {
    await loadScript(access.scriptUrl)
    const { google } = window as unknown as { google: Api }
    const client = new google.payments.api.PaymentsClient({
      environment: access.environment,
      paymentDataCallbacks: { onPaymentDataChanged: async (change) => inGooglesWords(await onChange(change)) },
    })
    const { result } = await client.isReadyToPay({ ...version, allowedPaymentMethods: [cards] })
    if (!result) return null
    return {
      type: 'GooglePay',
      name: 'Google Pay',
      async pay(begin) {
        const info = await begin()
        return info === null ? null : showSheet(client, access, info)
      },
    }
  } catch {
    return null
  }
}

/** Options have no price of their own there: it is in their description, and in the total. */
function inGooglesWords({ newShippingOptionParameters: options, ...rest }: SheetAnswer): object {
  if (options === undefined) return rest
  const shippingOptions = options.shippingOptions.map(({ id, label, description }: ShippingOption) => ({
    id,
    label,
    description,
  }))
  return { ...rest, newShippingOptionParameters: { ...options, shippingOptions } }
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
