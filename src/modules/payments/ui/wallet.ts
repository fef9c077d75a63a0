/** What a wallet's sheet asks while it is open, and what comes out of it: Google's words, which the others' are put into. */

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

export type ShippingOption = {
  readonly id: string
  readonly label: string
  readonly description: string
  /** Dollars with two decimals. */
  readonly price: string
}

export type ShippingOptions = {
  readonly defaultSelectedOptionId: string
  readonly shippingOptions: readonly ShippingOption[]
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
  /** Where the sheet stays open until the order has been sent: closes it, and says how it went. */
  end?(isGood: boolean): void
}

/** A wallet that can pay on this device. */
export type Wallet = {
  /** As an order says it (decision checkout-12). */
  readonly type: 'GooglePay' | 'ApplePay'
  readonly name: string
  /**
   * Shows the sheet; null when the shopper closes it. To be called in a click. What the sheet shows first is asked for by itself, because it may
   * have to open before there is anything to show; null for nothing closes it.
   */
  pay(begin: () => Promise<TransactionInfo | null>): Promise<PaymentData | null>
}

export type AnswerToSheet = (change: SheetChange) => Promise<SheetAnswer>
