import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type FieldError } from '../../../platform/result.ts'
import type { Carts } from '../../cart/cart.server.ts'
import type { SharedCarts } from '../../cart/shared-carts.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { cleanInput, inputErrors, lineErrors, type PricedProject, type ProjectInput } from '../projects.ts'
import { rowsOnPage, type Member, type Owner, type Project, type ProjectLine } from '../staff.ts'
import { limitOf, offerOf, productOf } from './offers.server.ts'
import { pricedProject } from './priced-projects.server.ts'
import { type ProjectQuotes, createProjectQuotes } from './project-quotes.server.ts'
import {
  deleteProject,
  insertProject,
  projectOwnerOf,
  lockProject,
  projectById,
  projectExists,
  projectsOf,
  updateProject,
  writeLines,
} from './projects-store.server.ts'
import type { StaffAudit, Done } from './staff-audit.server.ts'

/** What members plan with customers: products by room, at prices agreed on, until they are quoted or put into a cart. */

export interface Projects extends ProjectQuotes {
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
  /** How many percent the member may take off a price. */
  discountPercent(member: Member): Promise<number>
}

export function createProjects({
  database,
  catalogue,
  carts,
  sharedCarts,
  brandOf,
  clock,
  ids,
  audit: { permitted, refuse, write },
}: {
  database: Database
  catalogue: Pick<Catalogue, 'product' | 'productBySku'>
  carts: Pick<Carts, 'putForStaff'>
  sharedCarts: Pick<SharedCarts, 'quote'>
  brandOf: (app: AppCode) => Brand
  clock: Clock
  ids: Ids
  audit: StaffAudit
}): Projects {
  const priced = (project: Project) => pricedProject(project, brandOf(project.app), catalogue)

  const projects: Projects = {
    async list(owner, { app }, { search, email, page }) {
      const found = await projectsOf(
        database.db,
        projectOwnerOf(owner),
        { app, search: search.trim(), email: email === null ? null : email.trim().toLowerCase() },
        { offset: page * rowsOnPage, limit: rowsOnPage },
      )
      return { totalCount: found.totalCount, projects: found.projects.map(priced) }
    },
    async byId(member, id) {
      const { principal, brand } = member
      const found = await projectById(database.db, projectOwnerOf(principal), id)
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
        const errors = [...inputErrors(input), ...(await lineErrorsOf(catalogue, tx, member, lines, []))]
        if (errors.length > 0) return err({ code: 'validation', errors })
        const { app, currency } = member.brand
        const projectOwner = projectOwnerOf(member.principal)
        await insertProject(tx, projectOwner, { ...input, id, app, currency, now: clock.now() })
        await writeLines(tx, id, lines)
        await write(tx, member, 'create project', `project ${id}`, null, { ...input, lines })
        const made = await projectById(tx, projectOwner, id)
        return made === null ? err({ code: 'not_found' }) : ok(priced(made))
      })
    },
    change: (member, id, version, work) =>
      permitted(member, 'sell', 'change project', `project ${id}`, async (tx) => {
        const projectOwner = projectOwnerOf(member.principal)
        const before = await lockProject(tx, projectOwner, id)
        if (before === null || before.app !== member.brand.app) return err({ code: 'not_found' })
        if (version !== null && version !== before.version) return err({ code: 'changed_meanwhile' })
        const requested = work(before)
        const input = requested.input === undefined ? before : cleanInput(requested.input)
        const lines = requested.lines ?? before.lines
        const errors = [
          ...inputErrors(input),
          ...(requested.lines === undefined ? [] : await lineErrorsOf(catalogue, tx, member, lines, before.lines)),
        ]
        if (errors.length > 0) return err({ code: 'validation', errors })
        await updateProject(tx, before.id, input, clock.now())
        if (requested.lines !== undefined) await writeLines(tx, before.id, lines)
        const after = await projectById(tx, projectOwner, id)
        if (after === null) return err({ code: 'not_found' })
        await write(tx, member, 'change project', `project ${id}`, before, after)
        return ok(priced(after))
      }),
    remove: (member, id) =>
      permitted(member, 'sell', 'delete project', `project ${id}`, async (tx) => {
        const before = await lockProject(tx, projectOwnerOf(member.principal), id)
        if (before === null || before.app !== member.brand.app) return err({ code: 'not_found' })
        await deleteProject(tx, before.id)
        await write(tx, member, 'delete project', `project ${id}`, before, null)
        return ok(null)
      }),
    add: (member, id, sku, given, quantity) => {
      const productId = productOf(catalogue, member, sku)?.id ?? 0
      const room = given.trim()
      return projects.change(member, id, null, ({ lines }) => ({
        lines: withProduct(lines, { productId, room, quantity, agreed: null }),
      }))
    },
    discountPercent: ({ principal }) => limitOf(database.db, principal.userId),
    ...createProjectQuotes({ carts, sharedCarts, audit: { permitted, write }, priced }),
  }
  return projects
}

async function lineErrorsOf(
  catalogue: Pick<Catalogue, 'product'>,
  tx: Writer,
  { principal, brand }: Member,
  lines: readonly ProjectLine[],
  before: readonly ProjectLine[],
): Promise<FieldError[]> {
  const limit = await limitOf(tx, principal.userId)
  return lineErrors(lines, before, limit, (productId) => offerOf(catalogue, productId, brand)?.offer ?? null)
}

/** The lines with a product more; where it stands in that room already, with more of it. */
function withProduct(lines: readonly ProjectLine[], added: ProjectLine): readonly ProjectLine[] {
  const isThere = (line: ProjectLine) => line.productId === added.productId && line.room === added.room
  if (!lines.some(isThere)) return [...lines, added]
  return lines.map((line) => (isThere(line) ? { ...line, quantity: line.quantity + added.quantity } : line))
}
