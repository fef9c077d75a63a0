import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBrowser, expectAccessible, visit, type Page } from './support/browser.ts'
import { isLive } from './support/checkout.ts'
import { startShop, type RunningShop } from './support/shop-process.ts'

/** The building blocks in their gallery, by role and name, and the frame that every page has. */

let shop: RunningShop

beforeAll(async () => {
  shop = await startShop({ RATE_LIMITS: 'off' })
})

afterAll(async () => {
  await closeBrowser()
  await shop.stop()
})

const blocks = [
  'modal',
  'message',
  'accordion',
  'page-tabs',
  'pagination',
  'list',
  'heading',
  'spinner',
  'skeleton',
  'back-to-top',
  'picture',
  'text',
  'field',
  'icon',
]

async function open(page: Page, block: string, app = 'aol'): Promise<void> {
  await page.goto(`${shop.address(app)}/dev/ui/${block}`)
  await isLive(page)
}

/** Its parts that come after the first sight are there. */
const isWhole = (page: Page) => page.locator('html[data-whole]').waitFor({ state: 'attached' })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const isLocked = (page: Page) =>
  page.evaluate(() => 'scrollLocked' in document.documentElement.dataset || document.body.className !== '')

describe('the gallery', () => {
  test.each([
    ['aol', 1280],
    ['wa', 360],
  ] as const)('has a page for each block, all of them accessible: %s', async (app, width) => {
    const { page, faults, close } = await visit({ width })
    await page.goto(`${shop.address(app)}/dev/ui`)
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(blocks.length)
    for (const block of blocks) {
      await open(page, block, app)
      await page.getByRole('navigation', { name: 'Building blocks' }).locator('[aria-current]').waitFor()
      await expectAccessible(page)
    }
    expect(faults.filter((error) => !/404/.test(error))).toEqual([])
    await close()
  })

  test('has no page for what is no block', async () => {
    expect((await fetch(`http://127.0.0.1:${shop.port}/dev/ui/none`)).status).toBe(404)
  })
})

