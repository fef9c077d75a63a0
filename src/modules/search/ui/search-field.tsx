import { lazy, Suspense, useEffect, useId, useReducer, useRef, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../../ui/api.ts'
import { Icon } from '../../../ui/icons.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import { destinationCall, showsLoading, suggestionsCall, suggestionsIn, type Suggestions } from '../search-calls.ts'
import { emptyField, nextField, wakesAt, type FieldEvent, type FieldRules, type FieldState } from '../search-field.ts'
import { maximumTermLength, searchAddress, type SearchSettings } from '../search.ts'
import styles from './search-field.module.css'

const SuggestionsPanel = lazy(() => import('./suggestions.tsx'))

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
    const path = suggestionsCall(lookingUp, settings, { isAuthenticated: isAuthenticated() })
    void callApi<unknown>('GET', path, undefined, { signal: question.signal }).then((answer) => {
      if (question.signal.aborted) return
      if (answer.ok)
        return dispatch({ type: 'found', term: lookingUp, answer: suggestionsIn(lookingUp, answer.value, settings) })
      logFailure(path, answer.message)
      dispatch({ type: 'failed', term: lookingUp })
    })
    return () => question.abort()
  }, [lookingUp, settings])

  useEffect(() => {
    if (resolving === null) return
    // Who submits another keyword meanwhile goes where that one leads.
    const question = new AbortController()
    const path = destinationCall(resolving, settings, { isAuthenticated: isAuthenticated() })
    void callApi<{ url: string }>('GET', path, undefined, { signal: question.signal }).then((answer) => {
      if (question.signal.aborted) return
      if (!answer.ok) logFailure(path, answer.message)
      dispatch({ type: 'resolved' })
      if (mode === 'nav') input.current?.blur()
      void navigate(answer.ok ? answer.value.url : searchAddress(resolving))
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
      onFocus={() => dispatch({ type: 'entered' })}
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

/** The mark of a visitor who has signed in (decision platform-09); the server believes only the token. */
function isAuthenticated(): boolean {
  try {
    return localStorage.getItem('loggedin') === 'true'
  } catch {
    // A browser may refuse its storage; then nobody can be signed in.
    return false
  }
}

/** A search that fails is written down and stops nobody (SRCH-27). */
function logFailure(path: string, message: string): void {
  // oxlint-disable-next-line no-console -- the shopper sees no message, so this is where it can be found
  console.warn(`${path.split('?')[0]}: ${message}`)
}
