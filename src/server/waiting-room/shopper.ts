/** What a request brings. */
export type Shopper = {
  readonly cartSecret: string | null
  readonly ticket: string | null
  readonly pass: string | null
  readonly address: string
  /** Whether the request returns from a bank or a payment provider. */
  readonly isReturn: boolean
}

/** A cookie that changes; null deletes it, undefined leaves it as it is. */
export type ChangedTokens = { readonly ticket?: string | null; readonly pass?: string | null }
