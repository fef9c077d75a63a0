import type { ChosenIds } from './cart-state.ts'

/** Actions on the cart. Loaded once a page is interactive, since no page needs them before. */
const calls = () => import('./cart-calls.ts')

/** Loads the cart once the location is known, and again whenever it changes elsewhere. */
export const followCart = (placed: Promise<void>): void => void calls().then((it) => it.followCart(placed))

export const loadCart = async (): Promise<boolean> => (await calls()).loadCart()

export const addToCart = async (sku: string, quantity: number, choices: ChosenIds): Promise<boolean> =>
  (await calls()).addToCart(sku, quantity, choices)

export const applyCode = async (code: string): Promise<boolean> => (await calls()).applyCode(code)

export const removeCode = async (code: string): Promise<boolean> => (await calls()).removeCode(code)
