import type { Cents } from '../../platform/money.ts'
import { meetsConditions, type Traits } from '../catalogue/attribute-conditions.ts'
import { isWithin, type ProductSummary } from '../catalogue/catalogue.ts'
import { formatPrice } from '../pricing/pricing.ts'

/** Delivery services: which ones apply to a load, and their prices (decision delivery-13). */

/** Services that lists can be filtered by; others are only offered at the checkout. */
export const listedServiceKinds = ['installation', 'removal'] as const
export type ListedServiceKind = (typeof listedServiceKinds)[number]

export const serviceKindTitles: Readonly<Record<ListedServiceKind, string>> = {
  installation: 'Installation',
  removal: 'Old appliance removal',
}

export type DeliveryService = {
  /** The sku an order carries. */
  readonly code: string
  readonly title: string
  /** HTML of our own people. */
  readonly blurb: string
  readonly kind: ListedServiceKind | 'other'
  /** Categories with everything below them; '' is every category. */
  readonly categoryUris: readonly string[]
  /** Conditions on the product's attributes: 'water_dispenser = Plumbed'. */
  readonly conditions: readonly string[]
  readonly isPreTicked: boolean
  readonly isHidden: boolean
  /** By tier; a tier without a price does not have the service. */
  readonly prices: Readonly<Record<string, Cents>>
}

/** A service for one delivery. `selected` is ticked by default; one that is hidden as well is charged without being listed. */
export type OfferedService = {
  readonly sku: string
  readonly title: string
  readonly blurb: string
  readonly kind: DeliveryService['kind']
  readonly price: Cents
  readonly selected: boolean
  readonly hidden: boolean
}

/** The inputs of the rules for a product: its category and its attributes. */
export type ServicedProduct = Pick<ProductSummary, 'categoryUri'> & { readonly traits?: Traits | undefined }

/**
 * Whether a product can have a service: it is in one of the service's categories and its attributes meet all of the service's conditions.
 * Lists, product pages, carts, the checkout and the API all go by this rule (decision 0049).
 */
export function canHave(service: DeliveryService, product: ServicedProduct): boolean {
  return isInCategories(service, product.categoryUri) && meetsConditions(service.conditions, product.traits)
}

/** The services that any of these products can have on a tier's terms, in their own order and each once. */
export function servicesFor(
  services: readonly DeliveryService[],
  load: { readonly products: readonly ServicedProduct[]; readonly tierCode: string },
): OfferedService[] {
  return services.flatMap((service) => {
    const price = service.prices[load.tierCode]
    if (price === undefined || !load.products.some((product) => canHave(service, product))) return []
    const { code: sku, title, blurb, kind, isPreTicked: selected, isHidden: hidden } = service
    return [{ sku, title, blurb, kind, price, selected, hidden }]
  })
}

/**
 * The services for the lines that our own crew delivers. A line with an installation option gets no installation service: it would be done
 * twice (decision 0018).
 */
export function servicesForLines(
  services: readonly DeliveryService[],
  load: {
    readonly lines: readonly (ServicedProduct & { readonly hasInstall: boolean })[]
    readonly tierCode: string
  },
): OfferedService[] {
  const withoutInstall = load.lines.filter((line) => !line.hasInstall)
  return services.flatMap((service) =>
    servicesFor([service], {
      products: service.kind === 'installation' ? withoutInstall : load.lines,
      tierCode: load.tierCode,
    }),
  )
}

/** Whether a product can have every requested kind of service on a tier's terms. */
export function offersKinds(
  services: readonly DeliveryService[],
  tierCode: string,
  kinds: readonly ListedServiceKind[],
): (product: ServicedProduct) => boolean {
  const offered = services.filter((one) => !one.isHidden && one.prices[tierCode] !== undefined)
  // Many products, few categories: the conditions are looked at for the services of the category alone.
  const ofCategory = new Map<string, readonly DeliveryService[]>()
  return (product) => {
    let own = ofCategory.get(product.categoryUri)
    if (own === undefined) {
      own = offered.filter((one) => isInCategories(one, product.categoryUri))
      ofCategory.set(product.categoryUri, own)
    }
    return kinds.every((kind) =>
      own.some((one) => one.kind === kind && meetsConditions(one.conditions, product.traits)),
    )
  }
}

/** The kinds of service that any product of a category can have, somewhere; of all categories when it is null. */
export function kindsIn(
  services: readonly DeliveryService[],
  categoryUri: string | null,
  products: () => Iterable<ServicedProduct>,
): ListedServiceKind[] {
  const reaching = services.filter(
    (one) =>
      !one.isHidden &&
      (categoryUri === null ||
        isInCategories(one, categoryUri) ||
        one.categoryUris.some((own) => own.startsWith(`${categoryUri}/`))),
  )
  const missing = new Set(listedServiceKinds.filter((kind) => reaching.some((one) => one.kind === kind)))
  const found = new Set<ListedServiceKind>()
  if (missing.size === 0) return []
  for (const product of products()) {
    if (categoryUri !== null && !isWithin(product.categoryUri, categoryUri)) continue
    for (const kind of missing)
      if (reaching.some((one) => one.kind === kind && canHave(one, product))) {
        found.add(kind)
        missing.delete(kind)
      }
    if (missing.size === 0) break
  }
  return listedServiceKinds.filter((kind) => found.has(kind))
}

function isInCategories({ categoryUris }: DeliveryService, uri: string): boolean {
  return categoryUris.some((own) => own === '' || isWithin(uri, own))
}

/** 'Old appliance removal FREE'. */
export function serviceAndPrice({ title, price }: Pick<OfferedService, 'title' | 'price'>): string {
  return `${title} ${formatPrice(price)}`
}
