import { z } from 'zod'
import type { CheckoutProgress } from '../../modules/checkout/checkout.server.ts'
import { submitTexts } from '../../modules/checkout/checkout.ts'
import {
  type Charge,
  type PaymentState,
  type RedirectProvider,
  paymentStates,
} from '../../modules/payments/payments.ts'
import { chargeText } from '../../modules/payments/decline-texts.ts'
import { longestReceiver } from '../../modules/delivery/delivery-access.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { dateTripleSchema, moneySchema } from '../api.server.ts'
import { pickupFactsSchema } from './order-requests.server.ts'

/** Request and response schemas of the checkout. */

const addressSchema = {
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  companyName: z.string().max(200).default(''),
  address: z.string().max(200),
  suburb: z.string().max(100),
  state: z.string().max(20).default(''),
  postcode: z.string().max(20),
}

/** Answers for the crew; one that is not known is left out. */
const deliveryAccess = z.object({
  property: z.string().max(20).optional(),
  stairs: z.string().max(20).optional(),
  lift: z.string().max(20).optional(),
  parking: z.string().max(20).optional(),
  receiver: z.string().max(longestReceiver).optional(),
})

const deliveryAddress = z.object({
  ...addressSchema,
  deliveryInstructions: z.string().max(2_000).default(''),
  access: deliveryAccess.optional(),
})
const billingAddress = z.object(addressSchema)

export const customerAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  address: z.string(),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.enum(['AU', 'NZ']),
  deliveryInstructions: z.string().optional(),
})

export const browserInfo = z.object({
  screenHeight: z.int().min(0).max(100_000),
  screenWidth: z.int().min(0).max(100_000),
  colorDepth: z.int().min(1).max(64).optional(),
  language: z.string().max(40).optional(),
  timeZoneOffset: z.int().min(-900).max(900).optional(),
  javaEnabled: z.boolean().optional(),
})

/** The form's choices for each part of a delivery (decision checkout-02). */
const deliverySchema = {
  deliveryWindow: z.string().max(20).nullable().default(null),
  supplierDeliveryDates: z
    .array(z.object({ supplier: z.string().max(60), deliveryDate: dateTripleSchema, price: moneySchema }))
    .max(50)
    .default([]),
  deliveryServices: z.array(z.string().max(60)).max(100).nullable().default(null),
  EarlyNotification: z.boolean().default(false),
  requestedInstallationContact: z.boolean().default(false),
  uniqueDeliveryRequirements: z.boolean().default(false),
  stockFeeAcknowledged: z.boolean().default(false),
  winningDeliveryServiceOverride: z.boolean().default(false),
  pickup: z
    .object({ storeId: z.int().nullable(), readyOn: dateTripleSchema.nullable() })
    .nullable()
    .default(null)
    .meta({ description: 'The store where the order is picked up, and the day that was shown; null for a delivery' }),
}

/** A card that the gateway stores, as its owner sees it. */
export const savedCardSchema = z.object({
  id: z.uuid(),
  brand: z.string().meta({ description: "The gateway's code: visa, mc, amex" }),
  lastFour: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
})

export const checkoutRequest = z.object({
  cartId: z.uuid(),
  email: z.string().max(400),
  newsletter: z.boolean().default(false),
  phoneNumber: z.string().max(100),
  poNumber: z.string().max(200).default(''),
  partialPayment: moneySchema.default(0),
  tip: moneySchema.default(0),
  deliveryAddress,
  billingAddress: billingAddress.nullable(),
  deliveryDate: dateTripleSchema.nullable(),
  requestedDeliveryContact: z.boolean().default(false),
  ...deliverySchema,
  subdivision: z.string().max(20).nullable().default(null),
  salespersonCode: z.string().max(20).nullable().default(null),
  cashAndCarry: z.boolean().default(false),
  selectedPaymentOption: z.int().optional(),
  cart: z.object({
    orderTotal: moneySchema,
    /** The lines as the shopper saw them; an order is rejected when the cart has changed. */
    items: z
      .array(
        z.object({
          qty: z.int(),
          productCode: z.string().max(120),
          warrantyId: z.int().nullable().default(null),
          installId: z.int().nullable().default(null),
        }),
      )
      .max(500)
      .optional(),
  }),
  expectedTotal: moneySchema.optional(),
  brandsWarnings: z.object({ mieleWarning: z.boolean().default(false) }).default({ mieleWarning: false }),
  cardDetails: z.null().default(null),
  devicePaymentCode: z.string().max(20).nullable().default(null),
  wallet: z
    .object({ type: z.enum(['GooglePay', 'ApplePay']), token: z.string().min(1).max(20_000) })
    .nullable()
    .default(null)
    .meta({ description: 'Wallet payment token for exactly this total, instead of a card' }),
  encryptedValues: z.record(z.string().max(100), z.string().max(40_000)).optional(),
  cardHolderName: z.string().max(60).optional(),
  savedCardId: z
    .uuid()
    .nullable()
    .default(null)
    .meta({ description: 'A saved card to pay with; encryptedValues has its encrypted security code then.' }),
  savesCard: z.boolean().default(false).meta({
    description: 'Whether the gateway stores the card for the signed-in customer once the payment is authorised.',
  }),
  fraudCheckToken: z.string().max(5_000).default(''),
  captchaToken: z.string().max(4_096).default('').meta({ description: 'Required where the app uses a captcha.' }),
  browserInfo: browserInfo.optional(),
})

