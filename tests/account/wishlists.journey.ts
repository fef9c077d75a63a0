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

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** Opens the dialog, once what a page fetches when it is idle is there; a click before that leads to a page, which is left again. */
async function saveHere(page: Page): Promise<void> {
  const address = page.url()
  const dialog = page.getByRole('dialog', { name: 'Save to a list' })
  await expect
    .poll(
      async () => {
        // The page goes on living, so what it fetches is there then.
        if (page.url() !== address) await page.goBack()
        await isLive(page)
        await page.locator('[data-save-to-list]').first().click()
        await dialog.or(page.getByRole('heading', { level: 1, name: 'Save to a list' })).waitFor()
        return dialog.isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
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

    await products.getByRole('button', { name: 'Move to cart' }).click()
    await page.getByText('Nothing on this list yet.').waitFor()
    await page.getByText(`Moved ${title} to your cart.`).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 3 items' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
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
