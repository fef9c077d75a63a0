import pg from 'pg'
import { plannedForValuesMark } from './partitions/planned-for-values.ts'

/**
 * A connection that prepares statements: the second time a text is run it is prepared under a name, and after that only its values are
 * sent. On PGlite, which shares one thread between the shop and the database, this halves the cost of a statement.
 */

type Named = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }
type Done = (error: Error | undefined, result: unknown) => void

/** More names than these would only fill the server's memory. */
const maxNames = 500
const names = new Map<string, string>()
/** Texts that have come once. Many are made up as they go, such as those of filtered lists, and never come again: they get no name. */
const seen = new Set<string>()
const maxSeen = 2_000
/** Counts how often a table changed under a prepared statement; each time invalidates all names. */
let shape = 0

function nameOf(text: string): string | null {
  if (text.includes(plannedForValuesMark)) return null
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= maxNames) return null
  if (!seen.delete(text)) {
    if (seen.size >= maxSeen) seen.clear()
    seen.add(text)
    return null
  }
  const name = `s${shape}-${names.size}`
  names.set(text, name)
  return name
}

/** PostgreSQL's error when a migration changed the columns of a prepared statement's result; retrying fixes it. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}

function forgetNames(): void {
  shape++
  names.clear()
}

export class PreparingClient extends pg.Client {
  /** Off behind a pooler in transaction mode, where the next transaction may run on a connection that does not know the name. */
  protected preparesStatements = true

  // oxlint-disable-next-line typescript/no-explicit-any -- what pg's eight overloads take and answer
  override query(...args: any[]): any {
    const [text, values, done] = args as [unknown, unknown, Done | undefined]
    if (!this.preparesStatements || typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return this.#send(args)
    const name = nameOf(text)
    if (name === null) return this.#send(args)
    const named: Named = { name, text, values }
    if (done !== undefined) return this.#send([named, done])
    return (this.#send([named]) as Promise<unknown>).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      forgetNames()
      // Inside a transaction this one is lost; the transaction is run again as a whole.
      return (this.#send([text, values]) as Promise<unknown>).catch(() => {
        throw error
      })
    })
  }

  #send(args: readonly unknown[]): unknown {
    return Reflect.apply(super.query, this, args)
  }
}
