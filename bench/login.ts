/**
 * `node --disable-warning=ExperimentalWarning bench/login.ts [PAIRS] [SECONDS]`, on a shop that is built: whether the time that a login, a
 * registration or a forgotten password takes tells if an address has an account (promise S4). Known and unknown addresses take turns, so
 * both meet the same machine; what counts is how far apart their medians are, which should be under 10 ms. After that, how long logins take
 * when 25 begin every second, whether or not those before have ended.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from './figures.ts'
import { openSite, startShop } from './shop.ts'

const pairs = Number(process.argv[2] ?? 1_000)
const loadSeconds = Number(process.argv[3] ?? 20)
const loginsEachSecond = 25
const folder = mkdtempSync(join(tmpdir(), 'bench-login-'))
const site = await openSite(folder)
const shop = await startShop(site, { RATE_LIMITS: 'off' })
const origin = `http://127.0.0.1:${site.port}`
const identity = `http://127.0.0.1:${site.env['IDENTITY_PORT'] ?? ''}/api/account`
const known = (at: number) => `known${at}@shopper.example`
const unknown = (at: number) => `unknown${at}@shopper.example`

async function post(call: string, body: string, type: string): Promise<string | null> {
  const answer = await fetch(`${identity}/${call}`, {
    method: 'POST',
    headers: { 'content-type': type, origin },
    body,
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  if (![200, 303].includes(answer.status)) throw new Error(`${call} answered ${answer.status}`)
  return answer.headers.get('location')
}
const json = (call: string, body: object) => post(call, JSON.stringify(body), 'application/json')
const formType = 'application/x-www-form-urlencoded'
const clientId = 'storefront-aol'
const password = 'a long fridge 42'
const person = { password, firstName: 'Robin', lastName: 'Vale', phone: '0412345678', clientId, ABN: '' }
const register = (email: string) => json('register', { ...person, email })
const forgot = (email: string) => json('forgotpassword', { clientId, email })
const logIn = (email: string) => {
  const form = { email, password: 'not the password', returnUrl: '/', origin, nonce: 'a'.repeat(32) }
  return post('login-redir', new URLSearchParams(form).toString(), formType)
}

async function compare(name: string, ask: (email: string) => Promise<unknown>, other: (at: number) => string) {
  const took = { known: [] as number[], unknown: [] as number[] }
  const time = async (list: number[], email: string) => {
    const from = performance.now()
    await ask(email)
    list.push(performance.now() - from)
  }
  for (let at = 0; at < pairs; at++) {
    // Whoever comes first in a pair has the colder caches.
    if (at % 2 === 0) await time(took.known, known(at))
    await time(took.unknown, other(at))
    if (at % 2 === 1) await time(took.known, known(at))
  }
  const [there, gone] = [median(took.known), median(took.unknown)]
  const apart = Math.abs(there - gone).toFixed(2)
  console.log(`${name.padEnd(16)} known ${there.toFixed(1)} ms, unknown ${gone.toFixed(1)} ms, apart ${apart} ms`)
}

// An account has five tries before it is held back, so each is asked about once.
for (let at = 0; at < pairs; at++) await register(known(at))
await compare('login', logIn, unknown)
await compare('forgot password', forgot, unknown)
await compare('register', register, (at) => `new${at}@shopper.example`)
await underLoad()
await shop.stop()
await site.closeSandbox()
rmSync(folder, { recursive: true, force: true })

/** Logins with the right password, begun at even times. */
async function underLoad(): Promise<void> {
  const total = loadSeconds * loginsEachSecond
  const took: number[] = []
  let failures = 0
  const from = performance.now()
  const running = Array.from({ length: total }, async (_, at) => {
    const due = from + (at * 1_000) / loginsEachSecond
    await wait(Math.max(0, due - performance.now()))
    const nonce = randomBytes(16).toString('hex')
    const form = { email: known(at % Math.max(1, pairs)), password, returnUrl: '/', origin, nonce }
    try {
      const location = await post('login-redir', new URLSearchParams(form).toString(), formType)
      if (location?.includes('#access_token=') !== true) failures += 1
    } catch {
      failures += 1
    }
    // From when it was due: a shop that falls behind does not hide it.
    took.push(performance.now() - due)
  })
  await Promise.all(running)
  const sorted = took.toSorted((a, b) => a - b)
  const part = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  console.log(
    `${loginsEachSecond} logins a second for ${loadSeconds} s: median ${part(0.5)} ms, p99 ${part(0.99)} ms, ${failures} failed`,
  )
}
