import { browseAs, openAddress, visited, type Call } from './browser.ts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type { PageRenderer } from '../app/rendering/page-renderer.ts'
import { loader } from '../app/routes/checkout/checkout.tsx'
import type { AppCode } from '../brands/apps.ts'
import { requestContext } from '../composition/request-context.ts'
import { cartStore, type ChosenIds } from '../modules/cart/ui/cart-state.ts'
import { CheckoutPage, type CheckoutPageProps } from '../modules/checkout/ui/checkout-page.tsx'
import { guest, type Principal } from '../modules/identity/identity.ts'
import { siteOf } from '../modules/navigation/site.server.ts'
import { noSale } from '../modules/promotions/sale.ts'
import { openTestShop, type TestShop, type TestShopOptions } from './shop.server.ts'
import { testCard } from './shop/merchant.ts'
import type { Visitor } from './shop/visitor.ts'
// Imported before use, so that no test waits for a lazy import.
import '../modules/checkout/internal/ui/delivery/delivery-choices.tsx'

/** The checkout page against a real shop and the payments sandbox: opens, fills in and reads it. */

/** Replaces page props. */
const propsOfPage: PageRenderer = async (request, context) => {
  const loaded = await loader({ request, context } as unknown as Parameters<typeof loader>[0])
  const { brand, services } = context.get(requestContext)
  const parts = { hasStores: false, compares: true, otherCountryAddress: null, sale: noSale }
  return Response.json({ ...loaded, site: siteOf(brand, services.navigation.of(brand), parts) })
}

export type Opening = {
  readonly app?: AppCode
  readonly address?: string
  /** A coupon or gift card. */
  readonly code?: string
  readonly quantity?: number
  readonly chosen?: ChosenIds
}

export type CheckoutTests = {
  /** The default app of a test. */
  readonly app: AppCode
  /** The visitor's principal, instead of signing in. */
  readonly choosesWho?: boolean
  /** Products beside those of every test. */
  readonly moreProducts?: NonNullable<TestShopOptions['moreProducts']>
}

/** One shop per test file. */
export function checkoutTests({ app: defaultApp, choosesWho = false, moreProducts = {} }: CheckoutTests) {
  let shop: TestShop | undefined
  let calls: Call[] = []
  let visitor: Visitor | undefined

  const on = {
    /** The principal of the visitor. */
    who: guest as Principal,
    get shop() {
      return shop ?? expect.fail('no shop')
    },
    get visitor() {
      return visitor ?? expect.fail('no visitor')
    },
    set visitor(next) {
      visitor = next
    },
    /** Every call of the page since it was opened. */
    get calls() {
      return calls
    },
  }
  beforeAll(async () => {
    shop = await openTestShop({
      pages: propsOfPage,
      moreProducts,
      ...(choosesWho ? { identity: { principal: async () => on.who } } : {}),
    })
    // The page uses the system clock, which must match the shop's and the sandbox's.
    vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
    await shop.advance(0)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await shop?.close()
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
    on.who = guest
  })

  async function open(
    sku: string,
    { app = defaultApp, address = '/customer/checkout', code, quantity = 1, chosen = {} }: Opening = {},
  ): Promise<void> {
    visitor = on.shop.visitor(app)
    await visitor.add(sku, quantity, chosen)
    if (code !== undefined) await visitor.applyCode(code)
    await reopen(address)
  }

  /** Renders the page again; `answers` replace the shop's next responses. */
  async function show(
    address = '/customer/checkout',
    { props: more = {}, answers = [] }: { props?: Partial<CheckoutPageProps>; answers?: Answers } = {},
  ): Promise<CheckoutPageProps> {
    cleanup()
    openAddress(address)
    cartStore.set(cartStore.initial)
    calls = browseAs(on.visitor)
    const props = { ...(await on.visitor.get('/customer/checkout')).json<CheckoutPageProps>(), ...more }
    for (const answer of answers) answerNext(...answer)
    render(<CheckoutPage {...props} />)
    return props
  }

  /** Renders the page again; with a given customer, after the page has loaded its view. */
  const reopen: typeof show = async (...how) => {
    const props = await show(...how)
    if (choosesWho) await waitFor(() => expect(requested('/api/checkout')).toHaveLength(1))
    return props
  }

  const requested = (path: string) => calls.filter((one) => one.path === path && one.method === 'GET')
  /** Posted bodies, in order. */
  const callsOf = (path: string) =>
    calls.filter((one) => one.path === path && one.method === 'POST').map((one) => one.body as Record<string, unknown>)
  const lastPosted = (path = '/api/checkout') => callsOf(path).at(-1)
  const cartId = async () => (await on.visitor.cart()).cartId

  return Object.assign(on, {
    open,
    show,
    reopen,
    callsOf,
    requested,
    lastPosted,
    posted: () => lastPosted() ?? expect.fail('no order was posted'),
    cartId,
    /** Places the order and waits for its confirmation; returns the cart id. */
    async placed(): Promise<string> {
      const id = await cartId()
      placeOrder()
      await waitFor(() => expect([banner(), visited()]).toEqual([undefined, [`/customer/confirmation?id=${id}`]]))
      return id
    },
  })
}

