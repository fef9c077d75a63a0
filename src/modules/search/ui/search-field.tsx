import { lazy, Suspense, useEffect, useId, useReducer, useRef, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '../../../ui/display/icons.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import type { Suggestions } from '../internal/search-calls.ts'
import {
  emptyField,
  nextField,
  wakesAt,
  type FieldEvent,
  type FieldRules,
  type FieldState,
} from '../internal/search-field.ts'
import { maximumTermLength, searchAddress, showsLoading, type SearchSettings } from '../search.ts'
import styles from './search-field.module.css'

/** Fetched when somebody goes into a field; without it a term is searched for as it stands. */
const live = () => import('../internal/ui/search-live.ts')
const nothing = () => null

const SuggestionsPanel = lazy(() => import('../internal/ui/suggestions.tsx'))

/** From here on a dropdown shows its tiles for large screens; suggestions.module.css says the same. */
const largeScreen = '(min-width: 768px)'

/** A search field with its dropdown: a combobox after the ARIA pattern, and a plain form before script. */
export function SearchField({
  settings,
  mode,
  label,
  isOpen = true,
  onClose,
}: {
  readonly settings: SearchSettings
  readonly mode: FieldRules['mode']
  readonly label: string
  /** On a phone the header's search is closed until its button is pressed. */
  readonly isOpen?: boolean
  readonly onClose?: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(
    (before: FieldState<Suggestions>, event: FieldEvent<Suggestions>) =>
      nextField(before, event, { mode, minLength: settings.minLength }),
    emptyField,
  )
  const { lookingUp, resolving, found } = state

  useEffect(() => {
    const due = wakesAt(state)
    if (due === null) return
    const timer = setTimeout(() => dispatch({ type: 'waited', at: due }), Math.max(0, due - performance.now()))
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    if (lookingUp === null) return
    const question = new AbortController()
    void live()
      .then(({ lookUp }) => lookUp(lookingUp, settings, question.signal), nothing)
      .then((answer) => {
        if (question.signal.aborted) return
        dispatch(answer === null ? { type: 'failed', term: lookingUp } : { type: 'found', term: lookingUp, answer })
      })
    return () => question.abort()
  }, [lookingUp, settings])

  useEffect(() => {
    if (resolving === null) return
    // Who submits another keyword meanwhile goes where that one leads.
    const question = new AbortController()
    void live()
      .then(({ destinationOf }) => destinationOf(resolving, settings, question.signal), nothing)
      .then((url) => {
        if (question.signal.aborted) return
        dispatch({ type: 'resolved' })
        if (mode === 'nav') input.current?.blur()
        void navigate(url ?? searchAddress(resolving))
      })
    return () => question.abort()
  }, [resolving, settings, mode, navigate])

  useEffect(() => {
    if (isOpen && mode === 'nav' && onClose !== undefined) input.current?.focus()
  }, [isOpen, mode, onClose])

  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !state.isOpen) {
      // A search view that was opened by its button goes; the focus must not keep it on the screen.
      if (mode === 'nav' && isOpen) input.current?.blur()
      onClose?.()
    }
    wasOpen.current = state.isOpen
  }, [state.isOpen, onClose, isOpen, mode])

  const shown = state.isOpen ? found : null
  const addresses =
    shown === null
      ? []
      : [...shown.answer.terms.map((one) => one.url), ...shown.answer.products.map((one) => productPath(one.uri))]

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // The browser would empty the field by itself, and the dialog or sheet around it would close.
      event.preventDefault()
      dispatch({ type: 'escaped' })
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && shown !== null) {
      event.preventDefault()
      const { small, large } = settings.suggestionTiles
      const tiles = Math.min(shown.answer.products.length, matchMedia(largeScreen).matches ? large : small)
      dispatch({ type: 'moved', step: event.key === 'ArrowDown' ? 1 : -1, count: shown.answer.terms.length + tiles })
    } else if (event.key === 'Enter' && state.active >= 0) {
      event.preventDefault()
      dispatch({ type: 'chosen' })
      if (mode === 'nav') input.current?.blur()
      void navigate(addresses[state.active] ?? '/')
    }
  }

  const isExpanded = addresses.length > 0
  const isLoading = resolving !== null && showsLoading(settings)
  return (
    <form
      role="search"
      aria-label={label}
      method="get"
      action="/products"
      className={styles.search}
      data-mode={mode}
      data-open={(mode === 'nav' && isOpen) || undefined}
      aria-busy={isLoading}
      onSubmit={(event) => {
        event.preventDefault()
        dispatch({ type: 'submitted' })
      }}
      onFocus={() => {
        dispatch({ type: 'entered' })
        void live().catch(nothing)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) dispatch({ type: 'left', at: performance.now() })
      }}
    >
      <input
        ref={input}
        name="q"
        type="search"
        autoComplete="off"
        maxLength={maximumTermLength}
        placeholder={settings.searchPlaceholder}
        value={state.text}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? `${id}-options` : undefined}
        aria-activedescendant={state.active >= 0 ? `${id}-option-${state.active}` : undefined}
        onChange={(event) => dispatch({ type: 'typed', text: event.target.value, at: performance.now() })}
        onKeyDown={press}
      />
      <button type="submit" aria-label={label}>
        <Icon name="search" size={20} />
      </button>
      {isLoading && (
        <span role="status" className="visually-hidden">
          Searching
        </span>
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <SuggestionsPanel
            id={id}
            term={shown.term}
            suggestions={shown.answer}
            settings={settings}
            active={state.active}
            onChoose={() => dispatch({ type: 'chosen' })}
          />
        </Suspense>
      )}
    </form>
  )
}
