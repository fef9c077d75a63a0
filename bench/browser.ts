import { chromium, type Page } from 'playwright-core'
import { chromiumArguments, ensureChromium } from '../scripts/chromium.ts'
import { percentile, type Figures } from './figures.ts'

/** From the click on a filter, or the choice of a sort, to the new list on the screen, in a real browser. */
export async function measureFiltering(port: number, size: string, steps: number): Promise<Figures> {
  const browser = await chromium.launch({
    executablePath: ensureChromium((text) => console.error(text)),
    args: chromiumArguments,
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const milliseconds: number[] = []
    for (const list of ['/products', '/c/kitchen', '/c/laundry', '/c/living']) {
      await page.goto(`http://127.0.0.1:${port}${list}`, { waitUntil: 'networkidle' })
      for (let step = 0; step < steps; step++) {
        const took = await nextList(page, step)
        // The first one of a list fetches nothing that the others would have to fetch again.
        if (step > 0) milliseconds.push(took)
      }
    }
    return {
      [`browser.filter.p50_ms.${size}`]: percentile(milliseconds, 0.5),
      [`browser.filter.p95_ms.${size}`]: percentile(milliseconds, 0.95),
    }
  } finally {
    await browser.close()
  }
}

/** Adds a filter, now and then changes the sort, and after three begins again. Answers in milliseconds. */
function nextList(page: Page, step: number): Promise<number> {
  return page.evaluate(
    (at) =>
      new Promise<number>((done, fail) => {
        const main = document.querySelector('main') ?? document.body
        const before = location.search
        const filters = Array.from(main.querySelectorAll<HTMLAnchorElement>('details li a:not([aria-current])'))
        const chosen = Array.from(main.querySelectorAll<HTMLAnchorElement>('details li a[aria-current]'))
        const sort = main.querySelector<HTMLSelectElement>('select[name=sort]')
        let hasChanged = false
        const observer = new MutationObserver(() => {
          hasChanged ||= location.search !== before
        })
        observer.observe(main, { childList: true, subtree: true, characterData: true, attributes: true })
        const startedAt = performance.now()
        if (chosen.length >= 3) chosen[0]?.click()
        else if (at % 4 === 3 && sort !== null) {
          sort.value = sort.value === 'price-asc' ? 'name' : 'price-asc'
          sort.dispatchEvent(new Event('change', { bubbles: true }))
        } else filters[(at * 7) % filters.length]?.click()
        const look = () => {
          const now = performance.now()
          if (now - startedAt > 10_000) fail(new Error(`No new list within ten seconds at ${location.href}`))
          else if (hasChanged) {
            observer.disconnect()
            done(now - startedAt)
          } else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    step,
  )
}
