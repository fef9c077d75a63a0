import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { themeHead } from '../../app/rendering/theme.server.ts'
import type { Brand } from '../../brands/brands.ts'
import { fontUrls } from '../../brands/fonts/font-urls.ts'
import type { Family } from '../../brands/tokens.ts'
import { contentPolicy } from '../../platform/http/content-policy.ts'
import { element, Markup } from '../../platform/text/markup.ts'
import styles from './standalone-page.css?raw'
import waitForShop from './wait-for-shop.inline.ts?inline-script'

/**
 * Pages in a brand's look that need neither the database nor a file of the shop's: for when the visitor is offline, or the database is away
 * (decision 0065), and for shoppers who wait for a turn at the checkout (decision 0083). They have no client-side application: what they do
 * beyond links is one inline script.
 */

export type StandalonePage = {
  readonly title: string
  readonly children: ReactNode
  readonly behaviour: Behaviour
}

/** What a page does by itself. */
export type Behaviour = {
  /** Inline; empty for none. */
  readonly script: string
  /** Of the document, for the script. */
  readonly attributes: Readonly<Record<string, string>>
  /** Seconds until the page is requested again where no script runs; left out where it is not. */
  readonly refreshSeconds?: string
}

/** The page of a shop that cannot be reached: it opens by itself once it can. */
export const waitingForShop = ({
  probe,
  reloads,
}: {
  /** The address that answers once the shop can be reached again. */
  readonly probe: '/livez' | '/readyz/checkout'
  /** Whether the page may be requested again by itself: not the answer to a form, which would be sent again. */
  readonly reloads: boolean
}): Behaviour => ({
  script: waitForShop,
  attributes: { 'data-probe': probe, ...(reloads ? { 'data-reloads': '' } : {}) },
})

type PageBrand = Pick<Brand, 'theme' | 'companyName' | 'locale' | 'header' | 'supportNumber' | 'supportText' | 'tokens'>

/** The page as text, and its content policy. */
export function standalonePage(
  brand: PageBrand,
  { title, children, behaviour }: StandalonePage,
): { readonly html: string; readonly policy: string } {
  const [first, ...rest] = brand.companyName.split(' ')
  const { family } = brand.tokens.font
  const { refreshSeconds } = behaviour
  const nonce = randomUUID()
  const body = renderToStaticMarkup(
    <>
      <header data-tone={brand.header.tone}>
        <a href="/">
          <b>{first}</b> {rest.join(' ')}
        </a>
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
      <footer>
        <span>{brand.supportText}</span>
        <a href={`tel:${brand.supportNumber.replaceAll(' ', '')}`}>{brand.supportNumber}</a>
      </footer>
    </>,
  )
  const css = [themeHead(brand.theme).css, family === null ? '' : fontRule(family), styles].join('')
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('title', {}, `${title} | ${brand.companyName}`),
    element('meta', { name: 'robots', content: 'noindex' }),
    element('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    element('style', { nonce }, new Markup(css)),
    refreshSeconds === undefined
      ? null
      : element('noscript', {}, element('meta', { 'http-equiv': 'refresh', content: refreshSeconds })),
  )
  const script = behaviour.script === '' ? null : element('script', { nonce }, new Markup(behaviour.script))
  const attributes = { lang: brand.locale.replace('_', '-'), ...behaviour.attributes }
  const page = element('html', attributes, head, element('body', {}, new Markup(body), script))
  const html = `<!DOCTYPE html>${page.text}`
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), policy: contentPolicy(html, nonce, []) }
}

/** Where a page says that the shop is back. */
export const Status = () => <p role="status" />

/** Requests the page again, by the address it has: an empty reference is the document's own (RFC 3986, section 4.4). */
export const TryAgain = () => (
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid
  <a className="button" href="">
    Try again
  </a>
)

/** The font is the browser's by now, or the system's is shown. */
const fontRule = (family: Family): string =>
  `@font-face{font-family:'${nameOf(family)}';src:url(${fontUrls[family]}) format('woff2');font-weight:100 1000;font-display:swap}`

const nameOf = (family: Family): string =>
  family
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
