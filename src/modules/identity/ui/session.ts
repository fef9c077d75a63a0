import { callApi } from '../../../ui/browser/api.ts'
import { forgetTyped } from '../../../ui/browser/personal-storage.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { loginRoute } from '../return-url.ts'
import type { TokenAnswer } from '../internal/tokens/tokens.ts'
import { callIdentity, clientId } from './identity-calls.ts'
import { claimsOf, isAuthenticated, readKey, writeKey } from './token-storage.ts'

/** The sign-in of this browser: what its token is worth, its renewal, and its end (decisions identity-04 to identity-11). */

/** Told to whoever listens, by these numbers (IDN-29, decision identity-07). */
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
 * What the token is worth: null when there is none, false when it is malformed or over, which ends the sign-in here, else true. One that
 * is nearly over begins to be renewed.
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
    // Another tab may have done it while this one waited.
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

/** Where pages may not lock (they do over https and on this machine), each tab renews by itself. */
function inOneTab(work: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as { readonly locks?: LockManager | null }
  return locks == null ? work() : locks.request('session-renewal', work)
}

/** Resolves when a renewal that is under way has ended. */
export const renewed = (): Promise<unknown> => renewing ?? Promise.resolve()

/** 32 random hexadecimal characters, made a moment after the start of what they are for (IDN-28). */
export async function newNonce(): Promise<string> {
  await new Promise((done) => setTimeout(done, nonceDelay))
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Keeps tokens that are an answer to these nonces, which must all be one; false when they are not. */
export function saveTokens(tokens: TokenAnswer, nonces: readonly (string | null)[]): boolean {
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

/** What the page knows of the user beside the token. */
export const userState = createStore<{ readonly email: string | null }>({ email: null })

/** Refused with 'Invalid login' unless the token is good; then nothing is kept (IDN-24). */
export async function setEmail(email: string): Promise<void> {
  if (checkToken() !== true) throw new Error('Invalid login')
  userState.set({ email })
}

/** Ends the session at the identity host too, and what this browser and the shop's cookies know of it. */
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

/** Where an expired sign-in begins anew, and comes back from (AUTH3-05). */
export function goToExpired(): void {
  writeKey('redirectPath', location.pathname + location.search)
  location.assign(`${loginRoute}?expired=true`)
}

/**
 * What comes before the form post of a login: whoever is signed in is signed out first (IDN-19), then the nonce is made, kept here and
 * in its cookie (IDN-14). The shop makes it, because the tokens are bound to what its cookie knows. Null when it could not be had.
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

/** Ends what a login began: the nonce, here and in its cookie, is used up. */
export function forgetNonce(): void {
  writeKey('nonce', null)
  // Over https its name has a prefix (RFC 6265bis), and without Secure it could not be taken away.
  const isHttps = location.protocol === 'https:'
  document.cookie = `${isHttps ? '__Host-' : ''}loginNonce=; Path=/; Max-Age=0; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

export function loginFailed(): void {
  logOutHere()
  forgetNonce()
  notify(notifications.LoginFailed)
}

export const loggedIn = (): void => notify(notifications.LoggedIn)
