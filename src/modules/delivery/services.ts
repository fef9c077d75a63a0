import type { Cents } from '../../platform/money.ts'
import { formatPrice } from '../pricing/pricing.ts'

/** What the crew does besides carrying: which services hold for what is delivered, and at what price (decision delivery-13). */

/** What a list can be narrowed by; the rest is offered at the checkout alone. */
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
  readonly isPreTicked: boolean
  readonly isHidden: boolean
  /** By tier; a tier without a price does not have the service. */
  readonly prices: Readonly<Record<string, Cents>>
}

/** A service for one delivery. `selected` is ticked to begin with; what is hidden as well is sent and charged without being listed. */
export type OfferedService = {
  readonly sku: string
  readonly title: string
  readonly blurb: string
  readonly kind: DeliveryService['kind']
  readonly price: Cents
  readonly selected: boolean
  readonly hidden: boolean
}

/** The services that hold for products of these categories on a tier's terms, in their own order and each once. */
export function servicesFor(
  services: readonly DeliveryService[],
  load: { readonly categoryUris: readonly string[]; readonly tierCode: string },
): OfferedService[] {
  return services.flatMap((service) => {
    const price = service.prices[load.tierCode]
    if (price === undefined || !load.categoryUris.some((uri) => holdsFor(service, uri))) return []
    const { code: sku, title, blurb, kind, isPreTicked: selected, isHidden: hidden } = service
    return [{ sku, title, blurb, kind, price, selected, hidden }]
  })
}

/**
 * The services for the lines that our own crew delivers. Whoever has chosen an install beside a line is not offered another one for it:
 * the two would do the same work twice (decision 0018).
 */
export function servicesForLines(
  services: readonly DeliveryService[],
  load: {
    readonly lines: readonly { readonly categoryUri: string; readonly hasInstall: boolean }[]
    readonly tierCode: string
  },
): OfferedService[] {
  const urisOf = (lines: typeof load.lines) => lines.map((line) => line.categoryUri)
  const uris = urisOf(load.lines)
  const withoutInstall = urisOf(load.lines.filter((line) => !line.hasInstall))
  return services.flatMap((service) =>
    servicesFor([service], {
      categoryUris: service.kind === 'installation' ? withoutInstall : uris,
      tierCode: load.tierCode,
    }),
  )
}

/** Whether every wanted kind of service is offered for a category on a tier's terms. */
export function offersKinds(
  services: readonly DeliveryService[],
  place: { readonly categoryUri: string; readonly tierCode: string },
  kinds: readonly ListedServiceKind[],
): boolean {
  const offered = servicesFor(services, { categoryUris: [place.categoryUri], tierCode: place.tierCode })
  return kinds.every((kind) => offered.some((one) => one.kind === kind && !one.hidden))
}

/** The kinds of service that anything in a category can be had with, somewhere; in all categories when it is null. */
export function kindsIn(services: readonly DeliveryService[], categoryUri: string | null): ListedServiceKind[] {
  const reaches = (service: DeliveryService) =>
    categoryUri === null ||
    holdsFor(service, categoryUri) ||
    service.categoryUris.some((own) => own.startsWith(`${categoryUri}/`))
  return listedServiceKinds.filter((kind) => services.some((one) => one.kind === kind && !one.isHidden && reaches(one)))
}

function holdsFor({ categoryUris }: DeliveryService, uri: string): boolean {
  return categoryUris.some((own) => own === '' || uri === own || uri.startsWith(`${own}/`))
}

/** 'Old appliance removal FREE'. */
export function serviceAndPrice({ title, price }: Pick<OfferedService, 'title' | 'price'>): string {
  return `${title} ${formatPrice(price)}`
}
