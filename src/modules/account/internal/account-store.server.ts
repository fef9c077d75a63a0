import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { PersonalRecords } from '../../../platform/data-export.ts'
import type { Address } from '../account.ts'

/** The SQL of saved addresses. */

const columns = sql`id, label, first_name as "firstName", last_name as "lastName", company_name as "companyName", address, suburb,
  state, postcode, country, phone, delivery_instructions as "deliveryInstructions", is_default as "isDefault"`

/** Saved addresses of a person, of every app. They go with the account. */
export const personalAddresses: PersonalRecords = {
  name: 'addresses',
  async held(db, { accountId }) {
    const { rows } = await sql`select app, ${columns} from account_address
      where account_id = ${accountId} order by app, created_at`.execute(db)
    return rows
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom('account_address').where('account_id', '=', accountId).execute()
  },
}

/** Records that a reminder is sent; false if it was already. */
export async function insertReminder(
  tx: Writer,
  one: {
    readonly accountId: string
    readonly orderId: string
    readonly sku: string
    readonly dueOn: Day
    readonly now: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('owned_reminder')
    .values({
      account_id: one.accountId,
      order_id: one.orderId,
      sku: one.sku,
      due_on: one.dueOn,
      sent_at: one.now,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Accounts that bought something before a day and want to be reminded, after the one with this id. */
export async function accountsToRemind(
  db: Reader,
  { before, after, limit }: { readonly before: Date; readonly after: string | null; readonly limit: number },
): Promise<readonly { readonly id: string; readonly app: AppCode }[]> {
  const { rows } = await sql<{ id: string; app: AppCode }>`
    select distinct a.id::text as id, o.app from account a
    join order_key o on o.account_id = a.id or o.cart_id in (select c.id from cart c where c.account_id = a.id)
    where a.care_reminders and a.email_confirmed_at is not null and a.winning_user_id is null
      and o.placed_at < ${before} and (${after}::text is null or a.id::text > ${after}) and a.id in (
        select id from account where ${after}::text is null or id::text > ${after} order by id::text limit ${limit})
    order by 1, 2`.execute(db)
  return rows
}

/** The default first, then by creation. */
export async function addressesOf(db: Reader | Writer, accountId: string, app: AppCode): Promise<readonly Address[]> {
  const { rows } = await sql<Address>`select ${columns} from account_address
    where account_id = ${accountId} and app = ${app} order by is_default desc, created_at, id`.execute(db)
  return rows
}

/** Two changes of one account's addresses take turns until their transactions end. */
export async function lockAddresses(tx: Writer, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`addresses of ${accountId}`}))`.execute(tx)
}

const columnsOf = (address: Omit<Address, 'id'>) => ({
  label: address.label,
  first_name: address.firstName,
  last_name: address.lastName,
  company_name: address.companyName,
  address: address.address,
  suburb: address.suburb,
  state: address.state,
  postcode: address.postcode,
  country: address.country,
  phone: address.phone,
  delivery_instructions: address.deliveryInstructions,
  is_default: address.isDefault,
})

export async function insertAddress(
  tx: Writer,
  address: Address,
  owner: { accountId: string; app: AppCode; now: Date },
): Promise<void> {
  await tx
    .insertInto('account_address')
    .values({
      ...columnsOf(address),
      id: address.id,
      account_id: owner.accountId,
      app: owner.app,
      created_at: owner.now,
    })
    .execute()
}

export async function updateAddress(tx: Writer, address: Address): Promise<void> {
  await tx.updateTable('account_address').set(columnsOf(address)).where('id', '=', address.id).execute()
}

export async function clearDefault(tx: Writer, accountId: string, app: AppCode): Promise<void> {
  await tx
    .updateTable('account_address')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('app', '=', app)
    .execute()
}

export async function makeDefault(tx: Writer, id: string): Promise<void> {
  await tx.updateTable('account_address').set({ is_default: true }).where('id', '=', id).execute()
}

export async function deleteAddress(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('account_address').where('id', '=', id).execute()
}
