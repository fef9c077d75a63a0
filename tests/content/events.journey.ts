import { Agent } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestBrowser } from '../../src/testing/shop/browser.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { mailedLink } from '../support/mails.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { workerShop } from '../support/worker-shop.ts'

/** Cooking demos, from the list to the seat. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const isWhole = (page: Page) => page.locator('html[data-whole]').waitFor({ state: 'attached' })
const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const upcoming = (page: Page) => page.getByRole('link', { name: 'All upcoming', exact: true })

/** A call of the app, whose host is sent as a header, because not every machine resolves names below localhost. */
const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  createTestBrowser(shop.urls, 'wa', new Agent()).send(method, path, body === undefined ? {} : { body })

/** The address of a demo with so many seats left, from the shop's own list. */
async function demoWith(
  isRequested: (demo: { availability: number; seatsRemaining: number; cookingDemoType: number }) => boolean,
): Promise<string> {
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const list = await call('GET', `/api/v2/cookingdemo?startDate=${from}&recordsPerPage=48`)
  for (const { id } of list.json<{ items: { id: string }[] }>().items) {
    const one = await call('GET', `/api/v2/cookingdemo/${id}`)
    if (isRequested(one.json())) return `/cooking-demos/${id}`
  }
  throw new Error('there is no such demo')
}

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Botha')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('0412 345 678')
}

