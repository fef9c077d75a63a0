import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageFor, type PageOptions } from './page-pool.ts'

export type { Locator, Page } from 'playwright-core'
export type { PageOptions } from './page-pool.ts'

/** A page of a visitor nobody knows. What goes wrong in its console or its policy is kept and must be nothing at the end. */
export type PageVisit = {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: string[]
  close(): Promise<void>
}

export async function visit(options: PageOptions = {}): Promise<PageVisit> {
  const { page, leave } = await pageFor(options)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused call is a part of some journeys and shows in the console as a failed resource.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return { page, context: page.context(), faults, close: leave }
}

/**
 * How far what stood on the page has moved by itself (cumulative layout shift): since it was opened, or since its document was read, which
 * is before any module runs. A slow machine paints a document that is half read.
 */
export const layoutShift = (page: Page, since: 'opened' | 'read' = 'opened'): Promise<number> =>
  page.evaluate(
    (isOfAll) =>
      new Promise<number>((done) => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const from = isOfAll ? 0 : (navigation?.domInteractive ?? 0)
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (entry.startTime >= from) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestIdleCallback(() => requestAnimationFrame(() => done(sum)), { timeout: 3_000 })
      }),
    since === 'opened',
  )

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Less than half of what the builder would send to each page and have it parse. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessProblems(page)).toEqual([])
}

/** Until neither the page nor its header has moved for two frames: axe reads places one after the other, and mixes old with new ones. */
const standsStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const place = () => `${scrollY} ${document.documentElement.dataset['header'] ?? ''}`
    for (let before = '', frames = 0; frames < 2;) {
      await new Promise(requestAnimationFrame)
      frames = place() === before ? frames + 1 : 0
      before = place()
    }
  })

/** What all pages of a brand have around their content. */
export const frame = ['body > header', '.site-footer']

/**
 * What axe finds on the page as it is now, or in its modal dialog: what lies behind one cannot be reached, and axe would say of a link
 * which the dialog happens to cover by half that it is too small. It looks three times as fast when it keeps no record of what is good, and gathers its answer
 * on the page instead of in a new one, which only frames of other origins would need.
 */
export async function accessProblems(page: Page, except: readonly string[] = []): Promise<string[]> {
  await standsStill(page)
  const builder = new AxeBuilder({ page, axeSource })
  for (const selector of except) builder.exclude(selector)
  if ((await page.locator('dialog:modal').count()) > 0) builder.include('dialog:modal')
  const { violations } = await builder
    .options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: axeTags } })
    .setLegacyMode(true)
    .analyze()
  return violations.map(
    (one) => `${one.id}: ${one.help}\n${one.nodes.map((node) => `  ${node.html.slice(0, 200)}`).join('\n')}`,
  )
}

/** Work in a browser of its own, which ends without a fault of the page. */
export async function visiting(
  options: PageOptions | undefined,
  work: (visit: PageVisit) => Promise<void>,
): Promise<void> {
  const one = await visit(options)
  try {
    await work(one)
    expect(one.faults).toEqual([])
  } finally {
    await one.close()
  }
}
