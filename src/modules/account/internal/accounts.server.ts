import { changeAccount } from './account-changes.server.ts'
import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Reader } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type FieldError, type Result } from '../../../platform/result.ts'
import type { Geography } from '../../geo/geo.server.ts'
import type { ProfileAddress } from '../../identity/identity.ts'
import type { AccountRecords } from '../../identity/identity.server.ts'
import type { Orders } from '../../orders/orders.server.ts'
import {
  accountInfoOf,
  changesOf,
  cleanAddress,
  invoiceOf,
  invoicePageSize,
  invoiceSummaryOf,
  maxAddresses,
  orderPageSize,
  orderSummaryOf,
  patchErrors,
  savedAddressErrors,
  type AccountInfo,
  type Address,
  type AddressInput,
  type Invoice,
  type InvoiceList,
  type OrderList,
  type ProfilePatch,
} from '../account.ts'
import {
  addressesOf,
  clearDefault,
  deleteAddress,
  insertAddress,
  lockAddresses,
  makeDefault,
  updateAddress,
} from './account-store.server.ts'

export type AccountProblem =
  | { readonly code: 'validation'; readonly errors: readonly FieldError[] }
  | { readonly code: 'address_gone' | 'too_many_addresses' }

/** The account of a signed-in customer. Callers have verified that it is theirs. */
export interface Accounts {
  info(userId: string): Promise<AccountInfo | null>
  patch(app: AppCode, userId: string, patch: ProfilePatch): Promise<Result<AccountInfo | null, AccountProblem>>
  addresses(brand: Brand, userId: string): Promise<readonly Address[]>
  /** Adds an address, or changes the one with its id. The first one is always the default. */
  saveAddress(brand: Brand, userId: string, input: AddressInput): Promise<Result<Address, AccountProblem>>
  /** Takes one away, if it is there; when it was the default the next one becomes it. */
  deleteAddress(brand: Brand, userId: string, id: string): Promise<void>
  /** From page 0, newest first. */
  invoices(brand: Brand, userId: string, page: number): Promise<InvoiceList>
  invoice(brand: Brand, userId: string, id: string): Promise<Invoice | null>
  /** From page 0, newest first, paid or not. */
  orders(brand: Brand, userId: string, page: number): Promise<OrderList>
}

export function createAccounts({
  database,
  records,
  orders,
  geography,
  clock,
  ids,
}: {
  database: Database
  records: AccountRecords
  orders: Pick<Orders, 'ofAccount' | 'ofAccountById' | 'countOfAccount' | 'paymentsOf'>
  geography: Pick<Geography, 'find'>
  clock: Clock
  ids: Ids
}): Accounts {
  /** The city comes from the place and is not stored again. */
  const withCity = (address: Address): Address => {
    const place = geography.find(address.country, address.suburb, address.state ?? '', address.postcode)
    return place === null ? address : { ...address, city: place.city }
  }

  const info = async (userId: string) => {
    const account = await records.byId(userId)
    return account === null ? null : accountInfoOf(account)
  }

  return {
    info,
    async patch(app, userId, patch) {
      const errors = patchErrors(patch)
      if (errors.length > 0) return err({ code: 'validation', errors })
      await changeAccount({ database, records }, { app, userId, changes: changesOf(patch), now: clock.now() })
      return ok(await info(userId))
    },
    addresses: async (brand, userId) => (await addressesOf(database.db, userId, brand.app)).map(withCity),
    async saveAddress(brand, userId, input) {
      const errors = savedAddressErrors(input)
      const place = geography.find(brand.country, input.suburb, input.state ?? '', input.postcode)
      if (place === null && !errors.some(({ field }) => field === 'suburb'))
        errors.push({ field: 'suburb', message: 'Please enter a valid suburb' })
      if (errors.length > 0) return err({ code: 'validation', errors })
      // A place is stored with its official spelling.
      const clean = { ...cleanAddress(input), ...(place === null ? {} : { suburb: place.suburb, state: place.state }) }
      return database.transaction(async (tx) => {
        await lockAddresses(tx, userId)
        const known = await addressesOf(tx, userId, brand.app)
        const old = input.id == null ? null : known.find((one) => one.id === input.id)
        if (old === undefined) return err({ code: 'address_gone' as const })
        if (old === null && known.length >= maxAddresses) return err({ code: 'too_many_addresses' as const })
        const isDefault = clean.isDefault || known.length === 0 || old?.isDefault === true
        const address: Address = { ...clean, id: old?.id ?? ids.uuid(), isDefault }
        if (isDefault) await clearDefault(tx, userId, brand.app)
        if (old === null) await insertAddress(tx, address, { accountId: userId, app: brand.app, now: clock.now() })
        else await updateAddress(tx, address)
        return ok(withCity(address))
      })
    },
    async deleteAddress(brand, userId, id) {
      await database.transaction(async (tx) => {
        await lockAddresses(tx, userId)
        const known = await addressesOf(tx, userId, brand.app)
        const gone = known.find((one) => one.id === id)
        if (gone === undefined) return
        await deleteAddress(tx, id)
        const next = known.find((one) => one.id !== id)
        if (gone.isDefault && next !== undefined) await makeDefault(tx, next.id)
      })
    },
    async invoices(brand, userId, page) {
      const which = { accountId: userId, app: brand.app, isInvoiced: true }
      const [items, totalCount] = await Promise.all([
        orders.ofAccount(which, { offset: page * invoicePageSize, limit: invoicePageSize }),
        orders.countOfAccount(which),
      ])
      const payments = await orders.paymentsOf(items.map((order) => order.id))
      return {
        items: items.map((order) => invoiceSummaryOf(order, payments.get(order.id)?.[0]?.paidAt ?? order.placedAt)),
        page,
        pageSize: invoicePageSize,
        totalCount,
      }
    },
    async invoice(brand, userId, id) {
      const order = await orders.ofAccountById({ accountId: userId, app: brand.app, isInvoiced: true }, id)
      if (order === null) return null
      return invoiceOf(order, (await orders.paymentsOf([order.id])).get(order.id) ?? [])
    },
    async orders(brand, userId, page) {
      const which = { accountId: userId, app: brand.app, isInvoiced: false }
      const [found, totalCount] = await Promise.all([
        orders.ofAccount(which, { offset: page * orderPageSize, limit: orderPageSize }),
        orders.countOfAccount(which),
      ])
      return { orders: found.map(orderSummaryOf), page, pageSize: orderPageSize, totalCount }
    },
  }
}

/** An account's default address in an app, for prefilled forms. */
export async function defaultAddressOf(db: Reader, accountId: string, app: AppCode): Promise<ProfileAddress | null> {
  const [address] = await addressesOf(db, accountId, app)
  if (address === undefined || !address.isDefault) return null
  const { firstName, lastName, suburb, postcode, country, deliveryInstructions } = address
  return {
    firstName,
    lastName,
    companyName: address.companyName ?? '',
    address: address.address,
    suburb,
    state: address.state ?? '',
    postcode,
    country,
    ...(deliveryInstructions === null ? {} : { deliveryInstructions }),
  }
}