describe('the list', () => {
  test('is filtered, paged and sorted without a page load, reflected in the URL [DEMO-01] [DEMO-02] [DEMO-04] [DEMO-09]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('wa')}/cooking-demos`)
    await isWhole(page)
    await page.getByRole('heading', { level: 1, name: 'Cooking demos' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'From', exact: true }).inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await upcoming(page).click()
    await cards(page).nth(11).waitFor()
    expect(await cards(page).count()).toBe(12)
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2', exact: true }).click()
    await page.locator('[aria-current=page]', { hasText: '2' }).waitFor()
    expect(new URL(page.url()).searchParams.get('pageNo')).toBe('1')
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Waterloo' })
    await page.getByLabel('Brand', { exact: true }).selectOption({ label: 'Miele' })
    await page.getByLabel('For whom').selectOption({ label: 'After you buy' })
    await page.getByRole('button', { name: 'Show sessions', exact: true }).click()
    await page.waitForURL(/storeUri=waterloo/)
    await status(page)
      .filter({ hasText: /^\d+ sessions$/ })
      .waitFor()
    const { searchParams } = new URL(page.url())
    expect([
      searchParams.get('brand'),
      searchParams.get('cookingDemoType'),
      searchParams.has('cookingDemoSubEventType'),
      searchParams.has('endDate'),
    ]).toEqual(['Miele', '1', false, false])
    await cards(page).filter({ hasNotText: 'Waterloo' }).first().waitFor({ state: 'detached' })
    expect(await cards(page).filter({ hasText: 'After you buy' }).count()).toBe(await cards(page).count())
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
    await page.goBack()
    await page.locator('[aria-current=page]', { hasText: '2' }).waitFor()
    await page.goto(`${shop.address('wa')}/cooking-demos?startDate=2099-01-01`)
    expect(await status(page).innerText()).toBe('No cooking demos found. Try other dates.')
    await page.goto(`${shop.address('wa')}/cooking-demos?startDate=2099-01-02&endDate=2099-01-01`)
    await page.getByText('Must not be before the From date', { exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('is retried once on failure, then shows an error and keeps the last list [DEMO-05] [DEMO-10] [DEMO-11] [DEMO-15]', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('wa')}/cooking-demos?storeUri=waterloo`)
    await isWhole(page)
    const before = await cards(page).count()
    expect(before).toBeGreaterThan(0)
    const requested: URL[] = []
    await page.route('**/api/v2/cookingdemo?**', (route) => {
      requested.push(new URL(route.request().url()))
      return route.fulfill({ status: 500, json: { errors: [] } })
    })
    await upcoming(page).click()
    await page.getByRole('alert').filter({ hasText: 'An error has occurred, please try again' }).waitFor()
    expect(requested).toHaveLength(2)
    const [start = '', end = ''] = ['startDate', 'endDate'].map((name) => requested[1]?.searchParams.get(name) ?? '')
    expect([requested[0]?.searchParams.has('endDate'), Date.parse(end) - Date.parse(start)]).toEqual([
      false,
      86_400_000,
    ])
    expect(await cards(page).count()).toBe(before)
    await expectAccessible(page)
    await close()
  })

  test('is a plain form without JavaScript, at phone width [DEMO-01]', async () => {
    const { page, close } = await visit({ width: 360, javaScript: false })
    await page.goto(`${shop.address('wa')}/cooking-demos`)
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Waterloo' })
    await page.getByRole('button', { name: 'Show sessions', exact: true }).click()
    await page.waitForURL(/storeUri=waterloo/)
    expect(await cards(page).count()).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect((await page.goto(`${shop.address('aol')}/cooking-demos`))?.status()).toBe(404)
    await close()
  })
})

describe('a seat', () => {
  test('is booked, mailed with an appointment, confirmed and cancelled by the mail’s link [DEMO-03] [DEMO-17] [DEMO-19]', async () => {
    const { page, faults, close } = await visit()
    const path = await demoWith(
      (demo) => demo.availability === 0 && demo.seatsRemaining >= 3 && demo.cookingDemoType !== 1,
    )
    await page.goto(`${shop.address('wa')}${path}`)
    await isWhole(page)
    await expectAccessible(page)
    const seats = page.getByText(/^\d+ seats? of \d+ left\.$/)
    const before = parseInt(await seats.innerText())
    // What is missing is said before anything is sent.
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByRole('link', { name: 'Please enter a first name (max 20 characters)' }).waitFor()
    await fill(page, 'journey@example.com')
    await page.getByLabel('Seats, including yours').selectOption('2')
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    const said = page.getByRole('status').filter({ hasText: 'Your 2 seats are booked.' })
    await said.waitFor()
    const reference = /D\d{8}/.exec(await said.innerText())?.[0] ?? ''
    await expectAccessible(page)

    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const own = await mailedLink(shop, `Your seats are booked: ${title}`, 'journey@example.com')
    await page.goto(own)
    await page.getByRole('heading', { level: 1, name: `Your booking ${reference}` }).waitFor()
    await expectAccessible(page)
    const calendar = await call('GET', `${new URL(own).pathname}/calendar.ics`)
    expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(calendar.text).toContain(`\r\nUID:${reference}@`)
    await page.getByLabel('Guests, including you').selectOption('1')
    await page.getByRole('button', { name: 'Yes, we are coming', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Thank you. We look forward to seeing you.' }).waitFor()
    await page.getByRole('button', { name: 'Cancel booking', exact: true }).click()
    await page.getByText('None: this booking is cancelled').waitFor()
    await page.getByRole('link', { name: 'About this session', exact: true }).click()
    await seats.waitFor()
    expect(parseInt(await seats.innerText())).toBe(before)
    expect(faults).toEqual([])
    await close()
  })

  test('the last one goes to one of two browsers; the other is told, keeps its input, and joins the waiting list [DEMO-20] [DEMO-08]', async () => {
    const path = await demoWith((demo) => demo.availability === 0 && demo.cookingDemoType !== 1)
    const id = path.split('/').at(-1) ?? ''
    const left = async () =>
      (await call('GET', `/api/v2/cookingdemo/${id}`)).json<{ seatsRemaining: number }>().seatsRemaining
    for (let at = 0; (await left()) > 1; at++) {
      const answer = await call('POST', '/api/v2/cookingdemo/booking', {
        cookingDemoId: id,
        firstName: 'A',
        lastName: 'B',
        email: `early${at}@example.com`,
        phone: '0412 345 678',
        guests: 1,
        orderNumber: null,
        dietaryRequirements: null,
        newsletter: false,
      })
      expect(answer.status).toBe(201)
    }
    const both = await Promise.all([visit(), visit({ javaScript: false })])
    for (const [at, { page }] of both.entries()) {
      await page.goto(`${shop.address('wa')}${path}`)
      await fill(page, `last${at}@example.com`)
    }
    await Promise.all(both.map(({ page }) => page.getByRole('button', { name: 'Book', exact: true }).click()))
    const outcomes = both.map(({ page }) => page.getByText(/Your seat is booked\.|This session is full\./).first())
    await Promise.all(outcomes.map((one) => one.waitFor()))
    const texts = await Promise.all(outcomes.map((one) => one.innerText()))
    expect(texts.filter((text) => text.includes('Your seat is booked.'))).toHaveLength(1)
    expect(await left()).toBe(0)
    const late = both[texts.findIndex((text) => text.includes('This session is full.'))]
    if (late === undefined) expect.fail('both have the last seat')
    expect(await late.page.getByLabel('First name').inputValue()).toBe('Ana')
    await late.page.getByRole('button', { name: 'Join the wait list', exact: true }).click()
    await late.page.getByRole('status').filter({ hasText: 'You are number 1 on the wait list.' }).waitFor()
    for (const { close } of both) await close()
  })

  test('is booked by phone where the store handles bookings [DEMO-08]', async () => {
    const { page, close } = await visit({ width: 360 })
    await page.goto(`${shop.address('wa')}${await demoWith((demo) => demo.availability === 2)}`)
    await page.getByText('Please contact the store to book this session.').waitFor()
    expect(await page.getByRole('link', { name: /^Call 0/ }).getAttribute('href')).toMatch(/^tel:/)
    expect(await page.getByRole('button', { name: 'Book', exact: true }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
    await close()
  })
})
