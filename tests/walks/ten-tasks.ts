/**
 * `npm run walk:tasks -- PORT [APP]`: the ten commonest tasks in a running shop with the demonstration, on a phone and on a wide screen: clicks, fields,
 * keys, screens scrolled, the shop's own time, and seconds by the keystroke-level model. `--markdown` prints a table for a note. Exits with 1
 * when a task cannot be done.
 * Start the shop with RATE_LIMITS=off, or it throttles the walk.
 */
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumArguments, ensureChromium } from '../../scripts/chromium.ts'
import { tasks } from './tasks.ts'
import { secondsOf, walkerOn } from './walker.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { markdown: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const [port = '3000', app = 'aol'] = positionals
const origin = `http://${app}.localhost:${port}`
const screens = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const browser = await chromium.launch({
  executablePath: ensureChromium((text) => console.log(text)),
  args: chromiumArguments,
})
const rows: (readonly (string | number)[])[] = []
let failures = 0
for (const viewport of screens) {
  const order = { number: '' }
  for (const { name, run } of tasks.filter((task) => values.only === undefined || task.name.includes(values.only))) {
    const context = await browser.newContext({ viewport, locale: 'en-AU', timezoneId: 'Australia/Sydney' })
    const page = await context.newPage()
    const begin = async (path: string) => {
      await page.goto(`${origin}${path}`)
      await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    }
    await begin('/')
    const walk = walkerOn(page)
    try {
      await run({ page, walk, isPhone: viewport.width < 768, begin, order })
    } catch (error) {
      failures++
      console.error(
        `${viewport.width} px, ${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)} (${page.url()})`,
      )
    }
    const { clicks, fields, keys, screens: scrolled, waitMs } = walk.effort()
    const line = [
      viewport.width,
      name,
      clicks,
      fields,
      keys,
      scrolled,
      Math.round(waitMs),
      secondsOf(walk.effort()).toFixed(1),
    ]
    rows.push(line)
    if (!values.markdown) console.log(line.join('  '))
    await context.close()
  }
}
await browser.close()
if (values.markdown) {
  console.log('| px | Task | Clicks | Fields | Keys | Screens | Wait, ms | Seconds |')
  console.log('| --: | --- | --: | --: | --: | --: | --: | --: |')
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
process.exit(failures === 0 ? 0 : 1)
