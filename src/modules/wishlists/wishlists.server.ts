import type { Brand } from '../../brands/brands.ts'
import type { Site } from '../../brands/site.server.ts'
import { days, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import { err, ok, type Result } from '../../platform/result.ts'
import type { Cart, CartProblem } from '../cart/cart.ts'
import type { CartRequest, VisitorCart } from '../cart/cart.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { stockStatusOf, unavailableTextOf, type ProductSummary } from '../catalogue/catalogue.ts'
import type { Geography, PlaceRequest } from '../geo/geo.server.ts'
import type { Guest } from '../identity/identity.ts'
import type { AccountRecords } from '../identity/identity.server.ts'
import { can } from '../identity/policy.ts'
import { createWishlistNews, type WishlistNews } from './internal/wishlist-news.server.ts'
import { seenNow } from './internal/seen-now.ts'
import {
  deleteItem,
  deleteList,
  forgetGuestLists,
  insertList,
  listByToken,
  listsOf,
  lockOwner,
  putItem,
  setOwner,
  updateList,
  type ListOwner,
} from './internal/wishlist-store.server.ts'
import {
  isNameTaken,
  laterId,
  maxItems,
  maxLists,
  mergedLists,
  readName,
  savedForLater,
  type StoredItem,
  type StoredList,
  type Wishlist,
  type WishlistItem,
  type WishlistProblem,
} from './wishlists.ts'

export type ListRequest = CartRequest & PlaceRequest

type Changed<Value, Problem = WishlistProblem> = Promise<Result<Value, Problem>>

/** The lists of a request's visitor: of the account of a signed-in customer, or of the browser, by its visitor cookie. */
export interface Wishlists {
  /** In the order of creation; what was saved for later comes last. */
  of(request: ListRequest): Promise<readonly Wishlist[]>
  /** Creates a list, with a product on it when a sku is given. A guest without a visitor's record gets one. */
  create(request: ListRequest, name: string, sku?: string): Changed<Wishlist>
  rename(request: ListRequest, id: string, name: string): Changed<Wishlist>
  /** Deletes a list with everything on it, if it is there. */
  remove(request: ListRequest, id: string): Promise<void>
  /** Turns its link on or off, or replaces it by a new one; the old one then opens nothing. */
  share(request: ListRequest, id: string, link: 'on' | 'off' | 'new'): Changed<Wishlist>
  /** Whether the account is mailed about prices and stock of what is on it. */
  setMail(request: ListRequest, id: string, wantsMail: boolean): Changed<Wishlist>
  /** Adds a product once, or sets how many are wanted; without a quantity one that is there stays as it is. */
  put(request: ListRequest, id: string, item: { readonly sku: string; readonly quantity?: number }): Changed<Wishlist>
  /** Takes a product off, if it is there. */
  take(request: ListRequest, id: string, sku: string): Changed<Wishlist>
  /** Puts a product with its quantity into the cart and takes it off the list, unless the cart refuses it. */
  moveToCart(request: ListRequest, id: string, sku: string): Changed<Cart, WishlistProblem | CartProblem>
  /** Moves a line with its options out of the cart, in one transaction. */
  saveForLater(request: ListRequest, productCode: string): Changed<Cart, WishlistProblem | CartProblem>
  /** The list of a link, as anybody sees it; null for an unknown link, or one that was turned off. */
  shared(brand: Brand, token: string): Promise<Pick<Wishlist, 'name' | 'items'> | null>
  /** At sign-in: the browser's lists become the account's. Doing it twice changes nothing. */
  joinAccount(brand: Brand, visitorSecret: string | null, accountId: string): Promise<void>
  /** Deletes lists of guests whose cookie has expired: nobody can open them. */
  forget(): Promise<void>
  readonly news: WishlistNews
}

export type WishlistDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'product' | 'productBySku'>
  readonly geo: Pick<Geography, 'visitorId' | 'visitorFor'>
  readonly cart: { readonly visitor: Pick<VisitorCart, 'current' | 'put' | 'remove'> }
  readonly accounts: Pick<AccountRecords, 'byId'>
  readonly site: Pick<Site, 'effectiveBrand'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly ids: Ids
  readonly secretKey: string
}

