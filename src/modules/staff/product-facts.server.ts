import type { Brand } from '../../brands/brands.ts'
import { days, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err } from '../../platform/result.ts'
import { isWebAddress } from '../../platform/text/web-address.ts'
import type { Carts } from '../cart/cart.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductSummary, StockAtWarehouse } from '../catalogue/catalogue.ts'
import { heldUnits } from '../catalogue/stock.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { can } from '../identity/policy.ts'
import type { Orders } from '../orders/orders.server.ts'
import type { PriceChange } from '../pricing/price-history.ts'
import { offerIn, type Offer } from '../pricing/pricing.ts'
import { textErrors } from './internal/field-errors.ts'
import { limitOf, productOf } from './internal/offers.server.ts'
import {
  competitorPricesOf,
  costOf,
  insertCompetitorPrice,
  insertNote,
  notesOf,
  setCost,
  type CompetitorPrice,
  type ProductNote,
} from './internal/product-facts-store.server.ts'
import type { StaffAudit, Done } from './internal/staff-audit.server.ts'
import { marginOf, salesDays, type Member } from './staff.ts'

/** What members know and note of a product: stock, cost, margin, what others ask for it. */

export type ProductFacts = {
  readonly product: ProductSummary
  readonly offer: Offer
  readonly stock: readonly (StockAtWarehouse & {
    readonly code: string
    readonly title: string
    /** Beside what is free: held for somebody who is paying. */
    readonly held: number
  })[]
  readonly cost: Cents | null
  readonly margin: { readonly cents: Cents; readonly percent: number } | null
  readonly competitors: readonly CompetitorPrice[]
  readonly notes: readonly ProductNote[]
  readonly priceChanges: readonly PriceChange[]
  readonly sold: { readonly units: number; readonly orders: number }
  /** How many percent this member may take off; null for those who do not sell. */
  readonly discountPercent: number | null
}

export interface StaffProducts {
  bySku(sku: string, brand: Brand): ProductSummary | null
  facts(member: Member, sku: string): Promise<ProductFacts | null>
  addNote(member: Member, sku: string, text: string): Done<null>
  setCost(member: Member, sku: string, cost: Cents | null): Done<null>
  addCompetitorPrice(
    member: Member,
    sku: string,
    seen: { readonly competitor: string; readonly url: string; readonly price: Cents | null },
  ): Done<null>
  toCart(member: Member, sku: string, quantity: number): Done<null>
}

const historyDays = 365

