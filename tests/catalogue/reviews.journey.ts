import { beforeAll, describe, expect, test } from 'vitest'
import { demoProducts } from '../../data/demo/catalogue.ts'
import { demoReviews } from '../../data/demo/reviews.ts'
import type { AppCode } from '../../src/brands/apps.ts'
import sharp from 'sharp'
import type { Locator } from 'playwright-core'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { openBackOffice } from '../support/back-office.ts'
import { isLive } from '../support/checkout.ts'
import { workerShop } from '../support/worker-shop.ts'
import { hostOf, type RunningShop } from '../support/shop-process.ts'

/** What customers write about a product, from the form to the page, with script and without. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

/** A product of an app with so many demo reviews; they are the same in every run. */
async function openProduct(page: Page, app: AppCode, has: (count: number) => boolean): Promise<void> {
  const today = '2026-11-20'
  for (const record of demoProducts({ today })) {
    const isSold = record.offers.some((offer) => offer.app === app)
    if (!isSold || !has([...demoReviews(record, today)].length)) continue
    await page.goto(`${shop.address(app)}/api/v2/product/sku/${encodeURIComponent(record.sku)}`)
    const { uri } = JSON.parse(await page.locator('body').innerText()) as { uri: string }
    await page.goto(`${shop.address(app)}/p/${uri}`)
    return
  }
  throw new Error(`${app} has no such product`)
}

