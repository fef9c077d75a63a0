import { addDays, type Day } from '../../platform/calendar.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { DatedPrice, Zone } from '../delivery/delivery.ts'
import { chargeOf } from '../delivery/delivery.ts'
import { windowsOn } from '../delivery/delivery-windows.ts'
import type { OfferedService } from '../delivery/services.ts'
import type { AgreedPickup, PickupInput } from './pickup.ts'

/** Who delivers what of a cart, when, and with which services: the rules that the page and the submit share. */

/** A delivery whose day is arranged by phone counts as this many days from now (DLV-38, DLV-39, DLV-43). */
export const arrangedInDays = 21

export const arrangedDay = (today: Day): Day => addDays(today, arrangedInDays)

/** The dates of a cart with proforma goods: after the first that costs nothing none can be had (DLV-37). Without one they stay. */
export function proformaDates(dates: readonly DatedPrice[]): readonly DatedPrice[] {
  const stored = firstFreeDate(dates)
  return stored === null ? dates : dates.map((date) => (date.day > stored.day ? { ...date, available: false } : date))
}

/** The first date that is free or cheapest; a text is an unknown price. */
export function firstFreeDate(dates: readonly DatedPrice[]): DatedPrice | null {
  return dates.find((date) => date.available && typeof date.price === 'number' && date.price <= 0) ?? null
}

/** Goods that are too big or heavy for two people and a trolley (decision delivery-13). */
export function isUnwieldy(size: {
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly depthMm: number | null
  readonly weightKg: number | null
}): boolean {
  const isOver = (measured: number | null, max: number) => measured !== null && measured > max
  return isOver(size.weightKg, 70) || [size.widthMm, size.heightMm, size.depthMm].some((side) => isOver(side, 1_900))
}

/** The storage fee, when it begins, and for which goods (FEE-09 to FEE-11). */
export const storageTerms = { freeDays: 60, feeCapPerDay: 4_00, minimumPrice: 300_00 } as const

/** Whether a shopper has to agree to the storage fee: all the conditions of FEE-02 to FEE-05. */
export function needsStorageAcknowledgement(input: {
  /** The app charges for storage. */
  readonly isCharged: boolean
  readonly lines: readonly { readonly price: Cents; readonly isProforma: boolean }[]
  /** The first date that could be had, and the chosen one. */
  readonly first: Day | null
  readonly selected: Day | null
}): boolean {
  const { first, selected } = input
  if (!input.isCharged || first === null || selected === null) return false
  const isDearEnough = input.lines.some((line) => !line.isProforma && line.price >= storageTerms.minimumPrice)
  return isDearEnough && selected > addDays(first, storageTerms.freeDays - 1)
}

/** How our own part of a cart is delivered. */
export type OwnDelivery =
  /** We bring nothing of it. */
  | { readonly kind: 'none' }
  /** On a day that is arranged by phone; until then it counts as the day 21 days from now, free of charge. */
  | { readonly kind: 'arranged' }
  /** On one of these dates; when none of them is available it cannot be delivered. */
  | { readonly kind: 'dated'; readonly dates: readonly DatedPrice[] }

export type SupplierDelivery = {
  readonly supplier: string
  readonly dates: readonly DatedPrice[]
  readonly first: DatedPrice
}

export type DeliveryPlan = {
  readonly today: Day
  /** The warehouse and terms of the place; null where only suppliers deliver. */
  readonly zone: Zone | null
  readonly own: OwnDelivery
  /** The parts of a day that our own crew can promise at the place. */
  readonly windows: readonly string[]
  readonly suppliers: readonly SupplierDelivery[]
  readonly supplierErrors: readonly { readonly supplier: string; readonly message: string }[]
  /** Brands that their makers deliver, each once. */
  readonly makers: readonly string[]
  readonly services: readonly OfferedService[]
  readonly override: boolean
  /** Some goods are incoming (decision delivery-15). */
  readonly offersEarlierDate: boolean
  readonly offersInstallationContact: boolean
  readonly offersUniqueRequirements: boolean
  /** The unique requirements are requested and granted. */
  readonly hasUniqueRequirements: boolean
}

