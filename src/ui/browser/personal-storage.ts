/** Local storage keys with personal input: cleared on logout, so that the next person at this browser finds nothing. */
export const typedKeys = { checkout: 'checkout-availability' } as const

export function forgetTyped(): void {
  try {
    for (const key of Object.values(typedKeys)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
