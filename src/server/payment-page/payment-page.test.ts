import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { forgetPolicyReports, savePolicyReport } from '../../modules/payments/policy-reports.server.ts'
import { changesSince, paymentScripts, tamperings } from '../../modules/payments/payment-scripts.ts'
import { contentPolicy, noAllowances } from '../../platform/http/content-policy.ts'
import { receivedPage } from '../../app/rendering/received-page.ts'
import { hardenPaymentPage } from './payment-page-headers.server.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { createScriptIntegrity, integrityOf } from './script-integrity.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'static-'))
const files = { 'entry-1.js': 'start()', 'chunk-2.js': 'more()', 'fraud-detection.js': 'fraud()' }
mkdirSync(join(folder, 'assets'))
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'assets', name), text)

const page = `<html><head><link rel="modulepreload" href="/assets/chunk-2.js"/></head><body><script nonce="n">handOver()</script><script type="module" src="/assets/entry-1.js"></script></body></html>`
const integrity = createScriptIntegrity(folder)

/** The page as the shop sends it, with hosts of other providers where there are any. */
async function sent(hosts: readonly string[] = [], policyNames: readonly string[] = []): Promise<Response> {
  const policy = contentPolicy(page, 'n', [], { ...noAllowances, script: hosts })
  const headers = { ...securityHeaders({ https: true }), 'content-security-policy': policy }
  return hardenPaymentPage(new Response(page, { headers }), integrity, policyNames)
}

type Change = {
  readonly html?: (html: string) => string
  readonly policy?: (policy: string) => string
  readonly without?: string
  readonly files?: Readonly<Record<string, string>>
  readonly hosts?: readonly string[]
}

/** A site that serves the page and its files, perhaps with something changed on the way. */
function site({
  html = (it) => it,
  policy = (it) => it,
  without,
  files: changed = {},
  hosts,
}: Change = {}): typeof fetch {
  return async (address) => {
    const path = new URL(String(address)).pathname
    const name = path.replace('/assets/', '')
    if (path !== '/customer/checkout') return new Response(changed[name] ?? files[name as keyof typeof files] ?? '')
    const made = await sent(hosts)
    const answer = new Response(html(await made.text()), made)
    answer.headers.set('content-security-policy', policy(made.headers.get('content-security-policy') ?? ''))
    if (without !== undefined) answer.headers.delete(without)
    return answer
  }
}

const checkout = 'https://shop.example/customer/checkout'
const found = async (change?: Change) => tamperings(await receivedPage(checkout, site(change)))
const beforeEnd = (markup: string) => (html: string) => html.replace('</body>', `${markup}</body>`)
const inScripts = (source: string) => (policy: string) =>
  policy.replace("script-src 'self'", `script-src 'self' ${source}`)

