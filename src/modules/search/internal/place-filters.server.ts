import type { Brand } from '../../../brands/brands.ts'
import type { Settings } from '../../../brands/settings.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { ProductSummary } from '../../catalogue/catalogue.ts'
import type { Delivery } from '../../delivery/delivery.server.ts'
import { kindsIn, offersKinds, type ListedServiceKind } from '../../delivery/services.ts'
import { isProformaBrand } from '../../delivery/suppliers.ts'
import type { Geography } from '../../geo/geo.server.ts'
import type { ListingChoice, DeliveryFilter, ServicesFilter } from '../listing-query.ts'
import type { PlaceFilters } from '../listing-views.ts'

/** Filters of lists by what can be delivered and done at a postcode. */
export interface DeliveryFilters {
  /** What a list is narrowed to by the day and the services that a choice asks for; nothing where nothing is served. */
  at(brand: Brand, choice: Pick<ListingChoice, 'delivery' | 'services'>): Promise<PlaceFilters>
  /** The kinds of service a list offers to be narrowed by. */
  serviceKinds(brand: Brand, categoryUri: string | null): Promise<readonly ListedServiceKind[]>
}

export type DeliveryFiltersDeps = {
  readonly catalogue: Catalogue
  readonly geo: Pick<Geography, 'search'>
  readonly delivery: Delivery
  readonly settings: Pick<Settings, 'text'>
}

export function createDeliveryFilters({ catalogue, geo, delivery, settings }: DeliveryFiltersDeps): DeliveryFilters {
  async function arrivesBy(brand: Brand, { postcode, by }: DeliveryFilter): Promise<(supply: string) => boolean> {
    const [place] = geo.search(brand.country, postcode)
    const state = place?.postcode === postcode ? place.state : null
    const canArrive = await delivery.arrivals({ country: brand.country, postcode, state }, by)
    return canArrive ?? (() => false)
  }

  /** Not those whose maker agrees on the day with the buyer, even where a supplier brings some of their goods. */
  function hasDays(brand: Brand): (brandUri: string) => boolean {
    const makers = settings.text(brand, 'proformaShippingBrands')
    return (uri) => !isProformaBrand(makers, catalogue.brandByUri(uri)?.title ?? '')
  }

  function* soldProducts(brand: Brand): Generator<ProductSummary> {
    for (const product of catalogue.all()) if (product.offers[brand.app] !== undefined) yield product
  }

  async function hasServices(
    brand: Brand,
    { postcode, kinds }: ServicesFilter,
  ): Promise<(productId: number) => boolean> {
    const zone = await delivery.zoneOf({ country: brand.country, postcode })
    if (zone === null) return () => false
    const isOffered = offersKinds(await delivery.services(), zone.tier.code, kinds)
    return (id) => {
      const product = catalogue.product(id)
      return product !== null && isOffered(product)
    }
  }

  return {
    at: async (brand, { delivery: requested, services }) => ({
      ...(requested === null ? {} : { arrives: await arrivesBy(brand, requested), ofBrand: hasDays(brand) }),
      ...(services === null ? {} : { ofProduct: await hasServices(brand, services) }),
    }),
    serviceKinds: async (brand, categoryUri) =>
      kindsIn(await delivery.services(), categoryUri, () => soldProducts(brand)),
  }
}
