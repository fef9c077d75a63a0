import type { RouterContextProvider } from 'react-router'

/** Renders the page of an address, or returns what its loaders throw. */
export type PageRenderer = (request: Request, context: RouterContextProvider) => Promise<Response>
