import { describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isWhole, openBlock, press } from '../support/gallery.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Messages and the smaller building blocks in their gallery, by role and name. */

const shop = sharedShop()

const open = (page: Page, block: string, app = 'aol') => openBlock(page, shop.address(app), block)

describe('the global message', () => {
  test('is a red bar or a floating box, and closes by its button and with the next page [MSG-01] [MSG-02] [MSG-03]', async () => {
    const { page, close } = await visit()
    await open(page, 'message')
    await isWhole(page)
    await press(page, 'Show an error that stays')
    const bar = page.getByRole('alert').filter({ hasText: 'You are offline.' })
    expect(await bar.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(179, 23, 31)')
    // It appears from a little above, for one frame even where nothing may move.
    await expect.poll(() => bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 })
    await expectAccessible(page)
    // The bar of who is signed in will take this room.
    await page.evaluate(() => document.documentElement.style.setProperty('--toolbar-height', '50px'))
    const stand = (top: number) =>
      page.waitForFunction(
        (at) =>
          document.querySelector('[role=alert][popover]')?.getBoundingClientRect().top === at &&
          // Where the header's row comes to stick.
          getComputedStyle(document.querySelector('[data-header-row]') as Element).top === `${at}px`,
        top,
      )
    await stand(50)
    await page.evaluate(() => document.documentElement.style.removeProperty('--toolbar-height'))
    await stand(0)

    await press(page, 'Show a success that stays')
    await bar.waitFor({ state: 'detached' })
    const box = page.getByRole('status').filter({ hasText: 'Your details have been saved.' })
    const { x = 0, y = 0, width = 0 } = (await box.boundingBox()) ?? {}
    expect([width, x > 700, y > 0]).toEqual([400, true, true])
    await box.getByRole('button', { name: 'Close' }).click()
    await box.waitFor({ state: 'detached' })

    await press(page, 'Show a success that stays')
    await box.waitFor()
    await page.getByRole('navigation', { name: 'Building blocks' }).getByRole('link', { name: 'Spinner' }).click()
    await page.getByRole('heading', { name: 'Spinner', level: 1 }).waitFor()
    await box.waitFor({ state: 'detached' })
    await close()
  })

  test('says on the product page that it could not be added, and the cart stays closed', async () => {
    const { page, close } = await visit()
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    await isWhole(page)
    await page.route('**/api/cart/product/', (route) => route.abort())
    await page
      .getByRole('button', { name: /^Add to cart/ })
      .first()
      .click()
    await page.getByRole('alert').filter({ hasText: 'An unknown error occurred, please try again later' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })
})

describe('blocks', () => {
  test('page tabs link to their sections, and are marked by click and by scrolling [PAGE-01] [PAGE-02]', async () => {
    const { page, close } = await visit()
    await open(page, 'page-tabs')
    await isWhole(page)
    const tabs = page.getByRole('navigation', { name: 'On this page' })
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      'Description',
      'Dimensions',
      'Specifications',
      'Reviews',
    ])
    const current = () => tabs.locator('[aria-current]').innerText()
    expect(await current()).toBe('Description')
    for (const title of ['Reviews', 'Dimensions']) {
      await tabs.getByRole('link', { name: title }).click()
      expect(await current()).toBe(title)
      const section = page.getByRole('region', { name: title })
      const { y: below = 0, height = 0 } = (await tabs.boundingBox()) ?? {}
      const y = (await section.boundingBox())?.y ?? -1
      expect(y >= below + height - 1 && y < 300, `${title} at ${y}`).toBe(true)
      expect(await section.evaluate((one) => one === document.activeElement)).toBe(true)
    }
    // By hand: past the next section's beginning.
    await page.mouse.move(900, 600)
    await page.mouse.wheel(0, 1_100)
    await tabs.getByRole('link', { name: 'Specifications', exact: true }).and(page.locator('[aria-current]')).waitFor()
    await close()
  })

  test('an accordion keeps one group open where configured, otherwise several [LISTW-04]', async () => {
    const { page, close } = await visit()
    await open(page, 'accordion')
    const opened = (name: string) =>
      page
        .getByRole('region', { name })
        .getByRole('group')
        .evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))
    for (const name of ['Several open', 'One open']) {
      expect(await opened(name)).toEqual([true, false, false])
      await page.getByRole('region', { name }).getByText('Can I change the day?').click()
    }
    expect(await opened('Several open')).toEqual([true, true, false])
    expect(await opened('One open')).toEqual([false, true, false])
    await close()
  })

  test('pagination accepts only existing pages [PAGE-05]', async () => {
    const { page, close } = await visit()
    await open(page, 'pagination')
    await press(page, 'Page 11')
    await page.getByText('Page 1 of 220 items').waitFor()
    await press(page, 'Page 10')
    await page.getByText('Page 10 of 220 items').waitFor()
    await close()
  })

  test('headings wrap to their line limit, and lists are numbered [LISTW-01] [LISTW-02]', async () => {
    const { page, close } = await visit()
    await open(page, 'heading')
    for (const lines of [1, 2, 3, 4, 5]) {
      const heading = page.getByRole('region', { name: `Cut after ${lines}` }).getByRole('heading', { level: 3 })
      const shown = await heading.evaluate((one) => {
        const { lineHeight, paddingBottom } = getComputedStyle(one)
        return Math.round((one.clientHeight - Number.parseFloat(paddingBottom)) / Number.parseFloat(lineHeight))
      })
      expect(shown).toBe(lines)
    }
    await open(page, 'list')
    const mark = (name: string) =>
      page
        .getByRole('list', { name })
        .getByRole('listitem')
        .first()
        .evaluate((one) => [getComputedStyle(one, '::before').content, getComputedStyle(one, '::before').borderRadius])
    expect(await mark('number, default')).toEqual(['counter(item)', '50%'])
    expect(await mark('decimal, default')).toEqual(['counter(item) "."', '0px'])
    expect(await mark('minus, default')).toEqual(['""', '0px'])
    expect(await mark('tick, default')).toEqual(['none', '0px'])
    const dash = page.getByRole('list', { name: 'minus, default' }).getByRole('listitem').first()
    expect(await dash.evaluate((one) => getComputedStyle(one, '::before').backgroundImage)).toContain('linear-gradient')
    const sizes = await Promise.all(
      ['extra-large', 'large', 'default', 'small', 'extra-small'].map((size) =>
        page
          .getByRole('list', { name: `tick, ${size}` })
          .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      ),
    )
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(new Set(sizes).size).toBe(5)
    await close()
  })

  test('a field hides its error until due [WIDG-14]', async () => {
    const { page, close } = await visit()
    await open(page, 'field')
    const email = page.getByLabel('Email')
    await email.focus()
    await email.blur()
    expect(await page.getByText('Please enter your email').count()).toBe(0)
    await email.fill('ana')
    await email.blur()
    await page.getByText('Please enter a valid email').waitFor()
    await email.fill('ana@example.com')
    expect(await page.getByText('Please enter a valid email').count()).toBe(0)
    await email.fill('')
    await press(page, 'Send')
    await page.getByText('Please enter your email').waitFor()
    await close()
  })

  test('the filter panel is closed, opens on a phone, and is closed again on another list [LISTW-05]', async () => {
    const { page, close } = await visit({ width: 360 })
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
    await isLive(page)
    const panel = page.getByRole('complementary', { name: 'Filters' })
    expect(await panel.isVisible()).toBe(false)
    await press(page, 'Filter')
    expect(await panel.isVisible()).toBe(true)
    await press(page, 'Close filters')
    expect(await panel.isVisible()).toBe(false)
    await press(page, 'Filter')
    await page.goBack()
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Fridges' }).waitFor()
    expect(await panel.isVisible()).toBe(false)
    await close()
  })
})