export function createStaffProducts({
  database,
  catalogue,
  carts,
  orders,
  delivery,
  clock,
  ids,
  audit: { permitted, write },
}: {
  database: Database
  catalogue: Pick<Catalogue, 'productBySku' | 'priceChanges'>
  carts: Pick<Carts, 'putForStaff'>
  orders: Pick<Orders, 'soldSince'>
  delivery: Pick<Delivery, 'warehouses'>
  clock: Clock
  ids: Ids
  audit: Pick<StaffAudit, 'permitted' | 'write'>
}): StaffProducts {
  return {
    bySku: (sku, brand) => productOf(catalogue, { brand }, sku),
    facts: (member, sku) => readFacts({ database, catalogue, orders, delivery, clock }, member, sku),
    addNote: (member, sku, given) =>
      permitted(member, 'use staff panels', 'note on product', `product ${sku}`, async (tx) => {
        const product = productOf(catalogue, member, sku)
        if (product === null) return err({ code: 'not_found' })
        const text = given.trim()
        const errors = textErrors('text', text, 1, 2_000, 'Please enter a note')
        if (errors.length > 0) return err({ code: 'validation', errors })
        const id = ids.uuid()
        await insertNote(tx, {
          id,
          productId: product.id,
          accountId: member.principal.userId,
          text,
          now: clock.now(),
        })
        await write(tx, member, 'note on product', `product ${sku}`, null, { id, text })
        return ok(null)
      }),
    setCost: (member, sku, cost) =>
      permitted(member, 'set costs', 'set cost', `product ${sku}`, async (tx) => {
        const product = productOf(catalogue, member, sku)
        if (product === null) return err({ code: 'not_found' })
        if (cost !== null && (!Number.isSafeInteger(cost) || cost < 1 || cost > 100_000_000))
          return err({ code: 'validation', errors: [{ field: 'cost', message: 'Please enter an amount' }] })
        const { currency } = member.brand
        const before = await costOf(tx, product.id, currency)
        await setCost(tx, product.id, currency, cost, clock.now())
        await write(tx, member, 'set cost', `product ${sku}`, { cost: before, currency }, { cost, currency })
        return ok(null)
      }),
    addCompetitorPrice: (member, sku, { competitor: given, url: link, price }) =>
      permitted(member, 'use staff panels', 'note competitor price', `product ${sku}`, async (tx) => {
        const product = productOf(catalogue, member, sku)
        if (product === null) return err({ code: 'not_found' })
        const [competitor, url] = [given.trim(), link.trim()]
        const errors = [
          ...textErrors('competitor', competitor, 1, 80, 'Please enter the competitor'),
          ...(isWebAddress(url)
            ? []
            : [{ field: 'url', message: 'Please enter the link to the offer, with https://' }]),
          ...(price !== null && price > 0 && price <= 100_000_000
            ? []
            : [{ field: 'price', message: 'Please enter an amount' }]),
        ]
        if (errors.length > 0 || price === null) return err({ code: 'validation', errors })
        const { currency } = member.brand
        const seen = { id: ids.uuid(), competitor, url, price, currency }
        const accountId = member.principal.userId
        await insertCompetitorPrice(tx, { ...seen, productId: product.id, accountId, now: clock.now() })
        await write(tx, member, 'note competitor price', `product ${sku}`, null, seen)
        return ok(null)
      }),
    toCart: (member, sku, quantity) =>
      permitted(member, 'use staff panels', 'product to cart', `product ${sku}`, async (tx) => {
        const product = productOf(catalogue, member, sku)
        if (product === null) return err({ code: 'not_found' })
        if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99)
          return err({
            code: 'validation',
            errors: [{ field: 'quantity', message: 'The quantity must be from 1 to 99' }],
          })
        const line = {
          productCode: product.sku,
          productId: product.id,
          quantity,
          warrantyId: null,
          installId: null,
          agreed: null,
        }
        const put = await carts.putForStaff(tx, member.brand, member.principal.userId, [line])
        if (!put.ok) return err({ code: 'cart', problem: put.problem })
        await write(tx, member, 'product to cart', `product ${sku}`, null, { cartId: put.value.id, quantity })
        return ok(null)
      }),
  }
}

async function readFacts(
  {
    database,
    catalogue,
    orders,
    delivery,
    clock,
  }: {
    database: Database
    catalogue: Pick<Catalogue, 'productBySku' | 'priceChanges'>
    orders: Pick<Orders, 'soldSince'>
    delivery: Pick<Delivery, 'warehouses'>
    clock: Clock
  },
  member: Member,
  sku: string,
): Promise<ProductFacts | null> {
  const { brand, principal } = member
  const product = productOf(catalogue, member, sku)
  const sold = product?.offers[brand.app]
  if (product === null || sold === undefined || !can(principal, 'use staff panels')) return null
  const offer = offerIn(sold, brand)
  const since = new Date(clock.now().getTime() - days(salesDays))
  const from = new Date(clock.now().getTime() - days(historyDays)).toISOString().slice(0, 10)
  const cost = await costOf(database.db, product.id, brand.currency)
  const places = await delivery.warehouses(brand.country)
  const held = await heldUnits(database.db, product.id)
  return {
    product,
    offer,
    stock: places.map(({ code, title }) => ({
      code,
      title,
      held: held.get(code) ?? 0,
      ...(product.stock[code] ?? { quantity: 0, incoming: null }),
    })),
    cost,
    margin: cost === null || offer.price === null ? null : marginOf(offer.price, cost, brand.country),
    competitors: await competitorPricesOf(database.db, product.id, brand.currency),
    notes: await notesOf(database.db, product.id),
    priceChanges: (await catalogue.priceChanges(product.id, brand.app)).filter(({ day }) => day >= from),
    sold: await orders.soldSince(product.id, brand.app, since),
    discountPercent: can(principal, 'sell') ? await limitOf(database.db, principal.userId) : null,
  }
}
