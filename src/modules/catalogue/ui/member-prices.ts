import { callApi } from '../../../ui/browser/api.ts'
import { centsOf } from '../../../platform/money.ts'
import { formatPrice, logInForPriceText, priceView } from '../../pricing/pricing.ts'
import styles from '../../pricing/ui/price.module.css'
import type { MemberPriceResponse } from '../product-responses.ts'

/**
 * Replaces 'LOG IN FOR PRICE' with prices for signed-in visitors, where pages show none because they are the same for everyone (decision
 * pricing-09). Loaded for members of such an app only. React's elements are hidden: prices and buttons are added beside them.
 */

const addLink = 'a[href^="/account/login?returnUrl=%2Fp%2F"]'

/** The product that a hidden price is of, and the link in the place of its button. */
type Place = { readonly uri: string; readonly add: HTMLAnchorElement | null }

type Rules = { readonly rrpAsWas: boolean }

const known = new Map<string, Promise<MemberPriceResponse | null>>()
const done = new WeakSet<Element>()
const maxAtOnce = 100

/**
 * Looks now and whenever the page changes. It watches the document and not a store, because no other page carries code for prices that one
 * app alone hides: a store that every card reads would weigh on the first load of all of them.
 */
export function showMemberPrices(rules: Rules): void {
  let isWaiting = false
  const look = () => {
    isWaiting = false
    void fill(rules)
  }
  new MutationObserver(() => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(look)
  }).observe(document.body, { childList: true, subtree: true })
  look()
}

async function fill(rules: Rules): Promise<void> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href="/account/login"]')].filter(
    (link) => link.textContent === logInForPriceText && !done.has(link),
  )
  const places = links.flatMap((link) => {
    const place = placeOf(link)
    if (place === null) return []
    done.add(link)
    return [{ link, ...place }]
  })
  ask(places.map(({ uri }) => uri))
  await Promise.all(
    places.map(async ({ link, uri, add }) => {
      const price = await known.get(uri)
      if (price != null && link.isConnected) show(price, { link, add, rules })
    }),
  )
}

/** The nearest around it that name just one product. */
function placeOf(link: Element): Place | null {
  const cell = link.closest('td')
  if (cell !== null) return placeInColumn(cell)
  for (let around = link.parentElement; around !== null && around !== document.body; around = around.parentElement) {
    if (around.querySelectorAll('a[href="/account/login"]').length > 1) return null
    const add = around.querySelector<HTMLAnchorElement>(addLink)
    const named = add?.href ?? around.querySelector<HTMLAnchorElement>('a[href^="/p/"]')?.href
    const path = add === null ? named : new URL(add.href).searchParams.get('returnUrl')
    const [, uri] = /\/p\/([^/?#]+)/.exec(path ?? '') ?? []
    if (uri !== undefined) return { uri: decodeURIComponent(uri), add }
  }
  const [, own] = /^\/p\/([^/]+)\/?$/.exec(location.pathname) ?? []
  return own === undefined ? null : { uri: decodeURIComponent(own), add: null }
}

/** In a comparison name, price and button are in one column. */
function placeInColumn(cell: HTMLTableCellElement): Place | null {
  const column = [...(cell.closest('table')?.rows ?? [])].flatMap((row) => row.cells[cell.cellIndex] ?? [])
  const first = (selector: string) =>
    column.map((one) => one.querySelector<HTMLAnchorElement>(selector)).find((found) => found !== null) ?? null
  const [, uri] = /\/p\/([^/?#]+)/.exec(first('a[href^="/p/"]')?.pathname ?? '') ?? []
  return uri === undefined ? null : { uri: decodeURIComponent(uri), add: first(addLink) }
}

function ask(uris: readonly string[]): void {
  const news = [...new Set(uris)].filter((uri) => !known.has(uri))
  for (let from = 0; from < news.length; from += maxAtOnce) {
    const some = news.slice(from, from + maxAtOnce)
    const answer = callApi('GET', '/api/account/prices', { query: { uri: some } })
    for (const uri of some)
      known.set(
        uri,
        answer.then((said) => (said.ok ? (said.value.prices.find((one) => one.uri === uri) ?? null) : null)),
      )
  }
}

function show(
  price: MemberPriceResponse,
  { link, add, rules }: { link: HTMLElement; add: HTMLElement | null; rules: Rules },
): void {
  const shown = priceView(
    {
      price: price.price === null ? null : centsOf(price.price),
      rrp: price.rrp === null ? null : centsOf(price.rrp),
      ...(price.lineDiscount === 0 ? {} : { lineDiscount: centsOf(price.lineDiscount) }),
      ...(price.altPriceMsg === null ? {} : { altPriceMsg: price.altPriceMsg }),
    },
    rules,
  )
  if (shown === null) return
  const { now, comparison, saving, message } = shown
  inPlaceOf(
    link,
    element('div', styles.price, [
      element('p', saving === null ? styles.plain : styles.now, [formatPrice(now)]),
      ...(comparison === null
        ? []
        : [
            element('p', styles.compare, [
              `${comparison.label} `,
              element('s', undefined, [formatPrice(comparison.cents)]),
              ...(saving === null ? [] : [' ', element('b', styles.save, [`Save ${formatPrice(saving)}`])]),
            ]),
          ]),
      ...(message === null ? [] : [element('p', styles.message, [message])]),
    ]),
  )
  if (add === null || !price.canBeBought) return
  const form = element('form', undefined, [
    element('button', 'button button--wide', ['Add to cart', element('span', 'visually-hidden', [`: ${price.title}`])]),
  ])
  form.method = 'post'
  form.action = '/cart'
  form.dataset['addToCart'] = ''
  const button = form.querySelector('button')
  if (button !== null) Object.assign(button, { name: 'sku', value: price.sku })
  inPlaceOf(add, form)
}

function element<Name extends 'div' | 'p' | 's' | 'b' | 'span' | 'form' | 'button'>(
  name: Name,
  className: string | undefined,
  children: readonly (string | Node)[],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  made.append(...children)
  return made
}

function inPlaceOf(hidden: HTMLElement, shown: HTMLElement): void {
  hidden.style.display = 'none'
  hidden.after(shown)
}
