/**
 * `npm run payment:check -- --url https://shop.example/customer/checkout --approved FILE`: fetches the checkout as a browser receives it and
 * compares its headers and scripts with the inventory and with the page that was approved (PCI DSS 4.0.1, 11.6.1: at least once in seven
 * days). `--approve` writes FILE from the page as it is, after a deployment. FILE belongs on another machine than the shop's. Ends with 1
 * when anything is not as it was.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { changesSince, tamperings, type ReceivedPage } from '../src/modules/payments/payment-scripts.ts'
import { receivedPage } from '../src/app/rendering/received-page.ts'

const { values } = parseArgs({
  options: { url: { type: 'string' }, approved: { type: 'string' }, approve: { type: 'boolean', default: false } },
})
const { url, approved: file, approve } = values
if (url === undefined || (approve && file === undefined)) {
  console.error(
    'Please say which page: npm run payment:check -- --url https://shop.example/customer/checkout --approved payment-page.json [--approve]',
  )
  process.exit(1)
}
const page = await receivedPage(url)
const found = tamperings(page)
if (file !== undefined && !approve) {
  if (existsSync(file)) found.push(...changesSince(JSON.parse(readFileSync(file, 'utf8')) as ReceivedPage, page))
  else found.push(`${file} does not exist. Look at the page, then write it with --approve.`)
}
console.log(`${page.scripts.length} scripts, policy: ${page.headers['content-security-policy'] ?? 'none'}`)
for (const one of found) console.error(one)
if (found.length === 0 && approve && file !== undefined) writeFileSync(file, `${JSON.stringify(page, null, 2)}\n`)
console.log(found.length === 0 ? 'The checkout is as it should be.' : `${found.length} differences.`)
process.exit(found.length === 0 ? 0 : 1)
