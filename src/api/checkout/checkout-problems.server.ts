import { type Problem, ProblemError, httpProblem, tooManyRequests } from '../../platform/http/problem.ts'
import { centsOf } from '../../platform/money.ts'
import type { CheckoutProblem } from '../../modules/checkout/checkout.server.ts'
import { doNotRepeatText, paymentProblemText, submitTexts } from '../../modules/checkout/checkout.ts'
import { chargeText, declineText } from '../../modules/payments/decline-texts.ts'
import { savedCardTexts } from '../../modules/payments/saved-cards.ts'
import { captchaText } from '../../modules/identity/captcha.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { cartProblem } from './cart.server.ts'

/** Problem responses of the checkout. */

/** A declined payment, or one with an unknown outcome, as the page expects it (decisions payments-10, payments-11). */
export function paymentProblem(
  problem: Extract<CheckoutProblem, { code: 'payment_refused' | 'payment_unknown' }>,
  shop: RequestContext,
): Problem {
  const phone = shop.brand.supportNumber
  if (problem.code === 'payment_unknown') {
    const message = doNotRepeatText(phone)
    return {
      ...httpProblem(500, 'payment_unknown', message),
      payment: {
        errorCode: 500,
        errorMessages: [message],
        refusalReason: null,
        showRefusalReason: false,
        paymentReference: problem.reference,
      },
    }
  }
  const { charge, shownReason } = problem
  const message =
    charge === 'unverified' || shownReason === null
      ? (chargeText(charge, phone) ?? paymentProblemText(phone))
      : declineText(shownReason, charge)
  return {
    ...httpProblem(400, 'payment_refused', message),
    payment: {
      errorCode: 401,
      errorMessages: [message],
      refusalReason: shownReason,
      showRefusalReason: shownReason !== null,
      paymentReference: problem.reference,
      nothingCharged: charge === 'none',
    },
  }
}

/** Only options that the view's flags grant are accepted (decision payments-02). */
export const notGranted = (field: string): Problem =>
  httpProblem(403, 'option_not_granted', 'You do not have permission to perform this action.', field)

/** A declined saved card: its owner can use another one. Left as it is where the payment must not be repeated. */
export function withOtherCard(problem: Problem): Problem {
  if (problem.payment?.nothingCharged !== true) return problem
  const message = `${problem.errors[0]?.message ?? ''} ${savedCardTexts.declined}`
  const errors = problem.errors.map((error) => ({ ...error, message }))
  return { ...problem, errors, payment: { ...problem.payment, errorMessages: [message] } }
}

export function checkoutProblem(problem: CheckoutProblem, shop: RequestContext): Problem {
  switch (problem.code) {
    case 'validation':
      return {
        status: 400,
        type: 'validation',
        errors: [
          { message: problem.message, code: 'validation', field: null },
          ...problem.errors.map((error) => ({ ...error, code: 'validation' })),
        ],
      }
    case 'empty_cart':
      return httpProblem(400, 'empty_cart', 'Your cart is empty')
    case 'cart_changed':
      return httpProblem(400, 'cart_changed', submitTexts.changed)
    case 'coupon_used':
      return cartProblem({ code: 'code_used' })
    case 'date_unavailable':
      return httpProblem(400, 'date_unavailable', submitTexts.dateGone, 'deliveryDate')
    case 'out_of_stock':
      return httpProblem(
        400,
        'out_of_stock',
        `Sorry, ${problem.title} is no longer available in the quantity requested.`,
      )
    case 'pickup_unavailable':
      return httpProblem(400, 'pickup_unavailable', problem.message, 'pickup')
    case 'option_not_granted':
      return notGranted(problem.field)
    case 'login_required':
      return httpProblem(403, 'login_required', 'You do not have permission to perform this action.')
    case 'in_progress':
      return { ...httpProblem(409, 'in_progress', submitTexts.inProgress), retryAfterSeconds: 1 }
    case 'too_many_submits':
      return tooManyRequests(problem.waitSeconds)
    case 'captcha_failed':
      return httpProblem(400, 'captcha', captchaText, 'captchaToken')
    case 'key_reused':
      return httpProblem(422, 'key_reused', 'This Idempotency-Key was used with another order. Send a new one.')
    case 'method_unavailable':
      return httpProblem(400, 'method_unavailable', submitTexts.methodAway, 'selectedPaymentOption')
    case 'payment_missing':
      return httpProblem(400, 'payment_missing', 'Something has gone wrong, Please try again.')
    case 'payment_refused':
    case 'payment_unknown':
      return paymentProblem(problem, shop)
  }
}

/** Cents of a wire amount; 400 naming the field when it has more than two decimals. */
export function centsSchema(amount: number, field: string): number {
  try {
    return centsOf(amount)
  } catch {
    throw new ProblemError(
      httpProblem(400, 'invalid_amount', `${field}: must be dollars with at most 2 decimals`, field),
    )
  }
}
