import type { Brand } from '../../../brands/brands.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import type { GeoServices, PlaceRequest } from '../../geo/geo.server.ts'
import type { Guest, Principal } from '../../identity/identity.ts'
import { can } from '../../identity/policy.ts'
import type { Cart, CartProblem } from '../cart.ts'
import type { LineChange } from '../last-visit.ts'
import type { StoredLine } from '../merging.ts'
import { buyableLines, type SharedCarts } from '../shared-carts.server.ts'
import type { Carts, OnRemoval, Owned, SharedLine } from './carts.ts'

/**
 * The cart of a request's visitor. The cookie identifies a guest's cart. An account has one cart, on every device, and so has a member of
 * staff: the session takes precedence over the cookie, and a guest's cart is merged into it (decisions cart-02, 0042).
 */

export type CartRequest = PlaceRequest & {
  readonly visitor: {
    /** The secret of the cart cookie, as the request brought it. */
    readonly cartSecret: string | null
    setCookie(name: 'cart', secret: string | null): void
    /** Throws for a token that is not believed. */
    principal(): Promise<Principal>
    /** Null for a guest, and for a token that is not believed: then the cookie alone names the cart. */
    signedIn(): Promise<Exclude<Principal, Guest> | null>
  }
}

type Changed<Value> = Promise<Result<Value, CartProblem>>

export interface VisitorCart {
  /** Merges the cart of the cookie into the one of the sign-in; once per request. */
  join(request: CartRequest): Promise<void>
  current(request: CartRequest): Promise<Cart | null>
  /** The visitor's cart in any state, also ordered; with an id that one, if it belongs to the cookie or the account. */
  owned(request: CartRequest, id?: string): Promise<Cart | null>
  /** Its stored lines, with their agreed prices. */
  lines(request: CartRequest): Promise<readonly SharedLine[]>
  put(request: CartRequest, item: Parameters<Carts['put']>[2]): Changed<Cart>
  remove(request: CartRequest, productCode: string, also?: OnRemoval): Changed<Cart>
  clear(request: CartRequest): Changed<null>
  applyCode(request: CartRequest, code: string, email: string | null): Changed<Cart>
  removeCode(request: CartRequest, code: string): Changed<Cart>
  setEmail(request: CartRequest, email: string): Changed<null>
  /** The changes of the lines since the last visit; marks them as seen. */
  look(request: CartRequest): Promise<readonly LineChange[]>
  /** Mails a copy of the lines, with a link to it. */
  mail(request: CartRequest, recipient: string): Changed<null>
  /** Adds the contents of a shared link, as far as they are available, to the cart; a quote brings its place and its services. */
  takeShared(request: CartRequest, token: string): Changed<Cart>
  /** Adds earlier purchases to the cart as far as they are available; returns product codes. */
  takeAgain(
    request: CartRequest,
    lines: readonly StoredLine[],
  ): Changed<{ readonly added: readonly string[]; readonly missing: readonly string[] }>
}

type Named = { secret: string | null; joining: Promise<void> | null }

/** The brand for the visitor: some show prices only after login. */
async function sellingBrand({ brand, visitor }: CartRequest): Promise<Brand> {
  if (!brand.hidesPricesWhenAnonymous || !can(await visitor.principal(), 'buy', brand)) return brand
  return { ...brand, hidesPricesWhenAnonymous: false }
}

