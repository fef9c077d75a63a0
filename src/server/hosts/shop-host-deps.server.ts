import type { IncomingMessage } from 'node:http'
import type { PageRenderer } from '../../app/rendering/page-renderer.ts'
import type { Brand } from '../../brands/brands.ts'
import type { BaseDeps, Services } from '../../composition/services.server.ts'
import type { LoadShedding } from '../../platform/http/load-shedding.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { AccessLog } from '../access-log.server.ts'
import type { PageCache } from '../page-cache/page-cache.server.ts'
import type { Probe } from '../probes.server.ts'
import type { BrowserFiles } from '../static-files.server.ts'
import type { WaitingRoom } from '../waiting-room/waiting-room.server.ts'

/** Dependencies of the shop's host. */
export type ShopDeps = BaseDeps & {
  readonly services: Services
  readonly pages: PageRenderer
  readonly pageCache: PageCache
  /** Templates of the pages' addresses, for metrics; none in development, where all are called 'page'. */
  readonly pageTemplates: readonly string[]
  readonly accessLog: AccessLog
  readonly rateLimiter: RateLimiter
  readonly shedding: LoadShedding
  readonly probe: Probe
  /** Null where the checkout has none. */
  readonly waitingRoom: WaitingRoom | null
  /** Folder of the built browser files; null in development, where Vite serves them. */
  readonly staticFolder: string | null
  readonly browserFiles: BrowserFiles | null
  /** The SVG at an address of the demonstration; null in production. */
  readonly demoBanner: ((path: string) => string | null) | null
}

/** The same with what its routes share. */
export type ShopHostDeps = ShopDeps & {
  readonly isHttps: boolean
  /** Hosts that forms may post to besides the shop's own: the card gateway's page for 3-D Secure. */
  readonly formTargets: readonly string[]
  brandFor(incoming: IncomingMessage): Brand
  /** The route template of a request for a page. */
  pageRoute(target: string): string
}

const noHeaders = new Headers()
const neverAborted = new AbortController().signal

/** The anonymous request of a shared response; building a full Request would take as long as the loaders do. */
export function plainGet(url: string): Request {
  return { url, method: 'GET', headers: noHeaders, signal: neverAborted } as Request
}
