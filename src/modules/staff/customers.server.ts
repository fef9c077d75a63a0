import type { Brand } from '../../brands/brands.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type FieldError } from '../../platform/result.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import { cleanPhone } from '../../platform/text/phone.ts'
import { isWebAddress } from '../../platform/text/web-address.ts'
import type { Carts } from '../cart/cart.server.ts'
import { maxPerLine } from '../cart/cart.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { customersBy } from '../identity/identity.server.ts'
import { can } from '../identity/policy.ts'
import type { Orders } from '../orders/orders.server.ts'
import { agreedPriceProblem } from '../pricing/agreed-price.ts'
import type { Offer } from '../pricing/pricing.ts'
import { priceText, textErrors } from './internal/field-errors.ts'
import { limitOf, offerOf } from './internal/offers.server.ts'
import type { StaffAudit, Done } from './internal/staff-audit.server.ts'
import type { Member } from './staff.ts'

/** Whom a member works for: finding them, and the cart that the member fills in their name. */

/** What is known of somebody who is on the telephone, or in the showroom. */
export type FoundCustomer = {
  /** Lower case. */
  readonly email: string
  /** '' when only an order or a cart is known. */
  readonly name: string
  readonly phone: string | null
  readonly accountId: string | null
  readonly carts: readonly {
    readonly id: string
    readonly pieces: number
    readonly total: Cents
    readonly updatedAt: Date
  }[]
  readonly orders: readonly {
    readonly webOrderId: string
    readonly placedAt: Date
    readonly state: string
    readonly total: Cents
  }[]
}

/** The cart that a member works in, line by line. */
export type WorkedCart = {
  readonly id: string
  readonly customerEmail: string | null
  readonly total: Cents
  readonly lines: readonly {
    readonly productCode: string
    readonly title: string
    readonly quantity: number
    readonly unit: Cents
    readonly shopPrice: Cents | null
    readonly agreed: Cents | null
    /** Whether its price may be agreed on (decision cart-14). */
    readonly hasPriceEdit: boolean
  }[]
}

export type LineChange = {
  readonly productCode: string
  /** 0 takes it out. */
  readonly quantity: number
  readonly price: Cents | null
  readonly reason: string
  readonly competitorUrl: string
}

export interface Customers {
  /** By a whole e-mail address, telephone number or order number. */
  find(member: Member, text: string): Done<readonly FoundCustomer[]>
  /** From now on the member works in this cart of the customer, or where none is named in the one the customer has or gets. */
  open(member: Member, email: string, cartId: string | null): Done<null>
  /** The member works for nobody any more. */
  finish(member: Member): Done<null>
  cart(member: Member): Promise<WorkedCart | null>
  /** Changes a line of it; another price takes a reason. */
  changeLine(member: Member, change: LineChange): Done<null>
}

export function createCustomers({
  database,
  catalogue,
  carts,
  orders,
  audit: { permitted, write },
}: {
  database: Database
  catalogue: Pick<Catalogue, 'product' | 'productBySku'>
  carts: Pick<Carts, 'assisted' | 'openCartsOf' | 'attendFor' | 'leave' | 'changeForStaff'>
  orders: Pick<Orders, 'ofCustomer'>
  audit: Pick<StaffAudit, 'permitted' | 'write'>
}): Customers {
  const sources = { database, carts, orders }

  const customers: Customers = {
    find: async (member, given) => {
      const text = given.trim()
      const email = isStandardEmail(text) ? text.toLowerCase() : null
      const webOrderId = /^w\d{8}$/i.test(text) ? text.toUpperCase() : null
      const digits = cleanPhone(text)
      const phone = email === null && webOrderId === null && /^\d{8,15}$/.test(digits) ? digits : null
      const isWhole = email !== null || webOrderId !== null || phone !== null
      const found =
        isWhole && can(member.principal, 'sell')
          ? await customersNamed(sources, { email, phone, webOrderId }, member)
          : []
      return permitted(member, 'sell', 'find customer', 'customers', async (tx) => {
        const message = 'Please enter a full email, phone or order number'
        if (!isWhole) return err({ code: 'validation', errors: [{ field: 'find', message }] })
        await write(tx, member, 'find customer', 'customers', null, { text, found: found.map((one) => one.email) })
        return ok(found)
      })
    },
    open: async (member, given, cartId) => {
      const email = given.trim().toLowerCase()
      const subject = `cart of ${email}`
      const customer = isStandardEmail(email) ? await customerOf(sources, member.brand, email, { isNew: true }) : null
      return permitted(member, 'sell', 'work for customer', subject, async (tx) => {
        // Only what is the customer's: a cart's id alone opens nothing.
        const isTheirs = cartId === null || customer?.carts.some((one) => one.id === cartId) === true
        if (customer === null || !isTheirs) return err({ code: 'not_found' })
        const who = { cartId, accountId: customer.accountId, email }
        const opened = await carts.attendFor(tx, member.brand, member.principal.userId, who)
        if (!opened.ok) return err({ code: 'cart', problem: opened.problem })
        await write(tx, member, 'work for customer', subject, null, { cartId: opened.value.id })
        return ok(null)
      })
    },
    finish: (member) =>
      permitted(member, 'sell', 'finish with customer', 'cart', async (tx) => {
        await carts.leave(tx, member.brand, member.principal.userId)
        await write(tx, member, 'finish with customer', 'cart', null, null)
        return ok(null)
      }),
    async cart({ brand, principal }) {
      const assisted = await carts.assisted(brand, principal.userId)
      if (assisted === null) return null
      const { cart, customerEmail } = assisted
      return {
        id: cart.id,
        customerEmail,
        total: cart.totals.orderTotal,
        lines: workedLines(catalogue, brand, assisted),
      }
    },
    changeLine: async (member, { productCode, quantity, price, reason: given, competitorUrl: link }) => {
      const before = await customers.cart(member)
      const line = before?.lines.find((one) => one.productCode === productCode)
      const subject = `cart ${before?.id ?? ''}, ${productCode}`
      return permitted(member, 'sell', 'change line', subject, async (tx) => {
        const product = catalogue.productBySku(productCode)
        const found = product === null ? null : offerOf(catalogue, product.id, member.brand)
        if (line === undefined || found === null) return err({ code: 'not_found' })
        const limit = await limitOf(tx, member.principal.userId)
        const change = { productCode, quantity, price, reason: given.trim(), competitorUrl: link.trim() }
        const errors = changeErrors(change, line.agreed, found.offer, limit)
        if (errors.length > 0) return err({ code: 'validation', errors })
        const requested = { productCode, quantity, agreed: price }
        const done = await carts.changeForStaff(tx, member.brand, member.principal.userId, requested)
        if (!done.ok) return err({ code: 'cart', problem: done.problem })
        const { quantity: was, agreed } = line
        await write(
          tx,
          member,
          'change line',
          subject,
          { quantity: was, agreed },
          { ...requested, reason: change.reason, competitorUrl: change.competitorUrl },
        )
        return ok(null)
      })
    },
  }
  return customers
}

