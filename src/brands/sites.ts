import { isThisMachine } from '../platform/http/site-origin.ts'
import type { AppCode } from './apps.ts'

/** Where apps answer and where their people sign in, from the configuration's pairs of host and app. */

type SiteConfig = {
  readonly publicUrl: string
  readonly APP: AppCode
  readonly SITES: ReadonlyMap<string, AppCode>
  readonly IDENTITY_SITES: ReadonlyMap<string, AppCode>
  readonly IDENTITY_PORT: number
}

/** The app of an origin that is exactly one of ours, scheme and port included; null for every other. */
export function appOfOrigin(origin: string, { publicUrl, APP, SITES }: SiteConfig): AppCode | null {
  const own = new URL(publicUrl)
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return null
  const requested = new URL(origin)
  if (requested.protocol !== own.protocol) return null
  const named = SITES.get(requested.host) ?? (requested.port === own.port ? SITES.get(requested.hostname) : undefined)
  if (named !== undefined) return named
  const isLocal = isThisMachine(requested.hostname) && isThisMachine(own.hostname) && requested.port === own.port
  return requested.origin === own.origin || isLocal ? APP : null
}

export type PublicConfig = Pick<SiteConfig, 'publicUrl' | 'APP' | 'SITES'>

/**
 * The public origin of a brand's shop, the one source of every absolute address of ours: canonical links, sitemaps, mails, senders.
 * Null for a brand that this installation has no host for. PUBLIC_URL is the origin of APP unless SITES gives its host to another brand;
 * the other brands have the first host that SITES names, with the scheme and the port of PUBLIC_URL.
 */
export function originOf(app: AppCode, { publicUrl, APP, SITES }: PublicConfig): string | null {
  const own = new URL(publicUrl)
  const owner = SITES.get(own.host) ?? SITES.get(own.hostname) ?? APP
  if (owner === app) return own.origin
  const host = Array.from(SITES).find(([, one]) => one === app)?.[0]
  if (host === undefined) return null
  return `${own.protocol}//${host}${host.includes(':') || own.port === '' ? '' : `:${own.port}`}`
}

/** Where a browser reaches an app's identity host: an origin, or ':3001' for the page's own host with another port. */
export function identityAddress(app: AppCode, { publicUrl, IDENTITY_SITES, IDENTITY_PORT }: SiteConfig): string {
  const host = Array.from(IDENTITY_SITES).find(([, one]) => one === app)?.[0]
  return host === undefined ? `:${IDENTITY_PORT}` : `${new URL(publicUrl).protocol}//${host}`
}

/** The hosts that our own shops answer at, without ports. */
export function ownHosts({ publicUrl, SITES }: Pick<SiteConfig, 'publicUrl' | 'SITES'>): ReadonlySet<string> {
  const named = Array.from(SITES.keys(), (host) => host.replace(/:\d+$/, ''))
  return new Set([new URL(publicUrl).hostname, ...named])
}

/** The same as a content policy names it. */
export function identitySource(address: string, publicUrl: string): string {
  return address.startsWith(':') ? `${new URL(publicUrl).protocol}//*${address}` : address
}

/** Who signs the tokens: one name, by whichever host they were asked for. */
export const issuerOf = ({ publicUrl }: Pick<SiteConfig, 'publicUrl'>): string => `${publicUrl}/identity`

/** Where the identity host is for the browser of a page: the address that a provider sends it back to begins with it. */
export function identityOriginFor(origin: string, app: AppCode, config: SiteConfig): string {
  const address = identityAddress(app, config)
  const { protocol, hostname } = new URL(origin)
  return address.startsWith(':') ? `${protocol}//${hostname}${address}` : address
}

/** The origins of all shops, as a content policy names them: whose pages may frame what is for every shop. */
export function shopOrigins({ publicUrl, SITES }: Pick<SiteConfig, 'publicUrl' | 'SITES'>): readonly string[] {
  const own = new URL(publicUrl)
  const others = Array.from(SITES.keys(), (host) => {
    const port = host.includes(':') || own.port === '' ? '' : `:${own.port}`
    return `${own.protocol}//${host}${port}`
  })
  return [...new Set([own.origin, ...others])]
}
