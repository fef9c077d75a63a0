import { callApi } from '../../../ui/browser/api.ts'
import { forgetTyped } from '../../../ui/browser/personal-storage.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { loginRoute } from '../return-url.ts'
import { callIdentity, clientId } from './identity-calls.ts'
import type { TokenResponse } from './identity-responses.ts'
import { claimsOf, isAuthenticated, readKey, writeKey } from './token-storage.ts'

/** This browser's session: token validity, renewal and logout (decisions identity-04 to identity-11). */

/** Events for listeners, by these numbers (IDN-29, decision identity-07). */
export const notifications = { LoggedIn: 0, LoggedOut: 1, LoginFailed: 2, TokenRenewed: 3, TokenExpiring: 4 } as const
type Notification = (typeof notifications)[keyof typeof notifications]

const listeners = new Set<(what: Notification) => void>()

export function onSession(listener: (what: Notification) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function notify(what: Notification): void {
  for (const listener of listeners) listener(what)
}

/** A token with less than this left is renewed. */
export const renewBefore = 900
const nonceDelay = 10
const longestWaitForLogout = 1_000

/** Ends the sign-in in this browser only: the identity host's session stays (IDN-18). */
export function logOutHere(): void {
  const was = isAuthenticated()
  for (const key of ['loggedin', 'access_token', 'id_token'] as const) writeKey(key, null)
  clearTimeout(timer)
  if (was) notify(notifications.LoggedOut)
}

/**
 * The token's validity: null when there is none, false when it is malformed or expired, which ends the session here, or else true. A token
 * close to expiry starts a renewal.
 */
export function checkToken(now = Date.now()): boolean | null {
  const token = readKey('access_token')
  if (token === null) return null
  const claims = claimsOf(token)
  const left = (claims?.exp ?? 0) * 1_000 - now
  if (claims === null || left <= 0) {
    logOutHere()
    return false
  }
  if (left < renewBefore) void renew()
  else followToken(left)
  return true
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Renews by itself a little before the end. */
function followToken(left: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    notify(notifications.TokenExpiring)
    void renew()
  }, left - renewBefore)
}

let renewing: Promise<boolean> | null = null

/** New tokens by the identity host's session; one renewal at a time, over all tabs. False ends the sign-in here. */
export function renew(): Promise<boolean> {
  const before = readKey('access_token')
  renewing ??= inOneTab(async () => {
    // Another tab may have renewed while this one waited.
    const present = readKey('access_token')
    if (present !== null && present !== before && (claimsOf(present)?.exp ?? 0) * 1_000 - Date.now() > renewBefore) {
      checkToken()
      return true
    }
    const nonce = await newNonce()
    const answer = await callIdentity('POST', 'relogin', {
      body: {
        token: before ?? '',
        origin: location.origin,
        nonce,
        returnUrl: location.pathname + location.search,
      },
    })
    if (!answer.ok || !saveTokens(answer.value, [nonce])) {
      logOutHere()
      return false
    }
    notify(notifications.TokenRenewed)
    return true
  }).finally(() => (renewing = null))
  return renewing
}

/** Without the Web Locks API (which needs https or localhost), each tab renews by itself. */
function inOneTab(work: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as { readonly locks?: LockManager | null }
  return locks == null ? work() : locks.request('session-renewal', work)
}

/** Resolves when a pending renewal has ended. */
export const renewed = (): Promise<unknown> => renewing ?? Promise.resolve()

/** 32 random hexadecimal characters, created for each login (IDN-28). */
export async function newNonce(): Promise<string> {
  await new Promise((done) => setTimeout(done, nonceDelay))
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Stores tokens whose nonces all match one of these; false when they do not. */
export function saveTokens(tokens: TokenResponse, nonces: readonly (string | null)[]): boolean {
  const id = claimsOf(tokens.id_token)
  const isOurs = [tokens.nonce, id?.['nonce'], ...nonces].every((one) => one === nonces[0] && one != null && one !== '')
  if (!isOurs || id?.['aud'] !== clientId() || claimsOf(tokens.access_token) === null) return false
  writeKey('access_token', tokens.access_token)
  writeKey('id_token', tokens.id_token)
  writeKey('loggedin', 'true')
  checkToken()
  return true
}

/** The user the token is of. */
export function userId(): string {
  const claims = claimsOf(readKey('access_token') ?? '')
  return typeof claims?.['sub'] === 'string' ? claims['sub'] : ''
}

/** The user's data on the page, beside the token. */
export const userState = createStore<{ readonly email: string | null }>({ email: null })

/** Rejected with 'Invalid login' unless the token is valid; then nothing is stored (IDN-24). */
export async function setEmail(email: string): Promise<void> {
  if (checkToken() !== true) throw new Error('Invalid login')
  userState.set({ email })
}

/** Ends the session at the identity host too, and clears this browser's data and the shop's cookies. */
export async function logOut(): Promise<void> {
  forgetTyped()
  await endSession()
  await callApi('POST', '/api/session/end')
}

async function endSession(signal?: AbortSignal): Promise<void> {
  const body = { userId: userId(), clientId: clientId() }
  logOutHere()
  await callIdentity('POST', 'logout', { body, signal })
}

/** The login page of an expired session, with the way back (AUTH3-05). */
export function goToExpired(): void {
  writeKey('redirectPath', location.pathname + location.search)
  location.assign(`${loginRoute}?expired=true`)
}

/**
 * Prepares the form post of a login: ends an existing session (IDN-19), then creates the nonce and stores it here and in its cookie
 * (IDN-14). The shop creates it, because tokens are bound to its cookie. Null when that failed.
 */
export async function beginLogin(): Promise<string | null> {
  if (isAuthenticated()) await endSession(AbortSignal.timeout(longestWaitForLogout))
  else logOutHere()
  writeKey('nonce', null)
  await new Promise((done) => setTimeout(done, nonceDelay))
  const answer = await callApi('POST', '/api/session/nonce')
  if (!answer.ok) return null
  writeKey('nonce', answer.value.nonce)
  return answer.value.nonce
}

/** Ends a login: the nonce, here and in its cookie, is consumed. */
export function forgetNonce(): void {
  writeKey('nonce', null)
  // Over https its name has a prefix (RFC 6265bis), and it can only be deleted with Secure.
  const isHttps = location.protocol === 'https:'
  document.cookie = `${isHttps ? '__Host-' : ''}loginNonce=; Path=/; Max-Age=0; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

export function loginFailed(): void {
  logOutHere()
  forgetNonce()
  notify(notifications.LoginFailed)
}

export const loggedIn = (): void => notify(notifications.LoggedIn)
