import { z } from 'zod'

/** Bodies of PayPal's calls, as strict as its documentation. */

export const Money = z.strictObject({ currency_code: z.string(), value: z.string().max(32) })
const Address = z.strictObject({
  address_line_1: z.string().max(300).optional(),
  address_line_2: z.string().max(300).optional(),
  admin_area_2: z.string().max(120).optional(),
  admin_area_1: z.string().max(300).optional(),
  postal_code: z.string().max(60).optional(),
  country_code: z.string().regex(/^[A-Z]{2}$/),
})
const Unit = z.strictObject({
  reference_id: z.string().max(256).optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  description: z.string().max(127).optional(),
  soft_descriptor: z.string().max(22).optional(),
  amount: Money.extend({
    breakdown: z
      .strictObject({
        item_total: Money.optional(),
        shipping: Money.optional(),
        handling: Money.optional(),
        tax_total: Money.optional(),
        insurance: Money.optional(),
        shipping_discount: Money.optional(),
        discount: Money.optional(),
      })
      .optional(),
  }),
  items: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(127),
        quantity: z.string().regex(/^[1-9]\d{0,9}$/),
        unit_amount: Money,
        sku: z.string().max(127).optional(),
        category: z.enum(['PHYSICAL_GOODS', 'DIGITAL_GOODS', 'DONATION']).optional(),
      }),
    )
    .optional(),
  shipping: z
    .strictObject({
      name: z.strictObject({ full_name: z.string().max(300) }).optional(),
      type: z.enum(['SHIPPING', 'PICKUP_IN_PERSON']).optional(),
      address: Address.optional(),
    })
    .optional(),
})
export const OrderBody = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([Unit]),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      email_address: z.email().max(254).optional(),
      experience_context: z.strictObject({
        return_url: z.url(),
        cancel_url: z.url(),
        user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
        shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
        landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE']).optional(),
        brand_name: z.string().max(127).optional(),
        locale: z.string().max(10).optional(),
        payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
      }),
    }),
  }),
})
export type OrderBody = z.output<typeof OrderBody>
export const RefundBody = z.strictObject({
  amount: Money.optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
})
export const EmptyBody = z.strictObject({})
