import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { AppCode } from '../../../../brands/apps.ts'
import type { SignedIn } from '../identity-problems.ts'

/** The caller's cookies: a session, or a login that waits for its second factor. */
export type Asker = { readonly session: string | null; readonly pending: string | null }

/** The page a passkey is used on; browsers tie one to its host. */
export type PasskeySite = { readonly app: AppCode; readonly origin: string }

export type Proof =
  | { readonly kind: 'password'; readonly value: string }
  | { readonly kind: 'totp' | 'recovery' | 'mail'; readonly value: string }
  | { readonly kind: 'passkey'; readonly response: AuthenticationResponseJSON; readonly site: PasskeySite }

/** The result of setting up a factor: recovery codes, where the account needs them, and the session of a login that waited. */
export type Enrolled = { readonly recoveryCodes: readonly string[] | null; readonly signedIn: SignedIn | null }
