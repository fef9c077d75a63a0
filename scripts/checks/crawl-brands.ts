/**
 * `npm run crawl:brands [-- APP …]`: every type of page in every brand at 360 and 1440 px, on a shop of its own with the demo data. Says what
 * the console, axe and the rules of HTML have against it, which requests fail, which links lead nowhere, what is of another brand, and what
 * search engines could not read. Exits with 1 when anything is wrong.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import { chromium, type Page } from 'playwright-core'
import { brands, type Brand } from '../../src/brands/brands.ts'
import { pageTypesOf } from '../../tests/support/page-types.ts'
import { startShop } from '../../tests/support/shop-process.ts'
import { buildWhenStale } from '../bundle/build.ts'
import { chromiumArguments, ensureChromium } from '../chromium.ts'
import { structuredDataErrors } from './structured-data.ts'

/** Types that have journeys of their own. */
const further: readonly (readonly [name: string, path: string])[] = [
  ['login', '/account/login'],
  ['register', '/account/register'],
  ['forgot-password', '/account/forgot-password'],
  ['newsletter', '/account/newsletter'],
  ['ask-an-expert', '/ask-an-expert'],
  ['afterpay', '/afterpay'],
  ['zip', '/zip'],
  ['listing-second-page', '/c/kitchen?page=2'],
  ['api-reference', '/api-reference'],
]

/** What the text of a page has to be, beyond what a browser forgives. Formatting is up to the renderer, and axe checks accessibility. */
const html = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'no-inline-style': 'off',
    'void-style': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'no-raw-characters': 'off',
    'tel-non-breaking': 'off',
    'valid-id': 'off',
    'require-sri': 'off',
    'prefer-native-element': 'off',
    'no-implicit-button-type': 'off',
    'text-content': 'off',
    'wcag/h30': 'off',
    'wcag/h32': 'off',
    'wcag/h71': 'off',
    'no-redundant-role': 'off',
    // Firefox forgets what was ticked on the page before only where a box says so.
    'valid-autocomplete': 'off',
    'no-redundant-aria-label': 'off',
    'prefer-button': 'off',
  },
})

const requested = process.argv.slice(2)
const chosen = brands.filter(({ app }) => requested.length === 0 || requested.includes(app))
const faults = new Map<string, string[]>()
/** Social pictures that have been requested. */
const pictures = new Set<string>()
const blame = (what: string, where: string) => faults.set(what, [...(faults.get(what) ?? []), where])
let looks = 0
let links = 0

await buildWhenStale((text) => console.log(text))
const shop = await startShop({ RATE_LIMITS: 'off' })
const browser = await chromium.launch({
  executablePath: ensureChromium((text) => console.log(text)),
  args: chromiumArguments,
})

for (const brand of chosen) {
  const context = await browser.newContext({ locale: 'en-AU', timezoneId: 'Australia/Sydney', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const origin = shop.address(brand.app)
  const types = [...(await pageTypesOf(page, origin)), ...(await linkedTypes(page, origin)), ...further]
  /** Missing on purpose. */
  const missing = new Set([
    '/nowhere',
    ...(brand.hasStores ? [] : ['/stores', '/cooking-demos']),
    ...(types.some(([name]) => name === 'virtual-tour') ? [] : ['/virtual-tour']),
  ])
  const found = new Set<string>()
  let here = ''
  page.on('pageerror', (error) => blame(`error: ${error.message}`, here))
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if ((message.type() === 'error' || message.type() === 'warning') && !isAnswer)
      blame(`console: ${message.text()}`, here)
  })
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') blame(`failed: ${request.url()}`, here)
  })
  // Names the URL, which the console does not.
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400 && !missing.has(pathname)) blame(`${response.status()}: ${response.url()}`, here)
  })
  for (const [name, path] of types) {
    for (const width of [360, 1440]) {
      here = `${brand.app} ${width} ${name} (${path})`
      await page.setViewportSize({ width, height: 900 })
      await page.goto(origin + path, { waitUntil: 'load' })
      await page.locator('html[data-whole]').waitFor({ state: 'attached' })
      looks++
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      for (const one of violations) blame(`axe ${one.id}: ${one.nodes[0]?.html.slice(0, 160)}`, here)
      const text = await page.content()
      for (const foreign of foreignNames(brand, text)) blame(`says ${foreign}`, here)
      if (width === 360) await readText(page, origin + path, here)
      for (const href of await linksIn(page)) found.add(href)
    }
  }
  here = `${brand.app} links`
  links += found.size
  for (const [href, status] of await statusesOf(page, origin, [...found]))
    blame(`link answers ${status}: ${href}`, here)
  await context.close()
  console.log(`${brand.app}: ${types.length} types of page, ${found.size} links`)
}
await browser.close()
await shop.stop()

