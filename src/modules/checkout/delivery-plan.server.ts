import type { Brand } from '../../brands/brands.ts'
import type { Cart, CartLine } from '../cart/cart.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { isInCountry, isWithin, type ProductSummary } from '../catalogue/catalogue.ts'
import type { Delivery, Destination } from '../delivery/delivery.server.ts'
import type { RequestedItem } from '../delivery/delivery.ts'
import { servicesForLines } from '../delivery/services.ts'
import { carrierOf, type Carrier } from '../delivery/suppliers.ts'
import { orderFlags } from '../payments/payments.ts'
import {
  firstFreeDate,
  isUnwieldy,
  proformaDates,
  withTicks,
  type DeliveryPlan,
  type OwnDelivery,
} from './delivery-plan.ts'

/** Plans the delivery of a cart to a place: carriers, dates and services. */

export type PlanSources = { readonly delivery: Delivery; readonly catalogue: Pick<Catalogue, 'product'> }

export type DeliveryCase = {
  readonly cart: Cart
  readonly place: Destination
  readonly hasUniqueRequirements: boolean
  readonly override: boolean
}

type Part = {
  readonly line: CartLine
  readonly traits: ProductSummary['traits']
  readonly item: RequestedItem
  readonly carrier: Carrier
  readonly isUnwieldy: boolean
}

/** Null when our own crew would have to go where it does not. */
export async function planDelivery(sources: PlanSources, requested: DeliveryCase): Promise<DeliveryPlan | null> {
  const { delivery } = sources
  const { place, cart } = requested
  const lines = await partsOf(sources, requested)
  const ours = lines.filter((one) => one.carrier === 'own')
  const today = await delivery.today(place)
  const zone = await delivery.zoneOf(place)
  if (ours.length > 0 && zone === null) return null

  const loads = new Map<string, RequestedItem[]>()
  for (const { line, item, carrier } of lines) {
    if (carrier !== 'supplier' || line.supplierDirect === null) continue
    loads.set(line.supplierDirect, [...(loads.get(line.supplierDirect) ?? []), item])
  }
  const answers = [...(await delivery.supplierDates(place, loads))]
  const offersUniqueRequirements = ours.some((one) => one.isUnwieldy)
  const hasUniqueRequirements = requested.hasUniqueRequirements && offersUniqueRequirements
  const own = await ownDelivery(sources, requested, lines, hasUniqueRequirements)
  const talksOver = await delivery.installationContactCategories()
  return {
    today,
    zone,
    own,
    windows: own.kind === 'dated' ? (zone?.tier.windows ?? []) : [],
    suppliers: answers.flatMap(([supplier, answer]) =>
      answer.kind === 'dates' ? [{ supplier, dates: answer.dates, first: answer.first }] : [],
    ),
    supplierErrors: answers.flatMap(([supplier, answer]) =>
      answer.kind === 'refusal' ? [{ supplier, message: answer.message }] : [],
    ),
    makers: [...new Set(lines.flatMap(({ line, carrier }) => (carrier === 'maker' ? [line.brand] : [])))],
    services:
      zone === null
        ? []
        : withTicks(
            servicesForLines(await delivery.services(), {
              lines: ours.map(({ line, traits }) => ({
                categoryUri: line.categoryUri,
                traits,
                hasInstall: line.install !== null,
              })),
              tierCode: zone.tier.code,
            }),
            cart.services ?? null,
          ),
    override: requested.override,
    offersEarlierDate: lines.some(({ item }) => waitsForArrival(item, place)),
    offersInstallationContact: cart.lines.some((line) => isTalkedOver(line, talksOver)),
    offersUniqueRequirements,
    hasUniqueRequirements,
  }
}

/**
 * The order flags that follow from a cart's contents (decision payments-02), including the override, which is for staff only; the page
 * shows a box where the response on dates also says so.
 */
export async function deliveryOptions(
  sources: PlanSources,
  brand: Pick<Brand, 'chargesStorage'>,
  cart: Cart,
): Promise<number> {
  const lines = await partsOf(sources, { cart, override: false })
  const talksOver = await sources.delivery.installationContactCategories()
  const flag = (isSet: boolean, value: number) => (isSet ? value : 0)
  return (
    flag(
      lines.some((one) => one.isUnwieldy),
      orderFlags.UniqueRequirements,
    ) +
    flag(
      lines.some((one) => one.carrier === 'supplier'),
      orderFlags.WinningDeliveryServiceOverride,
    ) +
    flag(brand.chargesStorage && lines.some((one) => one.carrier === 'own'), orderFlags.WarehouseStorageCharge) +
    flag(
      lines.some(({ line }) => isTalkedOver(line, talksOver)),
      orderFlags.InstallationContact,
    )
  )
}

async function partsOf(
  { delivery, catalogue }: PlanSources,
  { cart, override }: Pick<DeliveryCase, 'cart' | 'override'>,
): Promise<Part[]> {
  const suppliers = await delivery.suppliers()
  return cart.lines.map((line) => {
    const product = catalogue.product(line.productId)
    return {
      line,
      traits: product?.traits,
      item: { quantity: line.quantity, stock: product?.stock ?? {} },
      carrier: carrierOf(line, { suppliers, override }),
      isUnwieldy: product !== null && isUnwieldy(product.size),
    }
  })
}

async function ownDelivery(
  { delivery }: PlanSources,
  { place, cart }: DeliveryCase,
  lines: readonly Part[],
  hasUniqueRequirements: boolean,
): Promise<OwnDelivery> {
  const ours = lines.filter((one) => one.carrier === 'own')
  const hasMakers = lines.some((one) => one.carrier === 'maker')
  if (ours.length === 0) return hasMakers ? { kind: 'arranged' } : { kind: 'none' }
  if (hasUniqueRequirements) return { kind: 'arranged' }
  const items = ours.map((one) => one.item)
  const found = await delivery.availability(place, items, { weekdaysAreFree: cart.totals.freeDelivery })
  const dates = found?.calendar?.dates ?? []
  if (!hasMakers || !dates.some((date) => date.available)) return { kind: 'dated', dates }
  // A day with a fee is not selected for shoppers without a calendar (decision delivery-09).
  return firstFreeDate(dates) === null ? { kind: 'arranged' } : { kind: 'dated', dates: proformaDates(dates) }
}

/** The country's stock is not enough: the rest is incoming (decision delivery-15). */
function waitsForArrival({ quantity, stock }: RequestedItem, { country }: Destination): boolean {
  const inCountry = Object.entries(stock).filter(([code]) => isInCountry(code, country))
  return (
    inCountry.reduce((sum, [, one]) => sum + one.quantity, 0) < quantity &&
    inCountry.some(([, one]) => one.incoming !== null)
  )
}

function isTalkedOver({ categoryUri }: CartLine, categories: readonly string[]): boolean {
  return categories.some((uri) => isWithin(categoryUri, uri))
}
