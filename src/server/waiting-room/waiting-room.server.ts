import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Next } from 'hono'
import type { Brand } from '../../brands/brands.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import type { BaseDeps, Services } from '../../composition/services.server.ts'
import { errorResponse } from '../../platform/http/problem.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { PipelineEnv } from '../pipeline.server.ts'
import { loadDocument, pageOfData } from '../router-data.server.ts'
import { createAdmission } from './admission.server.ts'
import type { ChangedTokens, Shopper } from './shopper.ts'
import { openQueue } from './queue.server.ts'
import { createShopperCookies } from './shopper-cookies.server.ts'
import { createWaitingAnswers, type PlainAnswer } from './waiting-answers.server.ts'
import { defaultBurst, type WaitingRoomRate } from './waiting-room-rules.ts'
import { createWaitingRoomTokens } from './waiting-room-tokens.server.ts'
import { watchWaitingRoom } from './waiting-room-reading.server.ts'

/**
 * The waiting room of sale days (decision 0083): lets so many shoppers a minute into the checkout and gives the others a place in a queue. It
 * stands before the checkout's page and the calls that place an order. Payment returns, webhooks, confirmations and everything else are not
 * its business.
 */

export type WaitingRoom = NonNullable<Awaited<ReturnType<typeof openWaitingRoom>>>

/** Opens the waiting room; null when WAITING_ROOM_PER_MINUTE is not set. Throws when the database does not answer. */
export async function openWaitingRoom(
  { config, database, log, metrics }: BaseDeps,
  { cart, checkout }: Pick<Services, 'cart' | 'checkout'>,
  rateLimiter: RateLimiter,
) {
  const { WAITING_ROOM_PER_MINUTE: perMinute, WAITING_ROOM_BURST: burst } = config
  const rate = perMinute === undefined ? null : { perMinute, burst: burst ?? defaultBurst(perMinute) }
  watchWaitingRoom(metrics, database, rate)
  if (rate === null) return null
  const queue = await openQueue({ database, log, rate })
  const admission = createAdmission({
    queue,
    tokens: createWaitingRoomTokens(config.secretKey),
    holders: cart.holders,
    hasPayment: async (cartId) => (await checkout.progress(cartId)) !== null,
    rateLimiter,
    metrics,
  })
  return {
    ...createGuards(admission, rate, createShopperCookies(config)),
    /** Reads the queue now, instead of within a second. */
    async refresh(): Promise<void> {
      await queue.refresh()
    },
    close: () => queue.close(),
  }
}

/** The page, its data, and a slash at the end of either. */
const checkoutPage = /^\/customer\/checkout(?:\/|\/_)?(?:\.data)?(?:\?|$)/i

/** Calls that place an order or prepare it. Those that end or confirm a payment are never stopped. */
const guardedCalls: ReadonlySet<string> = new Set([
  'POST /api/checkout',
  'POST /api/checkout/avail',
  'POST /api/checkout/applepaysession',
])

export type GuardDeps = {
  readonly brandFor: (incoming: IncomingMessage) => Brand
  /** Of every response of the host. */
  readonly headers: Readonly<Record<string, string>>
  readonly metrics: Pick<Metrics, 'request'>
}

