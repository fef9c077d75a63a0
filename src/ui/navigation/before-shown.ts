/**
 * Runs once the data of the next page are here and before it is shown, and is waited for; null when nothing has to be done. Set by code that
 * is fetched later, so that the frame of all pages need not have it.
 */
export const beforeShown: { run: (() => Promise<void>) | null } = { run: null }