for (const [what, places] of faults) console.log(`${what}\n    ${places.length} times, first at ${places[0]}`)
console.log(`${looks} looks, ${links} links: ${faults.size === 0 ? 'nothing is broken.' : `${faults.size} faults`}`)
process.exit(faults.size === 0 ? 0 : 1)

/** Types whose addresses stand on other pages. */
async function linkedTypes(page: Page, origin: string): Promise<[string, string][]> {
  const lists = [
    ['blog-post', '/blog', 'main a[href^="/blog/"]:not([href*="."])'],
    ['cooking-demo', '/cooking-demos', 'main a[href^="/cooking-demos/"]'],
  ] as const
  const types: [string, string][] = []
  for (const [name, list, selector] of lists) {
    await page.goto(origin + list)
    const [path] = await page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname))
    if (path !== undefined) types.push([name, path])
  }
  return types
}

/** The page before any script has changed it. */
async function readText(page: Page, address: string, here: string): Promise<void> {
  const { status, text } = await answerTo(page, address)
  const report = await html.validateString(text)
  for (const { messages } of report.results)
    for (const { ruleId, message } of messages) blame(`html ${ruleId}: ${message}`, here)
  for (const [, block = ''] of text.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g))
    for (const problem of structuredDataErrors(JSON.parse(block))) blame(`structured data: ${problem}`, here)
  for (const name of ['og:title', 'og:url', 'og:image', 'og:type'])
    if (status === 200 && !text.includes(`property="${name}"`)) blame(`has no ${name}`, here)
  const [, picture = ''] = /property="og:image" content="https:\/\/[^/"]+([^"]*)"/.exec(text) ?? []
  if (picture.startsWith('/media/social') && !pictures.has(address + picture)) {
    pictures.add(address + picture)
    const { type } = await answerTo(page, new URL(picture, address).href)
    if (type !== 'image/png') blame(`shares no picture: ${picture}`, here)
  }
}

/** Requested by the browser, since only it resolves the brands' host names. */
function answerTo(page: Page, address: string): Promise<{ status: number; text: string; type: string | null }> {
  return page.evaluate(async (requested) => {
    const answer = await fetch(requested)
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') }
  }, address)
}

function linksIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin && !link.getAttribute('href')?.startsWith('#'))
      .map((link) => link.pathname + link.search),
  )
}

/** The links that respond with an error. */
async function statusesOf(page: Page, origin: string, hrefs: readonly string[]): Promise<[string, number][]> {
  const wrong: [string, number][] = []
  const queue = [...hrefs]
  const ask = async () => {
    for (let href = queue.pop(); href !== undefined; href = queue.pop()) {
      const { status } = await answerTo(page, origin + href)
      if (status >= 400) wrong.push([href, status])
    }
  }
  await Promise.all([ask(), ask()])
  return wrong
}

/** Names and telephone numbers of other brands; the name of one may be a part of another's. */
function foreignNames(own: Brand, text: string): string[] {
  const rest = text.replaceAll(own.companyName, '').replaceAll(own.supportNumber, '')
  return brands
    .flatMap((other) => [other.companyName, other.supportNumber])
    .filter((name) => name !== own.companyName && name !== own.supportNumber && rest.includes(name))
}
