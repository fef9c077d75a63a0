import type { Confirmation } from '../../orders.ts'
import type { GoogleSurvey } from '../../../../ui/third-parties/google-reviews.ts'

/** The order data for the review survey; null while the delivery date is unknown (THIRD-03, decision orders-12). */
export function surveyOf(order: Confirmation, merchantId: string): GoogleSurvey | null {
  const { estimatedDeliveryDate, confirmation, webOrderId } = order
  if (estimatedDeliveryDate === null) return null
  return {
    merchant_id: merchantId,
    order_id: webOrderId,
    email: confirmation.email,
    delivery_country: confirmation.delivery.country === 'New Zealand' ? 'NZ' : 'AU',
    estimated_delivery_date: estimatedDeliveryDate,
    opt_in_style: 'BOTTOM_RIGHT_DIALOG',
  }
}

/** Lets the review service offer its survey; an order is as good without. */
export async function askForReview(
  order: Confirmation,
  merchantId: string,
  load?: (address: string) => Promise<void>,
): Promise<void> {
  const survey = surveyOf(order, merchantId)
  if (survey === null) return
  try {
    const { offerGoogleSurvey } = await import('../../../../ui/third-parties/google-reviews.ts')
    await offerGoogleSurvey(survey, load)
  } catch {
    // The service cannot be reached, or the shopper blocks it.
  }
}
