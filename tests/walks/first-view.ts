/**
 * `npm run walk:first-view -- PORT [APP …] [--only N]`: whether the first view of every product of every brand has its price, its delivery line, the
 * quantity and the button that buys, at three sizes, with a suburb chosen; and every tenth also before one is chosen, when the field that
 * asks for it takes the room of the date. With `--only` it takes so many of each brand: half with the longest titles, which leave the least
 * room, and half spread over the list. Exits with 1 when anything is below the fold.
 * Start the shop with RATE_LIMITS=off, or it throttles the walk.
 */
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { brands, type Brand } from '../../src/brands/brands.ts'
import { chromiumArguments, ensureChromium } from '../../scripts/chromium.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const

/** Localities in which every product of the demo can be delivered. */
const suburbs = { AU: 'Sydney', NZ: 'Auckland' } as const

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const [port = '3000', ...apps] = positionals
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
  const uris = chosenOf(await productsOf(page))
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
        // The new size is laid out in a frame of its own.
        await page.waitForFunction((width) => innerWidth === width, size.width)
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

type Listed = { readonly uri: string; readonly title: string }

function chosenOf(products: readonly Listed[]): string[] {
  const half = values.only === undefined ? products.length : Math.ceil(Number(values.only) / 2)
  const longest = products.toSorted((a, b) => b.title.length - a.title.length).slice(0, half)
  const step = Math.max(1, Math.floor(products.length / half))
  return [...new Set([...longest, ...products.filter((_, at) => at % step === 0)].map(({ uri }) => uri))]
}

/** All products that the brand lists. */
function productsOf(page: Page): Promise<Listed[]> {
  return page.evaluate(async () => {
    const found = new Map<string, Listed>()
    for (let at = 1; ; at++) {
      const answer = await fetch(`/api/v2/listing?type=all&pageSize=60&page=${at}`)
      const { products } = (await answer.json()) as { products: readonly Listed[] }
      const before = found.size
      for (const { uri, title } of products) found.set(uri, { uri, title })
      if (found.size === before) return [...found.values()]
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
    const part = document.querySelector(selector)
    const box = part?.getBoundingClientRect()
    if (part === null || box === undefined || box.height === 0) return isNeeded ? [`${name} is missing`] : []
    const over = Math.round(box.bottom - innerHeight)
    if (over > 0) return [`${name} ends ${over} px below`]
    // A banner at the bottom of the window is over it.
    const onTop = document.elementFromPoint(box.left + box.width / 2, box.bottom - 4)
    return onTop === null || part.contains(onTop) || onTop.contains(part) ? [] : [`${name} is covered`]
  })
}