/** As long as the visitor cookie lives. */
const cookieLife = days(365)
const guest: Guest = { kind: 'guest' }

export function openWishlists(deps: WishlistDeps): Wishlists {
  const { database, catalogue, geo, cart, accounts, clock, ids } = deps

  /** Null for a guest without a visitor's record. */
  async function ownerOf({ brand, visitor }: ListRequest): Promise<ListOwner | null> {
    const accountId = await visitor.customerId()
    if (accountId !== null) return { accountId }
    const visitorId = await geo.visitorId(brand, visitor.visitorSecret)
    return visitorId === null ? null : { visitorId }
  }

  async function ownerFor(request: ListRequest): Promise<ListOwner> {
    const known = await ownerOf(request)
    if (known !== null) return known
    const made = await geo.visitorFor(request.brand, request.visitor.visitorSecret)
    request.visitor.setVisitorSecret(made.secret)
    return { visitorId: made.id }
  }

  const showsPrices = async ({ brand, visitor }: ListRequest): Promise<boolean> =>
    !brand.hidesPricesWhenAnonymous || can((await visitor.signedIn()) ?? guest, 'buy', brand)

  const filled = (brand: Brand, list: StoredList, hasPrices: boolean): Wishlist => ({
    ...list,
    items: list.items.flatMap((item) => itemOf(catalogue.product(item.productId), item, brand, hasPrices)),
  })

  const idIs = (id: string) => (list: StoredList) => (id === laterId ? list.kind === 'later' : list.id === id)

  /** Changes one list of the visitor under the lock of its owner, and answers it as it is then. */
  async function change(
    request: ListRequest,
    id: string,
    work: (
      tx: Writer,
      list: StoredList,
      all: readonly StoredList[],
    ) => Promise<WishlistProblem | null> | WishlistProblem | null,
  ): Changed<Wishlist> {
    const owner = await ownerOf(request)
    if (owner === null) return err({ code: 'list_gone' })
    const hasPrices = await showsPrices(request)
    return database.transaction(async (tx) => {
      await lockOwner(tx, owner)
      const before = await listsOf(tx, owner, request.brand.app)
      const list = before.find(idIs(id))
      if (list === undefined) return err({ code: 'list_gone' as const })
      const problem = await work(tx, list, before)
      if (problem !== null) return err(problem)
      const now = (await listsOf(tx, owner, request.brand.app)).find((one) => one.id === list.id)
      return now === undefined ? err({ code: 'list_gone' as const }) : ok(filled(request.brand, now, hasPrices))
    })
  }

  /** The product of a sku that the app sells. */
  function soldBySku(brand: Brand, sku: string): ProductSummary | null {
    const product = catalogue.productBySku(sku)
    return product?.offers[brand.app] === undefined ? null : product
  }

  function newItem(product: ProductSummary, brand: Brand, quantity = 1): StoredItem {
    const seen = seenNow(product, brand)
    return { productId: product.id, quantity, warrantyId: null, installId: null, seen }
  }

  /** A transaction of its own: a row of an account is locked before its cart, never after. */
  async function laterListFor(owner: ListOwner, { app }: Brand): Promise<StoredList> {
    return database.transaction(async (tx) => {
      await lockOwner(tx, owner)
      const later = async () => (await listsOf(tx, owner, app)).find(({ kind }) => kind === 'later')
      const there = await later()
      if (there !== undefined) return there
      await insertList(tx, owner, { id: ids.uuid(), app, kind: 'later', name: savedForLater }, clock.now())
      const made = await later()
      if (made === undefined) throw new Error('a list was created and is not there')
      return made
    })
  }

  async function found(request: ListRequest, id: string, sku: string) {
    const owner = await ownerOf(request)
    const list = owner === null ? undefined : (await listsOf(database.db, owner, request.brand.app)).find(idIs(id))
    if (list === undefined) return err({ code: 'list_gone' as const })
    const product = catalogue.productBySku(sku)
    const item = list.items.find((one) => one.productId === product?.id)
    return item === undefined ? err({ code: 'item_gone' as const }) : ok({ list, item })
  }

  return {
    news: createWishlistNews(deps),
    async of(request) {
      const owner = await ownerOf(request)
      if (owner === null) return []
      const hasPrices = await showsPrices(request)
      const lists = await listsOf(database.db, owner, request.brand.app)
      return lists.map((list) => filled(request.brand, list, hasPrices))
    },
    async create(request, text, sku) {
      const { brand } = request
      const name = readName(text)
      if (!name.ok) return name
      const product = sku === undefined ? null : soldBySku(brand, sku)
      if (sku !== undefined && product === null) return err({ code: 'unknown_sku' })
      const owner = await ownerFor(request)
      const hasPrices = await showsPrices(request)
      return database.transaction(async (tx) => {
        await lockOwner(tx, owner)
        const before = await listsOf(tx, owner, brand.app)
        if (isNameTaken(before, name.value)) return err({ code: 'name_taken' as const })
        if (before.filter(({ kind }) => kind === 'list').length >= maxLists) return err({ code: 'lists_full' as const })
        const [id, now] = [ids.uuid(), clock.now()]
        await insertList(tx, owner, { id, app: brand.app, kind: 'list', name: name.value }, now)
        const items = product === null ? [] : [newItem(product, brand)]
        for (const item of items) await putItem(tx, id, item, now)
        const list: StoredList = { id, kind: 'list', name: name.value, shareToken: null, wantsMail: false, items }
        return ok(filled(brand, list, hasPrices))
      })
    },
    async rename(request, id, text) {
      const name = readName(text)
      if (!name.ok) return name
      return change(request, id, async (tx, list, all) => {
        if (list.kind === 'later') return { code: 'list_gone' }
        if (isNameTaken(all, name.value, list.id)) return { code: 'name_taken' }
        await updateList(tx, list.id, { name: name.value })
        return null
      })
    },
    async remove(request, id) {
      // It is gone afterwards, which is what was requested.
      await change(request, id, async (tx, list) => {
        if (list.kind === 'list') await deleteList(tx, list.id)
        return null
      })
    },
    share: (request, id, link) =>
      change(request, id, async (tx, list) => {
        if (list.kind === 'later') return { code: 'list_gone' }
        if (link === 'on' && list.shareToken !== null) return null
        await updateList(tx, list.id, { share_token: link === 'off' ? null : ids.secret() })
        return null
      }),
    async setMail(request, id, wantsMail) {
      const accountId = await request.visitor.customerId()
      if (accountId === null) return err({ code: 'mail_needs_account' })
      const account = await accounts.byId(accountId)
      if (wantsMail && account?.emailConfirmedAt == null) return err({ code: 'mail_needs_confirmed_email' })
      return change(request, id, async (tx, list) => {
        await updateList(tx, list.id, { wants_mail: wantsMail })
        return null
      })
    },
    put: (request, id, { sku, quantity }) =>
      change(request, id, async (tx, list) => {
        const product = catalogue.productBySku(sku)
        const there = list.items.find((item) => item.productId === product?.id)
        if (there !== undefined) {
          if (quantity !== undefined) await putItem(tx, list.id, { ...there, quantity }, clock.now())
          return null
        }
        const sold = soldBySku(request.brand, sku)
        if (sold === null) return { code: 'unknown_sku' }
        if (list.items.length >= maxItems) return { code: 'list_full' }
        await putItem(tx, list.id, newItem(sold, request.brand, quantity), clock.now())
        return null
      }),
    take: (request, id, sku) =>
      change(request, id, async (tx, list) => {
        const product = catalogue.productBySku(sku)
        if (product !== null) await deleteItem(tx, list.id, product.id)
        return null
      }),
    async moveToCart(request, id, sku) {
      const it = await found(request, id, sku)
      if (!it.ok) return it
      const { list, item } = it.value
      const { quantity, warrantyId, installId } = item
      const options = warrantyId === null && installId === null ? {} : { warrantyId, installId }
      let done = await cart.visitor.put(request, { sku, quantity, ...options })
      // An option that is no longer offered does not keep the product out of the cart, as in the cart itself.
      if (!done.ok && (done.problem.code === 'warranty_not_offered' || done.problem.code === 'install_not_offered'))
        done = await cart.visitor.put(request, { sku, quantity })
      if (!done.ok) return done
      await database.transaction((tx) => deleteItem(tx, list.id, item.productId))
      return done
    },
    async saveForLater(request, productCode) {
      const { brand } = request
      // A guest gets a record for something that is saved, and for nothing else.
      const there = await cart.visitor.current(request)
      if (!there?.lines.some((line) => line.productCode === productCode)) return err({ code: 'line_gone' })
      const list = await laterListFor(await ownerFor(request), brand)
      if (list.items.length >= maxItems) return err({ code: 'list_full' })
      return cart.visitor.remove(request, productCode, async (tx, line) => {
        const there = list.items.find((item) => item.productId === line.productId)
        const item: StoredItem = {
          productId: line.productId,
          quantity: line.quantity,
          warrantyId: line.warranty?.id ?? null,
          installId: line.install?.id ?? null,
          seen: there?.seen ?? seenNow(catalogue.product(line.productId), brand),
        }
        await putItem(tx, list.id, item, clock.now())
      })
    },
    async shared(brand, token) {
      const list = await listByToken(database.db, token, brand.app)
      if (list === null) return null
      const { name, items } = filled(brand, list, !brand.hidesPricesWhenAnonymous)
      // What it cost when its owner added it is theirs.
      return { name, items: items.map((item) => ({ ...item, was: null })) }
    },
    async joinAccount(brand, visitorSecret, accountId) {
      const visitorId = await geo.visitorId(brand, visitorSecret)
      if (visitorId === null || (await listsOf(database.db, { visitorId }, brand.app)).length === 0) return
      await database.transaction(async (tx) => {
        await lockOwner(tx, { accountId })
        await lockOwner(tx, { visitorId })
        const now = clock.now()
        const own = await listsOf(tx, { accountId }, brand.app)
        const brought = await listsOf(tx, { visitorId }, brand.app)
        for (const merge of mergedLists(own, brought)) {
          if (merge.kind === 'move') {
            await setOwner(tx, merge.guestId, accountId)
            continue
          }
          for (const item of merge.items) await putItem(tx, merge.ownId, item, now)
          await deleteList(tx, merge.guestId)
        }
      })
    },
    forget: () => forgetGuestLists(database.db, new Date(clock.now().getTime() - cookieLife)),
  }
}

function itemOf(
  product: ProductSummary | null,
  { quantity, seen }: StoredItem,
  brand: Brand,
  hasPrices: boolean,
): WishlistItem[] {
  // The catalogue has every product, sold or not; one that has just been created is there in a second.
  if (product === null) return []
  const isSold = product.offers[brand.app] !== undefined
  const now = seenNow(product, brand)
  const status = isSold ? unavailableTextOf(stockStatusOf(product, brand.country)) : 'No longer available'
  const price = hasPrices ? now.price : null
  return [
    {
      productId: product.id,
      sku: product.sku,
      title: product.title,
      brand: product.brand.title,
      picture: product.picture,
      uri: isSold ? product.uri : null,
      quantity,
      isBuyable: now.isBuyable && hasPrices,
      unavailable: now.isBuyable ? null : (status ?? 'Contact us for availability'),
      price,
      was: price !== null && seen.price !== null && price < seen.price ? seen.price : null,
    },
  ]
}