type Answer = readonly [path: string, status: number, body?: string]
export type Answers = readonly Answer[]

/** Replaces the shop's response to the next call of this path; status 0 is no response. */
export function answerNext(...[path, status, body = '']: Answer): void {
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (!String(input).startsWith(path)) return original(input, init)
    globalThis.fetch = original
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(body, { status })
  }
}

export const field = (label: string, at = 0): HTMLInputElement =>
  screen.getAllByLabelText<HTMLInputElement>(label)[at] ?? expect.fail(`no field ${label}`)
export const fill = (label: string, value: string, at = 0) => fireEvent.change(field(label, at), { target: { value } })
export const click = (role: string, name: string | RegExp) => fireEvent.click(screen.getByRole(role, { name }))
export const tick = (name: string) => click('checkbox', name)
export const region = (name: string) => within(screen.getByRole('region', { name }))
/** The button that orders: 'Pay $199' as soon as the total is known. */
export const placeOrder = () => click('button', /^(Place order|Pay )/)

export async function pickSuburb(typed: string, full: string, at = 0): Promise<void> {
  fill('Suburb', typed, at)
  fireEvent.click(await screen.findByRole('option', { name: full }))
}

export async function fillGuest(): Promise<void> {
  fill('Email', 'ana@example.com')
  fill('Phone', '0412 345 678')
  fill('First name', 'Ana')
  fill('Last name', 'Botha')
  fill('Street address', '12 Harbour Street')
  await pickSuburb('sydney', '2000 Sydney, NSW')
  await screen.findByRole('checkbox', { name: 'Please contact me to discuss my delivery' })
}

export function fillCard({ name = 'Ana Botha' } = {}): void {
  fill('Name on card', name)
  fill('Card number', testCard.number)
  fill('Expiry (MM / YYYY)', '03 / 30')
  fill('CVV', testCard.cvc)
}

const shownDay = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`)

/** Opens the calendar below the next dates. */
export const openMoreDates = () => fireEvent.click(screen.getByText('More dates'))

/** A day to choose: one of the next dates, or else of the calendar. */
export function cell(day: string): HTMLElement {
  if (shownDay(day) === null && screen.queryByRole('grid') === null) openMoreDates()
  return shownDay(day) ?? expect.fail(day)
}
export const chosenDay = () =>
  document.querySelector<HTMLElement>('[data-day]:is(:has(:checked), [aria-selected="true"])')?.dataset['day'] ?? null
/** A figure of the summary by its name; null where there is none. */
export const figure = (name: string) =>
  screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent ?? null
export const banner = () => document.getElementById('checkout-problem')?.firstElementChild?.firstChild?.textContent
/** Link targets of the error summary. */
export const problemLinks = () =>
  [...document.querySelectorAll('#checkout-problem li a')].map((link) => link.getAttribute('href') ?? '')
/** The stored form input. */
export const session = () => JSON.parse(localStorage.getItem('checkout-availability') ?? '{"value":null}').value
