import { createContext } from 'react-router'

/**
 * Where a rendered page's text is left for the page cache, when the cache asked for the page. Through a Response it would be encoded,
 * cut into a stream and put together again, which for a long page costs as much as rendering a short one.
 */
export type PageText = { html: string | null }

export const pageTextContext = createContext<PageText | null>(null)
