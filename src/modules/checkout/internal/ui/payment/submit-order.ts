import type { Country } from '../../../../../brands/apps.ts'
import type { CartResponse } from '../../../../cart/cart.ts'
import { dollarsOf, type Cents } from '../../../../../platform/money.ts'
import type { ApiCall } from '../../../../../ui/browser/api.ts'
import type { CheckoutForm } from '../../../checkout.ts'
import type { StaffChoice } from '../../staff-choice.ts'

export type SubmitBody = ApiCall<'POST', '/api/checkout'>['body']

/**
 * The submitted form (decision checkout-02), also where only its address matters. Options that this shop does not offer have their neutral
 * value.
 */
export function orderBody(input: {
  readonly cart: CartResponse
  readonly form: CheckoutForm
  readonly country: Country
  readonly newsletter: boolean
  /** The fields of the delivery (use-delivery.ts). */
  readonly delivery: Partial<SubmitBody>
  /** 0 when all of it is paid now. */
  readonly deposit: Cents
  /** For the crew; 0 for none. */
  readonly tip: Cents
  readonly staff: StaffChoice
}) {
  const { cart, form, country, staff } = input
  return {
    cartId: cart.cartId,
    email: form.email,
    newsletter: input.newsletter,
    phoneNumber: form.phoneNumber,
    poNumber: form.poNumber,
    partialPayment: dollarsOf(input.deposit),
    tip: dollarsOf(input.tip),
    deliveryAddress: { ...form.deliveryAddress, country },
    billingAddress: form.billingAddress === null ? null : { ...form.billingAddress, country },
    deliveryDate: null,
    ...input.delivery,
    subdivision: staff.subdivision,
    salespersonCode: staff.salespersonCode,
    devicePaymentCode: null,
    cart: {
      items: cart.products.map((line) => ({
        qty: line.quantity,
        sku: line.sku,
        unitId: line.unitId,
        productCode: line.productCode,
        category: line.category,
        warrantyId: line.warrantyId,
        installId: line.installId,
      })),
      orderTotal: cart.orderTotal,
      couponCode: cart.couponCode,
    },
    cardDetails: null,
    brandsWarnings: { mieleWarning: form.mieleWarning },
    ...(staff.cashAndCarry ? { cashAndCarry: true } : {}),
    winningDeliveryServiceOverride: staff.winningDeliveryServiceOverride,
  }
}
