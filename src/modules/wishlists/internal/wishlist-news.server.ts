import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { timeZoneOf, type AppCode } from '../../../brands/apps.ts'
import type { Site } from '../../../brands/site.server.ts'
import { addDays, dayIn, type Day } from '../../../platform/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { AccountRecords } from '../../identity/identity.server.ts'
import { newsOf } from '../wishlists.ts'
import { wishlistMailJob, type WishlistMailContent, type WishlistMailOrder } from '../wishlist-mails.ts'
import { seenNow } from './seen-now.ts'
import {
  claimMailDay,
  forgetMailDays,
  listsOf,
  setSeen,
  stopMails,
  watchedAccounts,
  type WatchedAccount,
} from './wishlist-store.server.ts'

/** Mails about prices and stock of products on lists: one a day at most for a person. */
export interface WishlistNews {
  /** Queues a mail for every account with news that has not been sent one today. */
  look(): Promise<void>
  /** Null when nothing of it is true any more, or it is no longer wanted. */
  mailFor(order: WishlistMailOrder): Promise<WishlistMailContent | null>
  /** The unsubscribe token of a mail. */
  stopToken(accountId: string): string
  /** Turns the mails of every list of the account off; false for an invalid token. */
  stop(token: string): Promise<boolean>
}

const accountsAtOnce = 200
const maxInMail = 30

export function createWishlistNews({
  database,
  catalogue,
  accounts,
  jobs,
  clock,
  site,
  secretKey,
}: {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly accounts: Pick<AccountRecords, 'byId'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly site: Pick<Site, 'effectiveBrand'>
  readonly secretKey: string
}): WishlistNews {
  const now = (productId: number, app: AppCode) => seenNow(catalogue.product(productId), site.effectiveBrand(app))
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'stop wish list mails', 32))
  const sign = (accountId: string) => createHmac('sha256', key).update(accountId).digest('hex').slice(0, 32)

  async function lookAt({ accountId, app, items }: WatchedAccount): Promise<void> {
    const looked = items.map((item) => ({ ...item, now: now(item.productId, app) }))
    const gone = looked.filter((one) => one.seen.isBuyable && !one.now.isBuyable)
    const news = [...new Map(looked.map((one) => [one.productId, one])).values()]
      .flatMap((one) => {
        const is = newsOf(one.seen, one.now)
        return is === null ? [] : [{ productId: one.productId, now: one.now, news: is }]
      })
      .slice(0, maxInMail)
    if (gone.length === 0 && news.length === 0) return
    const day: Day = dayIn(timeZoneOf[site.effectiveBrand(app).country], clock.now())
    await database.transaction(async (tx) => {
      // Its price stays as it was seen, so that a lower one is news with the stock.
      for (const { productId, seen } of gone)
        await setSeen(tx, { accountId, app, productId }, { price: seen.price, isBuyable: false })
      if (news.length === 0 || !(await claimMailDay(tx, { accountId, app, day }))) return
      for (const one of news) await setSeen(tx, { accountId, app, productId: one.productId }, one.now)
      const order: WishlistMailOrder = {
        app,
        accountId,
        day,
        items: news.map((one) => ({ productId: one.productId, news: one.news })),
      }
      await jobs.enqueue(tx, wishlistMailJob, { ...order })
    })
  }

  return {
    async look() {
      // A day is over everywhere a day later.
      await forgetMailDays(database.db, addDays(clock.now().toISOString().slice(0, 10), -2))
      for (let after: WatchedAccount | null = null; ;) {
        const found = await watchedAccounts(database.db, after, accountsAtOnce)
        for (const account of found) await lookAt(account)
        after = found.at(-1) ?? null
        if (after === null) return
      }
    },
    async mailFor({ app, accountId, items }) {
      const account = await accounts.byId(accountId)
      if (account === null || account.emailConfirmedAt === null) return null
      const lists = (await listsOf(database.db, { accountId }, app)).filter((list) => list.wantsMail)
      const shown = items.flatMap(({ productId, news }) => {
        const names = lists.filter((list) => list.items.some((one) => one.productId === productId))
        const product = catalogue.product(productId)
        // The price may have changed between the look and the mail; a mail never names another one than the shop.
        const is =
          news.kind === 'back-in-stock'
            ? newsOf({ price: null, isBuyable: false }, now(productId, app))
            : newsOf({ price: news.was, isBuyable: true }, now(productId, app))
        if (product === null || is === null || names.length === 0) return []
        return [{ title: product.title, uri: product.uri, news: is, lists: names.map((list) => list.name) }]
      })
      return shown.length === 0 ? null : { firstName: account.firstName, email: account.email, items: shown }
    },
    stopToken: (accountId) => `${accountId}.${sign(accountId)}`,
    async stop(token) {
      const [accountId = '', given = ''] = token.split('.')
      const [right, is] = [Buffer.from(sign(accountId)), Buffer.from(given)]
      if (is.length !== right.length || !timingSafeEqual(is, right)) return false
      await stopMails(database.db, accountId)
      return true
    },
  }
}
