/**
 * `node --disable-warning=ExperimentalWarning bench/login.ts [PAIRS]`: whether the time a login or a registration takes tells if an address
 * has an account (promise S4). Known and unknown addresses take turns at a shop in this process, so both see the same machine; what counts
 * is how far apart their medians are, which should be under 10 ms.
 */
import { openTestShop } from '../src/shop-for-tests.server.ts'
import { percentile } from './figures.ts'

const pairs = Number(process.argv[2] ?? 1_000)
const shop = await openTestShop({ sandbox: false })
const visitor = shop.visitor()
const known = (at: number) => `known${at}@shopper.example`
const unknown = (at: number) => `unknown${at}@shopper.example`

const register = (email: string) =>
  visitor.identity('POST', '/api/account/register', {
    body: {
      email,
      password: 'a long fridge 42',
      firstName: 'Robin',
      lastName: 'Vale',
      phone: '0412345678',
      clientId: 'storefront-aol',
      ABN: '',
    },
  })
const forgot = (email: string) =>
  visitor.identity('POST', '/api/account/forgotpassword', { body: { clientId: 'storefront-aol', email } })
const logIn = (email: string) => visitor.postLogin({ email, password: 'not the password' })

// A new address each time: an account has five tries, then it is throttled.
for (let at = 0; at < pairs; at++) await register(known(at))

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
  const [there, gone] = [percentile(took.known, 0.5), percentile(took.unknown, 0.5)]
  console.log(
    `${name.padEnd(16)} known ${there.toFixed(1)} ms, unknown ${gone.toFixed(1)} ms, apart ${Math.abs(there - gone).toFixed(2)} ms`,
  )
}

await compare('login', logIn, unknown)
await compare('forgot password', forgot, unknown)
await compare('register', register, (at) => `new${at}@shopper.example`)
await shop.close()
