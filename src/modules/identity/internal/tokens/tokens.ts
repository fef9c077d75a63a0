import { minutes } from '../../../../platform/clock.ts'

/** Token types for page and server. */

/** How long an access token and an id token live. */
export const tokenLife = minutes(10)

/** The tokens that the login's callback and a renewal give to the browser. */
export type TokenAnswer = {
  readonly access_token: string
  readonly id_token: string
  readonly nonce: string
  readonly expires_in: number
}

/** 32 hexadecimal characters (decision identity-10). */
export const isNonce = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)
