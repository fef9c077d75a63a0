import { minimumTermLength, searchTermOf } from '../search.ts'

/**
 * What a search field does, without a browser: events in, the next state out, the time passed in. Whoever holds the state looks up
 * `lookingUp`, asks where `resolving` leads, and comes back with 'waited' when `wakesAt` has come.
 */

export type FieldRules = {
  /** The header's search opens and closes; a field inside a page is always there (decision search-05). */
  readonly mode: 'nav' | 'page'
  readonly minLength: number
  /** The words whose results the page shows; the header's field holds them while nobody types. '' on other pages. */
  readonly resting: string
}

export type FieldState<Answer> = {
  /** As it was typed. */
  readonly text: string
  readonly isOpen: boolean
  readonly lookUpAt: number | null
  /** The keyword that is being looked up, '' for what to offer before anything is typed; an answer to any other comes too late. */
  readonly lookingUp: string | null
  readonly found: { readonly term: string; readonly answer: Answer } | null
  readonly closeAt: number | null
  /** The submitted keyword, until it is known where it leads. */
  readonly resolving: string | null
  /** The option that the arrow keys have reached; -1 for none. */
  readonly active: number
}

export type FieldEvent<Answer> =
  | { readonly type: 'entered' }
  | { readonly type: 'left'; readonly at: number }
  | { readonly type: 'typed'; readonly text: string; readonly at: number }
  | { readonly type: 'waited'; readonly at: number }
  | { readonly type: 'found'; readonly term: string; readonly answer: Answer }
  /** What is known without asking, until the answer comes. */
  | { readonly type: 'guessed'; readonly term: string; readonly answer: Answer }
  /** A page was opened. */
  | { readonly type: 'arrived' }
  | { readonly type: 'failed'; readonly term: string }
  | { readonly type: 'moved'; readonly step: 1 | -1; readonly count: number }
  | { readonly type: 'escaped' }
  | { readonly type: 'submitted' }
  | { readonly type: 'chosen' }
  | { readonly type: 'resolved' }

export const emptyField = {
  text: '',
  isOpen: false,
  lookUpAt: null,
  lookingUp: null,
  found: null,
  closeAt: null,
  resolving: null,
  active: -1,
} as const satisfies FieldState<never>

/** How long typing must rest before it is looked up (SRCH-13, decision search-02). */
const restMs = { nav: 500, page: 300 } as const
/** Lets a click on a tile finish before the tile goes (SRCH-16, decision search-05). */
const closeDelayMs = 200

export function nextField<Answer>(
  state: FieldState<Answer>,
  event: FieldEvent<Answer>,
  rules: FieldRules,
): FieldState<Answer> {
  switch (event.type) {
    case 'entered':
      return { ...state, isOpen: true, closeAt: null, lookingUp: isUntouched(state) ? '' : state.lookingUp }
    case 'left':
      return { ...state, closeAt: event.at + closeDelayMs }
    case 'typed':
      return typed(state, event.text, event.at, rules)
    case 'waited':
      return waited(state, event.at, rules)
    case 'found':
      if (event.term !== state.lookingUp) return state
      return { ...state, lookingUp: null, found: { term: event.term, answer: event.answer }, active: -1 }
    case 'guessed':
      return state.lookUpAt === null || event.term !== searchTermOf(state.text)
        ? state
        : { ...state, found: { term: event.term, answer: event.answer } }
    case 'arrived':
      return rules.mode === 'nav' ? { ...emptyField, text: rules.resting } : state
    case 'failed':
      return event.term === state.lookingUp ? { ...state, lookingUp: null } : state
    case 'moved':
      return { ...state, active: moved(state.active, event.step, event.count) }
    case 'escaped':
      return rules.mode === 'nav' ? emptyField : { ...emptyField, isOpen: state.isOpen }
    case 'submitted': {
      const term = searchTermOf(state.text)
      return term === '' ? state : { ...state, lookUpAt: null, lookingUp: null, resolving: term, active: -1 }
    }
    case 'chosen':
      return closed(state, rules)
    case 'resolved':
      return { ...closed(state, rules), resolving: null }
  }
}

/** When 'waited' is due next; null when nothing is. */
export function wakesAt({ lookUpAt, closeAt }: FieldState<unknown>): number | null {
  if (lookUpAt === null || closeAt === null) return lookUpAt ?? closeAt
  return Math.min(lookUpAt, closeAt)
}

function typed<Answer>(
  state: FieldState<Answer>,
  text: string,
  at: number,
  { mode, minLength }: FieldRules,
): FieldState<Answer> {
  const term = searchTermOf(text)
  const isLongEnough = [...term].length >= Math.max(minLength, minimumTermLength)
  // A guess is no answer: it still has to be asked for.
  const isKnown = isLongEnough && term === state.found?.term && state.lookUpAt === null
  return {
    ...state,
    text,
    isOpen: true,
    active: -1,
    lookingUp: text === '' ? '' : null,
    lookUpAt: isLongEnough && !isKnown ? at + restMs[mode] : null,
    found: isLongEnough ? state.found : null,
  }
}

function waited<Answer>(state: FieldState<Answer>, at: number, rules: FieldRules): FieldState<Answer> {
  if (state.closeAt !== null && state.closeAt <= at) return closed(state, rules)
  if (state.lookUpAt === null || state.lookUpAt > at) return state
  return { ...state, lookUpAt: null, lookingUp: searchTermOf(state.text) }
}

/**
 * The header's field holds again what its page shows; one inside a page keeps what was typed. A submitted keyword still leads where it
 * leads.
 */
function closed<Answer>(state: FieldState<Answer>, { mode, resting }: FieldRules): FieldState<Answer> {
  return { ...emptyField, text: mode === 'nav' ? resting : state.text, resolving: state.resolving }
}

/** Whether somebody who enters sees nothing yet and has typed nothing. */
function isUntouched({ text, found }: FieldState<unknown>): boolean {
  return text === '' && found === null
}

function moved(active: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active < 0) return step === 1 ? 0 : count - 1
  return (active + step + count) % count
}
