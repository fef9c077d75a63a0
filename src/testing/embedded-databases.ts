import type { PGlite } from '@electric-sql/pglite'
import { pgliteHandle, startPglite, type Database } from '../platform/database/database.server.ts'

/**
 * A pool of embedded databases for tests. Starting and warming up an instance takes far longer than resetting its rows, so a closed one is
 * reused by the next test, with every row and sequence as at the start.
 */

/** A PGlite instance, and its initial state. */
type Instance = {
  readonly pglite: PGlite
  readonly shape: string
  readonly sequences: ReadonlyMap<string, string>
  /** The write statistics of each table when its rows were last in the initial state. */
  tables: ReadonlyMap<string, string>
}

declare global {
  /** Idle instances by the name of their initial content. They outlive modules that are reloaded for each file. */
  var idleDatabases: Map<string, Instance[]> | undefined
}

const idle = (globalThis.idleDatabases ??= new Map<string, Instance[]>())

/** An embedded database with the content of `folder`, a tar archive of a data folder. A `name` always stands for the same folder. */
export async function openEmbedded(name: string, folder: () => Promise<Blob>): Promise<Database> {
  const waiting = idle.get(name) ?? []
  idle.set(name, waiting)
  const used = waiting.pop()
  const instance = used !== undefined && (await putBack(used)) ? used : await start(await folder())
  return pgliteHandle(instance.pglite, async () => void waiting.push(instance))
}

/** An in-memory instance with the content of a tar archive. */
export const startInMemory = (folder: Blob | undefined): Promise<PGlite> =>
  startPglite({ dataDir: 'memory://', ...(folder === undefined ? {} : { loadDataDir: folder }) })

async function start(folder: Blob): Promise<Instance> {
  const pglite = await startInMemory(folder)
  await pglite.exec(copyOfAllRows)
  const [shape, sequences, tables] = [await shapeOf(pglite), await sequencesOf(pglite), await tablesOf(pglite)]
  return { pglite, shape, sequences, tables }
}

/** Resets every row and sequence. False if a test has changed the tables themselves: that instance is closed. */
async function putBack(instance: Instance): Promise<boolean> {
  const { pglite } = instance
  // A failed test may have left a transaction open.
  await pglite.exec('rollback')
  await forgetListeners(pglite)
  await pglite.exec('discard all')
  if ((await shapeOf(pglite)) !== instance.shape) {
    await pglite.close()
    return false
  }
  const tables = await tablesOf(pglite)
  const changed = [...tables.keys()].filter((table) => tables.get(table) !== instance.tables.get(table))
  const sequences = await sequencesOf(pglite)
  const moved = [...instance.sequences].filter(([sequence, state]) => sequences.get(sequence) !== state)
  await pglite.exec(
    [
      'begin',
      // Triggers and foreign keys are off, so rows can be restored in any order.
      'set local session_replication_role = replica',
      ...changed.map((table) => `select snapshot.put_back(${table})`),
      ...moved.map(([sequence, state]) => `select setval(${sequence}, ${state})`),
      'commit',
    ].join(';\n'),
  )
  instance.tables = await tablesOf(pglite)
  return true
}

async function forgetListeners(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ channel: string }>('select pg_listening_channels() as channel')
  for (const { channel } of rows) await pglite.unlisten(channel)
}

const ownSchemas = `(select oid from pg_namespace where nspname not in ('pg_catalog', 'pg_toast', 'information_schema', 'snapshot'))`

/** A copy of each table with rows, by table id, and the function that restores the table from it. */
const copyOfAllRows = `
create schema snapshot;
create function snapshot.put_back(relation oid) returns void language plpgsql as $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = ''
  );
begin
  execute format('delete from %s', relation::regclass);
  if to_regclass(format('snapshot.t%s', relation)) is not null then
    execute format('insert into %s (%s) overriding system value select %s from snapshot.t%s',
      relation::regclass, columns, columns, relation);
  end if;
end $$;
do $$
declare
  relation oid;
  has_rows boolean;
begin
  for relation in select oid from pg_class where relnamespace in ${ownSchemas} and relkind = 'r' loop
    execute format('select exists (select from %s)', relation::regclass) into has_rows;
    if has_rows then execute format('create table snapshot.t%s as table %s', relation, relation::regclass); end if;
  end loop;
end $$;
`

/** The schema: tables, columns, indexes, constraints, triggers and functions, without rows. */
async function shapeOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ shape: string }>(`
    select concat_ws(' ',
      (select string_agg(concat_ws(',', oid, relname, relnatts), ' ' order by oid) from pg_class where relnamespace in ${ownSchemas}),
      (select string_agg(concat_ws(',', oid, conname), ' ' order by oid) from pg_constraint where connamespace in ${ownSchemas}),
      (select string_agg(concat_ws(',', oid, tgenabled), ' ' order by oid) from pg_trigger),
      (select string_agg(concat_ws(',', oid, xmin), ' ' order by oid) from pg_proc where pronamespace in ${ownSchemas})
    ) as shape`)
  return rows[0]?.shape ?? ''
}

/** Write statistics per table, by table id. A truncated table has a new file. */
async function tablesOf(pglite: PGlite): Promise<Map<string, string>> {
  await pglite.query('select pg_stat_force_next_flush()')
  const { rows } = await pglite.query<{ id: string; state: string }>(`
    select oid::text as id, concat_ws(' ',
      pg_stat_get_tuples_inserted(oid), pg_stat_get_tuples_updated(oid), pg_stat_get_tuples_deleted(oid), relfilenode) as state
    from pg_class where relnamespace in ${ownSchemas} and relkind = 'r'`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** The last two arguments of `setval` for each sequence, by id. */
async function sequencesOf(pglite: PGlite): Promise<Map<string, string>> {
  const { rows } = await pglite.query<{ id: string; state: string }>(`
    select seqrelid::text as id,
      concat_ws(', ', coalesce(pg_sequence_last_value(seqrelid), seqstart), (pg_sequence_last_value(seqrelid) is not null)::text) as state
    from pg_sequence`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}
