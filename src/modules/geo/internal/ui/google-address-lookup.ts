import type { Country } from '../../../../brands/apps.ts'
import { loadScript } from '../../../../ui/third-parties/load-script.ts'
import {
  nearRadius,
  placeOfText,
  type AddressLookup,
  type AddressSuggestion,
  type FoundAddress,
  type MapsAccess,
} from '../../address-lookup.ts'

/** The address lookup of Google Maps, called from the browser (ADDR-39). */

/** Parameters of the maps script loader (THIRD-05, THIRD-06). */
export type MapsScript = {
  readonly url: string
  readonly version?: string
  /** Name of the function that the script calls when it is ready. */
  readonly callback: string
  readonly key?: string
  readonly client?: string
  readonly channel?: string
  readonly libraries?: readonly string[]
  readonly region?: string
  readonly language?: string
}

export function mapsScriptAddress({ url, version = 'quarterly', callback, libraries, ...more }: MapsScript): string {
  const query = new URLSearchParams({ v: version, callback })
  const optional = { ...more, ...(libraries === undefined ? {} : { libraries: libraries.join(',') }) }
  for (const [name, value] of Object.entries(optional)) if (value !== '') query.set(name, value)
  return `${url}/maps/api/js?${query}`
}

type Prediction = {
  readonly place_id: string
  readonly description: string
  readonly structured_formatting: { readonly main_text: string; readonly secondary_text?: string }
}
type Component = { readonly long_name: string; readonly short_name: string; readonly types: readonly string[] }
type Answered<Result> = (results: readonly Result[] | null, status: string) => void

type GoogleMaps = {
  readonly places: {
    readonly AutocompleteService: new () => {
      getPlacePredictions(request: object, done: Answered<Prediction>): void
    }
  }
  readonly Geocoder: new () => {
    geocode(
      request: { readonly placeId: string },
      done: Answered<{ readonly address_components: readonly Component[] }>,
    ): void
  }
}

const callback = 'addressLookupIsReady'
let loading: Promise<GoogleMaps> | null = null

/** The script is loaded once for a page; a failure may be retried. */
function loadMaps(access: MapsAccess, country: Country, run: (address: string) => Promise<void>): Promise<GoogleMaps> {
  loading ??= new Promise<GoogleMaps>((done, fail) => {
    const page = window as unknown as Record<string, unknown>
    page[callback] = () => done((page['google'] as { maps: GoogleMaps }).maps)
    run(mapsScriptAddress({ ...access, callback, libraries: ['places'], region: country, language: 'en' })).catch(fail)
  })
  loading.catch(() => (loading = null))
  return loading
}

/** Rejects when the service cannot be reached. `run` loads a script. */
export async function googleAddressLookup(
  access: MapsAccess,
  country: Country = 'AU',
  run: (address: string) => Promise<void> = loadScript,
): Promise<AddressLookup> {
  const maps = await loadMaps(access, country, run)
  const autocomplete = new maps.places.AutocompleteService()
  const geocoder = new maps.Geocoder()
  return {
    suggest: (text, near) =>
      new Promise((done, fail) => {
        const request = {
          input: text,
          types: ['address'],
          componentRestrictions: { country: country.toLowerCase() },
          ...(near?.position == null ? {} : { locationBias: { center: near.position, radius: nearRadius } }),
        }
        autocomplete.getPlacePredictions(request, (predictions, status) => {
          if (status !== 'OK' && status !== 'ZERO_RESULTS') fail(new Error(`address lookup: ${status}`))
          else done((predictions ?? []).map((one) => suggestionOf(one, country)))
        })
      }),
    locate: (suggestion) =>
      new Promise((done) => {
        geocoder.geocode({ placeId: suggestion.id }, (results, status) => {
          const parts = status === 'OK' ? results?.[0]?.address_components : undefined
          done(parts === undefined ? suggestion.place : addressIn(parts, suggestion.place))
        })
      }),
  }
}

function suggestionOf(
  { place_id, description, structured_formatting }: Prediction,
  country: Country,
): AddressSuggestion {
  const { main_text: street, secondary_text: rest = '' } = structured_formatting
  return { id: place_id, text: description, place: { street, ...placeOfText(rest, country) } }
}

/** A part that the service leaves out stays as the suggestion has it. */
function addressIn(parts: readonly Component[], { street, suburb, state, postcode }: FoundAddress): FoundAddress {
  const find = (...types: readonly string[]) => parts.find((part) => types.some((type) => part.types.includes(type)))
  const number = find('street_number')?.long_name
  const unit = find('subpremise')?.long_name
  const route = find('route')?.long_name
  const line = [unit === undefined ? number : `${unit}/${number ?? ''}`, route].filter(Boolean).join(' ')
  return {
    // The shopper's own street number stays where the service knows only the street.
    street: number === undefined || route === undefined ? street : line,
    suburb: find('sublocality', 'locality')?.long_name ?? suburb,
    state: state === '' ? '' : (find('administrative_area_level_1')?.short_name ?? state),
    postcode: find('postal_code')?.long_name ?? postcode,
  }
}
