import { useEffect, useReducer, useRef, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchAddress, searchedTermIn, type SearchSettings } from '../../search.ts'
import type { Suggestions } from '../search-calls.ts'
import { emptyField, nextField, wakesAt, type FieldEvent, type FieldRules, type FieldState } from '../search-field.ts'

/** Fetched when somebody goes into a field; without it a term is searched for as it stands. */
export const live = () => import('./search-live.ts')
export const nothing = () => null

/** What a search field needs to know of the page around it. */
export type SearchFieldOptions = {
  readonly settings: SearchSettings
  readonly mode: FieldRules['mode']
  readonly input: RefObject<HTMLInputElement | null>
  readonly isOpen: boolean
  readonly onClose: (() => void) | undefined
}

/** The state of a search field, and its calls: suggestions while somebody types, and where a submitted term leads. */
export function useSearchField({ settings, mode, input, isOpen, onClose }: SearchFieldOptions) {
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  const resting = mode === 'nav' ? searchedTermIn(pathname) : ''
  const [state, dispatch] = useReducer(
    (before: FieldState<Suggestions>, event: FieldEvent<Suggestions>) =>
      nextField(before, event, { mode, minLength: settings.minLength, resting }),
    { ...emptyField, text: resting },
  )
  const { lookingUp, lookUpAt, resolving, text } = state

  const shownPage = useRef(key)
  useEffect(() => {
    if (shownPage.current !== key) dispatch({ type: 'arrived' })
    shownPage.current = key
  }, [key])

  // Until typing rests, what the browser knows already.
  useEffect(() => {
    if (lookUpAt !== null)
      void live().then(({ guess }) => {
        const answer = guess(text)
        if (answer !== null) dispatch({ type: 'guessed', ...answer })
      }, nothing)
  }, [lookUpAt, text])

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
      .then(({ findMatches }) => findMatches(input.current?.value ?? lookingUp, settings, question.signal), nothing)
      .then((answer) => {
        if (question.signal.aborted) return
        dispatch(answer === null ? { type: 'failed', term: lookingUp } : { type: 'found', term: lookingUp, answer })
      })
    return () => question.abort()
  }, [lookingUp, settings, input])

  useEffect(() => {
    if (resolving === null) return
    // Who submits another keyword meanwhile goes where that one leads.
    const question = new AbortController()
    void live()
      .then(({ destinationOf }) => destinationOf(input.current?.value ?? resolving, settings, question.signal), nothing)
      .then((url) => {
        if (question.signal.aborted) return
        dispatch({ type: 'resolved' })
        if (mode === 'nav') input.current?.blur()
        void navigate(url ?? searchAddress(resolving))
      })
    return () => question.abort()
  }, [resolving, settings, mode, navigate, input])

  useFocusWhileOpen(state.isOpen, { mode, input, isOpen, onClose })
  return { state, dispatch, navigate }
}

/** Puts the focus into a search view that was opened by its button, and closes the view with its dropdown. */
function useFocusWhileOpen(
  isDropdownOpen: boolean,
  { mode, input, isOpen, onClose }: Omit<SearchFieldOptions, 'settings'>,
) {
  useEffect(() => {
    if (isOpen && mode === 'nav' && onClose !== undefined) input.current?.focus()
  }, [isOpen, mode, onClose, input])

  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isDropdownOpen) {
      // A search view that was opened by its button goes; the focus must not keep it on the screen.
      if (mode === 'nav' && isOpen) input.current?.blur()
      onClose?.()
    }
    wasOpen.current = isDropdownOpen
  }, [isDropdownOpen, onClose, isOpen, mode, input])
}
