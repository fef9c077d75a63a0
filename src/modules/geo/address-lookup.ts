import type { Country } from '../../brands/apps.ts'
import { australianStates } from '../../brands/australian-states.ts'
import type { Locality } from './geo.ts'

/** Address suggestions while typing, from the maps service that the shop has a key for (decision checkout-21) or its own streets (0071). */

export type Coordinates = { readonly lat: number; readonly lng: number }

/** The address of the maps service, and the shop's key. */
export type MapsAccess = { readonly url: string; readonly key: string }

/** Where suggestions come from. */
export type AddressSource = ({ readonly kind: 'maps' } & MapsAccess) | { readonly kind: 'streets' }

/** The place around which addresses are preferred: the chosen suburb, else where the visitor is. */
export type NearPlace = {
  /** The id of the place in the shop. */
  readonly localityId: string
  /** Null where only the name of the place is known. */
  readonly position: Coordinates | null
}

export type FoundAddress = {
  readonly street: string
  readonly suburb: string
  /** '' in New Zealand. */
  readonly state: string
  /** '' where the service does not provide it. */
  readonly postcode: string
  /** The shop's own place, where the service knows it. */
  readonly locality?: Locality
}

/** `text` is the whole address in one line; `place` is the part of it that the suggestion contains. */
export type AddressSuggestion = { readonly id: string; readonly text: string; readonly place: FoundAddress }

export interface AddressLookup {
  /** Addresses that begin like this, those near the place first. Rejects when the service fails. */
  suggest(text: string, near: NearPlace | null): Promise<readonly AddressSuggestion[]>
  /** The address components of a suggestion; the suggestion's own where the service has no more (ADDR-40). Never rejects. */
  locate(suggestion: AddressSuggestion): Promise<FoundAddress>
}

/** The radius in metres around a known place within which addresses are preferred (ADDR-36). */
export const nearRadius = 1_000

export const lookupFailed = 'An error occurred while looking up this address. Please check the address and try again.'

/** No address of the lookup service is longer. */
const longestPlace = 300
const australianPlace = new RegExp(`^(.+?),?\\s+(${australianStates.join('|')})(?:\\s+(\\d{4}))?\\b`)

/** The parts of 'Sydney NSW 2000, Australia' or 'Ponsonby, Auckland 1011, New Zealand'. */
export function placeOfText(text: string, country: Country): Omit<FoundAddress, 'street'> {
  if (country === 'NZ') {
    const parts = text.split(',').map((part) => part.trim())
    if (parts.length > 1 && parts.at(-1) === 'New Zealand') parts.pop()
    const [, town = parts.at(-1) ?? '', postcode = ''] = /^(?:(.*)\s)?(\d{4})$/.exec(parts.at(-1) ?? '') ?? []
    const suburb = parts.length === 1 ? town.trim() : (parts[0] ?? '')
    return /\d/.test(suburb) ? { suburb: '', state: '', postcode: '' } : { suburb, state: '', postcode }
  }
  const [, suburb = '', state = '', postcode = ''] = australianPlace.exec(text.slice(0, longestPlace)) ?? []
  return { suburb, state, postcode }
}
