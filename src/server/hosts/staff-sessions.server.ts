import { panelSessionMs, type Member } from '../../modules/staff/staff.ts'
import type { StaffService } from '../../modules/staff/staff.server.ts'
import { bearerIn } from '../../platform/http/bearer.ts'
import { cookieName, ownCookie, readCookies } from '../../platform/http/cookies.ts'

export const staffCookie = 'staffsession'

export type StaffSessions = ReturnType<typeof createStaffSessions>

/** The session of the staff host: a cookie, or a bearer token for callers that keep no cookies. */
export function createStaffSessions({ staff, isHttps }: { readonly staff: StaffService; readonly isHttps: boolean }) {
  function secretOf({ headers }: Request): string | null {
    const bearer = bearerIn(headers.get('authorization'))
    return bearer ?? ownCookie(readCookies(headers.get('cookie') ?? undefined), staffCookie, { isHttps })
  }

  /** In a frame of another site a browser sends a cookie only when it is of that site's own part. */
  const cookieOf = (secret: string, seconds = panelSessionMs / 1_000): string =>
    `${cookieName(staffCookie, { isHttps })}=${secret}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${seconds}`

  return {
    isHttps,
    cookieOf,
    async memberOf(request: Request): Promise<Member | null> {
      const secret = secretOf(request)
      return secret === null ? null : staff.memberOf(secret)
    },
    /** Ends the session of a request; returns the cookie that clears it. */
    async logOut(request: Request): Promise<string> {
      const secret = secretOf(request)
      if (secret !== null) await staff.logOut(secret)
      return cookieOf('', 0)
    },
  }
}
