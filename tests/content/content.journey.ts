import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackOffice, type BackOffice } from '../support/back-office.ts'
import { expectAccessible, layoutShift, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { mailSubjectsTo } from '../support/mails.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

/** What the shop says in its own words. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const pageType = (page: Page) => page.locator('meta[name=page-type]').getAttribute('content')
const isWhole = (page: Page) => page.locator('html[data-whole]').waitFor({ state: 'attached' })
const notice = (page: Page) => page.getByRole('complementary', { name: 'Notice' })

describe('the notice above the navigation', () => {
  test('is in the page from the start, with its own phone text, and absent without one [ALRT-02] [ALRT-03] [ALRT-04]', async () => {
    for (const [width, words] of [
      [1280, 'Ordering for Christmas? Metropolitan orders until 18 December arrive before it.'],
      [360, 'For Christmas: order by 18 December.'],
    ] as const) {
      const { page, close } = await visit({ width, javaScript: false })
      await page.goto(`${shop.address('andoo')}/brands`)
      expect(await notice(page).innerText()).toBe(words)
      expect(await notice(page).evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(15, 76, 74)')
      const [above, below] = await Promise.all([
        notice(page).boundingBox(),
        page.getByRole('link', { name: 'Andoo, home' }).boundingBox(),
      ])
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1)
      await notice(page).getByRole('link').click()
      await page.waitForURL('**/s/delivery-information')
      await page.goto(`${shop.address('aol')}/brands`)
      expect(await notice(page).count()).toBe(0)
      await close()
    }
  })

  test('once closed stays hidden on later pages of the session, without layout shift [ALRT-05]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('wac')}/brands`)
    await isWhole(page)
    await expectAccessible(page)
    await notice(page).getByRole('button', { name: 'Close this notice' }).click()
    expect(await notice(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('alert-banner'))).toContain('"value":null')
    await page.goto(`${shop.address('wac')}/contact-us`)
    await isWhole(page)
    expect(await notice(page).count()).toBe(0)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
    expect(faults).toEqual([])
    await close()
  })

  test('shares one strip with the sale on Andoo, sale left; either alone fills it [SALE3-03]', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('andoo')}/brands`)
    await isWhole(page)
    const sale = page.getByRole('complementary', { name: 'Sale' }).first()
    const box = async (one: ReturnType<typeof notice>) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const [left, right] = [await box(sale), await box(notice(page))]
    expect([left.y, left.x, right.y]).toEqual([0, 0, 0])
    expect([left.width, right.x, right.width]).toEqual([640, 640, 640])
    await notice(page).getByRole('button', { name: 'Close this notice' }).click()
    await expect.poll(async () => (await box(sale)).width).toBe(1280)
    await close()
    const alone = await visit()
    await alone.page.goto(`${shop.address('wac')}/brands`)
    expect(await alone.page.getByRole('complementary', { name: 'Sale' }).count()).toBe(0)
    expect((await box(notice(alone.page))).width).toBe(1280)
    await alone.close()
  })
})

describe('pages of blocks', () => {
  test('home, landing pages, articles and built pages have their types and URLs [ROUTE-02] [ROUTE-03]', async () => {
    const { page, faults, close } = await visit()
    for (const [path, type, heading] of [
      ['/', 'generic', 'When can it be there?'],
      ['/landing', 'generic', 'Moving in'],
      ['/landing/default', 'generic', 'Moving in'],
      ['/article/legendary-service', 'topic', 'Legendary service'],
    ] as const) {
      await page.goto(`${shop.address('aol')}${path}`)
      expect([path, await pageType(page)]).toEqual([path, type])
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    await expectAccessible(page)
    await page.goto(`${shop.address('wa')}/pages/see-the-showroom`)
    expect(await pageType(page)).toBe('pages')
    for (const path of ['/landing/legendary-service', '/article/default', '/landing/home', '/pages/nothing']) {
      const answer = await page.goto(`${shop.address('aol')}${path}`)
      expect([path, answer?.status()]).toEqual([path, 404])
    }
    expect(faults).toEqual([])
    await close()
  })

  test('a banner has its class’s height on desktop and its text’s on a phone; white text over a picture [LAND-09] [LAND-10] [LAND-12] [LAND-16]', async () => {
    const { page, close } = await visit()
    const banner = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 1 }) })
    const height = async () => Math.round((await banner.boundingBox())?.height ?? 0)
    const ink = () => page.getByRole('heading', { level: 1 }).evaluate((one) => getComputedStyle(one).color)
    const inks: string[] = []
    for (const [app, path, min] of [
      ['wa', '/article/legendary-service', 280],
      ['wa', '/landing', 730],
      ['wa', '/pages/see-the-showroom', 788],
      ['hc', '/article/legendary-service', 280],
    ] as const) {
      await page.goto(`${shop.address(app)}${path}`)
      expect([path, await height()]).toEqual([path, min])
      inks.push(await ink())
    }
    expect(inks.slice(1, 3)).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)'])
    // Elsewhere it is the theme's own.
    expect(inks[0]).not.toBe('rgb(255, 255, 255)')
    expect(inks[3]).not.toBe(inks[0])
    await page.goto(`${shop.address('wa')}/pages/see-the-showroom`)
    await page.getByRole('link', { name: 'Launch' }).click()
    await page.waitForURL('**/virtual-tour')
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${shop.address('wa')}/landing`)
    expect(await height()).toBeLessThan(600)
    await close()
  })

  test('over a list opens the filter sheet on a phone and jumps to the filters on desktop; Search focuses the search field [LAND-06] [LAND-07]', async () => {
    const phone = await visit({ width: 375, touch: true })
    await phone.page.goto(`${shop.address('aol')}/c/outdoor`)
    await isWhole(phone.page)
    await phone.page.getByRole('link', { name: 'Refine', exact: true }).click()
    await phone.page.getByRole('complementary', { name: 'Filters' }).waitFor()
    await phone.page.getByRole('button', { name: 'Close filters' }).click()
    await phone.close()
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/outdoor`)
    await isWhole(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Refine', exact: true }).click()
    const top = () => page.locator('#refine').evaluate((one) => one.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(200)
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Search' }).evaluate((one) => one === document.activeElement))
      .toBe(true)
    // There is nothing to refine on a page without a list.
    await page.goto(`${shop.address('aol')}/`)
    expect(await page.getByRole('link', { name: 'Refine', exact: true }).count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })
})

test('texts are at their names, in any letter case [ROUTE-12] [ROUTE-29]', async () => {
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${shop.address('hc')}/s/Winning-Storage-Terms-and-Conditions`)
  expect(await pageType(page)).toBe('static')
  await page.getByRole('heading', { level: 1, name: 'Storage terms and conditions' }).waitFor()
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(
    `${shop.address('hc')}/s/winning-storage-terms-and-conditions`,
  )
  await close()
})

