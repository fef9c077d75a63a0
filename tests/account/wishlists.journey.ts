import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, visit, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { logInAs } from '../support/sign-in.ts'
import { workerShop } from '../support/worker-shop.ts'

/** Wish lists, from the first product of a guest to the lists of an account. */

let shop: RunningShop

beforeAll(async () => {
  shop = await workerShop()
})

/** Opens the first product of a listing; answers its title. */
async function openProduct(page: Page, app = 'aol'): Promise<string> {
  await page.goto(`${shop.address(app)}/c/kitchen/fridges`)
  const path = await page.locator('main article h3 a').first().getAttribute('href')
  await page.goto(`${shop.address(app)}${path}`)
  return page.getByRole('heading', { level: 1 }).innerText()
}

/** Of the only product on the list that is open. */
const skuOf = (page: Page) => page.locator('main li input[name=sku]').first().inputValue()

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** Opens the dialog; a click that comes before its code waits for it. */
async function saveHere(page: Page): Promise<void> {
  await page.locator('[data-save-to-list]').first().click()
  await page.getByRole('dialog', { name: 'Save to a list' }).waitFor()
}

describe.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('at $width px', (size) => {
  test('a guest saves a product, sets its number, shares the list, and takes the link back', async () => {
    const { page, faults, close } = await visit(size)
    const title = await openProduct(page)
    await saveHere(page)
    const dialog = page.getByRole('dialog', { name: 'Save to a list' })
    await dialog.getByLabel('New list').fill('Our kitchen')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save to the new list' }).click()
    await dialog.getByRole('button', { name: 'Remove from Our kitchen' }).waitFor()
    await dialog.getByRole('link', { name: 'See my lists' }).click()

    await page.getByRole('heading', { name: 'Our kitchen', level: 2 }).waitFor()
    await expectAccessible(page)
    expect(await fits(page)).toBe(true)
    const products = page.getByRole('list', { name: 'Products on Our kitchen' })
    expect(await products.getByRole('link').innerText()).toBe(title)
    await products.getByLabel(/^Quantity/).fill('3')
    await products.getByRole('button', { name: /^Change the quantity/ }).click()
    await page.getByText(`Quantity of ${title} changed.`).waitFor()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('Link to this list').inputValue()

    const reader = await visit(size)
    await reader.page.goto(link)
    await reader.page.getByRole('heading', { name: 'Our kitchen', level: 1 }).waitFor()
    await reader.page.getByText('Wanted: 3').waitFor()
    expect(await reader.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await fits(reader.page)).toBe(true)
    await expectAccessible(reader.page)

    await page.getByRole('button', { name: 'Turn off link' }).click()
    await page.getByText('The link no longer works.').waitFor()
    expect((await reader.page.goto(link))?.status()).toBe(404)
    await reader.page.getByRole('heading', { name: 'This list is no longer shared' }).waitFor()
    await expectAccessible(reader.page)
    await reader.close()

    // What the cart has of it already stays in it.
    await page.evaluate(
      async (sku) => {
        const headers = { 'content-type': 'application/json' }
        await fetch('/api/cart/product/', { method: 'POST', headers, body: JSON.stringify({ sku, quantity: 1 }) })
      },
      await skuOf(page),
    )
    await products.getByRole('button', { name: 'Move to cart' }).click()
    await page.getByText('Nothing on this list yet.').waitFor()
    const status = page.getByRole('status').filter({ hasText: `Moved ${title} to your cart.` })
    const undo = status.getByRole('button', { name: /^Undo/ })
    await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true)
    const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ })
    await expect.poll(() => cart.getAttribute('aria-label')).toBe('Cart, 4 items')
    await expectAccessible(page)
    await undo.click()
    await page.getByText(`Moved ${title} back to your list.`).waitFor()
    expect(await products.getByLabel(/^Quantity/).inputValue()).toBe('3')
    await expect.poll(() => cart.getAttribute('aria-label')).toBe('Cart, 1 item')
    expect(await undo.count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })
})

