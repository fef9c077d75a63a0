import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const program = `
  import { openPglite } from '${join(import.meta.dirname, 'database.server.ts').replaceAll('\\', '/')}'
  import { sql } from 'kysely'
  console.log('opening')
  const database = await openPglite(null)
  await sql.raw('create table t (a integer, b text)').execute(database.db)
  for (let n = 0; n < 300; n++) {
    await sql.raw("insert into t values (" + n + ", repeat('x', " + n + "))").execute(database.db)
    await sql.raw('select count(*), max(b) from t where a > ' + (n >> 1)).execute(database.db)
  }
  await database.close()
  console.log('done')
`

test(
  'no machine code of the embedded database is freed while running, because Node could crash',
  { timeout: 60_000 },
  () => {
    const args = ['--trace-wasm-code-gc', '--input-type=module', '-e', program]
    const { stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      cwd: join(import.meta.dirname, '../../..'),
    })
    // Node strips the types of sources with WebAssembly of its own, before there is a database.
    const [, sinceOpening = ''] = stdout.split('opening\n')
    expect(sinceOpening).toContain('done')
    expect(sinceOpening).not.toContain('[wasm-gc] Starting GC')
  },
)
