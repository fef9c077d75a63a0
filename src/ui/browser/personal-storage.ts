/** Keys of local storage that hold what a shopper has typed of themselves: whoever signs out leaves nothing of it to the next person at this browser. */
export const typedKeys = { checkout: 'checkout-availability' } as const

export function forgetTyped(): void {
  try {
    for (const key of Object.values(typedKeys)) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: nothing was kept then.
  }
}
