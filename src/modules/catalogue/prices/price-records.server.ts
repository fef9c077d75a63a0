import { sql } from 'kysely'
import { appCodes, isAppCode, type AppCode } from '../../../brands/apps.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { centsOf, decimalString } from '../../../platform/money.ts'
import { barred } from '../../admin/admin-resource.server.ts'
import type { VolumePrice } from '../../pricing/volume-price.ts'
import { announce } from '../catalogue.server.ts'
import { writeOffer } from '../catalogue-store.server.ts'
import type { SoldOffer } from '../catalogue.ts'
import { hasWord } from '../internal/product-records.server.ts'

/** Prices as the people who keep them see them. Everything written here is told of in its own transaction. */

/** What apps ask for products: a row for each product and app. */
export const priceRecords = recordSet({
  from: sql`offer o join product p on p.id = o.product_id`,
  locked: 'o',
  key: sql`(o.product_id::text || '.' || o.app)`,
  byKey(key) {
    const offer = offerKey(key)
    return offer === null ? null : sql<boolean>`o.product_id = ${offer.productId} and o.app = ${offer.app}`
  },
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title`, sorts: 'text' },
    app: { sql: sql`o.app`, sorts: 'text' },
    price: { sql: sql`o.price_cents` },
    rrp: { sql: sql`o.rrp_cents` },
    floor: { sql: sql`o.floor_cents` },
    member: { sql: sql`o.member_cents` },
    volume: { sql: sql`o.volume_prices` },
    lineDiscount: { sql: sql`o.line_discount_cents`, sorts: 'numeric' },
    altPriceMsg: { sql: sql`o.alt_price_msg` },
    priceType: { sql: sql`o.price_type` },
    ribbons: { sql: sql`o.ribbons` },
    productId: { sql: sql`o.product_id` },
  },
  search: hasWord,
  filters: {
    app: isOne(sql`o.app`, appCodes),
    product: (id) => (numberKey(id) === null ? null : sql<boolean>`o.product_id = ${Number(id)}`),
    kind: (word) =>
      word === 'call'
        ? sql<boolean>`o.price_cents is null`
        : word === 'below-rrp'
          ? sql<boolean>`o.price_cents < o.rrp_cents`
          : word === 'at-floor'
            ? sql<boolean>`o.price_cents <= o.floor_cents`
            : word === 'member'
              ? sql<boolean>`o.member_cents is not null`
              : word === 'volume'
                ? sql<boolean>`o.volume_prices <> '[]'`
                : word === 'scheduled'
                  ? sql<boolean>`exists (select 1 from price_schedule s where s.product_id = o.product_id and s.app = o.app
                  and s.state in ('waiting', 'running'))`
                  : null,
  },
  // One a line, as its form has them.
  shaped: ({ volume, ...row }) =>
    volume === undefined ? row : { ...row, volume: (volume as readonly VolumePrice[]).map(volumeLine) },
})

const volumeLine = ({ from, price }: VolumePrice): string => `${from} | ${decimalString(price)}`

/** The prices of a form's lines '5 | 49.00', whose pattern has been checked. */
export const volumePricesOf = (lines: readonly string[]): VolumePrice[] =>
  lines.map((line) => {
    const [from = '', price = ''] = barred(line)
    return { from: Number(from), price: centsOf(Number(price)) }
  })

export function offerKey(key: string): { readonly productId: number; readonly app: AppCode } | null {
  const [id = '', app = ''] = key.split('.')
  const productId = numberKey(id)
  return productId === null || !isAppCode(app) ? null : { productId, app }
}

export async function writePrice(tx: Writer, key: string, values: RecordValues, now: Date): Promise<void> {
  const offer = offerKey(key)
  const before = await priceRecords.lock(tx, key)
  if (offer === null) throw new Error(`no price has the key ${key}`)
  const all = { ...before, ...values }
  const { price = null, rrp = null, lineDiscount, altPriceMsg, priceType, ribbons, floor = null, member = null } = all
  const volume = volumePricesOf((all['volume'] ?? []) as readonly string[])
  await writeOffer(
    tx,
    offer.productId,
    offer.app,
    {
      price: price as number | null,
      rrp: rrp as number | null,
      lineDiscount: Number(lineDiscount ?? 0),
      ...(typeof altPriceMsg === 'string' ? { altPriceMsg } : {}),
      priceType: priceType === 'manufacturer' ? 'manufacturer' : 'winning',
      ribbons: (ribbons ?? []) as NonNullable<SoldOffer['ribbons']>,
    },
    now,
  )
  await tx
    .updateTable('offer')
    .set({
      floor_cents: floor as number | null,
      member_cents: member as number | null,
      volume_prices: JSON.stringify(volume),
    })
    .where('product_id', '=', offer.productId)
    .where('app', '=', offer.app)
    .execute()
  await announce(tx, { products: [offer.productId] })
}

/** The app sells the product no more. */
export async function removePrice(tx: Writer, key: string): Promise<void> {
  const offer = offerKey(key)
  if (offer === null) return
  await tx.deleteFrom('offer').where('product_id', '=', offer.productId).where('app', '=', offer.app).execute()
  await announce(tx, { products: [offer.productId] })
}
