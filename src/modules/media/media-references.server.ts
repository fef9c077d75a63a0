import { sql, type RawBuilder } from 'kysely'

/** Which files the records of other modules name: statements over the columns that can name one. */

/** Columns by table. */
export type FileReferences = Readonly<Record<string, readonly string[]>>

/** All that a row `t` has in these columns, as one text. */
export const textOfColumns = (columns: readonly string[]): RawBuilder<string> =>
  sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`t.${sql.id(column)}::text`))})`

/** Selects `name`: of uploads that any of these columns has, and hashes of pictures as orders show them. */
export const usedNames = (references: FileReferences): RawBuilder<{ name: string }> =>
  sql`${sql.join(
    Object.entries(references).map(([table, columns]) => {
      const text = textOfColumns(columns)
      return sql`select found[1] as name from ${sql.table(table)} t,
        regexp_matches(${text}, '([0-9a-f]{32})(?:[.](?:jpg|png|webp|avif|pdf|glb|mp4|webm|vtt)|/[0-9]+x)', 'g') as found
        where strpos(${text}, '/media/files') > 0 or strpos(${text}, '/media/pictures/') > 0`
    }),
    sql` union `,
  )}`

/** Selects `id` of the files that any of these columns names, or for which `isShown` holds of a row `m`. */
export const usedIds = (references: FileReferences, isShown: RawBuilder<boolean>): RawBuilder<{ id: number }> =>
  sql`with used as materialized (${usedNames(references)})
    select m.id from media m join used on used.name = m.hash
    union select m.id from media m join used on used.name = substring(m.address from '^/media/files/([0-9a-f]{32})')
    union select m.id from media_former f join used on used.name = f.hash join media m on m.address = f.address
    union select m.id from media m where m.address not like '/media/files/%' and ${isShown}`
