/**
 * `npm run crawl -- URL [--products N] [--axe N]`: walks a running shop as a search engine would, every category, every brand and many
 * products, and reports what is broken: failed responses, words no shopper should see, filters without options, and axe violations on a
 * sample. Exits with 1 if anything is. Start the shop with RATE_LIMITS=off, or it throttles the crawl.
 */
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright-core'
import { chromiumArguments, ensureChromium } from '../chromium.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { products: { type: 'string', default: '2000' }, axe: { type: 'string', default: '60' } },
})
const start = positionals[0] ?? 'http://localhost:3000'
const maxProducts = Number(values.products)
const atOnce = 4

const faults: string[] = []
const counts = { lists: 0, products: 0, facets: 0 }

/** Words that show a missing value in a rendered page. */
const leaks = /\bundefined\b|\bNaN\b|\[object Object\]|>null</

async function textOf(path: string): Promise<string> {
  const answer = await fetch(new URL(path, start), { redirect: 'manual' })
  const html = await answer.text()
  if (answer.status !== 200) faults.push(`${path} answers ${answer.status}`)
  const body = html.slice(html.indexOf('<body'), html.lastIndexOf('<script type="application/json">'))
  const visible = body.replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
  const leak = leaks.exec(visible)
  if (leak !== null) faults.push(`${path} shows "${visible.slice(Math.max(0, leak.index - 60), leak.index + 40)}"`)
  if (!/<h1\b[^>]*>[^<]*\S/.test(visible)) faults.push(`${path} has no title`)
  return visible
}

function linksIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(/href="([^"#]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .filter((href) => pattern.test(href))
}

/** Runs a job for each URL of a growing list, a few at a time; new URLs that it returns are added. */
async function walk(
  addresses: Iterable<string>,
  job: (path: string) => Promise<readonly string[]>,
): Promise<Set<string>> {
  const seen = new Set(addresses)
  const queue = [...seen]
  const worker = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const found = (await job(path)).filter((one) => !seen.has(one))
      for (const one of found) seen.add(one)
      queue.push(...new Set(found))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return seen
}

const products = new Set<string>()

async function readList(path: string): Promise<readonly string[]> {
  const html = await textOf(path)
  counts.lists++
  for (const group of html.matchAll(/<details\b[^>]*><summary>([^<]*)<\/summary>([\s\S]*?)<\/details>/g)) {
    counts.facets++
    if (!/<a |<input /.test(group[2] ?? '')) faults.push(`${path}: the filter "${group[1]}" offers nothing`)
  }
  for (const product of linksIn(html, /^\/p\//)) products.add(product)
  if (!html.includes('<article')) faults.push(`${path} lists nothing`)
  // Further pages of a list have further products; its filters would repeat the same ones.
  const next = products.size < maxProducts ? linksIn(html, /^\/[cb][^?]*\?page=\d+$/) : []
  return [...linksIn(html, /^\/c\/[^?]+$/), ...next]
}

const categories = linksIn(await textOf('/sitemap'), /^\/c\/[^?]+$/)
const lists = await walk(categories, readList)

const requested = [...products].slice(0, maxProducts)
await walk(requested, async (path) => {
  await textOf(path)
  counts.products++
  return []
})
const brands = new Set(linksIn(await textOf('/brands'), /^\/brands\/[^/?]+$/))
if (brands.size === 0) faults.push('/brands names no brand')
await walk(brands, async (path) => {
  await readList(path)
  return []
})
console.log(
  `${counts.lists} lists, ${brands.size} brands and ${counts.products} products read, ${counts.facets} filters`,
)

const sample = Number(values.axe)
if (sample > 0) {
  const all = [...lists, ...brands, ...requested]
  const step = Math.max(1, Math.floor(all.length / sample))
  const browser = await chromium.launch({
    executablePath: ensureChromium((text) => console.log(text)),
    args: chromiumArguments,
  })
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  let looked = 0
  for (let at = 0; at < all.length && looked < sample; at += step, looked++) {
    const path = all[at] ?? '/'
    await page.setViewportSize({ width: looked % 2 === 0 ? 1440 : 360, height: 900 })
    await page.goto(new URL(path, start).href, { waitUntil: 'load' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const one of violations) faults.push(`${path}: axe ${one.id}, ${one.nodes[0]?.html.slice(0, 160)}`)
  }
  await browser.close()
  console.log(`${looked} pages looked at with axe`)
}

for (const error of faults.slice(0, 100)) console.log(error)
console.log(faults.length === 0 ? 'Nothing is broken.' : `${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
