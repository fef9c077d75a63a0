/**
 * `npm run lighthouse [-- APP]`: Lighthouse scores for phones of the home, listing, product and text pages, on a shop of its own with the demo data; the
 * better of two runs counts, because a busy machine is slow at times. Exits with 1 below 97 for performance and 100 for the rest, or when the
 * largest picture or text (LCP) is painted after 1.5 s. The package is
 * large and nothing else needs it, so it is no dependency: `npm install --no-save lighthouse chrome-launcher` brings it.
 */
import { startShop } from '../../tests/support/shop-process.ts'
import { buildWhenStale } from '../bundle/build.ts'
import { chromiumArguments, ensureChromium } from '../chromium.ts'

type Launched = { readonly port: number; kill(): unknown }
type Launch = (options: { chromePath: string; chromeFlags: readonly string[] }) => Promise<Launched>
type Audit = { readonly score: number | null; readonly displayValue?: string; readonly numericValue?: number }
type Category = {
  readonly score: number | null
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}
type Report = {
  readonly lhr: {
    readonly categories: Readonly<Record<string, Category>>
    readonly audits: Readonly<Record<string, Audit | undefined>>
  }
}
type Lighthouse = (url: string, options: { port: number; logLevel: 'error' }) => Promise<Report | undefined>

const looks = 2
const min = (category: string): number => (category === 'performance' ? 97 : 100)
const longestPaintMs = 1_500

const packages = await Promise.all([use('lighthouse'), use('chrome-launcher')]).catch(() => null)
if (packages === null) {
  console.error('Lighthouse is not here. Bring it with: npm install --no-save lighthouse chrome-launcher')
  process.exit(1)
}
const [{ default: lighthouse }, { launch }] = packages as unknown as [{ default: Lighthouse }, { launch: Launch }]

await buildWhenStale((text) => console.log(text))
const app = process.argv[2] ?? 'aol'
const shop = await startShop({ RATE_LIMITS: 'off', APP: app })
const listed = await fetch(`http://127.0.0.1:${shop.port}/api/v2/listing?type=category&uri=kitchen/fridges&pageSize=1`)
const { products } = (await listed.json()) as { products: readonly { readonly uri: string }[] }
const paths = ['/', '/c/kitchen/fridges', `/p/${products[0]?.uri}`, '/s/privacy-policy']
const chrome = await launch({
  chromePath: ensureChromium((text) => console.log(text)),
  chromeFlags: ['--headless', ...chromiumArguments],
})

let isGood = true
for (const path of paths) {
  const best = new Map<string, number>()
  const faults = new Set<string>()
  let paintMs = Infinity
  for (let look = 0; look < looks; look++) {
    const report = await lighthouse(shop.address(app) + path, { port: chrome.port, logLevel: 'error' })
    if (report === undefined) throw new Error(`Lighthouse says nothing of ${path}`)
    const { categories, audits } = report.lhr
    paintMs = Math.min(paintMs, audits['largest-contentful-paint']?.numericValue ?? Infinity)
    for (const [name, { score, auditRefs }] of Object.entries(categories)) {
      const mark = Math.round((score ?? 0) * 100)
      best.set(name, Math.max(mark, best.get(name) ?? 0))
      if (mark >= min(name)) continue
      for (const { id, weight } of auditRefs) {
        const { score: part = null, displayValue = '' } = audits[id] ?? {}
        if (weight > 0 && part !== null && part < 0.9) faults.add(`${id} ${displayValue}`)
      }
    }
  }
  const isEnough = [...best].every(([name, mark]) => mark >= min(name)) && paintMs <= longestPaintMs
  isGood &&= isEnough
  console.log(
    `${path}: ${[...best].map(([name, mark]) => `${name} ${mark}`).join(', ')}, LCP ${Math.round(paintMs)} ms`,
  )
  if (!isEnough) for (const error of faults) console.log(`    ${error}`)
}
await chrome.kill()
await shop.stop()
process.exit(isGood ? 0 : 1)

/** A package that may be missing and that the compiler must not resolve. */
function use(name: string): Promise<Readonly<Record<string, unknown>>> {
  return import(name) as Promise<Readonly<Record<string, unknown>>>
}