function createGuards(
  admission: ReturnType<typeof createAdmission>,
  rate: WaitingRoomRate,
  { shopperOf, lines, newCartOf }: ReturnType<typeof createShopperCookies>,
) {
  const answers = createWaitingAnswers(rate)
  /** The cookies that each request changes, until its response is there. */
  const changes = new WeakMap<IncomingMessage, ChangedTokens>()

  /** The answer to a request for the checkout's page by a shopper who is not let in, or to the script of one who is; null to go on. */
  async function pageAnswer(incoming: IncomingMessage, brand: Brand): Promise<Response | null> {
    const isScript = asksForJson(incoming)
    const found = await admission.admit(shopperOf(incoming))
    if (found.kind === 'in' || found.kind === 'waiting') changes.set(incoming, found.changed)
    const isIn = found.kind === 'in' || (found.kind === 'no cart' && admission.hasRoom())
    if (isIn) return isScript ? responseOf(answers.turn()) : null
    const page = pageOfData(incoming.url ?? '/')
    return page === null ? responseOf(answers.page(brand, found, isScript)) : loadDocument(page)
  }

  return {
    /**
     * Answers those who wait from memory, on Node's own objects: they ask again and again, and what that costs is taken from those who are in.
     * Returns false when the request goes on.
     */
    early(incoming: IncomingMessage, outgoing: ServerResponse, { brandFor, headers, metrics }: GuardDeps): boolean {
      const { method, url = '/' } = incoming
      if (method !== 'GET' || !checkoutPage.test(url) || pageOfData(url) !== null) return false
      const startedAt = performance.now()
      const waiting = admission.placeInMemory(shopperOf(incoming))
      if (waiting === null) return false
      const brand = brandFor(incoming)
      const answer = answers.waiting(brand, waiting, asksForJson(incoming))
      const length = { 'content-length': Buffer.byteLength(answer.body) }
      outgoing.writeHead(200, { ...headers, ...answer.headers, ...length }).end(answer.body)
      const labels = { host: 'shop', route: waitingRoute, method, status: 200, app: brand.app, cache: 'none' } as const
      metrics.request(labels, (performance.now() - startedAt) / 1_000)
      return true
    },

    /** The answer to a request for the page; null when the shopper is let in, and for other pages. */
    async page(c: Context<PipelineEnv>, { brandFor }: GuardDeps): Promise<Response | null> {
      const { incoming } = c.env
      const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
      if (!isRead || !checkoutPage.test(incoming.url ?? '/')) return null
      const answer = await pageAnswer(incoming, brandFor(incoming))
      if (answer !== null) c.set('route', waitingRoute)
      return answer
    },

    /** Adds the cookies that have changed to every response. */
    async addCookies(c: Context<PipelineEnv>, next: Next): Promise<void> {
      const { incoming } = c.env
      await next()
      const changed = changes.get(incoming)
      const newCart = newCartOf(c.res.headers)
      const moved = newCart === null ? {} : await admission.moved(withChanges(shopperOf(incoming), changed), newCart)
      for (const line of lines({ ...changed, ...moved })) c.header('set-cookie', line, { append: true })
    },

    /** The refusal of a call by a shopper who is not let in; null when the call may go on. */
    async refusal(
      { method, path }: { readonly method: string; readonly path: string },
      incoming: IncomingMessage,
      { visitor }: Pick<RequestContext, 'visitor'>,
      traceId: string,
    ): Promise<Response | null> {
      if (!guardedCalls.has(`${method} ${path}`)) return null
      const shopper = shopperOf(incoming)
      const found = await admission.admit(shopper)
      if (found.kind === 'in') {
        const isSubmit = path === '/api/checkout'
        const paying = isSubmit ? admission.whilePaying(withChanges(shopper, found.changed)) : {}
        changes.set(incoming, { ...found.changed, ...paying })
        return null
      }
      const isSignedIn = visitor.bearer !== null
      // A call without a cart orders nothing, unless its access token has one.
      if (found.kind === 'no cart' && (!isSignedIn || admission.hasRoom())) return null
      if (isSignedIn && (await visitor.signedIn())?.kind === 'staff') return null
      if (found.kind === 'waiting') changes.set(incoming, found.changed)
      return errorResponse(answers.call(found), traceId)
    },
  }
}

/** For logs and metrics: those who wait are no requests of the checkout, and no errors of it. */
export const waitingRoute = 'waiting-room'

const responseOf = ({ headers, body }: PlainAnswer) => new Response(body, { headers })

/** The page's own script; a document is requested with a list of types. */
const asksForJson = ({ headers }: IncomingMessage): boolean => headers.accept === 'application/json'

/** The shopper as of the next request. */
const withChanges = (shopper: Shopper, changed: ChangedTokens = {}): Shopper => ({ ...shopper, ...changed })
