import type { ReactNode } from 'react'
import type { Brand } from '../../brands/brands.ts'
import { outageSeconds } from '../../platform/http/common-problems.ts'
import { standalonePage, Status, TryAgain, waitingForShop } from './standalone-page.server.tsx'

/**
 * What a page says that needs the database while it is away: what is safe, what still works, and when it can go on. Pages that are in memory
 * are served as always (page-cache.server.ts).
 */

export type OutageKind = 'checkout' | 'cart' | 'account' | 'form' | 'payment' | 'page'

/** `target` is the address of the request, as it came. */
export function outageKindOf(method: string, target: string): OutageKind {
  const isCheckout = /^\/(customer\/checkout|order)(\/|\.data|\?|$)/i.test(target)
  if (method === 'POST') return isCheckout ? 'payment' : 'form'
  if (isCheckout) return 'checkout'
  if (/^\/cart(\/|\.data|\?|$)/i.test(target)) return 'cart'
  return /^\/(account|customer|wishlists)(\/|\.data|\?|$)/i.test(target) ? 'account' : 'page'
}

const byItself = 'We check every ten seconds, and this page opens by itself as soon as it can go on.'

const texts: Readonly<Record<OutageKind, { readonly title: string; readonly lines: readonly string[] }>> = {
  checkout: {
    title: 'The checkout is paused',
    lines: [`We can’t take orders right now. It usually takes less than a minute. ${byItself}`, 'Your cart is saved.'],
  },
  payment: {
    title: 'We didn’t get an answer in time',
    lines: [
      'We can’t say yet whether your last step went through. Please check your email for a confirmation before you pay again.',
      'Your cart is saved. This page tells you when the checkout can go on.',
    ],
  },
  cart: {
    title: 'We can’t show your cart right now',
    lines: [`It’s saved, and nothing in it has changed. ${byItself}`],
  },
  account: {
    title: 'We can’t show your account right now',
    lines: [`It usually takes less than a minute. ${byItself}`],
  },
  form: {
    title: 'We couldn’t do that right now',
    lines: [
      'Go back with your browser: what you typed is still there. Please send it again in a minute.',
      'This page tells you when we’re ready.',
    ],
  },
  page: {
    title: 'We can’t show this page right now',
    lines: [`It usually takes less than a minute. ${byItself}`],
  },
}

/** Made once for a brand and a kind: it is needed when everything else is slow. */
const pages = new Map<string, ReturnType<typeof standalonePage>>()

export function outageResponse(brand: Brand, kind: OutageKind): Response {
  const key = `${brand.app} ${kind}`
  const page = pages.get(key) ?? standalonePage(brand, outagePage(kind))
  pages.set(key, page)
  return new Response(page.html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.policy,
      'cache-control': 'private, no-store',
      'retry-after': String(outageSeconds),
    },
  })
}

function outagePage(kind: OutageKind) {
  const { title, lines } = texts[kind]
  const isForm = kind === 'form' || kind === 'payment'
  const children: ReactNode = (
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="actions">
        {!isForm && <TryAgain />}
        <a href="/products">Keep browsing</a>
      </p>
      <Status />
    </>
  )
  return { title, children, behaviour: waitingForShop({ probe: '/readyz/checkout', reloads: !isForm }) }
}
