import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsEndpoints } from '../../src/api/cms.server.ts'
import { endpoints } from '../../src/api/endpoints.server.ts'
import { identityEndpoints } from '../../src/api/identity/identity.server.ts'
import { readCookies } from '../../src/platform/http/cookies.ts'
import { clientAddress, addressKey } from '../../src/platform/http/client-address.ts'
import { addressOf, createMatcher } from '../../src/platform/http/endpoint.ts'
import { encodingOf } from '../../src/server/page-cache/page-cache.server.ts'
import { cardNumberField, holdsCardNumber } from '../../src/platform/text/card-numbers.ts'
import { canonicalPath } from '../../src/platform/http/request-path.ts'
import { pageAddress } from '../../src/server/page-cache/page-address.ts'
import { isLooseEmail, isStandardEmail } from '../../src/platform/text/email.ts'
import { phoneProblem, cleanPhone, formatPhone } from '../../src/platform/text/phone.ts'
import { plainText, cleanHtml } from '../../src/platform/text/clean-html.server.ts'
import { slug } from '../../src/platform/text/slug.ts'
import { isWebAddress } from '../../src/platform/text/web-address.ts'
import { readAirSpace } from '../../src/modules/catalogue/internal/air-space.ts'
import { isAbn } from '../../src/modules/identity/registration.ts'
import { passwordProblem } from '../../src/modules/identity/internal/password-rules.ts'
import { safeReturnUrl } from '../../src/modules/identity/return-url.ts'
import { destinationOf, redirectKey } from '../../src/modules/content/redirects.ts'
import { isPostBox } from '../../src/modules/geo/post-box.ts'
import { readPlaceTerm } from '../../src/modules/geo/geo.ts'
import { placeOfText } from '../../src/modules/geo/address-lookup.ts'
import { readTypedAddress } from '../../src/modules/geo/internal/streets/typed-address.ts'
import { storedQuery } from '../../src/modules/search/search-events.ts'
import { readListingChoice } from '../../src/modules/search/listing-query.ts'
import { wordsOfTerm } from '../../src/modules/search/internal/engine/text/query-plan.ts'
import { quoteNumberIn, quoteTokenIn } from '../../src/modules/quotes/quotes.ts'
import { trackedUrl } from '../../src/modules/analytics/analytics.ts'
import { formatCardNumber, isCardNumber } from '../../src/modules/payments/card.ts'

/**
 * Hostile text of 100 kB given to whatever reads what strangers send. What is measured is how often blocks of the code run, which V8 counts:
 * the same on every machine, however busy. The time inside regular expressions is proved linear by regular-expressions.test.ts.
 */

const session = new Session()
const sources = pathToFileURL(join(import.meta.dirname, '../..')).href

beforeAll(async () => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
})
afterAll(async () => {
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/** How many blocks of code run while `work` does: taking the coverage sets its counts back to zero. */
async function stepsOf(work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage')
  work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => !url.startsWith('node:') && (url.startsWith('file:') ? url.startsWith(sources) : url !== ''))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0)
}

const quietly = (work: () => unknown) => (): unknown => {
  try {
    return work()
  } catch {
    return null
  }
}

/** What has stalled parsers before: runs that match at first and fail at their end. */
const hostile: Readonly<Record<string, (length: number) => string>> = {
  letters: (n) => 'a'.repeat(n),
  'an address that never ends': (n) => `a@${'a.'.repeat(n / 2)} `,
  'many at signs': (n) => '@'.repeat(n),
  blanks: (n) => `x${' '.repeat(n)}x`,
  slashes: (n) => `${'/'.repeat(n)}x`,
  hyphens: (n) => `x${'-'.repeat(n)}x`,
  digits: (n) => `${'1'.repeat(n)}x`,
  commas: (n) => `${', '.repeat(n / 2)}x`,
  'opened elements': (n) => '<br'.repeat(n / 3),
  'opened comments': (n) => '<!--'.repeat(n / 4),
  'percent signs': (n) => '%40'.repeat(n / 3),
  'words of a search': (n) => 'ab '.repeat(n / 3),
  'pairs of a query': (n) => 'a=b&'.repeat(n / 4),
  cookies: (n) => 'a=b; '.repeat(n / 5),
  colons: (n) => ':'.repeat(n),
  quotes: (n) => `"${'""'.repeat(n / 2)}x`,
  accents: (n) => 'é'.repeat(n),
}

