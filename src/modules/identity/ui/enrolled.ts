import type { TokenAnswer } from '../internal/tokens/tokens.ts'

/** The identity host's answer when a factor was set up. */
export type Enrolled = { readonly recoveryCodes: readonly string[] | null; readonly tokens: TokenAnswer | null }
