import type { Brand } from '../../brands/brands.ts'
import { httpProblem, type Problem } from '../../platform/http/problem.ts'
import {
  createQueuePages,
  queueNeedsCart,
  queueTakesNoMore,
  type QueuePlace,
} from '../standalone/queue-page.server.tsx'
import type { Admission } from './admission.server.ts'
import {
  aheadText,
  askAgainSeconds,
  estimateText,
  placeText,
  secondsUntil,
  turnLastsMs,
  type WaitingRoomRate,
} from './waiting-room-rules.ts'

/** What shoppers are answered who are not let in. */

export type Waiting = Extract<Admission, { kind: 'waiting' }>
export type NotIn = Exclude<Admission, { kind: 'in' }>

/** Headers by name, and the body. */
export type PlainAnswer = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

const notStored = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } as const

const json = (value: object): PlainAnswer => ({
  headers: { 'content-type': 'application/json', ...notStored },
  body: JSON.stringify(value),
})

const html = (page: { readonly html: string; readonly policy: string }): PlainAnswer => ({
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': page.policy, ...notStored },
  body: page.html,
})

export function createWaitingAnswers(rate: WaitingRoomRate) {
  const pageOf = createQueuePages(turnLastsMs / 60_000)

  function placeOf({ place, ticket, isNewPlace }: Waiting): QueuePlace {
    const until = secondsUntil(place, rate)
    const walked = ticket.from === 0 ? 0 : 1 - place / ticket.from
    return {
      texts: { number: placeText(place), ahead: aheadText(place), wait: estimateText(until) },
      isNewPlace,
      // A little from the start, so that it can be seen to be a way.
      walked: Math.max(0.02, Math.round(walked * 1_000) / 1_000),
      askAgainSeconds: askAgainSeconds(until),
    }
  }

  function waiting(brand: Brand, admission: Waiting, isScript: boolean): PlainAnswer {
    const place = placeOf(admission)
    if (isScript) return json({ isTurn: false, ...place })
    const { policy, html: render } = pageOf(brand, admission.isNewPlace)
    return html({ html: render(place), policy })
  }

  return {
    waiting,

    /** For the page's script: the checkout may be opened. */
    turn: (): PlainAnswer => json({ isTurn: true }),

    page(brand: Brand, admission: NotIn, isScript: boolean): PlainAnswer {
      if (admission.kind === 'waiting') return waiting(brand, admission, isScript)
      if (admission.kind === 'no cart') return html(queueNeedsCart(brand))
      const { headers, body } = html(queueTakesNoMore(brand))
      return { headers: { ...headers, refresh: String(admission.waitSeconds) }, body }
    },

    call(admission: NotIn): Problem {
      const until = admission.kind === 'waiting' ? secondsUntil(admission.place, rate) : 10
      const when = until <= 45 ? 'in a moment' : `in ${estimateText(until)}`
      return {
        ...httpProblem(
          503,
          'waiting_room',
          `Many people are checking out right now, so there is a queue. What you typed is still here. Please try again ${when}.`,
        ),
        payment: { nothingCharged: true },
        retryAfterSeconds: admission.kind === 'full' ? admission.waitSeconds : Math.ceil(until),
      }
    },
  }
}