describe('a modal', () => {
  test('is as wide as its size says from 768 px on, and has the whole width below [MODAL-07] [MODAL-09] [MODAL-11]', async () => {
    const { page, close } = await visit({ width: 1280 })
    await open(page, 'modal')
    const width = async (name: string) => {
      await press(page, name)
      const box = await dialog(page, name).boundingBox()
      await page.keyboard.press('Escape')
      await dialog(page, name).waitFor({ state: 'detached' })
      return box?.width
    }
    expect(await width('Default')).toBe(700)
    expect(await width('Small')).toBe(560)
    expect(await width('Medium')).toBe(800)
    expect(await width('Large')).toBe(970)
    // Said to be small.
    expect(await width('Two columns')).toBe(970)

    const columns = () =>
      dialog(page, 'Two columns')
        .getByRole('paragraph')
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
    await press(page, 'Two columns')
    expect(await columns()).toBe(2)
    await page.setViewportSize({ width: 975, height: 900 })
    expect(await columns()).toBe(2)
    await page.setViewportSize({ width: 974, height: 900 })
    expect(await columns()).toBe(1)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 768, height: 900 })
    expect(await width('Small')).toBe(560)
    await page.setViewportSize({ width: 767, height: 900 })
    // The room of the scrollbar stays free (scroll-lock).
    expect(await width('Small')).toBeGreaterThanOrEqual(767 - 15)
    await close()
  })

  test('has five types [MODAL-06]', async () => {
    const { page, close } = await visit()
    await open(page, 'modal')
    const look = async (name: string) => {
      await press(page, name)
      const shown = dialog(page, name)
      const text = shown.getByRole('paragraph').first()
      const found = {
        heading: await shown.getByRole('heading', { name }).count(),
        align: await text.evaluate((one) => getComputedStyle(one).textAlign),
        padding: await text.evaluate((one) => getComputedStyle(one.parentElement as Element).padding),
      }
      await shown.getByRole('button', { name: 'Close' }).click()
      await shown.waitFor({ state: 'detached' })
      return found
    }
    expect(await look('Centre aligned')).toEqual({ heading: 1, align: 'center', padding: '24px' })
    expect(await look('Left aligned')).toEqual({ heading: 1, align: 'start', padding: '24px' })
    expect(await look('Two columns')).toEqual({ heading: 1, align: 'start', padding: '24px' })
    expect(await look('No default padding')).toEqual({ heading: 1, align: 'start', padding: '0px' })
    expect(await look('No styles')).toEqual({ heading: 0, align: 'start', padding: '0px' })
    await close()
  })

  test('closes on its button, on Escape, beside it and on back, and says so each time [MODAL-01] [MODAL-02] [MODAL-03]', async () => {
    const { page, faults, close } = await visit()
    await page.goto(`${shop.address('aol')}/dev/ui`)
    await isLive(page)
    await page.getByRole('main').getByRole('link', { name: 'Modal' }).last().click()
    await page.getByRole('heading', { name: 'Modal', level: 1 }).waitFor()
    const opener = page.getByRole('button', { name: 'Left aligned' })
    const shown = dialog(page, 'Left aligned')
    const says = (count: number) => page.getByText(`Close events: ${count}`).waitFor()

    const ways = [
      () => shown.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 500),
      () => page.goBack(),
    ]
    for (const [at, way] of ways.entries()) {
      await opener.click()
      await shown.waitFor()
      if (at === 0) {
        await expectAccessible(page)
        // The focus goes round inside, and comes back.
        for (let times = 0; times < 4; times++) await page.keyboard.press('Tab')
        expect(
          await shown.evaluate(
            (one) => one.contains(document.activeElement) || document.activeElement === document.body,
          ),
        ).toBe(true)
        const animation = await shown.evaluate((one) => {
          const { backgroundColor, animationDuration } = getComputedStyle(one, '::backdrop')
          return { backgroundColor, animationDuration }
        })
        expect(animation.backgroundColor).toBe('rgba(0, 0, 0, 0.7)')
      }
      await way()
      await shown.waitFor({ state: 'detached' })
      await says(at + 1)
      expect(new URL(page.url()).pathname).toBe('/dev/ui/modal')
      expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await isLocked(page)).toBe(false)
    }
    // What was closed in other ways left no step behind: one step leads to the page before.
    await opener.click()
    await shown.getByRole('button', { name: 'Close' }).click()
    await shown.waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: 'Building blocks', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dev/ui')
    expect(faults).toEqual([])
    await close()
  })

  test('keeps open where it is told to, has no backdrop or no animation where it is told so [MODAL-01]', async () => {
    const { page, close } = await visit()
    await open(page, 'modal')
    await press(page, 'No closing by keyboard')
    const fixed = dialog(page, 'No closing by keyboard')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await fixed.isVisible()).toBe(true)
    await page.mouse.click(5, 500)
    await fixed.waitFor({ state: 'detached' })

    await press(page, 'No closing by backdrop')
    const held = dialog(page, 'No closing by backdrop')
    await page.mouse.click(5, 500)
    expect(await held.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await held.waitFor({ state: 'detached' })

    const backdrop = (name: string) =>
      dialog(page, name).evaluate((one) => {
        const { backgroundColor, animationName } = getComputedStyle(one, '::backdrop')
        return [backgroundColor, animationName === 'none']
      })
    await press(page, 'No backdrop')
    expect((await backdrop('No backdrop'))[0]).toBe('rgba(0, 0, 0, 0)')
    await page.keyboard.press('Escape')
    await press(page, 'Not animated')
    expect(await backdrop('Not animated')).toEqual(['rgba(0, 0, 0, 0.7)', true])
    await page.keyboard.press('Escape')
    await press(page, 'Left aligned')
    expect(await backdrop('Left aligned')).toEqual(['rgba(0, 0, 0, 0.7)', false])
    // A text marked from inside to outside is no click beside it.
    const box = await dialog(page, 'Left aligned').getByRole('paragraph').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move(5, 500)
    await page.mouse.up()
    expect(await dialog(page, 'Left aligned').isVisible()).toBe(true)
    await close()
  })

  test('fades for 0.3 s before a dark of 0.7 [MODAL-10]', async () => {
    const { page, close } = await visit()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page, 'modal')
    await press(page, 'Left aligned')
    expect(
      await dialog(page, 'Left aligned').evaluate((one) => {
        const { backgroundColor, animationDuration } = getComputedStyle(one, '::backdrop')
        return [backgroundColor, animationDuration, getComputedStyle(one).animationDuration]
      }),
    ).toEqual(['rgba(0, 0, 0, 0.7)', '0.3s', '0.3s'])
    await close()
  })

  test('stacks: back closes the top one alone; the page is free again after the last [MODAL-02] [MODAL-04]', async () => {
    const { page, close } = await visit()
    await open(page, 'modal')
    await press(page, 'First of two')
    await press(page, 'Second of two')
    await dialog(page, 'Second').waitFor()
    await page.goBack()
    await dialog(page, 'Second').waitFor({ state: 'detached' })
    expect(await dialog(page, 'First').isVisible()).toBe(true)
    expect(
      await page.evaluate(() => [document.body.className, 'scrollLocked' in document.documentElement.dataset]),
    ).toEqual(['has-modal', true])
    expect(
      await page.getByRole('button', { name: 'Second of two' }).evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await page.goBack()
    await dialog(page, 'First').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/dev/ui/modal')
    expect(
      await page.evaluate(() => [document.body.className, 'scrollLocked' in document.documentElement.dataset]),
    ).toEqual(['', false])
    await page.getByText('Close events: 2').waitFor()
    await close()
  })

  test('closes when a navigation ends, and going back leads to where it was opened [MODAL-05]', async () => {
    const { page, close } = await visit()
    await open(page, 'modal')
    await isWhole(page)
    await press(page, 'No closing by keyboard')
    const shown = dialog(page, 'No closing by keyboard')
    await shown.getByRole('link', { name: 'To another page' }).click()
    await shown.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?page=2')
    expect(await isLocked(page)).toBe(false)
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    expect(new URL(page.url()).pathname).toBe('/dev/ui/modal')
    await close()
  })

  test('hidden by hand says so, unless it is to be silent [MODAL-03]', async () => {
    const { page, close } = await visit()
    await open(page, 'modal')
    await press(page, 'Hide by hand')
    await press(page, 'Hide')
    await page.getByText('Close events: 1').waitFor()
    await press(page, 'Show again')
    await press(page, 'Hide without a word')
    await dialog(page, 'By hand').waitFor({ state: 'hidden' })
    expect(await page.getByText(/^Close events/).innerText()).toBe('Close events: 1')
    expect(await isLocked(page)).toBe(false)
    await press(page, 'Show again')
    expect(await dialog(page, 'By hand').isVisible()).toBe(true)
    await close()
  })

  test('shows errors as banners, each taken away by its own button [MODAL-08]', async () => {
    const { page, close } = await visit()
    await open(page, 'modal')
    await press(page, 'With two errors')
    const shown = dialog(page, 'With two errors')
    const banners = shown.getByRole('alert')
    expect(await banners.allInnerTexts()).toEqual([
      'The card was refused. Try another one.',
      'We could not keep the day you chose. It may be gone.',
    ])
    expect(
      await banners.first().evaluate((one) => getComputedStyle(one.parentElement as Element).backgroundColor),
    ).toBe('rgb(179, 23, 31)')
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Close Error Message' }).first().click()
    expect(await banners.allInnerTexts()).toEqual(['We could not keep the day you chose. It may be gone.'])
    await shown.getByRole('button', { name: 'Close Error Message' }).click()
    expect(await banners.count()).toBe(0)
    await close()
  })
})

