import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { chromiumArguments, ensureChromium } from '../../scripts/chromium.ts'

/**
 * Pages of Chromium for one visitor after another. A page that was left keeps its process and the browser's cache, and nothing of its
 * visitor: the first page in a new context takes twice the time of a core.
 */

export type PageOptions = {
  width?: number
  height?: number
  javaScript?: boolean
  touch?: boolean
  /** Device pixels for each CSS pixel, 1 by default. */
  density?: number
  /** Nothing is cached yet, as on a first visit. */
  hasColdCache?: boolean
  /** What a browser kept of an earlier visit. */
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
}

type PooledPage = {
  readonly page: Page
  readonly devtools: CDPSession
  /** The origins it has shown; it is used again only if there was one. */
  readonly origins: Set<string>
  /** Removes the listeners of its visit. */
  readonly silence: () => void
  /** Something was changed that would outlast the visit, such as a clock or a script for all documents. */
  isChanged: boolean
}

let browser: Promise<Browser> | null = null

/** One for all files of a worker. It ends with the worker. */
function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: ensureChromium(() => {}), args: chromiumArguments })
  return browser
}

/** Pages that nobody uses, by the options that a page cannot change. */
const idle = new Map<string, PooledPage[]>()

export async function pageFor(options: PageOptions): Promise<{ page: Page; leave: () => Promise<void> }> {
  const kind = `${options.javaScript ?? true} ${options.touch ?? false} ${options.density ?? 1}`
  const isOrdinary = options.storageState === undefined
  const left = isOrdinary && options.hasColdCache !== true ? idle.get(kind)?.pop() : undefined
  const pooled = left ?? (await openPage(options))
  const { page } = pooled
  if (left !== undefined) await page.setViewportSize(sizeOf(options))
  page.on('framenavigated', (frame) => {
    const url = new URL(frame.url())
    if (url.protocol === 'http:') pooled.origins.add(url.origin)
  })
  return {
    page,
    async leave() {
      const isReady = isOrdinary && (await clear(pooled).catch(() => false))
      if (isReady) idle.set(kind, [...(idle.get(kind) ?? []), pooled])
      else await page.context().close()
    },
  }
}

const sizeOf = ({ width = 1280, height = 900 }: PageOptions) => ({ width, height })

async function openPage(options: PageOptions): Promise<PooledPage> {
  const context = await (
    await openBrowser()
  ).newContext({
    viewport: sizeOf(options),
    javaScriptEnabled: options.javaScript ?? true,
    // Fingers have nothing to hover with.
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    deviceScaleFactor: options.density ?? 1,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    reducedMotion: 'reduce',
    ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const pooled: PooledPage = {
    page,
    devtools: await context.newCDPSession(page),
    origins: new Set(),
    silence: collectListeners(page),
    isChanged: false,
  }
  const changed = () => (pooled.isChanged = true)
  noticeUse(page, ['addInitScript', 'clock', 'emulateMedia', 'exposeFunction', 'route', 'setExtraHTTPHeaders'], changed)
  noticeUse(context, ['addInitScript', 'clock', 'newCDPSession', 'newPage', 'on', 'route', 'setOffline'], changed)
  return pooled
}

/** Playwright itself listens to its pages, so `removeAllListeners` would remove too many. */
function collectListeners(page: Page): () => void {
  const added: Parameters<Page['off']>[] = []
  const { on } = page
  page.on = ((...listener: Parameters<Page['off']>) => {
    added.push(listener)
    return on.apply(page, listener)
  }) as Page['on']
  return () => added.splice(0).forEach((listener) => page.off(...listener))
}

/** Calls `used` when one of these members is read. */
function noticeUse<Owner extends object>(owner: Owner, names: readonly (keyof Owner)[], used: () => void): void {
  for (const name of names) {
    const value = owner[name]
    const own = typeof value === 'function' ? value.bind(owner) : value
    Object.defineProperty(owner, name, {
      get() {
        used()
        return own
      },
    })
  }
}

/** Removes all that its visitor left, but for the browser's cache. False when it cannot be sure to, and the page must be closed. */
async function clear({ page, devtools, origins, silence, isChanged }: PooledPage): Promise<boolean> {
  const [origin = ''] = origins
  if (isChanged || origins.size !== 1) return false
  silence()
  // A document without script, so that nothing is stored any more.
  await page.goto(`${origin}/robots.txt`)
  await page.mouse.move(0, 0)
  await page.evaluate(() => sessionStorage.clear())
  await page.context().clearCookies()
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.send('Page.resetNavigationHistory')
  if (page.context().pages().length > 1) return false
  origins.clear()
  return true
}