const textOf = (javaScript: boolean) => `You do not hear it at all, ${javaScript ? 'with' : 'without'} script.`
const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' })
/** Each has its author and day. */
const shownReviews = (place: Page | Locator) => place.getByText(/^[A-Z][a-z]+ [A-W]\., \d+ \w+ 20\d\d/).count()
describe.each([false, true])('with script: %s', (javaScript) => {
  test('a review is written, corrected and sent, and stays pending', async () => {
    const { page, faults, close } = await visit({ javaScript, width: javaScript ? 1280 : 360 })
    await openProduct(page, 'aol', (count) => count === 0)
    await reviews(page).getByRole('link', { name: 'Write a review' }).click()
    const form = page.getByRole('form', { name: 'Write a review' })
    await form.waitFor()
    if (javaScript) await isLive(page)
    await form.getByLabel('Headline').fill('Quiet')
    await form.getByLabel('Your review').fill('Too short')
    await form.getByLabel('Your name, as shown with it').fill('Kiri M.')
    await form.getByRole('button', { name: 'Send review' }).click()
    const mistakes = form.getByRole('alert')
    await mistakes.getByRole('link', { name: 'Choose from 1 to 5 stars' }).waitFor()
    expect(await mistakes.getByRole('link').allInnerTexts()).toEqual([
      'Choose from 1 to 5 stars',
      'Write from 20 to 2000 characters',
      'Enter an email address like name@example.com',
    ])
    // Nothing that was typed is lost, and each mistake stands beside its field.
    expect(await form.getByLabel('Headline').inputValue()).toBe('Quiet')
    expect(await form.getByLabel('Your review').inputValue()).toBe('Too short')
    await form.getByText('Write from 20 to 2000 characters').nth(1).waitFor()
    if (javaScript) await expectAccessible(page)

    await form.getByRole('radio', { name: '5 stars' }).check()
    const text = textOf(javaScript)
    await form.getByLabel('Your review').fill(text)
    await form.getByLabel('Email').fill('kiri@example.com')
    await form.getByRole('button', { name: 'Send review' }).click()
    await reviews(page)
      .getByRole('status')
      .filter({ hasText: 'Thank you. We will publish your review once we have checked it.' })
      .waitFor()
    expect(await page.getByText(text).count()).toBe(0)

    expect(faults).toEqual([])
    await close()
  })

  test('more than ten reviews continue on a page of their own', async () => {
    const { page, faults, close } = await visit({ javaScript })
    await openProduct(page, 'wa', (count) => count > 10)
    expect(await shownReviews(reviews(page))).toBe(10)
    await reviews(page)
      .getByRole('link', { name: /^More of/ })
      .click()
    await page.getByRole('heading', { level: 1, name: /^Reviews of / }).waitFor()
    await page.getByText(/^Page 2 of \d$/).waitFor()
    if (javaScript) await expectAccessible(page)
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.getByText(/^Page 1 of \d$/).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  test('reviews are found by their stars, by what they say, and by verified buyers', async () => {
    const { page, faults, close } = await visit({ javaScript, width: javaScript ? 390 : 1440 })
    await openProduct(page, 'aol', (count) => count > 10)
    await reviews(page).getByRole('link', { name: '4 stars' }).click()
    await page.getByRole('heading', { level: 1, name: /^Reviews of / }).waitFor()
    if (javaScript) await isLive(page)
    const form = page.getByRole('form', { name: 'Sort and filter reviews' })
    const result = form.getByRole('status')
    expect(await result.innerText()).toMatch(/^\d+ of \d+ reviews Show all$/)
    const four = Number((await result.innerText()).split(' ')[0])
    // The summary counts as one.
    expect(await page.getByRole('img', { name: 'Rated 4.0 out of 5', exact: true }).count()).toBeGreaterThanOrEqual(
      four,
    )
    await form.getByRole('checkbox', { name: /^Verified buyers \(\d+\)$/ }).check()
    await form.getByRole('combobox', { name: 'Stars' }).selectOption({ label: 'All' })
    await form.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Lowest rating first' })
    await form.getByRole('button', { name: 'Show reviews' }).click()
    await page.waitForURL(/\?sort=lowest&stars=&verified=1$/)
    expect(await page.getByText('Verified buyer', { exact: true }).count()).toBe(await shownReviews(page))
    if (javaScript) await expectAccessible(page)

    await form.getByRole('link', { name: 'Show all' }).click()
    const point = page.getByRole('link', { name: /, said by \d+ of \d+ buyers$/ }).first()
    const [, text = '', count = ''] = /^(.+), said by (\d+) of/.exec((await point.textContent()) ?? '') ?? []
    await point.click()
    await form.getByText(`that name “${text.toLowerCase()}”`).waitFor()
    expect(await shownReviews(page)).toBe(Math.min(10, Number(count)))
    expect(faults).toEqual([])
    await close()
  })
})

test('photos are sent with a review, wait with it, and are shown when it is published', async () => {
  const { page, faults, close } = await visit({ width: 390 })
  await openProduct(page, 'andoo', (count) => count === 0)
  const address = page.url()
  await reviews(page).getByRole('link', { name: 'Write a review' }).click()
  const form = page.getByRole('form', { name: 'Write a review' })
  await form.waitFor()
  await isLive(page)
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#806040' } })
    .jpeg()
    .toBuffer()
  const file = { name: 'mine.jpg', mimeType: 'image/jpeg', buffer: photo }
  await form.getByRole('radio', { name: '5 stars' }).check()
  await form.getByLabel('Headline').fill('With a photo')
  await form.getByLabel('Your review').fill('See for yourself how well it fits in.')
  await form.getByRole('group', { name: 'What do you like? (optional)' }).getByRole('textbox').fill('fits in, quiet')
  await form.getByLabel('Your name, as shown with it').fill('Mei T.')
  await form.getByLabel('Email').fill('mei@example.com')
  await form.getByLabel('Photos (optional)').setInputFiles(Array.from({ length: 5 }, () => file))
  await form.getByRole('button', { name: 'Send review' }).click()
  await form.getByRole('link', { name: 'Choose at most 4 photos' }).waitFor()
  await form.getByLabel('Photos (optional)').setInputFiles([file])
  await form.getByRole('button', { name: 'Send review' }).click()
  await reviews(page).getByRole('status').filter({ hasText: 'Thank you.' }).waitFor()
  expect(await reviews(page).getByRole('img', { name: 'Photo 1 by Mei T.' }).count()).toBe(0)

  const admin = await openBackOffice(shop)
  const [record = ''] = await admin.publishReviews('See for yourself')
  expect(record).toMatch(/<img src="\/media\/pictures\/[^"]+" alt="Photos 1"/)

  await page.goto(address)
  const shown = reviews(page).getByRole('img', { name: 'Photo 1 by Mei T.' })
  await shown.waitFor()
  await reviews(page).getByText('Likes: Fits in, Quiet').waitFor()
  await reviews(page).getByRole('link', { name: '1 review with photos' }).waitFor()
  await expectAccessible(page)
  const large = await shown.locator('xpath=..').evaluate(async (link) => {
    const { status, headers } = await fetch((link as HTMLAnchorElement).href)
    return [status, headers.get('content-type')]
  })
  // A browser that is asked by script takes any type.
  expect(large).toEqual([200, 'image/jpeg'])
  expect(faults).toEqual([])
  await close()
})

test('an approved review is shown with its reply', async () => {
  await shop.kill()
  const listed = await shop.command('scripts/moderate.ts', 'list')
  const [first = '', second = '', ...others] = [...listed.matchAll(/^review (\d+) {2}/gm)].map(([, id = '']) => id)
  expect(others).toEqual([])
  await shop.command('scripts/moderate.ts', 'answer', 'review', first, 'Thank you, Kiri.')
  await shop.command('scripts/moderate.ts', 'approve', 'review', first)
  await shop.command('scripts/moderate.ts', 'refuse', 'review', second)
  await shop.restart()
  const { page, faults, close } = await visit()
  await openProduct(page, 'aol', (count) => count === 0)
  await reviews(page).getByText(textOf(false)).waitFor()
  await reviews(page).getByText('Thank you, Kiri.').waitFor()
  expect(await page.getByText(textOf(true)).count()).toBe(0)
  await reviews(page).getByRole('img', { name: 'Rated 5.0 out of 5' }).first().waitFor()
  expect(await page.content()).not.toContain('kiri@example.com')
  await expectAccessible(page)
  expect(faults).toEqual([])
  await close()
})

test('a question is sent and stored', async () => {
  const { page, faults, close } = await visit()
  await openProduct(page, 'aol-nz', (count) => count > 0)
  await isLive(page)
  const questions = page.getByRole('region', { name: 'Questions' })
  await questions.getByRole('link', { name: 'Ask a question' }).click()
  const form = page.getByRole('form', { name: 'Ask a question' })
  await form.getByLabel('Your question').fill('Can the covers be washed at 40 degrees?')
  await form.getByLabel('Your name, as shown with it').fill('Sione')
  await form.getByLabel('Email').fill('sione@example.com')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send question' }).click()
  await questions.getByRole('status').filter({ hasText: 'We will publish your question with our answer' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a cross-site form is rejected', async () => {
  const answer = await fetch(`http://127.0.0.1:${shop.port}/p/any/reviews`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', host: hostOf('aol') },
    body: new URLSearchParams({ rating: '1' }),
  })
  expect(answer.status).toBe(403)
})
