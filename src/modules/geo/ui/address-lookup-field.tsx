import { useEffect, useId, useRef, useState } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { callApi } from '../../../ui/browser/api.ts'
import { Field } from '../../../ui/forms/field.tsx'
import {
  lookupFailed,
  type AddressLookup,
  type AddressSuggestion,
  type Coordinates,
  type FoundAddress,
  type MapsAccess,
} from '../address-lookup.ts'
import type { Locality } from '../geo.ts'
import { googleAddressLookup } from '../internal/ui/google-address-lookup.ts'
import styles from './suggestions.module.css'

const shortest = 4
const pause = 400

type SuggestionOptions = {
  maps: MapsAccess
  country: Country
  near: Coordinates | null
  /** `place` is null where the shop has no such place: then the shopper selects the suburb. */
  onFound: (street: string, place: Locality | null) => void
  onFail: (message: string) => void
}

/** The field of a street address, with suggestions under it. Fetched where the shop has a key for a maps service. */
export default function AddressLookupField({
  id,
  label,
  autoComplete,
  name,
  value,
  error,
  disabled,
  onChange,
  onBlur,
  maps,
  country,
  near,
  onFound,
  onFail,
}: Pick<Parameters<typeof Field>[0], 'id' | 'label' | 'autoComplete' | 'name' | 'value' | 'error' | 'disabled'> & {
  onChange: (event: React.ChangeEvent<HTMLInputElement>) => void
  onBlur: () => void
} & SuggestionOptions) {
  const listId = useId()
  const { found, active, setActive, search, choose, clear, forget } = useAddressSuggestions({
    maps,
    country,
    near,
    onFound,
    onFail,
  })
  const isOpen = found.length > 0
  return (
    <div className={styles.anchor}>
      <Field
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
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={(event) => {
          onChange(event)
          search(event.target.value)
        }}
        onKeyDown={(event) => {
          if (!isOpen) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
          } else if (event.key === 'Enter') {
            event.preventDefault()
            const chosen = found[active]
            if (chosen !== undefined) void choose(chosen)
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
      <ul id={listId} role="listbox" aria-label="Addresses" className={styles.list} hidden={!isOpen}>
        {found.map((suggestion, at) => (
          <li
            key={suggestion.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void choose(suggestion)}
          >
            {suggestion.text}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Addresses that a text finds, a moment after it was typed, and the one that is chosen of them. */
function useAddressSuggestions({ maps, country, near, onFound, onFail }: SuggestionOptions) {
  const [found, setFound] = useState<readonly AddressSuggestion[]>([])
  const [active, setActive] = useState(0)
  const lookup = useRef<Promise<AddressLookup | null> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Without the service the field is a plain one, and the service is tried again with the next letter. */
  async function opened(): Promise<AddressLookup | null> {
    lookup.current ??= googleAddressLookup(maps, country).catch(() => null)
    const ready = await lookup.current
    if (ready === null) lookup.current = null
    return ready
  }

  function search(text: string): void {
    clearTimeout(timer.current)
    const mine = ++newest.current
    setFound([])
    if (text.trim().length < shortest) return
    timer.current = setTimeout(async () => {
      const service = await opened()
      if (service === null || mine !== newest.current) return
      const suggestions = await service.suggest(text.trim(), near).catch(() => null)
      if (mine !== newest.current) return
      if (suggestions === null) onFail(lookupFailed)
      else setFound(suggestions)
      setActive(0)
    }, pause)
  }

  async function choose(suggestion: AddressSuggestion): Promise<void> {
    const mine = ++newest.current
    setFound([])
    const service = await opened()
    const address = service === null ? suggestion.place : await service.locate(suggestion)
    const place = await localityOf(address)
    if (mine === newest.current) onFound(address.street, place)
  }

  const clear = () => setFound([])
  function forget(): void {
    clearTimeout(timer.current)
    clear()
  }
  return { found, active, setActive, search, choose, clear, forget }
}

/** The shop's place of an address; null when there is none. */
async function localityOf({ suburb, state, postcode }: FoundAddress): Promise<Locality | null> {
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
