import { spawn } from 'node:child_process'
import { StartError } from '../../platform/start-error.ts'

/** PostgreSQL's own programs for dumps, which come with its client package and not with the shop. */

/** Writes what the exported snapshot sees as an archive (`pg_dump -Fc`). */
export const dumpDatabase = (address: string, snapshot: string, file: string): Promise<void> =>
  run('pg_dump', address, (database) => ['-Fc', '--no-owner', `--snapshot=${snapshot}`, '-f', file, '-d', database])

/** Restores an archive into an empty database. */
export const restoreDump = (address: string, file: string): Promise<void> =>
  run('pg_restore', address, (database) => ['--no-owner', '--exit-on-error', '-j', '2', '-d', database, file])

/** The address of another database of the same server. */
export const inDatabase = (address: string, name: string): string =>
  address.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(?:\/[^?#]*)?/, (_, server: string) => `${server}/${name}`)

/** The password goes by the environment: arguments of a process can be read by everybody on the machine. */
async function run(program: string, address: string, argsOf: (address: string) => string[]): Promise<void> {
  const password = /^postgres(?:ql)?:\/\/[^/@:]*:([^/@]*)@/.exec(address)?.[1]
  const open = address.replace(/^(postgres(?:ql)?:\/\/[^/@:]*):[^/@]*@/, '$1@')
  const env = password === undefined ? process.env : { ...process.env, PGPASSWORD: decodeURIComponent(password) }
  const child = spawn(program, argsOf(open), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)))
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', (error: Error & { code?: string }) =>
      fail(
        error.code === 'ENOENT'
          ? new StartError(
              `${program} is not installed. It comes with PostgreSQL's client programs (Debian: postgresql-client).`,
            )
          : error,
      ),
    )
    child.once('close', done)
  })
  if (code !== 0) throw new StartError(`${program} failed:\n${said.trim()}`)
}
