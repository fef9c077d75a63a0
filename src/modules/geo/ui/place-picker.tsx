import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { callApi } from '../../../ui/browser/api.ts'
import type { Locality } from '../geo.ts'
import styles from './place-picker.module.css'
import suggestions from './suggestions.module.css'

/** A combobox that finds suburbs by name or postcode, of which the shopper selects one. Typing clears the selection. */
export function PlacePicker({
  label,
  placeholder,
  shortest,
  value,
  error,
  takesFocus = false,
  disabled,
  inputId,
  onText,
  onPick,
  onBlur,
}: {
  label: string
  placeholder: string
  /** Searches from this many characters on. */
  shortest: number
  value: string
  error?: string | null | undefined
  takesFocus?: boolean
  disabled?: boolean
  inputId?: string
  onText: (text: string) => void
  onPick: (place: Locality) => void
  onBlur?: () => void
}) {
  const own = useId()
  const id = inputId ?? own
  const input = useRef<HTMLInputElement>(null)
  const { results, setResults, active, setActive, search } = usePlaceSearch(shortest, takesFocus ? input : null)
  function pick(place: Locality): void {
    setResults(null)
    onPick(place)
  }

  const isOpen = results !== null
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="text"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        disabled={disabled}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${own}-list`}
        aria-activedescendant={isOpen && active >= 0 ? `${own}-${active}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${own}-error` : undefined}
        onChange={(event) => {
          onText(event.target.value)
          search(event.target.value)
        }}
        onKeyDown={(event) => {
          if (results === null || results.length === 0) return
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            const step = event.key === 'ArrowDown' ? 1 : -1
            const next = (active + step + results.length) % results.length
            setActive(next)
            document.getElementById(`${own}-${next}`)?.scrollIntoView({ block: 'nearest' })
          } else if (event.key === 'Enter') {
            event.preventDefault()
            const chosen = results[active]
            if (chosen !== undefined) pick(chosen)
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            setResults(null)
          }
        }}
        onBlur={() => {
          // A click on a result has to land before the list goes.
          setTimeout(() => setResults(null), 200)
          onBlur?.()
        }}
      />
      <PlaceOptions own={own} results={results} active={active} onPick={pick} />
      {isOpen && results.length === 0 && (
        <p className={styles.none} role="status">
          No Results Found
          <br />
          *We can't ship to your location
        </p>
      )}
      {error && (
        <p id={`${own}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The places that a text finds, a moment after it was typed. */
function usePlaceSearch(shortest: number, focused: RefObject<HTMLInputElement | null> | null) {
  const [results, setResults] = useState<readonly Locality[] | null>(null)
  const [active, setActive] = useState(-1)
  const requested = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    focused?.current?.focus()
    return () => {
      clearTimeout(timer.current)
      requested.current?.abort()
    }
  }, [focused])

  function search(text: string): void {
    clearTimeout(timer.current)
    requested.current?.abort()
    setActive(-1)
    if (text.trim().length < shortest) return setResults(null)
    timer.current = setTimeout(async () => {
      const question = new AbortController()
      requested.current = question
      const answer = await callApi('GET', '/api/locality/:term', {
        params: { term: text.trim() },
        signal: question.signal,
      })
      if (question.signal.aborted) return
      setResults(answer.ok ? answer.value : null)
      setActive(answer.ok && answer.value.length > 0 ? 0 : -1)
    }, 400)
  }

  return { results, setResults, active, setActive, search }
}

function PlaceOptions({
  own,
  results,
  active,
  onPick,
}: {
  own: string
  results: readonly Locality[] | null
  active: number
  onPick: (place: Locality) => void
}) {
  return (
    <ul
      id={`${own}-list`}
      role="listbox"
      aria-label="Suggestions"
      className={suggestions.list}
      hidden={results === null || results.length === 0}
    >
      {results?.map((place, at) => (
        <li
          key={place._id}
          id={`${own}-${at}`}
          role="option"
          aria-selected={at === active}
          className={suggestions.option}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(place)}
        >
          {place.fullAddress}
        </li>
      ))}
    </ul>
  )
}
