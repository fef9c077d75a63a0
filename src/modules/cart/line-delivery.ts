import { shortDay } from '../../platform/calendar.ts'
import type { CartLineResponse, CartParcel } from './cart.ts'

/** When a line arrives: the day of its parcel, or how that is found. Null while the place is not known. */
export function lineDeliveryText(
  parcels: readonly CartParcel[],
  { productCode }: Pick<CartLineResponse, 'productCode'>,
): string | null {
  const parcel = parcels.find(({ productCodes }) => productCodes.includes(productCode))
  if (parcel === undefined) return null
  return parcel.day === null ? parcel.text : `Delivery ${shortDay(parcel.day)}`
}
