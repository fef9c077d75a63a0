import { beforeAll, describe, expect, test } from 'vitest'
import { openBackOffice } from '../support/back-office.ts'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isWhole, openBlock, press } from '../support/gallery.ts'
import { isLive } from '../support/checkout.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'

/** The frame that every page has: its parts, what stands for them until they come, and the programs of others. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

const open = (page: Page, block: string, app = 'aol') => openBlock(page, shop.address(app), block)

describe('the page layout', () => {
  test('has its parts in order, and a back-to-top button once scrolled [SHELL-01] [SHELL-05] [SHELL-06]', async () => {
    const { page, close } = await visit()
    await open(page, 'back-to-top')
    await isWhole(page)
    const top = page.getByRole('button', { name: 'Back to top' })
    expect(await top.count()).toBe(0)
    await page.mouse.wheel(0, 900)
    await top.waitFor()
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('header[class], main, footer, button[aria-label="Back to top"]')]
          .filter((one) => one.parentElement === document.body || one.parentElement?.id === 'footer')
          .map((one) => one.tagName),
      ),
    ).toEqual(['HEADER', 'MAIN', 'FOOTER', 'BUTTON'])
    await top.click()
    await page.waitForFunction(() => scrollY === 0)
    await top.waitFor({ state: 'detached' })
    await close()
  })

  test('is single-column up to 767 px, side by side from 768, and desktop from 975 [SHELL-12] [SHELL-13]', async () => {
    const { page, close } = await visit({ width: 767 })
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    const room = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--header-height'))
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    expect([await room(), await filter.isVisible()]).toEqual(['56px', true])
    await page.setViewportSize({ width: 768, height: 900 })
    expect([await room(), await filter.isVisible()]).toEqual(['132px', true])
    await page.setViewportSize({ width: 974, height: 900 })
    expect(await filter.isVisible()).toBe(true)
    await page.setViewportSize({ width: 975, height: 900 })
    expect(await filter.isVisible()).toBe(false)
    await close()
  })

  test('of a list loads each style sheet once, so nothing is laid out twice', async () => {
    const { page, close } = await visit({ width: 360, height: 740 })
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    // The parts of the menu are built on the frame's sheet. A second link to it would come with the menu's own.
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    const linked = () =>
      page
        .locator('link[rel=stylesheet]')
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href.replace('#', '')))
    await expect.poll(linked).toContainEqual(expect.stringMatching(/\/assets\/(nav-panel|menu-sheet)-/))
    const sheets = await linked()
    expect(sheets).toContainEqual(expect.stringContaining('/assets/shop-'))
    expect(sheets).toEqual([...new Set(sheets)])
    await close()
  })

  test.each(['aol', 'wa'])(
    'a missing picture is replaced by the brand’s once, and keeps its alt text: %s [SHELL-08]',
    async (app) => {
      const { page, close } = await visit()
      await open(page, 'picture', app)
      for (const name of ['Front of a fridge', 'The same, open', 'Door of a fridge']) {
        const picture = page.getByRole('img', { name })
        await page.waitForFunction((one) => (one as HTMLImageElement).naturalWidth > 0, await picture.elementHandle())
        expect(await picture.evaluate((one) => (one as HTMLImageElement).currentSrc)).toBe(
          `${shop.address(app)}/assets/${app}/placeholder.svg`,
        )
      }
      await close()
    },
  )
})

describe('loading states', () => {
  test('of a product look like its page, of delivery dates like the calendar [SHELL-09]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    await isWhole(page)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/p\/[^/]+\.data/, async (route) => {
      await held
      await route.continue()
    })
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
      .first()
    await card.getByRole('link').first().click()
    await page.getByRole('status').filter({ hasText: 'Loading product' }).waitFor()
    expect(await page.getByRole('heading', { level: 1, name: /^Fridges/ }).isVisible()).toBe(false)
    await expectAccessible(page)
    release()
    await page.getByRole('navigation', { name: 'On this page' }).waitFor()
    expect(await page.getByText('Loading product').count()).toBe(0)

    const { promise: dates, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/v2/delivery/dates**', async (route) => {
      await dates
      await route.continue()
    })
    await page.getByRole('button', { name: /^Deliver to/ }).click()
    const picker = page.getByRole('dialog', { name: 'Set Your Delivery Location' })
    await picker.getByRole('combobox').fill('2010')
    await picker.getByRole('option').first().click()
    await page.getByRole('button', { name: /dates/i }).first().click()
    const calendar = page.getByRole('dialog', { name: 'Delivery dates and prices' })
    const waiting = calendar.getByRole('status').filter({ hasText: 'Loading delivery dates' })
    await waiting.waitFor()
    const { height: before = 0 } = (await waiting.boundingBox()) ?? {}
    answer()
    await calendar.getByRole('grid').waitFor()
    expect(await waiting.count()).toBe(0)
    expect(before).toBeGreaterThan(300)
    expect(faults).toEqual([])
    await close()
  })
})

describe('third-party scripts', () => {
  test('load only with their keys; the chat is hidden while a panel is open [SHELL-03] [SHELL-10] [CHAT-01]', async () => {
    const requested: string[] = []
    const standIns = async (page: Page) => {
      page.on('request', (request) => {
        if (!request.url().includes('.localhost')) requested.push(request.url())
      })
      // Hosts that cannot be reached from here: what their scripts do with our page, and no more.
      await page.route('https://widget.intercom.io/**', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'window.Intercom = (...said) => (window.said ??= []).push(said)',
        }),
      )
      await page.route('https://zip.example/**', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
      await page.route('https://apis.google.com/**', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `window.gapi = { load: (part, done) => done(), ratingbadge: { render: (place, { merchant_id }) => (place.textContent = 'Badge of ' + merchant_id) } }`,
        }),
      )
    }
    const bare = await visit()
    await standIns(bare.page)
    await open(bare.page, 'spinner')
    await isWhole(bare.page)
    expect(await bare.page.getByRole('complementary', { name: 'Customer reviews' }).count()).toBe(0)
    expect(await bare.page.getByRole('button', { name: 'Chat with us' }).count()).toBe(0)
    expect(requested).toEqual([])
    await bare.close()

    const admin = await openBackOffice(shop)
    for (const [name, value] of [
      ['IntercomEnabled', 'true'],
      ['IntercomAppId', 'demo'],
      ['reviewMerchantId', '4711'],
      ['ZipWidgetScriptUrl', 'https://zip.example/widget.js'],
    ] as const)
      await admin.setting('aol', name, value)

    const { page, faults, close } = await visit({ width: 360 })
    await standIns(page)
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    await page.getByRole('complementary', { name: 'Customer reviews' }).filter({ hasText: 'Badge of 4711' }).waitFor()
    const chat = page.getByRole('button', { name: 'Chat with us' })
    await chat.waitFor()
    await expectAccessible(page)
    expect(requested.filter((url) => url.includes('platform.js'))).toHaveLength(1)
    expect(requested.filter((url) => url.includes('zip.example'))).toEqual([])

    await press(page, 'Filter')
    await chat.waitFor({ state: 'detached' })
    await press(page, 'Close filters')
    await chat.waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    await chat.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await chat.waitFor()
    await page.getByRole('link', { name: /^Cart/ }).click()
    await chat.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await chat.waitFor()
    await chat.click()
    expect(await page.evaluate(() => (window as unknown as { said: unknown[][] }).said.map(([what]) => what))).toEqual([
      'boot',
      'hide',
      'hide',
      'hide',
      'show',
    ])

    await page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
      .first()
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('navigation', { name: 'On this page' }).waitFor()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().scrollIntoViewIfNeeded()
    await chat.waitFor()
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
    await page.getByRole('form', { name: 'Buy' }).waitFor()
    await chat.waitFor({ state: 'detached' })
    // The same page runs on, so the scripts were not fetched again; one of products alone has come with the product.
    expect(requested.filter((url) => url.includes('platform.js'))).toHaveLength(1)
    await expect
      .poll(() => requested.filter((url) => url.includes('zip.example')))
      .toEqual(['https://zip.example/widget.js'])
    expect(faults).toEqual([])
    await close()
    await admin.undo()
  })
})