export type CheckoutRequest = z.output<typeof checkoutRequest>

export const confirmation = z.object({
  webOrderId: z.string(),
  proformaMsg: z.string().nullable(),
  confirmation: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    delivery: z.object({
      lines: z.array(z.string()).meta({ description: 'The address as formatted lines' }),
      street: z.string(),
      suburb: z.string(),
      state: z.string().nullable(),
      postcode: z.string(),
      country: z.string(),
    }),
    deliveryDateStr: z.string(),
    pickup: pickupFactsSchema,
    shippingCost: moneySchema,
    deliveryConfirmationFlag: z.boolean(),
    rewards: z.array(
      z.object({
        rewardLabel: z.string(),
        thumbImg: z.string().nullable(),
        promoBlurb: z.string(),
        redemption: z.boolean(),
        redemptionLink: z.string().nullable(),
      }),
    ),
  }),
  brands: z.array(z.string()),
  estimatedDeliveryDate: z.iso.date().nullable(),
  lines: z.array(
    z.object({
      sku: z.string(),
      uri: z.string(),
      title: z.string(),
      picture: z.string(),
      quantity: z.int(),
      price: moneySchema,
      total: moneySchema,
      choices: z.array(z.object({ name: z.string(), total: moneySchema })),
    }),
  ),
  services: z.array(z.object({ title: z.string(), price: moneySchema })),
  suppliers: z.array(z.object({ title: z.string(), message: z.string(), price: moneySchema })),
  totals: z.object({
    subTotal: moneySchema,
    discount: moneySchema,
    discounts: z.array(z.object({ name: z.string(), amount: moneySchema })),
    code: z.string().nullable(),
    shipping: moneySchema,
    total: moneySchema,
    deposit: moneySchema.optional().meta({ description: 'Deposit paid; omitted if paid in full' }),
    remaining: moneySchema.optional(),
    remainingText: z.string().optional(),
  }),
  purchase: z.object({
    id: z.string(),
    affiliation: z.string(),
    revenue: moneySchema,
    shipping: moneySchema,
    coupon: z.string().nullable(),
    products: z.array(
      z.object({
        name: z.string(),
        id: z.string(),
        brand: z.string(),
        category: z.string(),
        price: moneySchema,
        quantity: z.int(),
        variant: z.string().nullable(),
      }),
    ),
  }),
})

export const paymentResult = z.object({
  orderCompleted: z.boolean(),
  success: z.boolean(),
  cartId: z.uuid(),
  webOrderId: z.string().nullable(),
  paymentReference: z.string().nullable(),
  redirectUrl: z.string().nullable(),
  secure3DResponse: z
    .object({ htmlFormAction: z.string(), htmlFormToPost: z.record(z.string(), z.string()) })
    .nullable(),
  paymentStatus: z.enum(paymentStates),
  message: z.string().nullable(),
})

/** The outcome of a payment that the shopper cancelled. */
export const endedPayment = z.object({
  success: z.boolean(),
  paymentStatus: z.enum(paymentStates),
  nothingCharged: z.boolean().meta({ description: 'Whether the payment ended without a charge.' }),
  message: z.string().nullable().meta({ description: 'The message to show while the outcome is uncertain.' }),
})

export const endSchema = (
  { state, charge }: { readonly state: PaymentState; readonly charge: Charge },
  shop: RequestContext,
): z.output<typeof endedPayment> => ({
  success: state !== 'Approved',
  paymentStatus: state,
  nothingCharged: charge === 'none',
  message: chargeText(charge, shop.brand.supportNumber),
})

export function resultSchema(progress: CheckoutProgress): z.output<typeof paymentResult> {
  const { action } = progress
  return {
    orderCompleted: progress.webOrderId !== null,
    success: true,
    cartId: progress.cartId,
    webOrderId: progress.webOrderId,
    paymentReference: progress.reference,
    redirectUrl: action?.kind === 'redirect' ? action.url : null,
    secure3DResponse:
      action?.kind === 'form' ? { htmlFormAction: action.url, htmlFormToPost: { ...action.fields } } : null,
    paymentStatus: progress.webOrderId === null ? progress.state : 'Approved',
    message: action?.kind === 'review' ? submitTexts.review : null,
  }
}

/** The return parameters besides the cart, by provider. */
const returnParameters = {
  afterpay: { status: z.string().max(20), orderToken: z.string().max(200) },
  paypal: { token: z.string().max(60), PayerID: z.string().max(60).optional() },
  zip: { result: z.string().max(20), checkoutId: z.string().max(200) },
} as const satisfies Record<RedirectProvider, z.core.$ZodShape>

export const returnQueries = {
  afterpay: z.object(returnParameters.afterpay),
  paypal: z.object(returnParameters.paypal),
  zip: z.object(returnParameters.zip),
} as const

/** The same with the cart that is paid. */
export const cartReturnQueries = {
  afterpay: z.object({ cartId: z.uuid(), ...returnParameters.afterpay }),
  paypal: z.object({ cartId: z.uuid(), ...returnParameters.paypal }),
  zip: z.object({ cartId: z.uuid(), ...returnParameters.zip }),
} as const

export const datesSchema = z.array(
  z.object({
    date: dateTripleSchema,
    price: z.union([z.number(), z.string()]).nullable(),
    available: z.boolean(),
  }),
)
