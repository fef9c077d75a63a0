import { z } from 'zod'
import { seconds, type Clock } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.server.ts'
import type { Tracing } from '../../../../platform/tracing/tracing.ts'
import { connectLimitedFetch, providerHttp, type CallObserver } from '../provider-http.server.ts'

/**
 * What Apple Pay's sheet wants before it opens: proof that the page is the merchant's, which the gateway gets from Apple with its own
 * certificate (Adyen Checkout `POST /applePay/sessions`). The address that the browser is told by Apple is never fetched.
 */

export type ApplePaySettings = {
  /** The gateway's, with the version: "https://…/v71". */
  readonly url: string
  readonly apiKey: string
  /** Ours at Apple; null while we have none, and then there are no sessions. */
  readonly merchantIdentifier: string | null
  /** What Apple reads at a domain of ours to know that it is: the text of the file that the gateway hands out; null without one. */
  readonly domainProof: string | null
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly onCall?: CallObserver['called'] | undefined
  readonly tracing?: Tracing | undefined
}

export interface ApplePay {
  readonly isReady: boolean
  readonly domainProof: string | null
  /** A session for the sheet of a shop at a verified domain, as Apple made it; null when there is none to be had. */
  session(shop: { readonly domain: string; readonly name: string }): Promise<Readonly<Record<string, unknown>> | null>
}

const Answer = z.object({ data: z.base64().min(1) })
/** It says nothing to us: the sheet of the browser reads it. */
const Session = z.record(z.string(), z.unknown())
/** Apple's limit of the name in the sheet. */
const longestName = 64

export function createApplePay({ merchantIdentifier, domainProof, ...settings }: ApplePaySettings): ApplePay {
  const http = providerHttp({
    provider: 'apple-pay',
    baseUrl: settings.url,
    headers: { 'x-api-key': settings.apiKey },
    fetch: settings.fetch ?? connectLimitedFetch(seconds(3)),
    clock: settings.clock,
    log: settings.log,
    tracing: settings.tracing,
    ...(settings.onCall === undefined ? {} : { observer: { called: settings.onCall, breaker: () => {} } }),
  })
  return {
    isReady: merchantIdentifier !== null,
    domainProof,
    async session({ domain, name }) {
      if (merchantIdentifier === null) return null
      const answer = await http({
        operation: 'apple-pay-session',
        attemptId: null,
        method: 'POST',
        path: '/applePay/sessions',
        body: { displayName: name.slice(0, longestName), domainName: domain, merchantIdentifier },
        // The sheet gives up after half a minute, and so does whoever looks at it.
        readMs: seconds(10),
        isReplaySafe: true,
      })
      const read = answer.isAnswered && answer.status < 300 ? Answer.safeParse(answer.body) : null
      return read?.success === true ? sessionIn(read.data.data) : null
    },
  }
}

function sessionIn(base64: string): z.output<typeof Session> | null {
  try {
    const read = Session.safeParse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
