import { z } from 'zod'

/** Bodies of Afterpay's calls, as strict as its documentation. */

const optionalText = (longest: number) => z.string().max(longest).optional()
export const MoneyBody = z.strictObject({ amount: z.string(), currency: z.string() })
const Contact = z.strictObject({
  name: z.string().min(1).max(255),
  line1: z.string().min(1).max(128),
  line2: optionalText(128),
  area1: optionalText(128),
  region: optionalText(128),
  postcode: z.string().min(1).max(128),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  phoneNumber: optionalText(32),
})

export const CheckoutBody = z.strictObject({
  amount: MoneyBody,
  consumer: z.strictObject({
    email: z.email().max(128),
    givenNames: optionalText(128),
    surname: optionalText(128),
    phoneNumber: optionalText(32),
  }),
  billing: Contact.optional(),
  shipping: Contact.optional(),
  courier: z
    .strictObject({
      shippedAt: z.string().optional(),
      name: optionalText(128),
      tracking: optionalText(128),
      priority: z.enum(['STANDARD', 'EXPRESS']).optional(),
    })
    .optional(),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(255),
        sku: optionalText(128),
        quantity: z.int().min(1),
        price: MoneyBody,
        pageUrl: optionalText(2048),
        imageUrl: optionalText(2048),
        categories: z.array(z.array(z.string())).optional(),
      }),
    )
    .optional(),
  discounts: z.array(z.strictObject({ displayName: z.string().max(128), amount: MoneyBody })).optional(),
  taxAmount: MoneyBody.optional(),
  shippingAmount: MoneyBody.optional(),
  merchantReference: z.string().max(128),
  merchant: z.strictObject({ redirectConfirmUrl: z.url(), redirectCancelUrl: z.url() }),
  description: optionalText(256),
  purchaseCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  mode: z.literal('STANDARD').optional(),
})

export const ImmediateBody = z.strictObject({ token: z.string().min(1), merchantReference: optionalText(128) })
export const AuthBody = ImmediateBody.extend({ requestId: optionalText(64) })
export const AmountBody = z.strictObject({
  amount: MoneyBody,
  requestId: optionalText(64),
  paymentEventMerchantReference: optionalText(128),
})
export const VoidBody = z.strictObject({ amount: MoneyBody.optional(), requestId: optionalText(64) })
export const RefundBody = z.strictObject({
  amount: MoneyBody,
  requestId: optionalText(64),
  merchantReference: optionalText(85),
  refundMerchantReference: optionalText(128),
})
export const NoBody = z.unknown()
