import { lazy, Suspense, useId, useRef, type RefObject } from 'react'
import { Icon } from '../../../ui/display/icons.tsx'
import type { PanelKeys } from '../internal/ui/suggestions.tsx'
import type { FieldRules } from '../internal/search-field.ts'
import { live, nothing, useSearchField } from '../internal/ui/use-search-field.ts'
import { maximumTermLength, showsLoading, type SearchSettings } from '../search.ts'
import styles from './search-field.module.css'

const SuggestionsPanel = lazy(() => import('../internal/ui/suggestions.tsx'))

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
  /** What the arrow keys and Enter do while suggestions are shown; fetched with them. */
  const keys = useRef<PanelKeys>(null)
  const shown = state.isOpen ? state.found : null
  const count = shown === null ? 0 : shown.answer.terms.length + shown.answer.products.length
  const isExpanded = count > 0
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
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return keys.current?.(event)
          // The browser would empty the field by itself, and the dialog or sheet around it would close.
          event.preventDefault()
          dispatch({ type: 'escaped' })
        }}
      />
      {state.text !== '' && <ClearLink input={input} dispatch={dispatch} />}
      <button type="submit" aria-label={label}>
        <Icon name="search" size={20} />
      </button>
      <span role="status" className="visually-hidden">
        {isLoading ? 'Searching' : isExpanded && `${count} suggestions`}
      </span>
      {shown !== null && (
        <Suspense fallback={null}>
          <SuggestionsPanel
            id={id}
            term={shown.term}
            suggestions={shown.answer}
            settings={settings}
            active={state.active}
            keys={keys}
            dispatch={dispatch}
            open={(address) => {
              dispatch({ type: 'chosen' })
              if (mode === 'nav') input.current?.blur()
              void navigate(address)
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

/** Empties the field; without script it leads to all products, where the field is empty. */
function ClearLink({
  input,
  dispatch,
}: Pick<ReturnType<typeof useSearchField>, 'dispatch'> & { readonly input: RefObject<HTMLInputElement | null> }) {
  return (
    <a
      href="/products"
      aria-label="Clear search"
      onClick={(event) => {
        event.preventDefault()
        dispatch({ type: 'typed', text: '', at: 0 })
        input.current?.focus()
      }}
    >
      <Icon name="close" size={18} />
    </a>
  )
}
