import { createContext, type EntryContext } from 'react-router'

/**
 * Where a rendered page is left for the page cache, when the cache asked for it. Through a Response its text would be encoded, cut into
 * a stream and put together again, which for a long page costs as much as rendering a short one.
 */
export type PageSlot = {
  page: { readonly status: number; readonly headers: Headers; readonly html: string } | null
  /** What the router gave to render it, for pages of its kind that are made without the router's handler (page-maker.server.ts). */
  made: { readonly entry: EntryContext; readonly data: string } | null
}

export const pageSlotContext = createContext<PageSlot | null>(null)
