import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import type pg from 'pg'
import type { Pooling } from './pooler.server.ts'
import { isReadOnlyStatement, type PostgresHosts } from './postgres-hosts.server.ts'
import { PreparingClient } from './prepared-statements.server.ts'

/** What the pool hands to each of its clients. */
export type PostgresClientConfig = pg.ClientConfig & {
  readonly hosts: PostgresHosts
  readonly pooling: Pooling
  /** By the name of PostgreSQL's setting: time limits in milliseconds, and what is off as 0. */
  readonly limits: Readonly<Record<string, number>>
}

/** read_only_sql_transaction: the server is a standby, or was made read-only before another one takes over. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as { code?: string }).code === '25006'
}

/**
 * A connection of the pool. With several hosts it goes to the one that accepts writes. The limits reach the server when the connection
 * begins. Poolers refuse them there: then they are set at once in session mode, and with each transaction in transaction mode, where a
 * statement outside a transaction has the limits of its role.
 */
export class PostgresClient extends PreparingClient {
  readonly #hosts: PostgresHosts
  readonly #pooling: Pooling
  readonly #limits: PostgresClientConfig['limits']
  /** The server has refused a write: the connection is of no more use. */
  isReadOnly = false
  #isEnded = false

  constructor(config: PostgresClientConfig) {
    const { hosts, pooling, limits } = config
    const options = Object.entries(limits).map(([name, value]) => `-c ${name}=${value}`)
    super({ ...config, ...(pooling === 'none' ? { options: options.join(' ') } : {}) })
    this.#hosts = hosts
    this.#pooling = pooling
    this.#limits = limits
    this.preparesStatements = pooling !== 'transaction'
    this.on('error', () => hosts.doubt())
    const { connection } = this as unknown as { readonly connection: NodeJS.EventEmitter }
    connection.on('errorMessage', (error: unknown) => {
      if (!isReadOnlyError(error)) return
      this.isReadOnly = true
      hosts.doubt()
    })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's two overloads
  override connect(...args: any[]): any {
    const [done] = args as [((error: Error | null) => void) | undefined]
    if (done === undefined) return this.#connect()
    callbackify(() => this.#connect())(done)
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- what pg's eight overloads take and answer
  override query(...args: any[]): any {
    const [text, , done] = args as [unknown, unknown, unknown]
    if (this.#pooling !== 'transaction' || text !== 'begin' || done !== undefined) return super.query(...args)
    const both = super.query(`begin; ${this.#settings('set local')}`) as Promise<unknown>
    return both.then((results) => (results as readonly unknown[])[0])
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's two overloads
  override end(...args: any[]): any {
    this.#isEnded = true
    return Reflect.apply(super.end, this, args)
  }

  async #connect(): Promise<void> {
    try {
      const { connectionString } = await this.#hosts.writable()
      // The driver would connect all the same, and nobody would end the connection.
      if (this.#isEnded) throw new Error('Connection terminated')
      if (this.#hosts.isChecked) Object.assign(this, placeOf(connectionString))
      await (super.connect() as unknown as Promise<void>)
      if (this.#hosts.isChecked) await this.#requireWritable()
      if (this.#pooling === 'session') await super.query(this.#settings('set'))
    } catch (error) {
      this.#hosts.doubt()
      void this.end().catch(() => {})
      // The driver leaves a socket alone that it has not connected.
      const { connection } = this as unknown as { readonly connection: { readonly stream: Socket } }
      connection.stream.destroy()
      throw error
    }
  }

  async #requireWritable(): Promise<void> {
    const { rows } = (await super.query(isReadOnlyStatement)) as pg.QueryResult<{ is_read_only: boolean }>
    if (rows[0]?.is_read_only === false) return
    throw Object.assign(new Error(`${this.host}:${this.port} does not accept writes any more`), { code: '25006' })
  }

  #settings(command: 'set' | 'set local'): string {
    return Object.entries(this.#limits)
      .map(([name, value]) => `${command} ${name} = ${value}`)
      .join('; ')
  }
}

function placeOf(connectionString: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(connectionString)
  return { host: decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1')), port: port === '' ? 5432 : Number(port) }
}