const match = createMatcher(endpoints)
const listing = endpoints.find(({ path }) => path === '/api/listing/search') ?? endpoints[0]

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  isLooseEmail,
  isStandardEmail,
  phoneProblem: (text) => phoneProblem(text, 'AU'),
  cleanPhone,
  formatPhone: (text) => formatPhone(text, 'AU'),
  plainText,
  cleanHtml,
  slug,
  isWebAddress,
  isAbn,
  passwordProblem,
  safeReturnUrl: (text) => safeReturnUrl(text),
  redirectKey,
  destinationOf: (text) => destinationOf(new Map(), text),
  isPostBox,
  readPlaceTerm: (text) => readPlaceTerm('AU', text),
  placeOfText: (text) => [placeOfText(text, 'AU'), placeOfText(text, 'NZ')],
  readTypedAddress: (text) => [readTypedAddress('AU', text), readTypedAddress('NZ', `12 st ${text}`)],
  storedQuery,
  trackedUrl: (text) => trackedUrl(`/account?email=${text}`),
  readAirSpace,
  wordsOfTerm,
  readListingChoice: (text) => readListingChoice(new URLSearchParams(`filters=${text}&q=${text}`), () => true),
  quoteNumberIn,
  quoteTokenIn,
  isCardNumber,
  formatCardNumber,
  readCookies,
  clientAddress: (text) => clientAddress('10.0.0.1', text, 2),
  addressKey,
  encodingOf,
  'match of a call': (text) => match('GET', `/api/${text}`),
  addressOf: (text) =>
    listing === undefined ? null : addressOf({ endpoint: listing, params: { name: text } }, `/api/x?${text}`),
  canonicalPath: (text) => canonicalPath(`/${text}`),
  pageAddress: (text) => pageAddress(`/c/x?${text}`, () => true),
  holdsCardNumber,
  cardNumberField: (text) => cardNumberField({ message: text }),
}

const small = 25_000

test('the step count grows with the work of a loop', async () => {
  const loops = (text: string) => {
    let sum = 0
    for (const one of text) for (const other of text.slice(0, 100)) sum += one === other ? 1 : 0
    return sum
  }
  const [few, many] = [await stepsOf(() => loops('a'.repeat(10))), await stepsOf(() => loops('a'.repeat(100)))]
  expect(many - few).toBeGreaterThan(9_000)
})

/**
 * The kinds of text whose steps grow faster than their length. All are given one after the other and counted together first, because counting
 * takes longer than most of what is counted: whatever takes quadratic steps takes more of them than everything else together.
 */
async function superlinearKinds(
  read: (text: string) => unknown,
): Promise<{ kind: string; before: number; after: number }[]> {
  const growth = async (kinds: readonly string[]) => {
    const given = (length: number) => kinds.map((kind) => hostile[kind]?.(length) ?? expect.fail(kind))
    const [few, little, much] = [given(100), given(small), given(4 * small)]
    // Once before, so that what is made at the first call is not counted.
    for (const text of few) quietly(() => read(text))()
    const before = await stepsOf(() => little.forEach((text) => quietly(() => read(text))()))
    const after = await stepsOf(() => much.forEach((text) => quietly(() => read(text))()))
    return { before, after }
  }
  // Four times the text: four times the steps, and some for what grows with the logarithm, as sorting does.
  const isLinear = ({ before, after }: { before: number; after: number }) => after <= 5 * before + 2_000
  if (isLinear(await growth(Object.keys(hostile)))) return []
  const each = []
  for (const kind of Object.keys(hostile)) each.push({ kind, ...(await growth([kind])) })
  return each.filter((one) => !isLinear(one))
}

test('an input with quadratic cost is found among linear ones', async () => {
  const pairs = (text: string) => {
    const parts = text.split('&')
    let same = 0
    for (let at = 0; at < parts.length; at += 50) for (const one of parts) if (one === parts[at]) same++
    return same
  }
  expect((await superlinearKinds(pairs)).map(({ kind }) => kind)).toEqual(['pairs of a query'])
})

describe('parsers of user text take steps proportional to its length', () => {
  for (const [name, parse] of Object.entries(parsers)) {
    test(name, { timeout: 120_000 }, async () => {
      expect(await superlinearKinds(parse)).toEqual([])
    })
  }
})

/** A value that fits a schema in its form, with the text wherever one may stand. */
function filled(schema: unknown, text: string, depth = 6): unknown {
  const { type, properties, items, anyOf, additionalProperties } = (schema ?? {}) as {
    type?: string
    properties?: Record<string, unknown>
    items?: unknown
    anyOf?: unknown[]
    additionalProperties?: unknown
  }
  if (anyOf !== undefined) return filled(anyOf[0], text, depth)
  if (depth > 0 && properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, filled(one, text, depth - 1)]))
  if (depth > 0 && type === 'array') return [filled(items, text, depth - 1)]
  if (type === 'object') return { [text.slice(0, 30)]: filled(additionalProperties, text, depth - 1) }
  return text
}

describe('the schema of every call rejects 100 kB of text in each field in proportional time', () => {
  const everyCall = [
    ...endpoints.map((one) => ({ host: 'shop', ...one })),
    ...identityEndpoints.map((one) => ({ host: 'identity', ...one })),
    ...cmsEndpoints.map((one) => ({ host: 'staff', ...one })),
  ]
  for (const { host, method, path, body, query, params } of everyCall) {
    const schemas = [body, query, params].filter((one) => one !== undefined)
    if (schemas.length === 0) continue
    test(`${host} ${method} ${path}`, { timeout: 120_000 }, async () => {
      for (const schema of schemas) {
        const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
        expect(await superlinearKinds((text) => schema.safeParse(filled(form, text)))).toEqual([])
      }
    })
  }
})
