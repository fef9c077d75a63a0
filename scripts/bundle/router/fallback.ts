/** The browser has the data of the first page from the start, so nothing is shown while it is loaded. */
export const RemixRootDefaultHydrateFallback = () => null
