import { expect, test } from 'vitest'
import { visit, type Page } from '../support/browser.ts'
import { sharedShop } from '../support/shop-process.ts'

/** Pages on paper, and where the system decides on colours. */

const shop = sharedShop()

const firstProduct = async (page: Page, app: string) => {
  await page.goto(`${shop.address(app)}/c/kitchen/fridges`)
  return (await page.getByRole('article').getByRole('heading').getByRole('link').first().getAttribute('href')) ?? ''
}

const isPrinted = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)

test.each(['aol', 'wa'])('a printed product of %s has its facts, and nothing to press', async (app) => {
  const { page, close } = await visit({ width: 794, height: 1123 })
  await page.goto(`${shop.address(app)}${await firstProduct(page, app)}`)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  expect(await page.getByRole('heading', { name: title, level: 1 }).isVisible()).toBe(true)
  for (const name of ['Description', 'Dimensions', 'Specifications'])
    expect([name, await page.getByRole('heading', { name, exact: true }).isVisible()]).toEqual([name, true])
  expect(await isPrinted(page, 'header nav, .site-footer, button, .button, form button, dialog')).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794)
  await close()
})

test('a printed comparison has all products beside each other, and nothing to press', async () => {
  const { page, close } = await visit({ width: 794, height: 1123 })
  await page.goto(`${shop.address('aol')}/products`)
  const skus = await page.evaluate(async () => {
    const { products } = await (await fetch('/api/v2/listing?type=category&uri=kitchen/fridges&pageSize=3')).json()
    return (products as { sku: string }[]).map(({ sku }) => encodeURIComponent(sku))
  })
  await page.goto(`${shop.address('aol')}/comparison/${skus.join('/')}`)
  await page.getByRole('table').first().waitFor()
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  expect(await page.getByRole('columnheader').filter({ visible: true }).count()).toBeGreaterThanOrEqual(3)
  expect(await isPrinted(page, 'header nav, .site-footer, button, .button')).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794)
  await close()
})

test.each(['light', 'dark'] as const)(
  'with forced colours of a %s scheme fields, focus and what is chosen are seen',
  async (colorScheme) => {
    const { page, close } = await visit()
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${shop.address('aol')}/contact-us`)
    const field = page.getByLabel('Name', { exact: true })
    await field.focus()
    const style = await field.evaluate((one) => {
      const { color, backgroundColor, borderTopColor, borderTopStyle, outlineStyle } = getComputedStyle(one)
      return { color, backgroundColor, borderTopColor, borderTopStyle, outlineStyle }
    })
    expect(style.color).not.toBe(style.backgroundColor)
    expect(style.borderTopColor).not.toBe(style.backgroundColor)
    expect([style.borderTopStyle, style.outlineStyle]).toEqual(['solid', 'solid'])
    // The entries of the category bar, none of which is chosen, are not underlined as if they were.
    const bar = page.getByRole('navigation', { name: 'All categories' }).or(page.locator('nav')).first()
    expect(await bar.isVisible()).toBe(true)
    await page.goto(`${shop.address('aol')}/c/kitchen/fridges?filter=colour%3AWhite`)
    const chosen = page.locator('#filters a[aria-current]').first()
    const frame = await chosen.evaluate((one) => {
      const { outlineStyle, outlineColor, backgroundColor } = getComputedStyle(one)
      return [outlineStyle, outlineColor === backgroundColor]
    })
    expect(frame).toEqual(['solid', false])
    await close()
  },
)

test('a browser that prefers dark colours gets fields that can be read', async () => {
  const { page, close } = await visit()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${shop.address('fk')}/contact-us`)
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(scheme).toBe('light')
  const [ink, ground] = await page
    .getByRole('combobox', { name: 'What is it about?' })
    .evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])
  const brightness = (colour: string | undefined) =>
    (colour?.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
  expect(brightness(ground) - brightness(ink)).toBeGreaterThan(400)
  await close()
})
