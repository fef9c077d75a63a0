import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'

/**
 * What PostgreSQL guarantees of a database that it wrote itself, looked at again: after a restore nobody knows what a tool, a disk or a
 * hand has left out.
 */

type ForeignKey = {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
}

/** Foreign keys with rows that refer to nothing, and how many: 'order_line_order_key_fkey of order_line: 2'. */
export async function danglingReferences(db: Reader): Promise<string[]> {
  const { rows: keys } = await sql<ForeignKey>`
    select k.conname as name, child.relname as table, parent.relname as target,
      (select array_agg(a.attname::text order by o) from unnest(k.conkey) with ordinality u(n, o)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n) as columns,
      (select array_agg(a.attname::text order by o) from unnest(k.confkey) with ordinality u(n, o)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n) as "targetColumns"
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    join pg_namespace n on n.oid = child.relnamespace where k.contype = 'f' and k.conparentid = 0 and n.nspname = 'public' order by 2, 1`.execute(
    db,
  )
  const dangling: string[] = []
  for (const { name, table, columns, target, targetColumns } of keys) {
    const given = sql.join(
      columns.map((column) => sql`c.${sql.id(column)} is not null`),
      sql` and `,
    )
    const match = sql.join(
      columns.map((column, at) => sql`p.${sql.id(targetColumns[at] ?? '')} = c.${sql.id(column)}`),
      sql` and `,
    )
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} c
      where ${given} and not exists (select from ${sql.table(target)} p where ${match})`.execute(db)
    const count = Number(rows[0]?.count ?? 0)
    if (count > 0) dangling.push(`${name} of ${table}: ${count}`)
  }
  return dangling
}

/**
 * Keys of orders that are not there, and how many: what belongs to an order refers to its key (decision 0085). Orders of months that were
 * archived are not looked for.
 */
export async function keysWithoutOrder(db: Reader): Promise<string[]> {
  // Backups from before migration 92 have neither table.
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('archived_partition') is not null as "isThere"`.execute(db)
  if (tables[0]?.isThere !== true) return []
  const { rows } = await sql<{ count: number }>`select count(*) as count from order_key k
    where not exists (select from customer_order o where o.id = k.order_id)
      and not exists (select from archived_partition a where a.of_table = 'customer_order'
        and k.order_id < a.ends_id and (a.starts_id is null or k.order_id >= a.starts_id))`.execute(db)
  const count = Number(rows[0]?.count ?? 0)
  return count > 0 ? [`customer_order of order_key: ${count}`] : []
}

/** Columns whose next number is one that a row already has: 'staff_audit.id: next is 5, a row has 9'. */
export async function sequencesBehind(db: Reader): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname as table, a.attname as column, s.relname as sequence
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and n.nspname = 'public' order by 1, 2`.execute(
    db,
  )
  const behind: string[] = []
  for (const { table, column, sequence } of columns) {
    const { rows } = await sql<{ next: number; highest: number | null }>`
      select (select case when is_called then last_value + 1 else last_value end from ${sql.table(sequence)}) as next,
        (select max(${sql.id(column)}) from ${sql.table(table)}) as highest`.execute(db)
    const [{ next, highest } = { next: 1, highest: null }] = rows
    if (highest !== null && next <= highest) behind.push(`${table}.${column}: next is ${next}, a row has ${highest}`)
  }
  return behind
}
