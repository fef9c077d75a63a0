import type { ChosenIds } from './cart-state.ts'

/** What is done to the cart. It is fetched once a page answers, since no page needs it at first sight. */
const calls = () => import('./cart-calls.ts')

/** Reads the cart once it is known where things go, and again whenever it changes elsewhere. */
export const followCart = (placed: Promise<void>): void => void calls().then((it) => it.followCart(placed))

export const loadCart = async (): Promise<boolean> => (await calls()).loadCart()

export const addToCart = async (sku: string, quantity: number, choices: ChosenIds): Promise<boolean> =>
  (await calls()).addToCart(sku, quantity, choices)

export const applyCode = async (code: string): Promise<boolean> => (await calls()).applyCode(code)

export const removeCode = async (code: string): Promise<boolean> => (await calls()).removeCode(code)