describe('the global message', () => {
  test('is a red bar or a floating box, and goes on its button and with the next page [MSG-01] [MSG-02] [MSG-03]', async () => {
    const { page, close } = await visit()
    await open(page, 'message')
    await isWhole(page)
    await press(page, 'Show an error that stays')
    const bar = page.getByRole('alert').filter({ hasText: 'You are offline.' })
    expect(await bar.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(179, 23, 31)')
    expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 })
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

  test('says on the page of a product that it could not be put into the cart, which stays closed', async () => {
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

describe('the frame', () => {
  test('has its parts in their order, and a way to the top once it is scrolled [SHELL-01] [SHELL-05] [SHELL-06]', async () => {
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

  test('stands as on a phone up to 767 px, beside each other from 768, as on a desk from 975 [SHELL-12] [SHELL-13]', async () => {
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

  test.each(['aol', 'wa'])(
    'a picture that is not there is that of the brand, once, and keeps its words: %s [SHELL-08]',
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

describe('blocks', () => {
  test('tabs of a page lead to their sections, are marked by click and by hand [PAGE-01] [PAGE-02]', async () => {
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

  test('an accordion keeps one group open where it is to, and several otherwise [LISTW-04]', async () => {
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

  test('a list of pages takes only a page there is [PAGE-05]', async () => {
    const { page, close } = await visit()
    await open(page, 'pagination')
    await press(page, 'Page 11')
    await page.getByText('Page 1 of 220 items').waitFor()
    await press(page, 'Page 10')
    await page.getByText('Page 10 of 220 items').waitFor()
    await close()
  })

  test('headings take as many lines as they may, lists are numbered as they say [LISTW-01] [LISTW-02]', async () => {
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

  test('a field keeps its error back until it is due [WIDG-14]', async () => {
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

  test('the panel of filters is closed, opens on a phone, and is closed again on another list [LISTW-05]', async () => {
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

describe('what is on its way', () => {
  test('of a product has the shape of its page, of delivery dates that of the calendar [SHELL-09]', async () => {
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
    const waiting = calendar.getByRole('status').filter({ hasText: 'Looking up delivery dates' })
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

describe('programs of others', () => {
  test('load only with their keys; the chat stays away while a panel is open [SHELL-03] [SHELL-10] [CHAT-01]', async () => {
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

    await shop.kill()
    for (const [name, value] of [
      ['IntercomEnabled', 'true'],
      ['IntercomAppId', 'demo'],
      ['reviewMerchantId', '4711'],
      ['ZipWidgetScriptUrl', 'https://zip.example/widget.js'],
    ] as const)
      await shop.command('tests/support/set-setting.ts', 'aol', name, value)
    await shop.restart()

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
  })
})
