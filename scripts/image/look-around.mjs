/**
 * Runs inside a container of the image, beside the program (`npm run image:check`), and prints as JSON who process 1 is, which folders can
 * be written, and which packages that the program imports cannot be loaded.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const status = readFileSync('/proc/1/status', 'utf8')
const fieldOf = (name) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1]

function isWritable(folder) {
  try {
    writeFileSync(`${folder}/probe`, '')
    rmSync(`${folder}/probe`)
    return true
  } catch {
    return false
  }
}

/** Browsers alone import these, from files of their own. */
const ofBrowsers = ['@google/model-viewer', '@simplewebauthn/browser']
const sources = globSync('build/{server,admin/server}/**/*.js').map((file) => readFileSync(file, 'utf8'))
const imports = /^(?:import|export) (?:[^'"\n]* from )?"([^."\n][^"\n]*)"|import\("([^."\n][^"\n]*)"\)/gm
const names = new Set(sources.flatMap((text) => [...text.matchAll(imports)].map(([, one, two]) => one ?? two)))

const missing = []
for (const name of [...names, '@resvg/resvg-js'].filter((one) => !ofBrowsers.includes(one)))
  await import(name).catch((error) => missing.push(`${name}: ${error.message}`))

console.log(
  JSON.stringify({
    user: process.getuid(),
    process1: readFileSync('/proc/1/cmdline', 'utf8').split('\0')[0],
    capabilities: fieldOf('CapEff'),
    noNewPrivileges: fieldOf('NoNewPrivs'),
    writable: ['/', '/app', '/app/build', '/usr', '/etc', '/tmp', '/data'].filter(isWritable),
    packages: names.size,
    missing,
  }),
)