export function createVisitorCart({
  carts,
  shared,
  geo,
}: {
  readonly carts: Carts
  readonly shared: SharedCarts
  readonly geo: Pick<GeoServices, 'locality' | 'visitorPlace'>
}): VisitorCart {
  const { namedIn, join, ownSecret, keep } = createOwnCarts(carts)
  const current: VisitorCart['current'] = async (request) => carts.current(request.brand, await ownSecret(request))

  return {
    join,
    current,
    async owned(request, id) {
      const { brand, visitor } = request
      const named = await carts.owned(brand, visitor.cartSecret)
      const who = await visitor.signedIn()
      if (who === null || (id !== undefined && named?.id === id)) return named
      const own = id === undefined ? null : await carts.ownById(brand, id, who.userId)
      return own ?? carts.owned(brand, await ownSecret(request))
    },
    lines: async (request) => carts.storedLines(request.brand, await ownSecret(request)),
    async put(request, item) {
      const done = await carts.put(await sellingBrand(request), await ownSecret(request), item)
      return done.ok ? ok(await keep(request, done.value)) : done
    },
    remove: async (request, productCode, also) =>
      carts.remove(request.brand, await ownSecret(request), productCode, also),
    async clear(request) {
      const done = await carts.clear(request.brand, await ownSecret(request))
      if (done.ok) request.visitor.setCookie('cart', (namedIn(request).secret = null))
      return done
    },
    applyCode: async (request, code, email) => carts.applyCode(request.brand, await ownSecret(request), code, email),
    removeCode: async (request, code) => carts.removeCode(request.brand, await ownSecret(request), code),
    setEmail: async (request, email) => carts.setEmail(request.brand, await ownSecret(request), email),
    look: async (request) => carts.look(request.brand, await ownSecret(request)),
    async mail(request, recipient) {
      const cart = await current(request)
      if (cart === null || cart.lines.length === 0) return err({ code: 'cart_empty' })
      await shared.send(cart, recipient)
      return ok(null)
    },
    async takeShared(request, token) {
      const sent = await shared.open(request.brand, token)
      if (sent === null) return err({ code: 'sent_cart_gone' })
      const { terms } = sent
      const [selling, secret] = [await sellingBrand(request), await ownSecret(request)]
      const done = await carts.putAll(selling, secret, buyableLines(sent), terms?.services ?? null)
      if (!done.ok) return done
      if (terms !== null && geo.locality(terms.localityId) !== null)
        await geo.visitorPlace.save(request, { localityId: terms.localityId })
      return ok(await keep(request, done.value))
    },
    async takeAgain(request, lines) {
      const selling = await sellingBrand(request)
      const buyable = buyableLines(await shared.shown(selling, lines))
      const done = buyable.length === 0 ? null : await carts.putAll(selling, await ownSecret(request), buyable)
      if (done?.ok === false) return done
      if (done !== null) await keep(request, done.value)
      const missing = lines.filter(
        (line) => (buyable.find((one) => one.productCode === line.productCode)?.quantity ?? 0) < line.quantity,
      )
      return ok({
        added: buyable.map((one) => one.productCode),
        missing: missing.map((one) => one.productCode),
      })
    },
  }
}

/** The cart of a request: the cookie's, unless the visitor is signed in and has their own. */
function createOwnCarts(carts: Carts) {
  /** The cart's secret for each request, which a login or a change may replace. */
  const namedBy = new WeakMap<CartRequest['visitor'], Named>()

  function namedIn({ visitor }: CartRequest): Named {
    const named = namedBy.get(visitor) ?? { secret: visitor.cartSecret, joining: null }
    namedBy.set(visitor, named)
    return named
  }

  /** The cart of a signed-in visitor, with this browser's cart merged in; null for visitors who have no cart of their own. */
  async function merged(
    { brand }: CartRequest,
    who: Exclude<Principal, Guest>,
    secret: string | null,
  ): ReturnType<Carts['merge']> {
    if (can(who, 'keep a cart')) return carts.merge(brand, secret, who.userId)
    return who.kind === 'staff' ? carts.attend(brand, secret, who.userId) : ok(null)
  }

  async function joinOwnCart(request: CartRequest, named: Named): Promise<void> {
    const who = await request.visitor.signedIn()
    if (who === null) return
    if (named.secret !== null && (await carts.isOwn(request.brand, named.secret, who.userId))) return
    const own = await merged(request, who, named.secret)
    // One of the two is being paid for: until that is over the cookie's stays.
    if (!own.ok) return
    if (own.value === null) named.secret = null
    else if (own.value.secret !== named.secret) request.visitor.setCookie('cart', (named.secret = own.value.secret))
  }

  function join(request: CartRequest): Promise<void> {
    const named = namedIn(request)
    return (named.joining ??= joinOwnCart(request, named))
  }

  async function ownSecret(request: CartRequest): Promise<string | null> {
    await join(request)
    return namedIn(request).secret
  }

  /** Sets the cart's secret. A signed-in visitor's new cart is merged into the account's. */
  async function keep(request: CartRequest, given: Owned): Promise<Cart> {
    const named = namedIn(request)
    if (given.secret === named.secret) return given.cart
    const who = await request.visitor.signedIn()
    const own = who === null ? null : await merged(request, who, given.secret)
    // Another device has started to pay for the account's cart meanwhile: this one stays separate and is merged later.
    const { cart, secret } = own?.ok === true && own.value !== null ? own.value : given
    request.visitor.setCookie('cart', (named.secret = secret))
    return cart
  }

  return { namedIn, join, ownSecret, keep }
}
