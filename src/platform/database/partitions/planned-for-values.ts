import { sql } from 'kysely'

/**
 * Marks a statement that is planned for its values each time. PostgreSQL otherwise plans a statement that it has prepared once for any value,
 * to compare, and locks every partition and index for it: a thousand locks of the table of 84 months, on each connection (decision 0085).
 */
export const plannedForValuesMark = '/* planned for its values */'
export const plannedForValues = sql`/* planned for its values */`
