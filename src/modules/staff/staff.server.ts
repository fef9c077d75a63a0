import { isAppCode, timeZoneOf, type AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { days, hours, type Clock } from '../../platform/clock.ts'
import type { Database, Reader, Writer } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { isStandardEmail } from '../../platform/email.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Cents } from '../../platform/money.ts'
import { cleanPhone } from '../../platform/phone.ts'
import { accepted, refused, type Result } from '../../platform/result.ts'
import { mostOfOneLine, type CartProblem } from '../cart/cart.ts'
import type { Carts } from '../cart/cart.server.ts'
import { buyableLines, type SentCart, type SentCarts } from '../cart/sent-carts.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductSummary, StockAtWarehouse } from '../catalogue/catalogue.ts'
import { heldUnits } from '../catalogue/stock.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import type { Staff } from '../identity/identity.ts'
import { customersBy, staffOfSession } from '../identity/identity.server.ts'
import { may, type Act } from '../identity/policy.ts'
import type { Orders } from '../orders/orders.server.ts'
import { agreedPriceProblem, unitPrice, usualDiscountPercent, type PriceRefusal } from '../pricing/agreed-price.ts'
import type { PriceChange } from '../pricing/price-history.ts'
import { quoteNumberIn, quoteTokenIn, type MadeQuote } from '../quotes/quotes.ts'
import type { Quotes } from '../quotes/quotes.server.ts'
import { offerIn, type Offer } from '../pricing/pricing.ts'
import { record } from './audit.server.ts'
import {
  competitorPricesOf,
  costOf,
  insertCompetitorPrice,
  insertNote,
  notesOf,
  setCost,
  type CompetitorPrice,
  type ProductNote,
} from './product-facts-store.server.ts'
import type { PanelTokenMaker, PanelTokenProblem } from './panel-tokens.server.ts'
import {
  deleteProject,
  discountLimitOf,
  insertProject,
  lockProject,
  projectById,
  projectExists,
  projectsOf,
  updateProject,
  writeLines,
  type Keeper,
} from './projects-store.server.ts'
import {
  deleteReminder,
  lockReminder,
  putReminder,
  reminderById,
  remindersOf,
  statsOf,
  type ReminderStats,
} from './reminders-store.server.ts'
import { forgetSessions, insertSession, sessionBySecret, useToken } from './staff-sessions-store.server.ts'
import {
  marginOf,
  panelSessionMs,
  projectsOnPage,
  projectStatuses,
  salesDays,
  shownReminders,
  type PanelTokens,
  type Project,
  type ProjectLine,
  type Reminder,
} from './staff.ts'

/** Somebody of ours at work, and where: which app's products and prices, and which page their panel belongs to. */
export type Member = {
  readonly principal: Staff
  readonly firstName: string
  readonly brand: Brand
  readonly parent: string
}

/** Whose reminders and projects: all that matters of somebody who works on the shop's own pages. */
export type Owner = Pick<Staff, 'userId' | 'winningUserId' | 'subdivision'>

export type FieldFault = { readonly field: string; readonly message: string }

export type StaffProblem =
  | { readonly code: 'not_allowed' | 'not_found' }
  | { readonly code: 'changed_meanwhile' }
  | { readonly code: 'validation'; readonly faults: readonly FieldFault[] }
  | { readonly code: 'cart'; readonly problem: CartProblem }

type Done<Value> = Promise<Result<Value, StaffProblem>>

export type ProjectInput = Pick<Project, 'name' | 'customerName' | 'customerEmail' | 'customerPhone' | 'status'>
export type ReminderInput = Omit<Reminder, 'id'>

/** A line of a project with what its product is and costs today. */
export type PricedProjectLine = ProjectLine & {
  /** Null when the app sells it no more. */
  readonly product: Pick<ProductSummary, 'sku' | 'title' | 'uri'> | null
  /** What the shop asks for a unit; null where nothing can be said. */
  readonly shopPrice: Cents | null
  readonly unit: Cents | null
}

export type PricedProject = Omit<Project, 'lines'> & {
  readonly lines: readonly PricedProjectLine[]
  readonly total: Cents
}

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

const pageSize = projectsOnPage
const historyDays = 365
const mostLines = 100

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

/** A quote that somebody says on the telephone, as it stands today. */
export type FoundQuote = {
  readonly number: string
  readonly madeAt: Date
  readonly expiresAt: Date
  readonly cart: SentCart['cart']
  readonly gone: readonly string[]
  /** With delivery and services, when a shopper made it; null for one of ours. */
  readonly made: MadeQuote | null
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

export interface StaffDesk {
  /** Trades the tokens of a panel's address for a sign-in at the staff host, once. Answers the secret of its cookie. */
  exchange(
    tokens: PanelTokens,
    parent: string,
  ): Promise<Result<{ readonly secret: string }, PanelTokenProblem | 'token_used' | 'session_ended'>>
  /** Who works with a cookie's secret; null when the sign-in, here or at the identity host, is over. */
  memberOf(secret: string): Promise<Member | null>
  forget(): Promise<void>
  /** Writes down what somebody was refused. */
  refuse(who: Owner | null, app: AppCode | null, act: string, subject: string, outcome: string): Promise<void>

  reminders: {
    /** Those not done, the soonest first (STAFF-16, decision staff-14). */
    soonest(owner: Owner): Promise<{ readonly totalCount: number; readonly reminders: readonly Reminder[] }>
    list(
      owner: Owner,
      range: {
        readonly from: Date | null
        readonly to: Date | null
        readonly isDone: boolean | null
        readonly page: number
      },
    ): Promise<{ readonly totalCount: number; readonly reminders: readonly Reminder[] }>
    byId(owner: Owner, id: string): Promise<Reminder | null>
    create(member: Member, input: ReminderInput): Done<Reminder>
    change(member: Member, id: string, input: ReminderInput): Done<Reminder>
    remove(member: Member, id: string): Done<null>
    stats(member: Member, range: { readonly from: Date | null; readonly to: Date | null }): Promise<ReminderStats>
  }
  projects: {
    list(
      owner: Owner,
      brand: Brand,
      which: { readonly search: string; readonly email: string | null; readonly page: number },
    ): Promise<{ readonly totalCount: number; readonly projects: readonly PricedProject[] }>
    byId(member: Member, id: string): Promise<PricedProject | null>
    create(member: Member, input: ProjectInput, lines?: readonly ProjectLine[]): Done<PricedProject>
    /** `version` is the one that was looked at: somebody else's change in between is not undone unseen. */
    change(
      member: Member,
      id: string,
      version: number | null,
      work: (project: Project) => { readonly input?: ProjectInput; readonly lines?: readonly ProjectLine[] },
    ): Done<PricedProject>
    /** Puts a product into a project; where it stands in that room already, more of it. */
    add(member: Member, id: string, sku: string, room: string, quantity: number): Done<PricedProject>
    remove(member: Member, id: string): Done<null>
    /** Mails all its lines, at the prices agreed on, to the customer, who can order by the link in it. */
    quote(member: Member, id: string): Done<PricedProject>
    /** How many percent the member may take off a price. */
    discountPercent(member: Member): Promise<number>
    /** Puts all its lines, at the prices agreed on, into the cart that the member works in (decision staff-13). */
    toCart(member: Member, id: string): Done<PricedProject>
  }
  customers: {
    /** By a whole e-mail address, telephone number or order number. */
    find(member: Member, text: string): Done<readonly FoundCustomer[]>
    /** From now on the member works in this cart of the customer, or where none is named in the one the customer has or gets. */
    open(member: Member, email: string, cartId: string | null): Done<null>
    /** The member works for nobody any more. */
    finish(member: Member): Done<null>
    cart(member: Member): Promise<WorkedCart | null>
    /** Changes a line of it; another price takes a reason. */
    changeLine(
      member: Member,
      change: {
        readonly productCode: string
        /** 0 takes it out. */
        readonly quantity: number
        readonly price: Cents | null
        readonly reason: string
        readonly competitorUrl: string
      },
    ): Done<null>
  }
  quotes: {
    /** By its number or its link. */
    find(member: Member, text: string): Done<FoundQuote>
    /** Puts what can be had of it, at the prices that hold, into the cart that the member works in; once is as good as twice. */
    toCart(member: Member, number: string): Done<null>
    /** Makes a project of its products. A price that holds is agreed on as far as the member may. */
    toProject(member: Member, number: string): Done<PricedProject>
  }
  products: {
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
}

export function createStaffDesk({
  database,
  catalogue,
  carts,
  sentCarts,
  quotes,
  orders,
  tokens,
  delivery,
  brandOf,
  clock,
  ids,
}: {
  database: Database
  catalogue: Pick<Catalogue, 'product' | 'productBySku' | 'priceChanges'>
  carts: Pick<
    Carts,
    'putForStaff' | 'attended' | 'openCartsOf' | 'attendFor' | 'leave' | 'changeForStaff' | 'putSentForStaff'
  >
  sentCarts: Pick<SentCarts, 'quote' | 'open' | 'byNumber'>
  quotes: Pick<Quotes, 'madeOf'>
  orders: Pick<Orders, 'soldSince' | 'ofCustomer'>
  tokens: Pick<PanelTokenMaker, 'check'>
  delivery: Pick<Delivery, 'warehouses'>
  brandOf: (app: AppCode) => Brand
  clock: Clock
  ids: Ids
}): StaffDesk {
  const keeperOf = ({ userId, subdivision }: Owner): Keeper => ({ accountId: userId, subdivision })

  const write = (
    tx: Writer,
    { principal, brand }: Member,
    act: string,
    subject: string,
    before: object | null,
    after: object | null,
  ): Promise<void> =>
    record(tx, {
      at: clock.now(),
      accountId: principal.userId,
      winningUserId: principal.winningUserId,
      app: brand.app,
      act,
      subject,
      outcome: 'done',
      before,
      after,
    })

  function refuse(
    who: Owner | null,
    app: AppCode | null,
    act: string,
    subject: string,
    outcome: string,
  ): Promise<void> {
    const { userId = null, winningUserId = null } = who ?? {}
    return database.transaction((tx) =>
      record(tx, {
        at: clock.now(),
        accountId: userId,
        winningUserId,
        app,
        act,
        subject,
        outcome,
        before: null,
        after: null,
      }),
    )
  }

  /** Does what the policy lets the member do; what it does not is written down. */
  async function permitted<Value>(
    member: Member,
    policy: Act,
    act: string,
    subject: string,
    work: (tx: Writer) => Done<Value>,
  ): Done<Value> {
    const refusal = await (may(member.principal, policy)
      ? undone(work)
      : Promise.resolve(refused({ code: 'not_allowed' } as const)))
    const isHidden = !refusal.ok && (refusal.problem.code === 'not_allowed' || refusal.problem.code === 'not_found')
    if (isHidden) await refuse(member.principal, member.brand.app, act, subject, refusal.problem.code)
    return refusal
  }

  /** A transaction of which nothing stays when it answers with a refusal. */
  async function undone<Value>(work: (tx: Writer) => Done<Value>): Done<Value> {
    try {
      return await database.transaction(async (tx) => {
        const done = await work(tx)
        if (!done.ok) throw new Undone(done.problem)
        return done
      })
    } catch (error) {
      if (error instanceof Undone) return refused(error.problem)
      throw error
    }
  }

  function offerOf(productId: number, brand: Brand): { product: ProductSummary; offer: Offer } | null {
    const product = catalogue.product(productId)
    const sold = product?.offers[brand.app]
    return product === null || sold === undefined ? null : { product, offer: offerIn(sold, brand) }
  }

  function priced(project: Project): PricedProject {
    const brand = brandOf(project.app)
    const lines = project.lines.map((line): PricedProjectLine => {
      const found = offerOf(line.productId, brand)
      if (found === null) return { ...line, product: null, shopPrice: null, unit: null }
      return {
        ...line,
        product: found.product,
        shopPrice: found.offer.price,
        unit: unitPrice(found.offer, line.agreed),
      }
    })
    return { ...project, lines, total: lines.reduce((sum, line) => sum + (line.unit ?? 0) * line.quantity, 0) }
  }

  const limitOf = async (db: Reader | Writer, accountId: string): Promise<number> =>
    (await discountLimitOf(db, accountId)) ?? usualDiscountPercent

  /** What is wrong with lines that are to be kept, given those that were there: what was agreed before stays agreed. */
  async function lineFaults(
    tx: Writer,
    member: Member,
    lines: readonly ProjectLine[],
    before: readonly ProjectLine[],
  ): Promise<FieldFault[]> {
    const limit = await limitOf(tx, member.principal.userId)
    const keys = lines.map((line) => `${line.productId} ${line.room}`)
    const twice = keys.find((key, at) => keys.indexOf(key) !== at)
    return [
      ...(lines.length > mostLines ? [{ field: 'lines', message: `A project has at most ${mostLines} lines` }] : []),
      ...(twice === undefined ? [] : [{ field: 'lines', message: 'A product stands once in each room' }]),
      ...lines.flatMap((line, at) => {
        const field = `lines.${at}`
        const found = offerOf(line.productId, member.brand)
        const was = before.find((one) => one.productId === line.productId && one.room === line.room)
        const faults: FieldFault[] = []
        if (found === null && was === undefined)
          faults.push({ field: `${field}.sku`, message: 'There is no such product in this shop' })
        if (!Number.isInteger(line.quantity) || line.quantity < 1 || line.quantity > 99)
          faults.push({ field: `${field}.quantity`, message: 'The quantity must be from 1 to 99' })
        if (line.room.length > 60) faults.push({ field: `${field}.room`, message: 'A room has at most 60 characters' })
        if (line.agreed !== null && line.agreed !== (was?.agreed ?? null) && found !== null) {
          const isAmount = Number.isSafeInteger(line.agreed)
          const problem = isAmount ? agreedPriceProblem(found.offer, line.agreed, limit) : null
          if (!isAmount) faults.push({ field: `${field}.price`, message: 'Please enter an amount' })
          else if (problem !== null) faults.push({ field: `${field}.price`, message: priceText(problem, limit) })
        }
        return faults
      }),
    ]
  }

  async function quoteNamed({ brand }: Pick<Member, 'brand'>, text: string): Promise<SentCart | null> {
    const [number, token] = [quoteNumberIn(text), quoteTokenIn(text)]
    const sent =
      number !== null
        ? await sentCarts.byNumber(brand, number)
        : token === null
          ? null
          : await sentCarts.open(brand, token)
    return sent?.number == null ? null : sent
  }

  async function customersNamed(
    named: Readonly<Record<'email' | 'phone' | 'webOrderId', string | null>>,
    { brand }: Pick<Member, 'brand'>,
  ): Promise<readonly FoundCustomer[]> {
    const { email, phone } = named
    const placed = await orders.ofCustomer(brand.app, named)
    const known = email === null && phone === null ? [] : await customersBy(database.db, { email, phone })
    const addresses = [
      ...known.map((one) => one.email),
      ...placed.map((order) => order.snapshot.contact.email.toLowerCase()),
      ...(email === null ? [] : [email]),
    ]
    const found = await Promise.all([...new Set(addresses)].slice(0, 10).map((one) => customerOf(brand, one)))
    return found.filter((one) => one !== null)
  }

  /** What an app knows of an address; null when that is nothing and nobody new is meant. */
  async function customerOf(brand: Brand, email: string, { isNew = false } = {}): Promise<FoundCustomer | null> {
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

  async function reminderFaults(
    tx: Writer,
    member: Member,
    input: ReminderInput,
    before: Reminder | null,
  ): Promise<FieldFault[]> {
    const { name, notes, projectId, dueAt } = input
    const isKept = projectId === null || projectId === before?.projectId
    const project = isKept || (await projectById(tx, keeperOf(member.principal), projectId)) !== null
    return [
      ...textFaults('name', name, 1, 120, 'Please enter a name'),
      ...textFaults('notes', notes, 0, 2_000, ''),
      ...(Number.isNaN(dueAt.getTime()) || dueAt.getUTCFullYear() < 2000 || dueAt.getUTCFullYear() > 2100
        ? [{ field: 'date', message: 'Please enter a date and a time' }]
        : []),
      ...(project ? [] : [{ field: 'projectId', message: 'There is no such project' }]),
    ]
  }

  function productOf({ brand }: Pick<Member, 'brand'>, sku: string): ProductSummary | null {
    const product = catalogue.productBySku(sku)
    return product === null || product.offers[brand.app] === undefined ? null : product
  }

  const desk: StaffDesk = {
    async exchange(given, parent) {
      const checked = await tokens.check(given, parent)
      if (!checked.ok) return checked
      const { jti, expiresAt, accountId, sessionId, app } = checked.value
      const now = clock.now()
      if (!isAppCode(app)) return refused('token_invalid')
      if ((await staffOfSession(database.db, { id: sessionId, accountId }, now)) === null)
        return refused('session_ended')
      const secret = ids.secret()
      const isFirst = await database.transaction(async (tx) => {
        if (!(await useToken(tx, jti, expiresAt))) return false
        await insertSession(tx, {
          accountId,
          sessionId,
          app,
          parent,
          secretHash: sha256(secret),
          now,
          expiresAt: new Date(now.getTime() + panelSessionMs),
        })
        return true
      })
      return isFirst ? accepted({ secret }) : refused('token_used')
    },
    async memberOf(secret) {
      const session = await sessionBySecret(database.db, sha256(secret), clock.now())
      if (session === null) return null
      const { sessionId: id, accountId, app, parent } = session
      const found = await staffOfSession(database.db, { id, accountId }, clock.now())
      if (found === null) return null
      return { principal: found.staff, firstName: found.account.firstName, brand: brandOf(app), parent }
    },
    forget: () => forgetSessions(database.db, new Date(clock.now().getTime() - hours(1))),
    refuse,

    reminders: {
      soonest: ({ userId }) =>
        remindersOf(database.db, userId, { from: null, to: null, isDone: false }, { offset: 0, limit: shownReminders }),
      list: ({ userId }, { page, ...range }) =>
        remindersOf(database.db, userId, range, { offset: page * pageSize, limit: pageSize }),
      byId: ({ userId }, id) => reminderById(database.db, userId, id),
      create: (member, input) => {
        const id = ids.uuid()
        return permitted(member, 'sell', 'create reminder', `reminder ${id}`, async (tx) => {
          const faults = await reminderFaults(tx, member, input, null)
          if (faults.length > 0) return refused({ code: 'validation', faults })
          const made = { ...input, id }
          await putReminder(tx, member.principal.userId, { ...made, now: clock.now() })
          await write(tx, member, 'create reminder', `reminder ${id}`, null, made)
          return accepted(made)
        })
      },
      change: (member, id, input) =>
        permitted(member, 'sell', 'change reminder', `reminder ${id}`, async (tx) => {
          const before = await lockReminder(tx, member.principal.userId, id)
          if (before === null) return refused({ code: 'not_found' })
          const faults = await reminderFaults(tx, member, input, before)
          if (faults.length > 0) return refused({ code: 'validation', faults })
          const after = { ...input, id: before.id }
          await putReminder(tx, member.principal.userId, { ...after, now: clock.now() })
          await write(tx, member, 'change reminder', `reminder ${id}`, before, after)
          return accepted(after)
        }),
      remove: (member, id) =>
        permitted(member, 'sell', 'delete reminder', `reminder ${id}`, async (tx) => {
          const before = await lockReminder(tx, member.principal.userId, id)
          if (before === null) return refused({ code: 'not_found' })
          await deleteReminder(tx, member.principal.userId, before.id)
          await write(tx, member, 'delete reminder', `reminder ${id}`, before, null)
          return accepted(null)
        }),
      stats: ({ principal, brand }, range) =>
        statsOf(
          database.db,
          principal.userId,
          { ...range, isDone: null },
          { now: clock.now(), zone: timeZoneOf[brand.country] },
        ),
    },

    projects: {
      async list(owner, { app }, { search, email, page }) {
        const found = await projectsOf(
          database.db,
          keeperOf(owner),
          { app, search: search.trim(), email: email === null ? null : email.trim().toLowerCase() },
          { offset: page * pageSize, limit: pageSize },
        )
        return { totalCount: found.totalCount, projects: found.projects.map(priced) }
      },
      async byId(member, id) {
        const { principal, brand } = member
        const found = await projectById(database.db, keeperOf(principal), id)
        if (found !== null && found.app === brand.app) return priced(found)
        // Who looks for what is not theirs is written down; who mistyped is not.
        if (await projectExists(database.db, id))
          await refuse(principal, brand.app, 'open project', `project ${id}`, 'not_found')
        return null
      },
      create: (member, given, lines = []) => {
        const id = ids.uuid()
        return permitted(member, 'sell', 'create project', `project ${id}`, async (tx) => {
          const input = cleanInput(given)
          const faults = [...inputFaults(input), ...(await lineFaults(tx, member, lines, []))]
          if (faults.length > 0) return refused({ code: 'validation', faults })
          const { app, currency } = member.brand
          const keeper = keeperOf(member.principal)
          await insertProject(tx, keeper, { ...input, id, app, currency, now: clock.now() })
          await writeLines(tx, id, lines)
          await write(tx, member, 'create project', `project ${id}`, null, { ...input, lines })
          const made = await projectById(tx, keeper, id)
          return made === null ? refused({ code: 'not_found' }) : accepted(priced(made))
        })
      },
      change: (member, id, version, work) =>
        permitted(member, 'sell', 'change project', `project ${id}`, async (tx) => {
          const keeper = keeperOf(member.principal)
          const before = await lockProject(tx, keeper, id)
          if (before === null || before.app !== member.brand.app) return refused({ code: 'not_found' })
          if (version !== null && version !== before.version) return refused({ code: 'changed_meanwhile' })
          const wanted = work(before)
          const input = wanted.input === undefined ? before : cleanInput(wanted.input)
          const lines = wanted.lines ?? before.lines
          const faults = [
            ...inputFaults(input),
            ...(wanted.lines === undefined ? [] : await lineFaults(tx, member, lines, before.lines)),
          ]
          if (faults.length > 0) return refused({ code: 'validation', faults })
          await updateProject(tx, before.id, input, clock.now())
          if (wanted.lines !== undefined) await writeLines(tx, before.id, lines)
          const after = await projectById(tx, keeper, id)
          if (after === null) return refused({ code: 'not_found' })
          await write(tx, member, 'change project', `project ${id}`, before, after)
          return accepted(priced(after))
        }),
      remove: (member, id) =>
        permitted(member, 'sell', 'delete project', `project ${id}`, async (tx) => {
          const before = await lockProject(tx, keeperOf(member.principal), id)
          if (before === null || before.app !== member.brand.app) return refused({ code: 'not_found' })
          await deleteProject(tx, before.id)
          await write(tx, member, 'delete project', `project ${id}`, before, null)
          return accepted(null)
        }),
      add: (member, id, sku, given, quantity) => {
        const productId = productOf(member, sku)?.id ?? 0
        const room = given.trim()
        return desk.projects.change(member, id, null, ({ lines }) => {
          const isThere = (line: ProjectLine) => line.productId === productId && line.room === room
          if (!lines.some(isThere)) return { lines: [...lines, { productId, room, quantity, agreed: null }] }
          return {
            lines: lines.map((line) => (isThere(line) ? { ...line, quantity: line.quantity + quantity } : line)),
          }
        })
      },
      quote: (member, id) =>
        permitted(member, 'sell', 'send quote', `project ${id}`, async (tx) => {
          const project = await lockProject(tx, keeperOf(member.principal), id)
          if (project === null || project.app !== member.brand.app) return refused({ code: 'not_found' })
          const whole = priced(project)
          const { customerEmail: recipient } = project
          const faults = [
            ...(recipient === null
              ? [{ field: 'customerEmail', message: "Please enter the customer's email first" }]
              : []),
            ...(whole.lines.length === 0 ? [{ field: 'lines', message: 'There is nothing to quote yet' }] : []),
            ...whole.lines.flatMap(({ product, unit, productId }) =>
              product !== null && unit !== null
                ? []
                : [{ field: 'lines', message: `${product?.title ?? productId} cannot be sold at the moment` }],
            ),
          ]
          if (recipient === null || faults.length > 0) return refused({ code: 'validation', faults })
          const lines = cartLines(whole).map((line) => ({ ...line, quantity: Math.min(mostOfOneLine, line.quantity) }))
          await sentCarts.quote(tx, { app: project.app, lines, by: member.principal.userId, recipient })
          await write(tx, member, 'send quote', `project ${id}`, null, { recipient, lines, total: whole.total })
          return accepted(whole)
        }),
      discountPercent: ({ principal }) => limitOf(database.db, principal.userId),
      toCart: (member, id) =>
        permitted(member, 'sell', 'project to cart', `project ${id}`, async (tx) => {
          const project = await lockProject(tx, keeperOf(member.principal), id)
          if (project === null || project.app !== member.brand.app) return refused({ code: 'not_found' })
          const lines = priced(project)
          const put = await carts.putForStaff(tx, member.brand, member.principal.userId, cartLines(lines))
          if (!put.ok) return refused({ code: 'cart', problem: put.problem })
          await write(tx, member, 'project to cart', `project ${id}`, null, {
            cartId: put.value.id,
            lines: project.lines,
          })
          return accepted(lines)
        }),
    },

    customers: {
      find: async (member, given) => {
        const text = given.trim()
        const email = isStandardEmail(text) ? text.toLowerCase() : null
        const webOrderId = /^w\d{8}$/i.test(text) ? text.toUpperCase() : null
        const digits = cleanPhone(text)
        const phone = email === null && webOrderId === null && /^\d{8,15}$/.test(digits) ? digits : null
        const isWhole = email !== null || webOrderId !== null || phone !== null
        const found =
          isWhole && may(member.principal, 'sell') ? await customersNamed({ email, phone, webOrderId }, member) : []
        return permitted(member, 'sell', 'find customer', 'customers', async (tx) => {
          const message = 'Please enter a whole email, phone or order number'
          if (!isWhole) return refused({ code: 'validation', faults: [{ field: 'find', message }] })
          await write(tx, member, 'find customer', 'customers', null, { text, found: found.map((one) => one.email) })
          return accepted(found)
        })
      },
      open: async (member, given, cartId) => {
        const email = given.trim().toLowerCase()
        const subject = `cart of ${email}`
        const customer = isStandardEmail(email) ? await customerOf(member.brand, email, { isNew: true }) : null
        return permitted(member, 'sell', 'work for customer', subject, async (tx) => {
          // Only what is the customer's: a cart's id alone opens nothing.
          const isTheirs = cartId === null || customer?.carts.some((one) => one.id === cartId) === true
          if (customer === null || !isTheirs) return refused({ code: 'not_found' })
          const who = { cartId, accountId: customer.accountId, email }
          const opened = await carts.attendFor(tx, member.brand, member.principal.userId, who)
          if (!opened.ok) return refused({ code: 'cart', problem: opened.problem })
          await write(tx, member, 'work for customer', subject, null, { cartId: opened.value.id })
          return accepted(null)
        })
      },
      finish: (member) =>
        permitted(member, 'sell', 'finish with customer', 'cart', async (tx) => {
          await carts.leave(tx, member.brand, member.principal.userId)
          await write(tx, member, 'finish with customer', 'cart', null, null)
          return accepted(null)
        }),
      async cart({ brand, principal }) {
        const attended = await carts.attended(brand, principal.userId)
        if (attended === null) return null
        const { cart, customerEmail, agreed } = attended
        return {
          id: cart.id,
          customerEmail,
          total: cart.totals.orderTotal,
          lines: cart.lines.map((line) => {
            const offer = offerOf(line.productId, brand)?.offer ?? null
            return {
              productCode: line.productCode,
              title: line.title,
              quantity: line.quantity,
              unit: line.price,
              shopPrice: offer?.price ?? null,
              agreed: agreed.get(line.productCode) ?? null,
              hasPriceEdit: offer !== null && offer.price !== null && offer.priceType !== 'manufacturer',
            }
          }),
        }
      },
      changeLine: async (member, { productCode, quantity, price, reason: given, competitorUrl: link }) => {
        const before = await desk.customers.cart(member)
        const line = before?.lines.find((one) => one.productCode === productCode)
        const subject = `cart ${before?.id ?? ''}, ${productCode}`
        return permitted(member, 'sell', 'change line', subject, async (tx) => {
          const product = catalogue.productBySku(productCode)
          const found = product === null ? null : offerOf(product.id, member.brand)
          if (line === undefined || found === null) return refused({ code: 'not_found' })
          const [reason, competitorUrl] = [given.trim(), link.trim()]
          const limit = await limitOf(tx, member.principal.userId)
          const isOther = price !== line.agreed
          const isAmount = price === null || Number.isSafeInteger(price)
          const wrong = !isOther || price === null || !isAmount ? null : agreedPriceProblem(found.offer, price, limit)
          const faults = [
            ...(Number.isInteger(quantity) && quantity >= 0 && quantity <= mostOfOneLine
              ? []
              : [{ field: 'quantity', message: 'The quantity must be from 0 to 99' }]),
            ...(isAmount ? [] : [{ field: 'price', message: 'Please enter an amount' }]),
            ...(wrong === null ? [] : [{ field: 'price', message: priceText(wrong, limit) }]),
            ...(isOther && quantity > 0 && reason === ''
              ? [{ field: 'reason', message: 'Please say why the price is another' }]
              : textFaults('reason', reason, 0, 300, '')),
            ...(competitorUrl === '' || isWebAddress(competitorUrl)
              ? []
              : [{ field: 'competitorUrl', message: 'Please enter the address of the offer, with https://' }]),
          ]
          if (faults.length > 0) return refused({ code: 'validation', faults })
          const wanted = { productCode, quantity, agreed: price }
          const done = await carts.changeForStaff(tx, member.brand, member.principal.userId, wanted)
          if (!done.ok) return refused({ code: 'cart', problem: done.problem })
          const { quantity: was, agreed } = line
          await write(
            tx,
            member,
            'change line',
            subject,
            { quantity: was, agreed },
            { ...wanted, reason, competitorUrl },
          )
          return accepted(null)
        })
      },
    },
    quotes: {
      find: async (member, text) => {
        const sent = may(member.principal, 'sell') ? await quoteNamed(member, text) : null
        const made = sent === null ? null : await quotes.madeOf(member.brand, sent)
        return permitted(member, 'sell', 'open quote', 'quotes', async (tx) => {
          if (sent?.number == null) {
            const message = 'No quote of this shop has this number or link, or it is older than 30 days'
            return refused({ code: 'validation', faults: [{ field: 'find', message }] })
          }
          const { number, madeAt, expiresAt, cart, gone } = sent
          await write(tx, member, 'open quote', `quote ${number}`, null, null)
          return accepted({ number, madeAt, expiresAt, cart, gone, made })
        })
      },
      toCart: async (member, number) => {
        const sent = may(member.principal, 'sell') ? await quoteNamed(member, number) : null
        return permitted(member, 'sell', 'quote to cart', `quote ${number}`, async (tx) => {
          if (sent === null) return refused({ code: 'not_found' })
          const [lines, services] = [buyableLines(sent), sent.terms?.services ?? null]
          const put = await carts.putSentForStaff(tx, member.brand, member.principal.userId, { lines, services })
          if (!put.ok) return refused({ code: 'cart', problem: put.problem })
          await write(tx, member, 'quote to cart', `quote ${number}`, null, { cartId: put.value.id, lines })
          return accepted(null)
        })
      },
      toProject: async (member, number) => {
        const sent = may(member.principal, 'sell') ? await quoteNamed(member, number) : null
        const limit = await limitOf(database.db, member.principal.userId)
        const lines = (sent === null ? [] : buyableLines(sent)).map(({ productId, quantity, agreed = null }) => {
          const offer = offerOf(productId, member.brand)?.offer ?? null
          const isBelow = offer?.price != null && agreed !== null && agreed.cents < offer.price
          const isAllowed = isBelow && agreedPriceProblem(offer, agreed.cents, limit) === null
          return { productId, room: '', quantity, agreed: isAllowed ? agreed.cents : null }
        })
        if (sent !== null && lines.length > 0)
          return desk.projects.create(
            member,
            {
              name: `Quote ${sent.number ?? ''}`,
              customerName: '',
              customerEmail: null,
              customerPhone: null,
              status: 'Open',
            },
            lines,
          )
        return permitted(member, 'sell', 'quote to project', `quote ${number}`, async () =>
          refused(sent === null ? { code: 'not_found' } : { code: 'cart', problem: { code: 'not_available' } }),
        )
      },
    },
    products: {
      bySku: (sku, brand) => productOf({ brand }, sku),
      async facts(member, sku) {
        const { brand, principal } = member
        const product = productOf(member, sku)
        const sold = product?.offers[brand.app]
        if (product === null || sold === undefined || !may(principal, 'work in panels')) return null
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
          discountPercent: may(principal, 'sell') ? await limitOf(database.db, principal.userId) : null,
        }
      },
      addNote: (member, sku, given) =>
        permitted(member, 'work in panels', 'note on product', `product ${sku}`, async (tx) => {
          const product = productOf(member, sku)
          if (product === null) return refused({ code: 'not_found' })
          const text = given.trim()
          const faults = textFaults('text', text, 1, 2_000, 'Please write the note')
          if (faults.length > 0) return refused({ code: 'validation', faults })
          const id = ids.uuid()
          await insertNote(tx, {
            id,
            productId: product.id,
            accountId: member.principal.userId,
            text,
            now: clock.now(),
          })
          await write(tx, member, 'note on product', `product ${sku}`, null, { id, text })
          return accepted(null)
        }),
      setCost: (member, sku, cost) =>
        permitted(member, 'set costs', 'set cost', `product ${sku}`, async (tx) => {
          const product = productOf(member, sku)
          if (product === null) return refused({ code: 'not_found' })
          if (cost !== null && (!Number.isSafeInteger(cost) || cost < 1 || cost > 100_000_000))
            return refused({ code: 'validation', faults: [{ field: 'cost', message: 'Please enter an amount' }] })
          const { currency } = member.brand
          const before = await costOf(tx, product.id, currency)
          await setCost(tx, product.id, currency, cost, clock.now())
          await write(tx, member, 'set cost', `product ${sku}`, { cost: before, currency }, { cost, currency })
          return accepted(null)
        }),
      addCompetitorPrice: (member, sku, { competitor: given, url: link, price }) =>
        permitted(member, 'work in panels', 'note competitor price', `product ${sku}`, async (tx) => {
          const product = productOf(member, sku)
          if (product === null) return refused({ code: 'not_found' })
          const [competitor, url] = [given.trim(), link.trim()]
          const faults = [
            ...textFaults('competitor', competitor, 1, 80, 'Please enter who asks it'),
            ...(isWebAddress(url)
              ? []
              : [{ field: 'url', message: 'Please enter the address of the offer, with https://' }]),
            ...(price !== null && price > 0 && price <= 100_000_000
              ? []
              : [{ field: 'price', message: 'Please enter an amount' }]),
          ]
          if (faults.length > 0 || price === null) return refused({ code: 'validation', faults })
          const { currency } = member.brand
          const seen = { id: ids.uuid(), competitor, url, price, currency }
          const accountId = member.principal.userId
          await insertCompetitorPrice(tx, { ...seen, productId: product.id, accountId, now: clock.now() })
          await write(tx, member, 'note competitor price', `product ${sku}`, null, seen)
          return accepted(null)
        }),
      toCart: (member, sku, quantity) =>
        permitted(member, 'work in panels', 'product to cart', `product ${sku}`, async (tx) => {
          const product = productOf(member, sku)
          if (product === null) return refused({ code: 'not_found' })
          if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99)
            return refused({
              code: 'validation',
              faults: [{ field: 'quantity', message: 'The quantity must be from 1 to 99' }],
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
          if (!put.ok) return refused({ code: 'cart', problem: put.problem })
          await write(tx, member, 'product to cart', `product ${sku}`, null, { cartId: put.value.id, quantity })
          return accepted(null)
        }),
    },
  }
  return desk
}

class Undone extends Error {
  override name = 'Undone'
  readonly problem: StaffProblem
  constructor(problem: StaffProblem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The lines of a project as a cart has them: one for each product, whatever room it goes into, at the lowest price agreed on. */
function cartLines({ lines }: PricedProject) {
  const byProduct = new Map<
    number,
    { productCode: string; productId: number; quantity: number; agreed: Cents | null }
  >()
  for (const { productId, product, quantity, agreed } of lines) {
    const there = byProduct.get(productId)
    const lowest = [there?.agreed ?? null, agreed].filter((one) => one !== null)
    byProduct.set(productId, {
      productId,
      productCode: product?.sku ?? String(productId),
      quantity: quantity + (there?.quantity ?? 0),
      agreed: lowest.length === 0 ? null : Math.min(...lowest),
    })
  }
  return [...byProduct.values()].map((line) => ({ ...line, warrantyId: null, installId: null }))
}

const cleanInput = (input: ProjectInput): ProjectInput => ({
  name: input.name.trim(),
  customerName: input.customerName.trim(),
  customerEmail: input.customerEmail?.trim().toLowerCase() || null,
  customerPhone: input.customerPhone === null ? null : cleanPhone(input.customerPhone) || null,
  status: input.status,
})

function inputFaults({ name, customerName, customerEmail, customerPhone, status }: ProjectInput): FieldFault[] {
  return [
    ...textFaults('name', name, 1, 120, 'Please name the project'),
    ...textFaults('customerName', customerName, 0, 120, ''),
    ...(customerEmail === null || isStandardEmail(customerEmail)
      ? []
      : [{ field: 'customerEmail', message: 'Please enter a valid email address' }]),
    ...(customerPhone === null || /^[0-9A-Za-z]{6,20}$/.test(customerPhone)
      ? []
      : [{ field: 'customerPhone', message: 'Please enter a valid phone number' }]),
    ...(projectStatuses.includes(status) ? [] : [{ field: 'status', message: 'must be Open, Won or Lost' }]),
  ]
}

function textFaults(field: string, text: string, least: number, most: number, missing: string): FieldFault[] {
  if (text.length < least) return [{ field, message: missing }]
  return text.length > most ? [{ field, message: `must have at most ${most} characters` }] : []
}

export function isWebAddress(text: string): boolean {
  return text.length <= 500 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const dollars = (cents: Cents): string => `$${(cents / 100).toFixed(2)}`

function priceText(problem: PriceRefusal, limit: number): string {
  switch (problem.code) {
    case 'price_unknown':
      return 'There is no price to agree on: ask for one first'
    case 'price_of_maker':
      return 'The maker has fixed this price'
    case 'price_above_shop':
      return 'The price must not be above what the shop asks'
    case 'price_below_limit':
      return `You may take off at most ${limit} %: the least is ${dollars(problem.least)}`
  }
}
