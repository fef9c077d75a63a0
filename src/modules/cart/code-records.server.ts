import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Writer } from '../../platform/database/database.server.ts'
import { isOne, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'

/** Discount codes, for the back office. Carts read them each time, so a change applies immediately. */

export const couponRecords = recordSet({
  from: sql`coupon c`,
  locked: 'c',
  key: sql`c.code`,
  byKey: (key) => sql<boolean>`c.code = ${key}`,
  columns: {
    code: { sql: sql`c.code`, sorts: 'text' },
    kind: { sql: sql`c.kind`, sorts: 'text' },
    // Percent for one kind, cents for another: two fields of a form.
    percent: { sql: sql`case when c.kind = 'percentage' then c.value end` },
    amount: { sql: sql`case when c.kind = 'amount' then c.value end` },
    apps: { sql: sql`c.apps` },
    startsOn: { sql: sql`c.starts_on`, sorts: 'date' },
    endsOn: { sql: sql`c.ends_on` },
    minimumSpend: { sql: sql`c.minimum_spend_cents`, sorts: 'numeric' },
    usesPerEmail: { sql: sql`c.uses_per_email` },
    excludedBrands: { sql: sql`c.excluded_brands` },
    uses: { sql: sql`(select count(*)::integer from coupon_use u where u.code = c.code)` },
  },
  search: [sql`c.code`],
  filters: {
    app: (app) => (appCodes.some((one) => one === app) ? sql<boolean>`${app} = any(c.apps)` : null),
    kind: isOne(sql`c.kind`, ['percentage', 'amount', 'free-delivery']),
  },
})

const columns = {
  kind: 'kind',
  apps: 'apps',
  startsOn: 'starts_on',
  endsOn: 'ends_on',
  minimumSpend: 'minimum_spend_cents',
  usesPerEmail: 'uses_per_email',
  excludedBrands: 'excluded_brands',
} as const

/** All fields of a coupon: its effect depends on its kind. */
function couponRow(values: RecordValues): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) if (values[name] !== undefined) row[column] = values[name]
  const { kind, percent, amount } = values
  row['value'] = kind === 'percentage' ? Number(percent) : kind === 'amount' ? Number(amount) : 0
  return row
}

/** `values` are all of them, changed ones and others. */
export async function updateCoupon(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('coupon').set(couponRow(values)).where('code', '=', key).execute()
}

export async function insertCoupon(tx: Writer, values: RecordValues): Promise<string> {
  const code = String(values['code']).toUpperCase()
  await tx
    .insertInto('coupon')
    .values({ ...couponRow(values), code } as never)
    .execute()
  return code
}

/** Fails while orders have used it: they name it. */
export async function removeCoupon(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('coupon').where('code', '=', key).execute()
}

export const giftCardRecords = recordSet({
  from: sql`gift_card g`,
  locked: 'g',
  key: sql`g.code`,
  byKey: (key) => sql<boolean>`g.code = ${key}`,
  columns: {
    code: { sql: sql`g.code`, sorts: 'text' },
    currency: { sql: sql`g.currency`, sorts: 'text' },
    balance: { sql: sql`g.balance_cents`, sorts: 'numeric' },
    expiresOn: { sql: sql`g.expires_on`, sorts: 'date' },
  },
  search: [sql`g.code`],
  filters: {
    currency: isOne(sql`g.currency`, ['AUD', 'NZD']),
    state: (word) =>
      word === 'open'
        ? sql<boolean>`g.balance_cents > 0 and g.expires_on >= current_date`
        : word === 'empty'
          ? sql<boolean>`g.balance_cents = 0`
          : word === 'expired'
            ? sql<boolean>`g.expires_on < current_date`
            : null,
  },
})

export async function updateGiftCard(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { balance, expiresOn } = values
  await tx
    .updateTable('gift_card')
    .set({
      ...(balance === undefined ? {} : { balance_cents: Number(balance) }),
      ...(expiresOn === undefined ? {} : { expires_on: String(expiresOn) }),
    })
    .where('code', '=', key)
    .execute()
}

export async function insertGiftCard(tx: Writer, values: RecordValues): Promise<string> {
  const code = String(values['code']).toUpperCase()
  await tx
    .insertInto('gift_card')
    .values({
      code,
      currency: String(values['currency']),
      balance_cents: Number(values['balance']),
      expires_on: String(values['expiresOn']),
    })
    .execute()
  return code
}