test.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('a click on Save that comes before the script opens the dialog when it is there ($width px)', async (size) => {
  const { page, faults, close } = await visit(size)
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  const address = page.url()
  // No module arrives until the click has been made.
  let arrive = () => {}
  const canArrive = new Promise<void>((done) => (arrive = done))
  await page.route('**/assets/*.js', async (route) => {
    await canArrive
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.locator('main [data-save-to-list]').first().click()
  expect(await page.locator('html[data-live]').count()).toBe(0)
  arrive()
  await page.getByRole('dialog', { name: 'Save to a list' }).waitFor()
  expect(page.url()).toBe(address)
  expect(faults).toEqual([])
  await close()
})

test('lists are linked from the header, and on a phone from the menu', async () => {
  const { page, faults, close } = await visit({ width: 1440, height: 900 })
  await page.goto(shop.address('aol'))
  await isLive(page)
  await page.getByRole('banner').getByRole('link', { name: 'Lists' }).click()
  await page.getByRole('heading', { name: 'My lists', level: 1 }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(shop.address('aol'))
  await isLive(page)
  expect(await page.getByRole('banner').getByRole('link', { name: 'Lists' }).isVisible()).toBe(false)
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Lists' }).click()
  await page.getByRole('heading', { name: 'My lists', level: 1 }).waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a guest’s lists are the account’s after signing in, which is emailed about them when it asks', async () => {
  const { page, faults, close } = await visit({ width: 1440, height: 900 })
  const title = await openProduct(page)
  await saveHere(page)
  const dialog = page.getByRole('dialog', { name: 'Save to a list' })
  const name = `Holiday house ${Math.floor(performance.now())}`
  await dialog.getByLabel('New list').fill(name)
  await dialog.getByRole('button', { name: 'Save to the new list' }).click()
  await dialog.getByRole('button', { name: `Remove from ${name}` }).waitFor()
  await logInAs(page, shop.address('aol'), 'member@demo.example', 'demo-fridge-2026')
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'My lists' }).click()
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name }).click()
  const products = page.getByRole('list', { name: `Products on ${name}` })
  expect(await products.getByRole('link').innerText()).toBe(title)
  await page.getByRole('button', { name: 'Email me' }).click()
  await page.getByText('We will email you about price drops and stock.').waitFor()
  await page.getByRole('button', { name: 'Stop emails' }).waitFor()
  await expectAccessible(page)
  await page.getByText('Rename or delete this list').click()
  await page.getByRole('button', { name: 'Delete list' }).click()
  await page.getByText('List deleted.').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('without JavaScript a list is created from a product, changed, and deleted', async () => {
  const { page, faults, close } = await visit({ width: 390, javaScript: false })
  const title = await openProduct(page)
  await page.getByRole('link', { name: 'Save to a list' }).click()
  await page.getByRole('heading', { name: 'Save to a list', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Save to the new list' }).click()
  await page.getByRole('heading', { name: 'My list', level: 2 }).waitFor()
  const products = page.getByRole('list', { name: 'Products on My list' })
  await products.getByLabel(/^Quantity/).fill('2')
  await products.getByRole('button', { name: /^Change the quantity/ }).click()
  await expect.poll(() => products.getByLabel(/^Quantity/).inputValue()).toBe('2')
  await page.getByLabel('New list').fill('My list')
  await page.getByRole('button', { name: 'Create list' }).click()
  await page.getByText('You have a list with this name already. Choose another name.').waitFor()
  await products.getByRole('button', { name: 'Move to cart' }).click()
  await page.getByRole('heading', { name: 'Your cart', level: 1 }).waitFor()
  expect(await page.getByRole('region', { name: 'Items' }).getByRole('link', { name: title }).count()).toBe(1)
  await page.goto(`${shop.address('aol')}/wishlists`)
  await page.getByText('Rename or delete this list').click()
  await page.getByRole('button', { name: 'Delete list' }).click()
  await page.getByText('Save products to a list to compare them later').waitFor()
  expect(faults).toEqual([])
  await close()
})
