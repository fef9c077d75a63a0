import type { Brand } from '../../../brands/brands.ts'
import type { Detection, RequestOrigin } from '../detection.server.ts'
import type { Locality } from '../geo.ts'
import type { Geography } from './geography.server.ts'

/** The location of a request's visitor: the chosen one, or else the detected one. */

export type PlaceRequest = {
  readonly brand: Brand
  readonly visitor: {
    /** Names the visitor's record; the cookie follows a change of it. */
    readonly visitorSecret: string | null
    setVisitorSecret(secret: string | null): void
    /** The detected location of the request; null for a shared response. */
    readonly origin: RequestOrigin | null
    /** The account of a signed-in customer. */
    customerId(): Promise<string | null>
  }
}

export interface VisitorPlace {
  /** The country of the visitor's address; null when unknown. */
  ipCountry(request: PlaceRequest): string | null
  /** The visitor's chosen place, or else the one in a trusted proxy's headers. */
  current(request: PlaceRequest): Promise<Locality | null>
  /** Stores the choice of a place of this country; null for any other. */
  choose(request: PlaceRequest, localityId: string): Promise<Locality | null>
  /** Stores a choice, of a place or a store, with the visitor and the account. */
  save(request: PlaceRequest, choice: Parameters<Geography['choose']>[2]): Promise<void>
  /** At sign-in: the place becomes the account's, or the account's becomes the browser's. */
  joinAccount(request: PlaceRequest, accountId: string): Promise<void>
}

export function createVisitorPlace(geography: Geography, detection: Detection): VisitorPlace {
  const save: VisitorPlace['save'] = async ({ brand, visitor }, choice) =>
    visitor.setVisitorSecret(await geography.choose(brand, visitor.visitorSecret, choice, await visitor.customerId()))
  return {
    ipCountry: ({ visitor: { origin } }) => (origin === null ? null : detection.countryOf(origin)),
    async current({ brand, visitor: { visitorSecret, origin } }) {
      const chosen = await geography.chosenBy(brand, visitorSecret)
      return chosen ?? (origin === null ? null : detection.placeOf(origin, brand.country))
    },
    async choose(request, localityId) {
      const place = geography.locality(localityId)
      if (place === null || place.country !== request.brand.country) return null
      await save(request, { localityId })
      return place
    },
    save,
    async joinAccount({ brand, visitor }, accountId) {
      visitor.setVisitorSecret(await geography.joinAccount(brand, visitor.visitorSecret, accountId))
    },
  }
}
