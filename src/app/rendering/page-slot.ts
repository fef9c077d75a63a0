import { createContext } from 'react-router'
import type { PageEntry } from './data-handover.server.tsx'

/**
 * Passes a rendered page to the page cache, when the cache requested it. A Response would encode its text, split it into a stream and join
 * it again, which for a long page costs as much as rendering a short one.
 */
export type PageSlot = {
  page: { readonly status: number; readonly headers: Headers; readonly html: string } | null
  /** The router's rendering context, for later pages of the same kind (data-handover.server.tsx). */
  made: PageEntry | null
}

export const pageSlotContext = createContext<PageSlot | null>(null)

/** What a loader or an action failed with: the router puts a page in its place and tells nobody why. */
export type PageFailure = { cause: unknown }

export const pageFailureContext = createContext<PageFailure | null>(null)
