/** The operator commands of the built program (src/composition/commands.server.ts), run from the sources. */
import { join } from 'node:path'
import { runCommand } from '../src/composition/commands.server.ts'
import { loadEnvironment } from '../src/platform/config/env-file.server.ts'
import { StartError } from '../src/platform/start-error.ts'
import { placesFolder } from './bundle/build.ts'

const root = join(import.meta.dirname, '..')
const [name = '', ...args] = process.argv.slice(2)
try {
  process.exitCode = await runCommand(name, args, {
    env: loadEnvironment(root),
    envFolder: root,
    root,
    geoFolder: placesFolder,
    write: (line) => console.log(line),
  })
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof StartError ? error.message : error)
}
