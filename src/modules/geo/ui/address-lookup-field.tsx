import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { Field } from '../../../ui/forms/field.tsx'
import {
  lookupFailed,
  type AddressLookup,
  type AddressSource,
  type AddressSuggestion,
  type Coordinates,
  type FoundAddress,
  type NearPlace,
} from '../address-lookup.ts'
import { localityIdOf, type Locality } from '../geo.ts'
import styles from './suggestions.module.css'

const shortest = 4
/** Milliseconds without another letter. Another company's service costs money for each request. */
const pause = { maps: 400, streets: 150 }

type PlaceName = { readonly suburb: string; readonly state: string | null; readonly postcode: string }

type SuggestionOptions = {
  source: AddressSource
  country: Country
  /** The suburb that the address has so far; its postcode is '' until one was chosen. */
  chosen: PlaceName
  /** The place that was chosen last, else where the visitor is. */
  near: (PlaceName & Coordinates) | null
  /** `place` is null where the shop has no such place: then the shopper selects the suburb. */
  onFound: (street: string, place: Locality | null) => void
  onFail: (message: string) => void
}

/**
 * The field of a street address, with suggestions under it. Fetched where the shop has a source of them. `wasFocused` tells whether
 * somebody is in the plain field that stood there until then: they type on, and are shown what their text finds.
 */
export default function AddressLookupField({
  wasFocused,
  id,
  label,
  autoComplete,
  name,
  value,
  error,
  disabled,
  onChange,
  onBlur,
  source,
  country,
  chosen,
  near,
  onFound,
  onFail,
}: Pick<Parameters<typeof Field>[0], 'id' | 'label' | 'autoComplete' | 'name' | 'value' | 'error' | 'disabled'> & {
  wasFocused: RefObject<boolean>
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void
  onBlur: () => void
} & SuggestionOptions) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { found, hasNone, active, setActive, search, choose, clear, forget } = useAddressSuggestions({
    source,
    country,
    chosen,
    near,
    onFound,
    onFail,
  })
  useTakeOver(input, wasFocused, search)
  const isOpen = found.length > 0
  // After a number alone, more is to come.
  const isUnknown = hasNone && /\p{L}{2}/u.test(`${value}`)
  const optionId = (at: number) => `${listId}-${at}`
  function activate(at: number): void {
    setActive(at)
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className={styles.anchor}>
      <Field
        ref={input}
        id={id}
        label={label}
        name={name}
        value={value}
        error={error}
        disabled={disabled}
        autoComplete={autoComplete}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? optionId(active) : undefined}
        onChange={(event) => {
          onChange(event)
          search(event.target.value)
        }}
        onKeyDown={(event) => {
          if (!isOpen) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            activate((active + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
          } else if (event.key === 'Enter') {
            event.preventDefault()
            const suggestion = found[active]
            if (suggestion !== undefined) void choose(suggestion)
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            clear()
          }
        }}
        onBlur={() => {
          // A pending request is cancelled; a click on a suggestion keeps the focus here.
          forget()
          onBlur()
        }}
      />
      <Suggestions listId={listId} optionId={optionId} found={found} active={active} onChoose={choose} />
      <p role="status" className={isUnknown ? styles.none : 'visually-hidden'}>
        {isUnknown ? noneText : isOpen ? countText(found.length) : ''}
      </p>
    </div>
  )
}

function Suggestions({
  listId,
  optionId,
  found,
  active,
  onChoose,
}: {
  listId: string
  optionId: (at: number) => string
  found: readonly AddressSuggestion[]
  active: number
  onChoose: (suggestion: AddressSuggestion) => Promise<void>
}) {
  return (
    <ul id={listId} role="listbox" aria-label="Addresses" className={styles.list} hidden={found.length === 0}>
      {found.map((suggestion, at) => (
        <li
          key={suggestion.id}
          id={optionId(at)}
          role="option"
          aria-selected={at === active}
          className={styles.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void onChoose(suggestion)}
        >
          {suggestion.text}
        </li>
      ))}
    </ul>
  )
}

