import { err, ok, type Result } from '../result.ts'

/**
 * The address of a PostgreSQL server, or of several hosts of which one accepts writes, as libpq writes it:
 * postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write (PostgreSQL manual, "Specifying Multiple Hosts").
 */

export type PostgresAddress = {
  /** An address for each host, in the order given. */
  readonly servers: readonly [string, ...string[]]
  /** Whether a host has to prove that it accepts writes before it is used. */
  readonly isChecked: boolean
}

/** Reads an address. The problem continues the sentence "DATABASE_URL ...". */
export function parsePostgresAddress(text: string): Result<PostgresAddress, string> {
  const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(text)
  if (parts === null) return err('must be an address that begins with postgres://')
  const [, scheme = '', authority = '', rest = ''] = parts
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  const [first = '', ...others] = hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`)
  const servers = [first, ...others] as const
  if (others.length > 0 && hosts.includes('')) return err('must have a host between the commas, as in a:5432,b:5432')
  const wrong = servers.findIndex((server) => !URL.canParse(server))
  if (wrong !== -1)
    return err(
      others.length === 0
        ? 'must be an address that begins with postgres://, with / ? # @ : and % of the password written as %2F %3F %23 %40 %3A and %25'
        : `must name each of its hosts as host or host:port; its host ${wrong + 1} is neither`,
    )
  const { searchParams } = new URL(first)
  const named = searchParams.get('host')
  if (named !== null && (named.includes(',') || others.length > 0))
    return err('must list its hosts before the path, as in postgres://user:password@a:5432,b:5432/database')
  const attributes = searchParams.get('target_session_attrs')
  if (attributes !== null && attributes !== 'read-write' && attributes !== 'primary')
    return err('must have target_session_attrs=read-write or none: the shop needs a server that accepts writes')
  return ok({ servers, isChecked: others.length > 0 || attributes !== null })
}

/** The address of the only server, or of the first one, for what they have in common: user, database, parameters. */
export function firstServer(address: string): URL {
  const parsed = parsePostgresAddress(address)
  if (!parsed.ok) throw new Error(`an address that was not checked: ${parsed.problem}`)
  return new URL(parsed.value.servers[0])
}

/** Host and port for messages: 'a:5432, b:5432'. */
export function hostsText(address: string): string {
  const parsed = parsePostgresAddress(address)
  return parsed.ok ? parsed.value.servers.map((server) => hostText(server)).join(', ') : ''
}

export function hostText(server: string): string {
  const { hostname, port } = new URL(server)
  return `${hostname}:${port === '' ? '5432' : port}`
}
