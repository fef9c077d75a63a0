import { sql } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Owner, Project, ProjectLine } from '../staff.ts'

/** The SQL of projects. Whose they are is part of every question, so that a project of another store is not found at all. */

export type ProjectOwner = { readonly accountId: string; readonly subdivision: string | null }

export const projectOwnerOf = ({ userId, subdivision }: Owner): ProjectOwner => ({ accountId: userId, subdivision })

const columns = sql`p.id, p.app, p.currency, p.name, p.customer_name as "customerName", p.customer_email as "customerEmail",
  p.customer_phone as "customerPhone", p.status, p.version, p.updated_at as "updatedAt",
  coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'room', l.room, 'quantity', l.quantity,
      'agreed', l.agreed_cents) order by l.position)
    from staff_project_line l where l.project_id = p.id), '[]') as lines`

/** One's own, and those of the store one works in. */
const stored = ({ accountId, subdivision }: ProjectOwner) =>
  sql`(p.account_id = ${accountId} or p.subdivision = ${subdivision}::text)`

export type ProjectSearch = {
  readonly app: string | null
  /** Part of the project's or the customer's name, the e-mail address or the telephone number. */
  readonly search: string
  readonly email: string | null
}

/** The newest change first. */
export async function projectsOf(
  db: Reader,
  projectOwner: ProjectOwner,
  { app, search, email }: ProjectSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly totalCount: number; readonly projects: readonly Project[] }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const where = sql`${stored(projectOwner)} and (${app}::text is null or p.app = ${app})
    and (${email}::text is null or p.customer_email = ${email})
    and (${search} = '' or p.name ilike ${pattern} or p.customer_name ilike ${pattern} or p.customer_email ilike ${pattern}
      or p.customer_phone like ${pattern})`
  const { rows } = await sql<Project>`select ${columns} from staff_project p where ${where}
    order by p.updated_at desc, p.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{
    count: number
  }>`select count(*)::integer as count from staff_project p where ${where}`.execute(db)
  return { totalCount: counted.rows[0]?.count ?? 0, projects: rows }
}

export async function projectById(
  db: Reader | Writer,
  projectOwner: ProjectOwner,
  id: string,
): Promise<Project | null> {
  const { rows } = await sql<Project>`select ${columns} from staff_project p
    where ${stored(projectOwner)} and p.id::text = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locked until the transaction ends. */
export async function lockProject(tx: Writer, projectOwner: ProjectOwner, id: string): Promise<Project | null> {
  await sql`select 1 from staff_project p where ${stored(projectOwner)} and p.id::text = ${id} for update`.execute(tx)
  return projectById(tx, projectOwner, id)
}

/** Whether there is such a project, whosever it is. */
export async function projectExists(db: Reader, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from staff_project where id::text = ${id}`.execute(db)
  return rows.length > 0
}

export async function insertProject(
  tx: Writer,
  projectOwner: ProjectOwner,
  project: Omit<Project, 'lines' | 'version' | 'updatedAt'> & { readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('staff_project')
    .values({
      id: project.id,
      app: project.app,
      currency: project.currency,
      account_id: projectOwner.accountId,
      subdivision: projectOwner.subdivision,
      name: project.name,
      customer_name: project.customerName,
      customer_email: project.customerEmail,
      customer_phone: project.customerPhone,
      status: project.status,
      created_at: project.now,
      updated_at: project.now,
    })
    .execute()
}

export async function updateProject(
  tx: Writer,
  id: string,
  changes: Pick<Project, 'name' | 'customerName' | 'customerEmail' | 'customerPhone' | 'status'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('staff_project')
    .set((eb) => ({
      name: changes.name,
      customer_name: changes.customerName,
      customer_email: changes.customerEmail,
      customer_phone: changes.customerPhone,
      status: changes.status,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}

/** The project has these lines from now on, in this order. */
export async function writeLines(tx: Writer, projectId: string, lines: readonly ProjectLine[]): Promise<void> {
  await tx.deleteFrom('staff_project_line').where('project_id', '=', projectId).execute()
  if (lines.length === 0) return
  await tx
    .insertInto('staff_project_line')
    .values(
      lines.map((line, at) => ({
        project_id: projectId,
        product_id: line.productId,
        room: line.room,
        quantity: line.quantity,
        agreed_cents: line.agreed,
        position: at + 1,
      })),
    )
    .execute()
}

export async function deleteProject(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('staff_project').where('id', '=', id).execute()
}

export async function discountLimitOf(db: Reader | Writer, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('staff_limit')
    .select('discount_percent')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.discount_percent ?? null
}
