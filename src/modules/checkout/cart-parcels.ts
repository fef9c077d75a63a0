import type { CartLine, CartParcel } from '../cart/cart.ts'
import { dateAndPrice, type DatedPrice } from '../delivery/delivery.ts'
import { arrangedText, supplierTitle, type Carrier } from '../delivery/suppliers.ts'
import type { DeliveryPlan } from './delivery-plan.ts'

/** What arrives together, when and for how much, of a cart whose place is known: the dates that the checkout begins with. */

type PlannedLine = Pick<CartLine, 'productCode' | 'brand' | 'supplierDirect'> & { readonly carrier: Carrier }

const noDateText = 'No delivery date available. Please contact us.'
/** A day of our own that goes with goods of a manufacturer. */
const calledText = 'We will call you to arrange the day'

/** Ours first, then each supplier's and each manufacturer's. */
export function parcelsOf(
  plan: Pick<DeliveryPlan, 'own' | 'suppliers' | 'supplierErrors'>,
  lines: readonly PlannedLine[],
): CartParcel[] {
  const groups = Map.groupBy(lines, ({ carrier, supplierDirect, brand }) =>
    carrier === 'own' ? 'own' : carrier === 'supplier' ? `supplier ${supplierDirect}` : `maker ${brand}`,
  )
  const rank = { own: 0, supplier: 1, maker: 2 } as const satisfies Record<Carrier, number>
  return [...groups.values()]
    .toSorted(([one], [other]) => rank[one?.carrier ?? 'own'] - rank[other?.carrier ?? 'own'])
    .flatMap((group) => {
      const [first] = group
      return first === undefined
        ? []
        : [{ ...termsOf(plan, first), productCodes: group.map(({ productCode }) => productCode) }]
    })
}

function termsOf(
  { own, suppliers, supplierErrors }: Pick<DeliveryPlan, 'own' | 'suppliers' | 'supplierErrors'>,
  { carrier, brand, supplierDirect }: PlannedLine,
): Omit<CartParcel, 'productCodes'> {
  if (carrier === 'maker') return { by: brand, day: null, text: arrangedText }
  if (carrier === 'supplier') {
    const by = supplierTitle(supplierDirect ?? '')
    const dates = suppliers.find(({ supplier }) => supplier === supplierDirect)
    const refusal = supplierErrors.find(({ supplier }) => supplier === supplierDirect)
    return dates === undefined
      ? { by, day: null, text: refusal?.message ?? noDateText }
      : { by, ...textOf(dates.first) }
  }
  if (own.kind !== 'dated') return { by: null, day: null, text: calledText }
  const first = own.dates.find((date) => date.available)
  return { by: null, ...(first === undefined ? { day: null, text: noDateText } : textOf(first)) }
}

const textOf = (date: DatedPrice): Pick<CartParcel, 'day' | 'text'> => ({ day: date.day, text: dateAndPrice(date) })
