import { chromium, type Page } from 'playwright-core'
import { chromiumArguments, ensureChromium } from '../../scripts/chromium.ts'

/** What a visit asks of the shop, counted in a browser: a list, products, a search, a filter. */

export type Requests = { pages: number; calls: number; pictures: number; assets: number }

export type VisitCounts = {
  readonly first: Requests
  /** The mean of the views after the first. */
  readonly later: Requests
  readonly bytesFirst: number
  readonly bytesLater: number
}

const kindOf = (url: URL): keyof Requests => {
  if (url.pathname.startsWith('/api/')) return 'calls'
  if (url.pathname.startsWith('/media/')) return 'pictures'
  return url.pathname.startsWith('/assets/') || /\.(js|css|svg|woff2|png|ico)$/.test(url.pathname) ? 'assets' : 'pages'
}

export async function countVisit(port: number): Promise<VisitCounts> {
  const browser = await chromium.launch({ executablePath: ensureChromium(() => {}), args: chromiumArguments })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    let counts = none()
    let bytes = 0
    // What the browser's own cache answers never reaches the shop.
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const fromCache = new Set<string>()
    network.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId))
    network.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache === true || fromCache.has(requestId) || !response.url.startsWith('http')) return
      counts[kindOf(new URL(response.url))]++
    })
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    const views: { counts: Requests; bytes: number }[] = []
    const view = async (open: () => Promise<unknown>) => {
      counts = none()
      bytes = 0
      await open()
      await scrollThrough(page)
      views.push({ counts, bytes })
    }
    const shop = `http://127.0.0.1:${port}`
    await view(() => page.goto(`${shop}/`, { waitUntil: 'networkidle' }))
    await view(() => page.goto(`${shop}/c/kitchen/fridges`, { waitUntil: 'networkidle' }))
    for (const at of [0, 1, 2]) {
      await view(() => page.getByRole('article').nth(at).getByRole('link').first().click())
      await view(() => page.goto(`${shop}/c/kitchen/fridges`, { waitUntil: 'networkidle' }))
    }
    await view(() => page.goto(`${shop}/search?q=washing+machine`, { waitUntil: 'networkidle' }))
    await view(() => page.getByRole('article').first().getByRole('link').first().click())
    const [first, ...later] = views
    if (first === undefined) throw new Error('A visit without a page')
    return {
      first: first.counts,
      later: mean(later.map((one) => one.counts)),
      bytesFirst: first.bytes,
      bytesLater: later.reduce((sum, one) => sum + one.bytes, 0) / later.length,
    }
  } finally {
    await browser.close()
  }
}

const none = (): Requests => ({ pages: 0, calls: 0, pictures: 0, assets: 0 })

/** As a reader does: what comes late is fetched when it is near. */
async function scrollThrough(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight / 2 }))
  await page.waitForLoadState('networkidle')
}

function mean(all: readonly Requests[]): Requests {
  const of = (kind: keyof Requests) => all.reduce((sum, one) => sum + one[kind], 0) / all.length
  return { pages: of('pages'), calls: of('calls'), pictures: of('pictures'), assets: of('assets') }
}
