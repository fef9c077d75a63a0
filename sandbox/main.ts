import { DataFolderError } from '../src/platform/config/data-folder.server.ts'
import { ListenError } from '../src/platform/http/listen.server.ts'
import { startSandbox } from './sandbox.ts'
import { readSettings, SettingsError } from './settings.ts'

/** Starts the sandbox from the environment: `node sandbox/main.ts`. */

try {
  const settings = readSettings(process.env)
  const sandbox = await startSandbox({ ...settings, log: (line) => console.log(line) })
  console.log(`Payments sandbox on ${sandbox.url} (test cards, ledger), webhooks to ${settings.shopUrl}`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  const isExplained = error instanceof SettingsError || error instanceof ListenError || error instanceof DataFolderError
  console.error(isExplained ? error.message : error)
  process.exitCode = 1
}
