import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { callApi } from '../../../../ui/browser/api.ts'
import { demoQuery, readDemoQuery, type CookingDemoList, type DemoFilters } from '../../events.ts'
import { arrived, failed, filtersSet, initiated, type ListingState } from '../../demo-list-state.ts'

type State = ListingState<CookingDemoList>

/** The list that came with the page, and after it the one of every address that follows, with the one retry (DEMO-09 to DEMO-11). */
export function useDemos(first: { filters: DemoFilters; list: CookingDemoList }, today: string): State {
  const { search } = useLocation()
  const [state, setState] = useState<State>(() => arrived(initiated<CookingDemoList>(first.filters), first.list))
  const newest = useRef(state)
  const requested = useRef(search)

  useEffect(() => {
    if (requested.current === search) return
    requested.current = search
    const read = readDemoQuery(Object.fromEntries(new URLSearchParams(search)), today)
    if (!read.ok) return
    const ending = new AbortController()
    const keep = (next: State) => setState((newest.current = next))
    async function load(next: State): Promise<void> {
      keep(next)
      const answer = await callApi('GET', '/api/v2/cookingdemo', {
        query: Object.fromEntries(demoQuery(next.filters)),
        signal: ending.signal,
      })
      if (ending.signal.aborted) return
      if (answer.ok) return keep(arrived(next, answer.value))
      const after = failed(next, today)
      return after.status === 'loading' ? load(after) : keep(after)
    }
    void load(filtersSet(newest.current, read.value))
    return () => ending.abort()
  }, [search, today])

  return state
}