/** Once, when the field is there. */
function useTakeOver(
  input: RefObject<HTMLInputElement | null>,
  wasFocused: RefObject<boolean>,
  search: (text: string) => void,
): void {
  const searchFirst = useEffectEvent(search)
  useLayoutEffect(() => {
    if (!wasFocused.current || input.current === null) return
    const { value } = input.current
    input.current.focus({ preventScroll: true })
    input.current.setSelectionRange(value.length, value.length)
    searchFirst(value)
  }, [input, wasFocused])
}

const noneText = 'No matching address. Type it in full.'
const countText = (count: number) => (count === 1 ? '1 address found.' : `${count} addresses found.`)

/** Each source's code is fetched only where that one is used. */
async function openLookup(source: AddressSource, country: Country): Promise<AddressLookup> {
  if (source.kind === 'streets') return (await import('../internal/ui/street-address-lookup.ts')).streetAddressLookup()
  return (await import('../internal/ui/google-address-lookup.ts')).googleAddressLookup(source, country)
}

function nearPlace(country: Country, { chosen, near }: Pick<SuggestionOptions, 'chosen' | 'near'>): NearPlace | null {
  const named = chosen.postcode === '' ? near : chosen
  return named === null
    ? null
    : { localityId: localityIdOf(country, named), position: near === null ? null : { lat: near.lat, lng: near.lng } }
}

/** Addresses that a text finds, a moment after it was typed, and the one that is chosen of them. */
function useAddressSuggestions({ source, country, chosen, near, onFound, onFail }: SuggestionOptions) {
  /** Null before a search and after a choice. */
  const [found, setFound] = useState<readonly AddressSuggestion[] | null>(null)
  const [active, setActive] = useState(0)
  const lookup = useRef<Promise<AddressLookup | null> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(0)
  const newestChoice = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Without the service the field is a plain one, and the service is tried again with the next letter. */
  async function opened(): Promise<AddressLookup | null> {
    lookup.current ??= openLookup(source, country).catch(() => null)
    const ready = await lookup.current
    if (ready === null) lookup.current = null
    return ready
  }

  function search(text: string): void {
    clearTimeout(timer.current)
    const mine = ++newest.current
    newestChoice.current++
    setFound(null)
    if (text.trim().length < shortest) return
    timer.current = setTimeout(async () => {
      const service = await opened()
      if (service === null || mine !== newest.current) return
      const suggestions = await service.suggest(text.trim(), nearPlace(country, { chosen, near })).catch(() => null)
      if (mine !== newest.current) return
      if (suggestions === null) onFail(lookupFailed)
      else setFound(suggestions)
      setActive(0)
    }, pause[source.kind])
  }

  async function choose(suggestion: AddressSuggestion): Promise<void> {
    const mine = ++newestChoice.current
    newest.current++
    setFound(null)
    const service = await opened()
    const address = service === null ? suggestion.place : await service.locate(suggestion)
    const place = await localityOf(address)
    if (mine === newestChoice.current) onFound(address.street, place)
  }

  const clear = () => setFound(null)
  function forget(): void {
    clearTimeout(timer.current)
    newest.current++
    clear()
  }
  return { found: found ?? [], hasNone: found?.length === 0, active, setActive, search, choose, clear, forget }
}

/** The shop's place of an address; null when there is none. */
async function localityOf({ suburb, state, postcode, locality }: FoundAddress): Promise<Locality | null> {
  if (locality !== undefined) return locality
  if (suburb === '') return null
  if (postcode !== '') {
    const params = { suburb, state: state === '' ? '-' : state, postcode }
    const answer = await callApi('GET', '/api/locality/:suburb/:state/:postcode', { params })
    return answer.ok ? answer.value : null
  }
  const answer = await callApi('GET', '/api/locality/:term', { params: { term: `${suburb} ${state}`.trim() } })
  if (!answer.ok) return null
  const named = answer.value.filter((one) => one.suburb.toLowerCase() === suburb.toLowerCase())
  return named.find((one) => (one.state ?? '') === state) ?? null
}
