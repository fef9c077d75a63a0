import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database.server.ts'
import type { Address } from './account.ts'

/** The SQL of saved addresses. */

const columns = sql`id, label, first_name as "firstName", last_name as "lastName", company_name as "companyName", address, suburb,
  state, postcode, country, phone, delivery_instructions as "deliveryInstructions", is_default as "isDefault"`

/** The default first, then in the order they were made. */
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