/**
 * The delivery price at the start of the checkout: our own first date, each supplier's, and the default services. Null while unknown,
 * because something is arranged by phone or not delivered.
 */
export function knownDeliveryPrice({
  own,
  suppliers,
  supplierErrors,
  makers,
  services,
}: Pick<DeliveryPlan, 'own' | 'suppliers' | 'supplierErrors' | 'makers' | 'services'>): Cents | null {
  if (own.kind === 'arranged' || supplierErrors.length > 0 || makers.length > 0) return null
  const first = own.kind === 'dated' ? own.dates.find((date) => date.available) : null
  if (first === undefined) return null
  const prices = [...(first === null ? [] : [first]), ...suppliers.map((one) => one.first)].map(({ price }) => price)
  if (prices.some((price) => typeof price !== 'number')) return null
  const ticked = chargedServices(services, (sku) => services.some((one) => one.sku === sku && one.selected))
  return [...prices.map(chargeOf), ...ticked.map(({ price }) => price)].reduce((sum, price) => sum + price, 0)
}

/** The shopper's delivery choices in the form. */
export type DeliveryInput = {
  readonly deliversOn: Day | null
  /** The part of the day; null for any time. */
  readonly window: string | null
  readonly suppliers: readonly { readonly supplier: string; readonly deliversOn: Day; readonly price: Cents }[]
  /** Skus of ticked services. */
  readonly services: readonly string[]
  readonly wantsContact: boolean
  readonly wantsInstallationContact: boolean
  readonly wantsEarlierDate: boolean
  readonly hasUniqueRequirements: boolean
  readonly acknowledgesStorageFee: boolean
  /** Null for a delivery, to which everything else belongs. */
  readonly pickup: PickupInput | null
}

/** The agreed delivery, stored with the order. */
export type AgreedDelivery = {
  readonly deliversOn: Day | null
  /** The part of the day; null for any time. */
  readonly window: string | null
  /** The warehouse and terms of the place; null where only suppliers deliver. */
  readonly zone: Zone | null
  /** Our day takes a place in the zone's calendar: not where only others deliver, nor before the day is arranged. */
  readonly takesDay: boolean
  readonly isArranged: boolean
  readonly shipping: Cents
  readonly suppliers: DeliveryInput['suppliers']
  readonly makers: readonly string[]
  readonly services: readonly Pick<OfferedService, 'sku' | 'title' | 'price'>[]
  readonly wantsContact: boolean
  readonly wantsInstallationContact: boolean
  readonly wantsEarlierDate: boolean
  readonly hasUniqueRequirements: boolean
  /** The text that was agreed to; null when nothing had to be. */
  readonly storageText: string | null
  /** Null for a delivery. */
  readonly pickup: AgreedPickup | null
}

/** Goods are collected in store and not delivered. */
export const nothingDelivered: AgreedDelivery = {
  deliversOn: null,
  window: null,
  zone: null,
  takesDay: false,
  isArranged: false,
  shipping: 0,
  suppliers: [],
  makers: [],
  services: [],
  wantsContact: false,
  wantsInstallationContact: false,
  wantsEarlierDate: false,
  hasUniqueRequirements: false,
  storageText: null,
  pickup: null,
}

export type DeliveryDisagreement =
  | { readonly code: 'date_missing' | 'date_unavailable' | 'cart_changed' | 'storage_not_acknowledged' }
  | { readonly code: 'supplier_refuses'; readonly message: string }

/** The ticked services, and those that belong to every order they are offered for (decision delivery-13). */
export function chargedServices<Service extends Pick<OfferedService, 'sku' | 'selected' | 'hidden'>>(
  offered: readonly Service[],
  isTicked: (sku: string) => boolean,
): Service[] {
  return offered.filter((one) => (one.hidden ? one.selected : isTicked(one.sku)))
}

/** Services ticked before the checkout are ticked there; null without any choice. */
export function withTicks<Service extends Pick<OfferedService, 'sku' | 'selected' | 'hidden'>>(
  offered: readonly Service[],
  ticked: readonly string[] | null,
): readonly Service[] {
  if (ticked === null) return offered
  return offered.map((one) => (one.hidden ? one : { ...one, selected: ticked.includes(one.sku) }))
}

