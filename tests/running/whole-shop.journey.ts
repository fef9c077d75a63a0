import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { visit, type Page } from '../support/browser.ts'
import {
  addFirstOf,
  aucklandGuest,
  confirmedOrder,
  fillCard,
  fillGuest,
  isLive,
  placeOrder,
  sydneyGuest,
  type Guest,
} from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'
import { logInAs } from '../support/sign-in.ts'

/** The shop from end to end, as a page starts and as somebody goes all the way through it. */

const shop = sharedShop()

const visa = '4111 1111 1111 1111'

describe('a page', () => {
  test('loads with settings and sale from the server, and requests cart and location itself [SHELL-07]', async () => {
    const { page, faults, close } = await visit()
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    const [, answer] = await Promise.all([
      Promise.all(['/api/cart/', '/api/geo'].map((path) => page.waitForResponse((one) => one.url().includes(path)))),
      page.goto(`${shop.address('andoo')}/`),
    ])
    const html = (await answer?.text()) ?? ''
    // The sale's banner, and the switch of the comparison, which is a setting, are there before any script.
    expect(html).toContain('Home for Summer')
    expect(html).toMatch(/aria-label="Sale"/)
    expect(html).toMatch(/<header[\s\S]*href="\/compare"[\s\S]*<\/header>/)
    expect(calls.filter((path) => path.startsWith('/api/settings'))).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  test('loads another page’s code when navigating to it [ROUTE-01]', async () => {
    const { page, faults, close } = await visit()
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    })
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    const before = new Set(scripts)
    const isOf = (name: string) => (path: string) => new RegExp(`/${name}-[^/]+\\.js$`).test(path)
    expect([...before].some(isOf('category'))).toBe(true)
    expect([...before].filter(isOf('(product|store|checkout|account|blog)'))).toEqual([])
    await page.getByRole('article').getByRole('link').first().click()
    await page.waitForURL('**/p/*')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const fetched = [...scripts].filter((path) => !before.has(path))
    expect(fetched.some(isOf('product'))).toBe(true)
    expect(fetched.filter(isOf('(store|checkout|account|blog)'))).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
})

describe('the whole shop', () => {
  /** Looks around everywhere, chooses suburb and store, compares, and buys the first of a category. */
  async function through(page: Page, app: string, of: { category: string; word: string; guest: Guest }): Promise<void> {
    const at = (path: string) => `${shop.address(app)}${path}`
    const heading = async () => page.getByRole('heading', { level: 1 }).first().innerText()
    const open = async (path: string) => {
      await page.goto(at(path))
      await isLive(page)
    }
    await open(`/c/${of.category}`)
    expect(await page.getByRole('article').count()).toBeGreaterThan(0)
    expect(await page.getByRole('article').first().innerText()).toMatch(/\$\d/)
    await open('/brands')
    await page.getByRole('main').getByRole('link').filter({ hasText: /\w/ }).last().click()
    await page.waitForURL('**/brands/*')
    expect(await heading()).not.toBe('')
    await open('/promotions')
    expect(await heading()).toBe('Promotions')
    await page
      .getByRole('combobox', { name: /search/i })
      .first()
      .fill(of.word)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/(search|c)\//)
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(0)

    await page
      .getByRole('button', { name: /^Deliver to/ })
      .first()
      .click()
    const places = page.getByRole('dialog', { name: 'Set Your Delivery Location' })
    await places.getByRole('combobox').fill(of.guest.suburb)
    await places.getByRole('option', { name: of.guest.pick, exact: true }).click()
    await places.waitFor({ state: 'hidden' })

    await open(`/c/${of.category}`)
    for (const [which, text] of [
      [0, '1 of 3'],
      [1, '2 of 3'],
    ] as const) {
      const card = page.getByRole('article').nth(which)
      await card
        .getByRole(/checkbox/.test(await card.ariaSnapshot()) ? 'checkbox' : 'button', { name: /compare/i })
        .click()
      await page.getByText(`${text} products to compare`).waitFor({ state: 'attached' })
    }
    await open('/compare')
    await page.getByRole('table').first().waitFor()
    await addFirstOf(page, at(`/c/${of.category}`))
  }

  test('an Australian guest furnishes a bedroom, pays by card, and chooses a store [BIZ-01] [BIZ-07]', async () => {
    const { page, faults, close } = await visit()
    await through(page, 'andoo', { category: 'bedroom', word: 'bed', guest: sydneyGuest })
    await fillGuest(page, sydneyGuest)
    await fillCard(page, { number: visa })
    await placeOrder(page)
    expect(await confirmedOrder(page)).toMatch(/^W\d{8}$/)
    // Stores are somewhere to go, and one of them may be one's own.
    await page.goto(`${shop.address('wa')}/stores`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Castle Hill/ })
      .first()
      .click()
    await page.waitForURL('**/stores/castle-hill')
    // The list it came from has such a button for every store, and is there a moment longer than its address.
    await page.getByRole('heading', { name: 'Castle Hill', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Make this my store' }).click()
    await page.getByText('Castle Hill is now your store.').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('a New Zealand member buys a washing machine and pays by card [BIZ-01] [BIZ-07]', async () => {
    const { page, faults, close } = await visit()
    await logInAs(page, shop.address('aol-nz'), 'member@demo.example', demoPassword)
    await through(page, 'aol-nz', { category: 'laundry', word: 'washer', guest: aucklandGuest })
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#email')?.value === 'member@demo.example',
    )
    await fillGuest(page, { ...aucklandGuest, email: 'member@demo.example' })
    await fillCard(page, { number: visa })
    await placeOrder(page)
    expect(await confirmedOrder(page)).toMatch(/^W\d{8}$/)
    expect(faults).toEqual([])
    await close()
  })
})