describe('the tamper check of the checkout', () => {
  test('finds nothing on the page as it is made', async () => {
    expect(await found()).toEqual([])
    expect(await found({ hosts: ['https://pay.google.com'] })).toEqual([])
  })

  test.each<[string, Change, RegExp]>([
    [
      'a script of somebody else',
      { html: beforeEnd('<script src="https://skimmer.example/x.js"></script>') },
      /skimmer\.example.* not in the inventory/,
    ],
    [
      'another inline script',
      { html: beforeEnd('<script>steal()</script>') },
      /inline script .* not named by the policy/,
    ],
    [
      'another import map',
      { html: (html) => html.replace('"integrity":{', '"imports":{},"integrity":{') },
      /inline script/,
    ],
    ['a changed file of ours', { files: { 'entry-1.js': 'steal()' } }, /entry-1\.js is not the file/],
    ['a script without integrity', { html: (html) => html.replaceAll(/ integrity="[^"]*"/g, '') }, /has no integrity/],
    ['a policy with a wildcard', { policy: inScripts('https:') }, /allows https:,/],
    [
      'a policy with one more host',
      { policy: inScripts('https://skimmer.example') },
      /allows https:\/\/skimmer\.example/,
    ],
    ['no policy', { without: 'content-security-policy' }, /no script-src/],
    [
      'a policy that sends anywhere',
      { policy: (it) => it.replace("connect-src 'self'", "connect-src 'self' https:") },
      /connect-src allows https:/,
    ],
    ['a policy that reports nothing', { policy: (it) => it.replace(/; report-uri.*/, '') }, /lacks report-uri/],
    [
      'a policy without Trusted Types',
      { policy: (it) => it.replace("require-trusted-types-for 'script'; ", '') },
      /Trusted Types/,
    ],
    ['no Integrity-Policy', { without: 'integrity-policy' }, /integrity-policy does not cover/],
    ['no HSTS', { without: 'strict-transport-security' }, /strict-transport-security is missing/],
    ['a page that can be framed', { without: 'x-frame-options' }, /x-frame-options/],
  ])('finds %s', async (_what, change, message) => {
    expect((await found(change)).join(' ')).toMatch(message)
  })

  test('finds a change of page and policy together, by the page that was approved', async () => {
    const approved = await receivedPage(checkout, site())
    const changes = async (change?: Change) => changesSince(approved, await receivedPage(checkout, site(change)))
    expect(await changes()).toEqual([])
    const steals = 'steal()'
    const both = {
      html: beforeEnd(`<script>${steals}</script>`),
      policy: inScripts(`'${integrityOf(steals)}'`),
    }
    expect(await found(both)).toEqual([])
    expect((await changes(both)).join(' ')).toMatch(
      /header content-security-policy was .* New or changed script: inline/,
    )
    const swapped = {
      html: (html: string) => html.replaceAll(integrityOf('more()'), integrityOf(steals)),
      files: { 'chunk-2.js': steals },
    }
    expect((await changes(swapped)).join(' ')).toContain('New or changed script: /assets/chunk-2.js')
  })

  test('reads elements in any letter case, and says that a page has moved', async () => {
    expect(
      (await found({ html: beforeEnd('<SCRIPT SRC="https://skimmer.example/x.js"></SCRIPT>') })).join(' '),
    ).toMatch(/skimmer/)
    const moved: typeof fetch = async () => new Response(null, { status: 302, headers: { location: '/' } })
    expect(tamperings(await receivedPage(checkout, moved))).toEqual(['The page answered 302.'])
  })

  test('the inventory gives each script a reason and an owner', () => {
    for (const { name, reason, owner } of paymentScripts)
      expect([name, reason.length > 20, owner.length > 3]).toEqual([name, true, true])
  })
})

describe('a page where one pays', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({
      sandbox: false,
      pages: async () => new Response(page, { headers: { 'content-security-policy': contentPolicy(page, 'n', []) } }),
    })
  })
  afterAll(async () => shop.close())

  test('has a hash for each script, those that load later included, and blocks scripts without one', async () => {
    const made = await sent()
    const html = await made.text()
    expect(html).toContain(`href="/assets/chunk-2.js" integrity="${integrityOf('more()')}"`)
    expect(html).toContain(`src="/assets/entry-1.js" integrity="${integrityOf('start()')}"`)
    expect(html).toContain(`<meta name="fraud-script-integrity" content="${integrityOf('fraud()')}"/>`)
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(map)).toEqual({
      integrity: Object.fromEntries(
        Object.entries(files).map(([name, text]) => [`/assets/${name}`, integrityOf(text)]),
      ),
    })
    expect(html.indexOf('importmap')).toBeLessThan(html.indexOf('modulepreload'))
    expect(made.headers.get('content-security-policy')).toContain(`'${integrityOf(map)}'`)
    expect(made.headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
  })

  test('reports instead of blocking where a wallet or a captcha of another provider runs', async () => {
    const { headers } = await sent(['https://pay.google.com'])
    expect(headers.get('content-security-policy')).not.toContain('trusted-types')
    expect(headers.get('content-security-policy-report-only')).toContain("require-trusted-types-for 'script'")
    expect(headers.get('integrity-policy')).toBeNull()
  })

  test('requires Trusted Types also there when the policies of these scripts are named', async () => {
    const hosts = ['https://pay.google.com']
    const { headers } = await sent(hosts, ['goog#html', 'gpay'])
    expect(headers.get('content-security-policy')).toMatch(
      /; require-trusted-types-for 'script'; trusted-types shop default goog#html gpay 'allow-duplicates'; report-uri /,
    )
    expect(headers.get('content-security-policy-report-only')).toBeNull()
    expect(headers.get('integrity-policy')).toBeNull()
    // Without scripts of others nobody else may create a policy.
    const { headers: own } = await sent([], ['goog#html'])
    expect(own.get('content-security-policy')).toContain(
      "require-trusted-types-for 'script'; trusted-types shop default; ",
    )
  })

  test('the names come from TRUSTED_TYPE_POLICIES', async () => {
    const policy = contentPolicy(page, 'n', [], { ...noAllowances, script: ['https://pay.google.com'] })
    const named = await openTestShop({
      sandbox: false,
      env: { TRUSTED_TYPE_POLICIES: 'goog#html,gpay' },
      pages: async () => new Response(page, { headers: { 'content-security-policy': policy } }),
    })
    const { headers } = await named.visitor().get('/customer/checkout')
    expect(headers['content-security-policy']).toContain("trusted-types shop default goog#html gpay 'allow-duplicates'")
    await named.close()
  })

  test('has a policy without wildcards that requires Trusted Types and reports; other pages have not', async () => {
    const { headers } = await shop.visitor().get('/customer/checkout')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(
      "require-trusted-types-for 'script'; trusted-types shop default; report-uri /api/monitoring/policy",
    )
    expect(policy).not.toMatch(/script-src[^;]*(https:(?!\/\/)|\*|unsafe)/)
    const id = '0b0c9f1e-8f43-4f0b-9f0e-1d2c3b4a5968'
    for (const path of [`/order/${id}`, `/account/orders/${id}`])
      expect(String((await shop.visitor().get(path)).headers['content-security-policy'])).toContain(
        'trusted-types shop',
      )
    expect(String((await shop.visitor().get('/c/fridges')).headers['content-security-policy'])).not.toContain('trusted')
  })

  test('reports are counted by day without anything of the visitor, and shown in the back office beside the inventory', async () => {
    const report = {
      'csp-report': {
        'document-uri': `${shop.url}/customer/checkout?secret=1`,
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://skimmer.example/x.js?y',
        disposition: 'enforce',
      },
    }
    const send = () =>
      shop.visitor().send('POST', '/api/monitoring/policy', {
        raw: JSON.stringify(report),
        headers: { 'content-type': 'application/csp-report' },
      })
    expect([(await send()).status, (await send()).status]).toEqual([204, 204])
    const rows = await shop.database.db.selectFrom('csp_report').select(['page', 'blocked', 'count']).execute()
    expect(rows).toEqual([{ page: '/customer/checkout', blocked: 'https://skimmer.example', count: 2 }])
    // Of a page of somebody else's: answered, and not kept.
    const foreign = { 'csp-report': { ...report['csp-report'], 'document-uri': 'https://elsewhere.example/' } }
    await shop.visitor().send('POST', '/api/monitoring/policy', {
      raw: JSON.stringify(foreign),
      headers: { 'content-type': 'application/csp-report' },
    })
    // Of one page, as many kinds as somebody can make up: those of payment pages have room of their own.
    for (let at = 0; at < 301; at++)
      await savePolicyReport(shop.database.db, {
        page: '/',
        directive: `d${at}`,
        blocked: '',
        disposition: 'report',
        now: shop.clock.now(),
      })
    await savePolicyReport(shop.database.db, {
      page: '/order/1',
      directive: 'img-src',
      blocked: '',
      disposition: 'report',
      now: shop.clock.now(),
    })
    const stored = await shop.database.db.selectFrom('csp_report').select('page').execute()
    expect(stored.map(({ page: path }) => path).filter((path) => path !== '/')).toEqual([
      '/customer/checkout',
      '/order/1',
    ])
    expect(stored).toHaveLength(302)
    await forgetPolicyReports(shop.database.db, new Date(shop.clock.now().getTime() + days(91)))
    expect(await shop.database.db.selectFrom('csp_report').select('page').execute()).toEqual([])
    await send()
    const bad = await shop
      .visitor()
      .send('POST', '/api/monitoring/policy', { raw: 'x', headers: { 'content-type': 'application/csp-report' } })
    expect(bad.status).toBe(400)
    const admin = await shop.colleague('administrator')
    await admin.openPanel('/office')
    expect((await admin.staff('GET', '/office/policy-reports')).text).toContain('https://skimmer.example')
    expect((await admin.staff('GET', '/office/payment-scripts')).text).toContain('Fraud detection')
  })
})
