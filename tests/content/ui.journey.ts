import { describe, expect, test } from 'vitest'
import { accessProblems, expectAccessible, frame, visit, type Page } from '../support/browser.ts'
import { dialog, isLocked, isWhole, openBlock, press } from '../support/gallery.ts'
import { isLive } from '../support/checkout.ts'
import { sharedShop } from '../support/shop-process.ts'

/** The gallery of building blocks, and the modal in it, by role and name. */

const shop = sharedShop()

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

const open = (page: Page, block: string, app = 'aol') => openBlock(page, shop.address(app), block)

describe('the component gallery', () => {
  test.each([
    ['aol', 1280],
    ['wa', 360],
  ] as const)('has an accessible page for each component: %s', async (app, width) => {
    const { page, faults, close } = await visit({ width })
    await page.goto(`${shop.address(app)}/dev/ui`)
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(blocks.length)
    for (const block of blocks) {
      await open(page, block, app)
      await page.getByRole('navigation', { name: 'Building blocks' }).locator('[aria-current]').waitFor()
      expect([block, await accessProblems(page, frame)]).toEqual([block, []])
    }
    expect(faults.filter((error) => !/404/.test(error))).toEqual([])
    await close()
  })

  test('has no page for an unknown component', async () => {
    expect((await fetch(`http://127.0.0.1:${shop.port}/dev/ui/none`)).status).toBe(404)
  })
})

describe('a modal', () => {
  test('has the width of its size from 768 px, and full width below [MODAL-07] [MODAL-09] [MODAL-11]', async () => {
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

  test('closes on its button, Escape, outside click and Back, and reports it each time [MODAL-01] [MODAL-02] [MODAL-03]', async () => {
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

  test('stays open where configured, and can have no backdrop or animation [MODAL-01]', async () => {
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

  test('fades for 0.3 s over a backdrop of 0.7 [MODAL-10]', async () => {
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

  test('stacks: Back closes the top one only; the page is unlocked after the last [MODAL-02] [MODAL-04]', async () => {
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

  test('closes after a navigation, and going back returns to where it was opened [MODAL-05]', async () => {
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

  test('closed by code reports it, unless silent [MODAL-03]', async () => {
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

  test('shows errors as banners, each dismissed by its own button [MODAL-08]', async () => {
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
