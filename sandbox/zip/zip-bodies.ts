import { z } from 'zod'

/** Bodies of Zip's calls. Amounts are JSON numbers here and nowhere else. */

const Address = z.strictObject({
  line1: z.string().min(1).max(200),
  line2: z.string().max(200).optional(),
  city: z.string().min(1).max(100),
  state: z.string().min(1).max(100),
  postal_code: z.string().min(1).max(20),
  country: z.string().regex(/^[A-Z]{2}$/),
  first_name: z.string().max(200).optional(),
  last_name: z.string().max(200).optional(),
})
const Order = z.strictObject({
  reference: z.string().max(200).optional(),
  amount: z.number(),
  currency: z.string(),
  cart_reference: z.string().max(200).optional(),
  shipping: z.strictObject({ pickup: z.boolean(), address: Address.optional() }),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        amount: z.number(),
        type: z.enum(['sku', 'tax', 'shipping', 'discount', 'store_credit']),
        quantity: z.int().min(1).optional(),
        reference: z.string().max(200).optional(),
        product_code: z.string().max(200).optional(),
      }),
    )
    .optional(),
})
export const CheckoutBody = z.strictObject({
  type: z.enum(['standard', 'express']).optional(),
  shopper: z.strictObject({
    first_name: z.string().min(1).max(200),
    last_name: z.string().min(1).max(200),
    email: z.email().max(200),
    phone: z.string().max(200).optional(),
    billing_address: Address,
  }),
  order: Order,
  config: z.strictObject({ redirect_uri: z.url() }),
  metadata: z.record(z.string(), z.string()).optional(),
})
export const ChargeBody = z.strictObject({
  authority: z.strictObject({ type: z.literal('checkout_id'), value: z.string().min(1) }),
  amount: z.number(),
  currency: z.string(),
  capture: z.boolean().optional(),
  reference: z.string().max(200),
})
export const RefundBody = z.strictObject({
  charge_id: z.string().min(1),
  reason: z.string().min(1).max(200),
  amount: z.number(),
})
export const NoBody = z.unknown()
