import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyServerDatabase, isServerHere } from '../../src/testing/database.ts'
import { expectAccessible, visit } from '../support/browser.ts'
import {
  addFirstOf,
  confirmedOrder,
  fillCard,
  fillGuest,
  isLive,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { rehearsal, secretKey } from '../support/built-program.ts'
import { mailedLink } from '../support/mails.ts'
import { operate, type Operator } from '../support/operator.ts'
import { rehearsalCommands, rehearsalSettings } from '../support/readme.ts'
import { freePorts } from '../../src/testing/shop/free-ports.ts'
import { addAuthenticator, fillLogin } from '../support/sign-in.ts'

/** Opening a shop: production from an empty database, as the README says, to an order that is paid in the sandbox. */

const password = 'a long fridge password 42'
const folder = mkdtempSync(join(tmpdir(), 'opening-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const feed = `id,title,description,brand,mpn,price,availability,condition,product_type
OWN-FR-1,Bottom mount fridge 450 L,A plain fridge with the freezer below.,Southline,BM450,1299.00 AUD,in_stock,new,Kitchen > Fridges
OWN-WM-1,Front load washer 8 kg,Washes eight kilograms.,Southline,FL8,899.00 AUD,in_stock,new,Laundry > Washing machines
`

const engines = (await isServerHere()) ? (['PostgreSQL', 'embedded'] as const) : (['embedded'] as const)

describe.each(engines)('an empty database, %s', (engine) => {
  let database: Awaited<ReturnType<typeof emptyServerDatabase>> | null
  let env: Record<string, string>
  let shopAddress: string
  let started: Operator | null = null
  beforeAll(async () => {
    database = engine === 'embedded' ? null : await emptyServerDatabase()
    const [port = 0, identity = 0, cms = 0, sandbox = 0, mail = 0] = await freePorts(5)
    shopAddress = `http://localhost:${port}`
    // The settings that the README names, with values of this test, and what keeps it from others on this machine.
    const values: Readonly<Record<string, string>> = {
      ...rehearsalSettings,
      DATABASE_URL: database?.url ?? 'embedded',
      SECRET_KEY: secretKey,
      PUBLIC_URL: shopAddress,
      CMS_URL: `http://localhost:${cms}`,
    }
    expect(Object.keys(values)).toEqual(Object.keys(rehearsalSettings))
    env = {
      ...values,
      PORT: String(port),
      IDENTITY_PORT: String(identity),
      CMS_PORT: String(cms),
      SANDBOX_PORT: String(sandbox),
      MAIL_PORT: String(mail),
      DATA_DIR: join(folder, engine),
      LOG_LEVEL: 'warn',
      LOAD_SHEDDING: 'off',
    }
  })
  afterAll(async () => {
    await started?.stop()
    await database?.drop()
  })

  test('leads to a paid order, by the README’s commands in order, and by pages', { timeout: 240_000 }, async () => {
    const file = join(folder, `${engine}.csv`)
    writeFileSync(file, feed)
    let link = ''
    const expected: readonly (readonly [command: string, text: RegExp])[] = [
      ['npm run config:check', /^No setting is wrong\.$/m],
      ['npm run admin:create -- --email you@shop.example', /^you@shop\.example is an administrator\.$/m],
      ['npm run import -- products.csv', /\b2 added\b/],
      ['npm run texts:create', /\d+ texts are written/],
    ]
    expect(rehearsalCommands).toEqual([...expected.map(([command]) => command), 'npm start'])
    for (const [command, text] of expected) {
      const operator = operate(command.replace('products.csv', file), env)
      expect([command, await operator.ended(), operator.output()]).toEqual([command, 0, expect.stringMatching(text)])
      link ||= /http\S+\/account\/reset-password\/\w+/.exec(operator.output())?.[0] ?? ''
    }
    expect(link).toContain(shopAddress)
    started = operate('npm start', env)
    await started.isAnswering(`${shopAddress}/readyz`)

    const { page, context, close, faults } = await visit({ width: 1440 })
    await page.goto(shopAddress)
    await page.getByText('Staging: orders placed here are not real.').waitFor()
    await expectAccessible(page)

    // The first administrator sets a password, then a second factor, and opens the back office.
    await addAuthenticator(page)
    await page.goto(link)
    await isLive(page)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password has been changed. Please log in with the new one.').waitFor()
    await page.goto(`${shopAddress}/account/login`)
    await isLive(page)
    await fillLogin(page, 'you@shop.example', password)
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await page.getByRole('button', { name: 'Set up a passkey' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Hello Shop.').waitFor()
    await page.goto(shopAddress)
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Back office' }).click()
    const adminService = await opening
    await adminService.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await adminService.goto(new URL('/office/payment-methods', adminService.url()).href)
    const card = adminService.getByRole('row').filter({ hasText: 'Cards, Apple Pay and Google Pay (Adyen)' })
    expect(await card.innerText()).toContain('Configured, available')
    await expectAccessible(adminService)
    // The link was good once.
    await page.goto(link)
    await isLive(page)
    await page.getByLabel('New password').fill(`${password} again`)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText(/link/i).first().waitFor()
    expect(faults).toEqual([])
    await close()

    const guest = await visit({ width: 1440 })
    await addFirstOf(guest.page, `${shopAddress}/c/kitchen/fridges`)
    await fillGuest(guest.page, sydneyGuest)
    await fillCard(guest.page, { number: '4111 1111 1111 1111' })
    await placeOrder(guest.page)
    expect(await confirmedOrder(guest.page)).toMatch(/^W\d{8}$/)
    expect(guest.faults).toEqual([])
    await guest.close()

    // Nothing of the demonstration is there.
    await started.stop()
    started = null
    const removal = operate('npm run demo:remove', env)
    expect([await removal.ended(), removal.output()]).toEqual([
      0,
      expect.stringContaining('There are no demo records.'),
    ])
  })
})

describe('an installation with its own hosts', () => {
  const own = {
    ...rehearsal,
    DATABASE_URL: 'embedded',
    DATA_DIR: join(folder, 'own-hosts'),
    APP: 'aol',
    PUBLIC_URL: 'https://www.cool.test',
    SITES: 'www.cool.test=aol,www.cool.kiwi=aol-nz',
    IDENTITY_SITES: 'id.cool.test=aol,id.cool.kiwi=aol-nz',
    CMS_URL: 'https://staff.cool.test',
    // The journeys share the machine's cores with it.
    LOAD_SHEDDING: 'off',
    LOG_LEVEL: 'warn',
  }
  let shop: Operator
  let port: number
  let mailPort: number
  const demoHost = /[\w.-]+\.example\b/g
  beforeAll(async () => {
    const [shopPort = 0, identity = 0, cms = 0, mail = 0] = await freePorts(4)
    ;[port, mailPort] = [shopPort, mail]
    const ports = {
      PORT: String(port),
      IDENTITY_PORT: String(identity),
      CMS_PORT: String(cms),
      MAIL_PORT: String(mail),
    }
    const file = join(folder, 'own-hosts.csv')
    writeFileSync(file, feed)
    for (const command of [`npm run import -- ${file}`, 'npm run texts:create']) {
      const operator = operate(command, { ...own, ...ports })
      expect([await operator.ended(), operator.output()]).toEqual([0, expect.any(String)])
    }
    shop = operate(`"${process.execPath}" build/server/index.js`, { ...own, ...ports })
    await shop.isAnswering(`http://127.0.0.1:${port}/readyz`)
  })
  afterAll(async () => shop.stop())

  /** A page as the proxy in front asks for it. */
  const page = (path: string, host = 'www.cool.test', body?: object) =>
    new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((done, fail) => {
      const headers = {
        host,
        ...(body === undefined ? {} : { 'content-type': 'application/json', origin: `https://${host}` }),
      }
      const requested = httpRequest({
        host: '127.0.0.1',
        port,
        path,
        headers,
        method: body === undefined ? 'GET' : 'POST',
      })
      requested.once('error', fail)
      requested.once('response', (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.once('end', () => done({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
      })
      requested.end(body === undefined ? undefined : JSON.stringify(body))
    })

  test('uses them in canonical links, hreflang, Open Graph, sitemap, robots and mails, and no demo host', async () => {
    const home = await page('/')
    expect(home.status).toBe(200)
    expect(home.text).toContain('<link rel="canonical" href="https://www.cool.test/"')
    for (const [lang, href] of [
      ['en-AU', 'https://www.cool.test/'],
      ['en-NZ', 'https://www.cool.kiwi/'],
    ])
      expect(home.text).toMatch(new RegExp(`<link rel="alternate" href[lL]ang="${lang}" href="${href}"`))
    expect(home.text).toContain('<meta property="og:url" content="https://www.cool.test/"')
    expect(home.text).toMatch(/<meta property="og:image" content="https:\/\/www\.cool\.test\//)
    const kiwi = await page('/', 'www.cool.kiwi')
    expect(kiwi.text).toContain('<link rel="canonical" href="https://www.cool.kiwi/"')

    const listing = await page('/c/kitchen/fridges')
    const [, product = ''] = /href="(\/p\/[^"]+)"/.exec(listing.text) ?? []
    const details = await page(product)
    expect(details.text).toContain(`<link rel="canonical" href="https://www.cool.test${product}/"`)
    expect(details.text).toContain(`<meta property="og:url" content="https://www.cool.test${product}/"`)

    const robots = await page('/robots.txt')
    expect(robots.text).toMatch(/^Sitemap: https:\/\/www\.cool\.test\/sitemap\.xml$/m)
    const sitemap = await page('/sitemap.xml')
    expect(sitemap.text).toContain('<loc>https://www.cool.test/')
    const products = await page('/sitemap-products.xml?page=1')
    expect(products.text).toContain(`<loc>https://www.cool.test${product}/</loc>`)

    expect((await page('/api/newsletter', undefined, { email: 'ana@shopper.test' })).status).toBeLessThan(300)
    const link = await mailedLink({ mailPort }, /Appliances Online/, 'ana@shopper.test')
    expect(link).toMatch(/^https:\/\/www\.cool\.test\//)
    const list = await (await fetch(`http://127.0.0.1:${mailPort}/`)).text()
    const [, id = ''] = /href="\/mail\/([^"]+)"/.exec(list) ?? []
    const mail = await (await fetch(`http://127.0.0.1:${mailPort}/mail/${id}`)).text()
    const body = await (await fetch(`http://127.0.0.1:${mailPort}/body/${id}`)).text()
    expect(mail).toContain('news@cool.test')

    for (const [name, text] of Object.entries({
      home: home.text,
      kiwi: kiwi.text,
      listing: listing.text,
      product: details.text,
      policy: String(home.headers['content-security-policy']),
      robots: robots.text,
      sitemap: sitemap.text,
      products: products.text,
      mail,
      body,
    }))
      expect([name, text.match(demoHost) ?? []]).toEqual([name, []])
  })
})