/** Where customers of an app are looked for. */
type CustomerSources = {
  readonly database: Database
  readonly carts: Pick<Carts, 'openCartsOf'>
  readonly orders: Pick<Orders, 'ofCustomer'>
}

async function customersNamed(
  sources: CustomerSources,
  named: Readonly<Record<'email' | 'phone' | 'webOrderId', string | null>>,
  { brand }: Pick<Member, 'brand'>,
): Promise<readonly FoundCustomer[]> {
  const { email, phone } = named
  const placed = await sources.orders.ofCustomer(brand.app, named)
  const known = email === null && phone === null ? [] : await customersBy(sources.database.db, { email, phone })
  const addresses = [
    ...known.map((one) => one.email),
    ...placed.map((order) => order.snapshot.contact.email.toLowerCase()),
    ...(email === null ? [] : [email]),
  ]
  const found = await Promise.all([...new Set(addresses)].slice(0, 10).map((one) => customerOf(sources, brand, one)))
  return found.filter((one) => one !== null)
}

/** What an app knows of an address; null when that is nothing and nobody new is meant. */
async function customerOf(
  { database, carts, orders }: CustomerSources,
  brand: Brand,
  email: string,
  { isNew = false } = {},
): Promise<FoundCustomer | null> {
  const [account = null] = await customersBy(database.db, { email, phone: null })
  const placed = await orders.ofCustomer(brand.app, { email, phone: null, webOrderId: null })
  const open = await carts.openCartsOf(brand, { accountId: account?.id ?? null, email })
  if (account === null && placed.length === 0 && open.length === 0 && !isNew) return null
  const [last] = placed
  const address = last?.snapshot.delivery.address
  return {
    email,
    name:
      account === null
        ? [address?.firstName, address?.lastName].join(' ').trim()
        : `${account.firstName} ${account.lastName}`,
    phone: account?.phone ?? last?.snapshot.contact.phone ?? null,
    accountId: account?.id ?? null,
    carts: open.map(({ cart, updatedAt }) => ({
      id: cart.id,
      pieces: cart.lines.reduce((sum, line) => sum + line.quantity, 0),
      total: cart.totals.orderTotal,
      updatedAt,
    })),
    orders: placed.slice(0, 10).map(({ webOrderId, placedAt, state, snapshot }) => ({
      webOrderId,
      placedAt,
      state,
      total: snapshot.totals.total,
    })),
  }
}

/** The lines of the cart that a member works in, with what the shop asks for each. */
function workedLines(
  catalogue: Pick<Catalogue, 'product'>,
  brand: Brand,
  { cart, agreed }: NonNullable<Awaited<ReturnType<Carts['assisted']>>>,
): WorkedCart['lines'] {
  return cart.lines.map((line) => {
    const offer = offerOf(catalogue, line.productId, brand)?.offer ?? null
    return {
      productCode: line.productCode,
      title: line.title,
      quantity: line.quantity,
      unit: line.price,
      shopPrice: offer?.price ?? null,
      agreed: agreed.get(line.productCode) ?? null,
      hasPriceEdit: offer !== null && offer.price !== null && offer.priceType !== 'manufacturer',
    }
  })
}

function changeErrors(
  { quantity, price, reason, competitorUrl }: LineChange,
  agreed: Cents | null,
  offer: Offer,
  limit: number,
): FieldError[] {
  const isOther = price !== agreed
  const isAmount = price === null || Number.isSafeInteger(price)
  const wrong = !isOther || price === null || !isAmount ? null : agreedPriceProblem(offer, price, limit)
  return [
    ...(Number.isInteger(quantity) && quantity >= 0 && quantity <= maxPerLine
      ? []
      : [{ field: 'quantity', message: 'The quantity must be from 0 to 99' }]),
    ...(isAmount ? [] : [{ field: 'price', message: 'Please enter an amount' }]),
    ...(wrong === null ? [] : [{ field: 'price', message: priceText(wrong, limit) }]),
    ...(isOther && quantity > 0 && reason === ''
      ? [{ field: 'reason', message: 'Please enter a reason for the price' }]
      : textErrors('reason', reason, 0, 300, '')),
    ...(competitorUrl === '' || isWebAddress(competitorUrl)
      ? []
      : [{ field: 'competitorUrl', message: 'Please enter the link to the offer, with https://' }]),
  ]
}