/**
 * Validates a shopper's choices against the plan for the same cart and place: a service that is not offered, or a missing supplier or
 * another day or price than its first, is a change of what was displayed; a tick that is not offered is ignored.
 */
export function agreeOn(
  plan: DeliveryPlan,
  inputs: DeliveryInput,
  storage: Pick<Parameters<typeof needsStorageAcknowledgement>[0], 'isCharged' | 'lines'>,
): Result<AgreedDelivery, DeliveryDisagreement> {
  const [refusal] = plan.supplierErrors
  if (refusal !== undefined) return err({ code: 'supplier_refuses', message: refusal.message })
  const { own } = plan
  if (own.kind !== 'none' && inputs.deliversOn === null) return err({ code: 'date_missing' })

  const suppliers = plan.suppliers.map(({ supplier, first }) => ({
    supplier,
    deliversOn: first.day,
    price: chargeOf(first.price),
  }))
  const written = (parts: DeliveryInput['suppliers']) =>
    parts
      .map((one) => `${one.supplier} ${one.deliversOn} ${one.price}`)
      .toSorted()
      .join('\n')
  const isOffered = inputs.services.every((sku) => plan.services.some((one) => one.sku === sku))
  if (!isOffered || written(inputs.suppliers) !== written(suppliers)) return err({ code: 'cart_changed' })

  const date = dateOf(plan, inputs.deliversOn)
  if (date === 'unavailable') return err({ code: 'date_unavailable' })
  const { window } = inputs
  if (window !== null && !windowsOn(plan.windows, inputs.deliversOn, plan.today).includes(window))
    return err({ code: 'date_unavailable' })
  const isArranged = own.kind === 'arranged'
  const first = own.kind === 'dated' ? (own.dates.find((one) => one.available)?.day ?? null) : null
  const deliversOn = date?.day ?? null
  const isStored = needsStorageAcknowledgement({ ...storage, first, selected: deliversOn })
  if (isStored && !inputs.acknowledgesStorageFee) return err({ code: 'storage_not_acknowledged' })
  const services = chargedServices(plan.services, (sku) => inputs.services.includes(sku))
  return ok({
    deliversOn,
    window,
    zone: plan.zone,
    takesDay: own.kind === 'dated',
    isArranged,
    shipping: date === null ? 0 : chargeOf(date.price),
    suppliers,
    makers: plan.makers,
    services: services.map(({ sku, title, price }) => ({ sku, title, price })),
    // A day that is arranged by phone takes a call.
    wantsContact: inputs.wantsContact || isArranged,
    wantsInstallationContact: inputs.wantsInstallationContact && plan.offersInstallationContact,
    wantsEarlierDate: inputs.wantsEarlierDate && plan.offersEarlierDate,
    hasUniqueRequirements: plan.hasUniqueRequirements,
    storageText: isStored ? deliveryTexts.storage : null,
    pickup: null,
  })
}

/** The requested date in the plan; null when there is none. */
function dateOf(
  { own, today }: DeliveryPlan,
  requested: Day | null,
): Pick<DatedPrice, 'day' | 'price'> | 'unavailable' | null {
  if (own.kind === 'none') return null
  if (own.kind === 'arranged') {
    const day = arrangedDay(today)
    return requested === day ? { day, price: 0 } : 'unavailable'
  }
  return own.dates.find((one) => one.day === requested && one.available) ?? 'unavailable'
}

export const storageTermsPage = '/s/winning-storage-terms-and-conditions'

/** Texts of decision delivery-21; the installation contact's and the own team's are of the documents (DSVC-05, DSVC-08). */
export const deliveryTexts = {
  contact: 'Please contact me to discuss my delivery',
  unique: 'My delivery has unique requirements (for example stairs, crane or restricted access)',
  earlier: 'Let me know if my delivery becomes available sooner',
  installation: 'Yes, contact me to discuss installation options',
  storage:
    'I understand that goods stored beyond 60 days from the first available delivery date may be charged a storage fee of up to $4 per day.',
  storageMissing: 'Please acknowledge the storage fee',
} as const
