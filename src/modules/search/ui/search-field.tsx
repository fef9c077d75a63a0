import { lazy, Suspense, useId, useRef, type KeyboardEvent } from 'react'
import { Icon } from '../../../ui/display/icons.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import type { FieldRules } from '../internal/search-field.ts'
import { live, nothing, useSearchField, type SearchFieldOptions } from '../internal/ui/use-search-field.ts'
import { maximumTermLength, showsLoading, type SearchSettings } from '../search.ts'
import styles from './search-field.module.css'

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
  const { state, dispatch, navigate } = useSearchField({ settings, mode, input, isOpen, onClose })
  const { resolving } = state
  const { shown, addresses, press } = useSearchKeys({ settings, mode, input, state, dispatch, navigate })

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

/** The suggestions that are shown, and the keys that move among them. */
function useSearchKeys({
  settings,
  mode,
  input,
  state,
  dispatch,
  navigate,
}: Pick<SearchFieldOptions, 'settings' | 'mode' | 'input'> & ReturnType<typeof useSearchField>) {
  const shown = state.isOpen ? state.found : null
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

  return { shown, addresses, press }
}
