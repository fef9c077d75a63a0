/**
 * `npm run walk:first-view -- PORT [APP …]`: whether the first view of every product of every brand has its price, its delivery line, the
 * quantity and the button that buys, at three sizes, with a suburb chosen; and every tenth also before one is chosen, when the field that
 * asks for it takes the room of the date. Exits with 1 when anything is below the fold.
 * Start the shop with RATE_LIMITS=off, or it throttles the walk.
 */
import { chromium, type Browser, type Page } from 'playwright-core'
import { brands, type Brand } from '../../src/brands/brands.ts'
import { chromiumArguments, ensureChromium } from '../chromium.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

/** Localities in which every product of the demo can be delivered. */
const suburbs = { AU: 'Sydney', NZ: 'Auckland' } as const

const [port = '3000', ...apps] = process.argv.slice(2)
const executablePath = ensureChromium((text) => console.log(text))
const faults: string[] = []
let looks = 0

const chosen = brands.filter(({ app }) => apps.length === 0 || apps.includes(app))
const browser = await chromium.launch({ executablePath, args: chromiumArguments })
for (const brand of chosen) {
  const before = { looks, faults: faults.length }
  const products = await walk(browser, brand)
  const found = faults.slice(before.faults)
  console.log(`${brand.app}: ${products} products, ${looks - before.looks} views, ${found.length} not whole`)
  for (const one of found) console.log(`  ${one}`)
}
await browser.close()
console.log(faults.length === 0 ? `All of ${looks} first views are whole.` : `${faults.length} of ${looks} are not.`)
process.exit(faults.length === 0 ? 0 : 1)

/** The products of a brand, some by a visitor whose suburb is unknown, then all by one who has chosen it; returns their number. */
async function walk(from: Browser, brand: Brand): Promise<number> {
  const context = await from.newContext({ locale: 'en-AU', timezoneId: 'Australia/Sydney', reducedMotion: 'reduce' })
  // A picture has its room before it arrives.
  await context.route(/\/media\//, (route) => route.abort())
  const page = await context.newPage()
  // Playwright's own way of setting a size waits for a frame, which is most of what a look would take.
  const devices = await context.newCDPSession(page)
  const origin = `http://${brand.app}.localhost:${port}`
  await page.goto(`${origin}/products`)
  const uris = await urisOf(page)
  for (const hasPlace of [false, true]) {
    if (hasPlace) await choosePlace(page, brand)
    await page.goto(`${origin}/cart`)
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    for (const uri of hasPlace ? uris : uris.filter((_, at) => at % 10 === 0)) {
      if (!(await page.evaluate(openInPlace, `/p/${uri}`))) {
        faults.push(`${brand.app} /p/${uri} does not open`)
        continue
      }
      for (const size of sizes) {
        await devices.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
        const below = await page.evaluate(belowTheFold)
        looks++
        if (below.length > 0)
          faults.push(
            `${brand.app} ${size.width}×${size.height} ${hasPlace ? 'with' : 'without'} suburb /p/${uri}: ${below.join(', ')}`,
          )
      }
    }
  }
  await context.close()
  return uris.length
}

/** The uris of all products that the brand lists. */
function urisOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = []
    for (let at = 1; ; at++) {
      const answer = await fetch(`/api/v2/listing?type=all&pageSize=60&page=${at}`)
      const { products } = (await answer.json()) as { products: readonly { readonly uri: string }[] }
      const fresh = products.map(({ uri }) => uri).filter((uri) => !found.includes(uri))
      if (fresh.length === 0) return found
      found.push(...fresh)
    }
  })
}

async function choosePlace(page: Page, { country }: Brand): Promise<void> {
  const status = await page.evaluate(async (suburb) => {
    const search = await fetch(`/api/locality/${suburb}`)
    const [first] = (await search.json()) as { readonly _id: string }[]
    const answer = await fetch('/api/geo/setlocation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ localityId: first?._id }),
    })
    return answer.status
  }, suburbs[country])
  if (status !== 200) throw new Error(`The location answers ${status}`)
}

/** In the page: follows a link to a product without loading the document anew, until all that is said of its delivery is there. */
async function openInPlace(path: string): Promise<boolean> {
  const link = document.createElement('a')
  link.href = path
  document.body.append(link)
  const last = document.querySelector('h1')
  const lastText = last?.textContent
  link.click()
  link.remove()
  const until = performance.now() + 20_000
  const isThere = () => {
    const promise = document.querySelector('section[aria-labelledby="delivery-promise"]')
    const isNew = document.querySelector('h1')?.textContent !== lastText || document.querySelector('h1') !== last
    // Without a place it has the field that asks for it, with one the dates.
    return isNew && (promise === null || promise.querySelector('input, .link-button:not([disabled])') !== null)
  }
  while (!isThere() || document.querySelector('section[aria-labelledby="delivery-promise"] .skeleton') !== null) {
    if (performance.now() > until) return false
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return location.pathname.startsWith(path)
}

/** In the page: the parts of the first view that end below it, with how far, and those that are missing. */
function belowTheFold(): string[] {
  const buys = document.querySelector('form#buy button[name="intent"]') !== null
  const parts: readonly (readonly [name: string, selector: string, isNeeded: boolean])[] = [
    ['price', 'h1 ~ :is([class^="price_"], [class^="instead_"])', true],
    ['delivery', 'section[aria-labelledby="delivery-promise"]', buys],
    ['quantity', 'form#buy input[name="quantity"]', buys],
    ['button', 'h1 ~ [class^="buying_"] :is(button, a)', true],
  ]
  return parts.flatMap(([name, selector, isNeeded]) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    if (box === undefined || box.height === 0) return isNeeded ? [`${name} is missing`] : []
    const over = Math.round(box.bottom - innerHeight)
    return over > 0 ? [`${name} ends ${over} px below`] : []
  })
}
