/** The bearer token of an Authorization header (RFC 6750, section 2.1); null without one. */
export function bearerIn(authorization: string | null | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null
}
