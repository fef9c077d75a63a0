import type { Brand } from '../../brands/brands.ts'
import { escaped } from '../../platform/text/markup.ts'
import { standalonePage } from './standalone-page.server.tsx'
import waitInQueue from './wait-in-queue.inline.ts?inline-script'

/**
 * What shoppers see who wait for their turn at the checkout (decision 0083). Ten thousand of them ask for it a few hundred times a second, so it
 * is rendered once for a brand, with marks where the texts of one shopper go.
 */

export type QueuePlace = {
  /** By the ids of the elements that show them, without 'queue-'. */
  readonly texts: { readonly number: string; readonly ahead: string; readonly wait: string }
  /** Whether this is another place, because the turn of the one before was missed. */
  readonly isNewPlace: boolean
  /** How much of the way from the first place is behind the shopper, 0 to 1. */
  readonly walked: number
  readonly askAgainSeconds: number
}

export type QueuePage = { readonly policy: string; html(place: QueuePlace): string }

/** Characters for private use, which no text of a shop has. */
const mark = (name: string) => `\uE000${name}\uE001`
const marks = /\uE000(\w+)\uE001/

const title = 'You’re in the queue for the checkout'

/** `turnMinutes`: how long a turn lasts. */
function createQueuePage(brand: Brand, turnMinutes: number, isNewPlace: boolean): QueuePage {
  const { html, policy } = standalonePage(brand, {
    title,
    behaviour: {
      script: waitInQueue,
      attributes: { 'data-ask-again': mark('askAgain') },
      refreshSeconds: mark('askAgain'),
    },
    children: (
      <>
        <p className="note" id="queue-lost" role="status" hidden={!isNewPlace}>
          Your turn came while you were away, and it went to the next shopper. This is your new place.
        </p>
        <div className="place">
          <div role="status" aria-live="polite">
            <dl>
              <div>
                <dt>Your place</dt>
                <dd id="queue-number">{mark('number')}</dd>
              </div>
              <div>
                <dt>Your wait</dt>
                <dd id="queue-wait">{mark('wait')}</dd>
              </div>
              <div>
                <dt>Ahead of you</dt>
                <dd id="queue-ahead">{mark('ahead')}</dd>
              </div>
            </dl>
          </div>
          <progress id="queue-walked" aria-label="Your way to the checkout" max={1} value={mark('walked')} />
        </div>
        <ul>
          <li>Please keep this page open. The checkout opens here by itself when it’s your turn.</li>
          <li>Your cart and your place are saved: you can reload this page, or come back to the checkout later.</li>
          <li>Your turn waits for you for {turnMinutes} minutes, then it goes to the next shopper.</li>
          <li>What’s in your cart isn’t held for you until you have ordered it.</li>
        </ul>
        <p className="actions">
          <a href="/cart">Back to cart</a>
        </p>
      </>
    ),
  })
  const parts = html.split(marks)
  return {
    policy,
    html({ texts, walked, askAgainSeconds }) {
      const values: Readonly<Record<string, string | number>> = { ...texts, walked, askAgain: askAgainSeconds }
      return parts.map((part, at) => (at % 2 === 0 ? part : escaped(`${values[part] ?? ''}`))).join('')
    },
  }
}

/** The pages of every brand, each made when it is first needed. */
export function createQueuePages(turnMinutes: number): (brand: Brand, isNewPlace: boolean) => QueuePage {
  const pages = new Map<string, QueuePage>()
  return (brand, isNewPlace) => {
    const key = `${brand.app} ${isNewPlace}`
    const page = pages.get(key) ?? createQueuePage(brand, turnMinutes, isNewPlace)
    pages.set(key, page)
    return page
  }
}

const noScript = { script: '', attributes: {} }

/** For a request without a cart while others wait: its place comes with the cart. */
export const queueNeedsCart = (brand: Brand) =>
  standalonePage(brand, {
    title: 'There’s a queue for the checkout',
    behaviour: noScript,
    children: (
      <>
        <p>You get your place with your cart. Please open your cart and go to the checkout from there.</p>
        <p className="actions">
          <a className="button" href="/cart">
            Go to cart
          </a>
          <a href="/products">Keep browsing</a>
        </p>
      </>
    ),
  })

/** For an address from which more come at once than a home or an office has shoppers; sent with a Refresh header. */
export const queueTakesNoMore = (brand: Brand) =>
  standalonePage(brand, {
    title: 'You’ll get your place in the queue in a moment',
    behaviour: noScript,
    children: (
      <>
        <p>
          Many shoppers have just come from the same network as you. This page gets your place by itself. Your cart is
          saved.
        </p>
        <p className="actions">
          <a href="/cart">Back to cart</a>
        </p>
      </>
    ),
  })
