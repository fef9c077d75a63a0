/**
 * `npm run walk:felt-speed -- PORT [APP]`: in a running shop with the demonstration, with a processor slowed four times, on a phone and on a wide
 * screen: how long the three interactions of which shoppers do most take until the next paint (INP, as https://web.dev/articles/inp defines it, at
 * the 75th percentile), and how far each kind of page shifts while it loads (CLS). Exits with 1 when an interaction takes more than 100 ms or a page
 * shifts by more than 0.01.
 * Start the shop with RATE_LIMITS=off, and measure on a quiet machine.
 */
import { chromium, type Locator, type Page } from 'playwright-core'
import { percentile } from '../../bench/figures.ts'
import { chromiumArguments, ensureChromium } from '../../scripts/chromium.ts'

const [port = '3000', app = 'aol'] = process.argv.slice(2)
const origin = `http://${app}.localhost:${port}`
const screens = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const
const slowdown = 4
const longest = { interactionMs: 100, shift: 0.01 }
const fridges = '/c/kitchen/fridges'
/** Shorter interactions than this are not reported by browsers. */
const shortestMs = 16

type Recorded = { readonly interactions: Map<number, number>; shift: number }
type Recording = typeof globalThis & { readonly felt: Recorded }
type EventTiming = PerformanceEntry & { readonly interactionId: number }
type LayoutShift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

const browser = await chromium.launch({
  executablePath: ensureChromium((text) => console.log(text)),
  args: chromiumArguments,
})
let isGood = true
for (const viewport of screens) {
  const isPhone = viewport.width < 768
  const context = await browser.newContext({
    viewport,
    hasTouch: isPhone,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
  })
  await context.addInitScript(record, shortestMs)
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  await devices.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  for (const [name, steps] of [
    ['filter of a list', await filterSteps(page, isPhone)],
    ['delivery calendar', await calendarSteps(page)],
    ['add to cart', await addSteps(page)],
  ] as const) {
    const p75 = percentile(steps, 0.75)
    isGood &&= p75 <= longest.interactionMs
    console.log(`${viewport.width} px, ${name}: INP p75 ${p75} ms, of ${steps.length} (most ${Math.max(...steps)} ms)`)
  }
  const [product = ''] = await hrefsOf(page, fridges)
  for (const path of ['/', fridges, '/search/bosch', product, '/cart', '/customer/checkout']) {
    await open(page, path)
    const { shift } = await page.evaluate(() => ({ shift: (globalThis as Recording).felt.shift }))
    isGood &&= shift <= longest.shift
    console.log(`${viewport.width} px, ${path}: CLS ${shift.toFixed(4)}`)
  }
  await context.close()
}
await browser.close()
process.exit(isGood ? 0 : 1)

/** In the page, before its scripts. */
function record(durationThreshold: number): void {
  const felt: Recorded = { interactions: new Map(), shift: 0 }
  Object.assign(globalThis, { felt })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as EventTiming[])
      if (interactionId > 0)
        felt.interactions.set(interactionId, Math.max(duration, felt.interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[]) if (!hadRecentInput) felt.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Opens a page, until nothing has been fetched for a second: what comes late may shift what was there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${origin}${path}`)
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const last = performance.getEntriesByType('resource').at(-1) as PerformanceResourceTiming | undefined
    return performance.now() - (last?.responseEnd ?? 0) > 1_000
  })
}

async function hrefsOf(page: Page, list: string): Promise<string[]> {
  await open(page, list)
  return page
    .getByRole('main')
    .getByRole('article')
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

/** Milliseconds of a press, the longest of its events. With the mouse it begins over its target, as a hand does. */
async function timed(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error(`Nothing to press: ${target.toString()}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const isTouched = await page.evaluate(() => navigator.maxTouchPoints > 0)
  if (!isTouched) await page.mouse.move(x, y)
  // A person needs longer than a frame between scrolling or closing something and the next press.
  await page.evaluate(() => new Promise((resume) => requestIdleCallback(resume)))
  await page.evaluate(() => (globalThis as Recording).felt.interactions.clear())
  // Not `click`, whose own checks in the page would count.
  if (isTouched) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
  return page.evaluate(async (shortest) => {
    // Entries are handed over after the frame that follows them.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resume) => setTimeout(resume, 100))
    return Math.max(shortest, ...(globalThis as Recording).felt.interactions.values())
  }, shortestMs)
}

async function filterSteps(page: Page, isPhone: boolean): Promise<number[]> {
  const steps: number[] = []
  for (const list of [fridges, '/c/laundry', '/c/kitchen']) {
    await open(page, list)
    if (isPhone) await page.getByRole('button', { name: /^Filter/ }).click()
    const filters = page.locator('#filters')
    for (let at = 0; at < 7; at++) {
      const link = filters.locator('details[open] li a').nth(at % 3)
      const before = page.url()
      steps.push(await timed(page, link))
      await page.waitForURL((url) => url.href !== before)
    }
  }
  return steps
}

function addButtons(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('article')
    .getByRole('button', { name: /^Add to cart/ })
}

async function addSteps(page: Page): Promise<number[]> {
  const steps: number[] = []
  await open(page, fridges)
  const dialog = page.getByRole('dialog').first()
  for (let at = 0; at < 12; at++) {
    steps.push(await timed(page, addButtons(page).nth(at)))
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  return steps
}

/** In the checkout, with one product that is in stock: the strip of days, then the month. */
async function calendarSteps(page: Page): Promise<number[]> {
  const steps: number[] = []
  await open(page, fridges)
  await addButtons(page).first().click()
  await page.getByRole('dialog').first().waitFor()
  await open(page, '/customer/checkout')
  await page.getByLabel('Street address').fill('12 Harbour Street')
  await page.getByRole('combobox', { name: /^Suburb/ }).fill('2000')
  await page.getByRole('option', { name: '2000 Sydney, NSW', exact: true }).click()
  const days = page.getByRole('radiogroup', { name: 'Delivery date' }).getByRole('radio')
  await days.first().waitFor()
  for (let at = 0; at < 8; at++) steps.push(await timed(page, days.nth((at + 1) % 4)))
  await page.getByText('More dates').first().click()
  const cells = page.locator('td[data-available]')
  await cells.first().waitFor()
  for (let at = 0; at < 8; at++) steps.push(await timed(page, cells.nth((at * 3) % 8)))
  return steps
}
