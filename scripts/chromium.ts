import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Finds Chromium on this machine: CHROMIUM_PATH, or the usual paths. The headless shell comes first: it opens a page in half
 * the time.
 */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') return existsSync(given) ? given : null
  const places = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    join(homedir(), 'AppData/Local/Google/Chrome/Application/chrome.exe'),
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
    'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
  ]
  return places.find((place) => existsSync(place)) ?? null
}

/** Finds Chromium, or installs the system package if that needs no password. Otherwise throws an error that says what to do. */
export function ensureChromium(say: (text: string) => void): string {
  const found = findChromium()
  if (found !== null) return found
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium with apt-get, for the tests in a browser …')
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    apt('update')
    // Ubuntu has no headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      apt('install', '-y', '--no-install-recommends', name)
      const installed = findChromium()
      if (installed !== null) return installed
    }
  }
  throw new Error('The tests need a Chromium or Chrome. Install one, or set CHROMIUM_PATH to its program file.')
}

/** Flags for headless Chromium: no sandbox (it may run as root), no process for a GPU, and no background requests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