test('the blog lists posts by topic, linked to each other [ROUTE-19]', async () => {
  const { page, faults, close } = await visit()
  await page.goto(`${shop.address('fk')}/blog`)
  expect(await pageType(page)).toBe('blog')
  await isLive(page)
  await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'Energy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Energy' }).waitFor()
  const posts = page.getByRole('main').getByRole('article')
  await expect.poll(() => posts.getByRole('heading').allInnerTexts()).toEqual(['Heat pump or vented dryer?'])
  await expectAccessible(page)
  await posts.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Heat pump or vented dryer?' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Read more' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: 'Measure before you buy a fridge' }).waitFor()
  const feed = await page.evaluate(async () => {
    const answer = await fetch('/blog/feed.xml')
    return { type: answer.headers.get('content-type'), text: await answer.text() }
  })
  expect(feed.type).toBe('application/atom+xml; charset=utf-8')
  expect(feed.text).toContain('<title>How loud is a dishwasher?</title>')
  expect(faults).toEqual([])
  await close()
})

test('the sitemap page links to everything [ROUTE-06]', async () => {
  const { page, close } = await visit({ javaScript: false })
  await page.goto(`${shop.address('andoo')}/sitemap`)
  expect(await pageType(page)).toBe('siteMap')
  for (const section of ['Categories', 'Brands', 'Stores', 'Help and terms', 'Blog'])
    await page.getByRole('region', { name: section }).getByRole('link').first().waitFor()
  await close()
})

