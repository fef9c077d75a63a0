import { timeZoneOf } from '../../../brands/apps.ts'
import { brandOf, type Brand } from '../../../brands/brands.ts'
import { addDays, addMonths, dayIn, type Day } from '../../../platform/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { ProductSummary } from '../../catalogue/catalogue.ts'
import type { AccountRecords } from '../../identity/identity.server.ts'
import type { Orders } from '../../orders/orders.server.ts'
import { careMailJob, type CareMailOrder } from '../care-mails.ts'
import { accountsToRemind, insertReminder } from './account-store.server.ts'
import {
  filterDays,
  filterMonths,
  isAccessory,
  isFilter,
  maxParts,
  ownedSince,
  reminderDays,
  warrantyOf,
  type Owned,
  type OwnedPart,
} from './owned.ts'

/** The products of an account, and their care reminders. */
export interface OwnedThings {
  of(brand: Brand, userId: string): Promise<readonly Owned[]>
  /** Orders a mail for each filter that has come due; each once, however often it is called. */
  remind(): Promise<void>
  /** The content of a reminder, read when it is sent; null when it should no longer be sent. */
  mailFor(
    order: CareMailOrder,
  ): Promise<{ readonly firstName: string; readonly email: string; readonly owned: Owned } | null>
}

const maxOrders = 200
const accountsAtOnce = 200

export function createOwned({
  database,
  catalogue,
  orders,
  records,
  jobs,
  clock,
}: {
  database: Database
  catalogue: Pick<Catalogue, 'product' | 'detail' | 'category' | 'partsFor'>
  orders: Pick<Orders, 'ofAccount'>
  records: Pick<AccountRecords, 'byId'>
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
}): OwnedThings {
  async function of(brand: Brand, userId: string): Promise<Owned[]> {
    const today = dayIn(timeZoneOf[brand.country], clock.now())
    const bought = await orders.ofAccount(
      { accountId: userId, app: brand.app, isInvoiced: false },
      { offset: 0, limit: maxOrders },
    )
    const owned: Owned[] = []
    for (const order of bought) {
      if (order.state === 'awaiting-payment') continue
      const since = ownedSince(order)
      for (const line of order.snapshot.lines) {
        if (isAccessory(line.category)) continue
        const product = catalogue.product(line.productId)
        const detail = product === null ? null : await catalogue.detail(product.id)
        const parts = product === null ? [] : await partsOf(catalogue, brand, product)
        const filter = parts.find(isFilter)
        owned.push({
          orderId: order.id,
          webOrderId: order.webOrderId,
          sku: line.sku,
          title: line.title,
          brand: line.brand,
          picture: line.picture === '' ? null : line.picture,
          quantity: line.quantity,
          uri: product?.offers[brand.app] === undefined ? null : product.uri,
          since,
          warranty: warrantyOf(detail?.attributes['warranty_years'], since, today),
          extraCare: line.warranty?.name ?? null,
          manuals: (detail?.documents ?? []).map(({ title, url }) => ({ title, url })),
          parts,
          filter: filter === undefined ? null : { ...filter, dueOn: filterDays(since, today).next },
        })
      }
    }
    return owned
  }

  return {
    of,
    async remind() {
      const now = clock.now()
      const before = new Date(`${addMonths(now.toISOString().slice(0, 10), -filterMonths + 1)}T00:00:00Z`)
      let after: string | null = null
      for (;;) {
        const found = await accountsToRemind(database.db, { before, after, limit: accountsAtOnce })
        if (found.length === 0) return
        for (const { id, app } of found) {
          const brand = brandOf(app)
          const today = dayIn(timeZoneOf[brand.country], now)
          for (const one of await of(brand, id)) {
            const dueOn = one.filter === null ? null : dueNow(one.since, today)
            if (dueOn === null) continue
            await database.transaction(async (tx) => {
              const { orderId, sku } = one
              const order: CareMailOrder = { app, accountId: id, orderId, sku, dueOn }
              if (await insertReminder(tx, { accountId: id, orderId, sku, dueOn, now }))
                await jobs.enqueue(tx, careMailJob, { ...order })
            })
          }
        }
        after = found.at(-1)?.id ?? null
      }
    },
    async mailFor({ app, accountId, orderId, sku }) {
      const account = await records.byId(accountId)
      if (account === null || !account.careReminders || account.emailConfirmedAt === null) return null
      const owned = (await of(brandOf(app), accountId)).find((one) => one.orderId === orderId && one.sku === sku)
      if (owned === undefined || owned.filter === null) return null
      return { firstName: account.firstName, email: account.email, owned }
    },
  }
}

async function partsOf(
  catalogue: Pick<Catalogue, 'category' | 'partsFor'>,
  brand: Brand,
  product: ProductSummary,
): Promise<OwnedPart[]> {
  const category = catalogue.category(product.categoryUri)
  if (category === null) return []
  const fitting = (await catalogue.partsFor(category)).filter(
    (one) => one.offers[brand.app] !== undefined && !one.superseded && isAccessory(one.categoryUri),
  )
  // Filters come first: they are bought again.
  const sorted = [...fitting.filter((one) => isFilter(one)), ...fitting.filter((one) => !isFilter(one))]
  return sorted.slice(0, maxParts).map(({ sku, title, uri, picture }) => ({ sku, title, uri, picture }))
}

/** The day that a reminder is for now; null when none is due. */
function dueNow(since: Day, today: Day): Day | null {
  const { last } = filterDays(since, today)
  return last !== null && addDays(last, reminderDays) >= today ? last : null
}
