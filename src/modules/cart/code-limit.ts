import { minutes } from '../../platform/clock.ts'

/** Tries of coupon and gift card codes that one address has, on whichever page or call it tries them, however many carts it has. */
export const codesByAddress = { name: 'coupon codes by address', count: 30, windowMs: minutes(60) }