describe('asking an expert [content-06]', () => {
  test.each([true, false])(
    'with JavaScript: %s, errors are shown and no input is lost [ROUTE-11] [ROUTE-28]',
    async (javaScript) => {
      const { page, faults, close } = await visit({ javaScript, width: 360 })
      // Two addresses of one page.
      await page.goto(`${shop.address('aol-nz')}${javaScript ? '/ask-an-expert' : '/contact-us'}`)
      expect(await pageType(page)).toBe('contactUs')
      if (javaScript) {
        await isLive(page)
        await expectAccessible(page)
      }
      const email = `robin-${javaScript}@shopper.example`
      await page.getByLabel('Name').fill('Robin Vale')
      await page.getByLabel('Email').fill('robin@')
      await page.getByLabel('What is it about?').selectOption('Delivery')
      await page.getByLabel('Your message').fill('Can you bring it up four flights of stairs?')
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByRole('link', { name: 'Enter an email address like name@example.com' }).waitFor()
      expect(await page.getByLabel('Your message').inputValue()).toBe('Can you bring it up four flights of stairs?')
      expect(await page.getByLabel('What is it about?').inputValue()).toBe('Delivery')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Thanks, one of our experts will be in touch.').waitFor()
      const reference = await page.getByText(/^C\d{8}$/).innerText()
      await expect.poll(() => mailSubjectsTo(shop, email)).toEqual([`We have received your question ${reference}`])
      expect(faults).toEqual([])
      await close()
    },
  )
})

describe('a missing address', () => {
  let admin: BackOffice
  beforeAll(async () => {
    admin = await openBackOffice(shop)
    await admin.redirect('aol', '/old-fridges', '/c/kitchen/fridges')
    await admin.redirect('aol', '/old-shop', `http://andoo.localhost:${shop.port}/brands`)
  })
  afterAll(() => admin.undo())

  /** A link as it may stand in a text, pressed on a page that answers to script. */
  async function follow(page: Page, path: string): Promise<void> {
    await page.goto(`${shop.address('aol')}/brands`)
    await page.goto(`${shop.address('aol')}/contact-us`)
    await isWhole(page)
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'A link of a text'
      document.querySelector('main')?.prepend(link)
    }, path)
    await page.getByRole('link', { name: 'A link of a text' }).click()
  }

  test('redirects to where it has moved, from a link and from outside, without a history entry [NF-03] [NF-04] [NF-05]', async () => {
    const { page, close } = await visit()
    const lookedUp: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/redirect')) lookedUp.push(new URL(request.url()).search)
    })
    await follow(page, '/Old-Fridges/?from=text')
    await page.waitForURL('**/c/kitchen/fridges')
    expect(lookedUp).toEqual(['?fromUrl=%2FOld-Fridges%2F%3Ffrom%3Dtext'])
    await page.goBack()
    await page.waitForURL('**/contact-us')
    await follow(page, '/old-shop')
    await page.waitForURL(`http://andoo.localhost:${shop.port}/brands`)
    await page.goto(`${shop.address('aol')}/old-fridges`)
    expect(new URL(page.url()).pathname).toBe('/c/kitchen/fridges')
    await close()
  })

  test('without a redirect is /404 after a link and keeps its URL from outside, with the same text [NF-06] [ERR-06]', async () => {
    const { page, close } = await visit()
    const words = page.getByText('The page you looking for does not exist, please try again')
    await follow(page, '/nowhere')
    await page.waitForURL('**/404')
    await words.waitFor()
    await page.goBack()
    await page.waitForURL('**/contact-us')
    for (const path of ['/nowhere', '/404']) {
      const answer = await page.goto(`${shop.address('aol')}${path}`)
      expect([answer?.status(), new URL(page.url()).pathname]).toEqual([404, path])
      await words.waitFor()
    }
    await close()
  })
})
