import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { expectAccessible, visit, type Page, type PageVisit } from '../support/browser.ts'
import {
  checkOutFirstOf,
  confirmedOrder,
  deliveryDates,
  fillCard,
  fillGuest,
  isLive,
  placeOrder,
  sydneyGuest,
} from '../support/checkout.ts'
import { logInAs } from '../support/sign-in.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'

/** The back office at work: what is changed there is what the next shopper sees. */

let shop: RunningShop
const visits: PageVisit[] = []
beforeAll(async () => {
  shop = await startShop({ APP: 'aol', RATE_LIMITS: 'off' })
})
afterEach(async () => {
  for (const one of visits.splice(0)) {
    expect(one.faults).toEqual([])
    await one.close()
  }
})
afterAll(() => shop.stop())

async function shopper(options: Parameters<typeof visit>[0] = {}): Promise<Page> {
  const one = await visit(options)
  visits.push(one)
  return one.page
}

type State = NonNullable<NonNullable<Parameters<typeof visit>[0]>['storageState']>
/** Who has opened the back office, by the name of their login: a code is good once. */
const opened = new Map<string, { state: State; origin: string }>()

/** A page of the back office, for whoever logs in with this name. */
async function admin(who: 'admin' | 'sales', path: string, options: Parameters<typeof visit>[0] = {}): Promise<Page> {
  if (!opened.has(who)) {
    const { page, context, close } = await visit({ width: 1440 })
    await logInAs(page, shop.address('aol'), `${who}@demo.example`, demoPassword)
    await page.goto(shop.address('aol'), { waitUntil: 'domcontentloaded' })
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Back office' }).click()
    const tab = await opening
    await tab.getByRole('heading', { name: 'Dashboard' }).waitFor()
    expect(tab.url()).not.toContain('token')
    opened.set(who, { state: await context.storageState(), origin: new URL(tab.url()).origin })
    await close()
  }
  const known = opened.get(who)
  const page = await shopper({ width: 1280, ...options, ...(known === undefined ? {} : { storageState: known.state }) })
  await page.goto(`${known?.origin ?? ''}${path}`)
  return page
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const priceText = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-AU', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`

test('a price change appears on card, product page and structured data a moment later', async () => {
  const page = await shopper()
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
    .first()
  const title = (await card.getByRole('heading').innerText()).trim()
  const href = (await card.getByRole('link').first().getAttribute('href')) ?? ''
  await page.goto(shop.address('aol') + href)
  const sku = /SKU (\S+)/.exec(await page.getByRole('main').innerText())?.[1] ?? ''

  const desktop = await admin('admin', `/office/prices?q=${encodeURIComponent(sku)}&app=aol`)
  await desktop.getByRole('link', { name: sku, exact: true }).click()
  const price = desktop.getByLabel('Price', { exact: true })
  const next = Math.round(Number(await price.inputValue()) * 100) - 1_300
  await price.fill((next / 100).toFixed(2))
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()
  await expectAccessible(desktop)

  const shown = (path: string) =>
    page.evaluate(async (address) => (await fetch(address, { cache: 'no-store' })).text(), path)
  await expect
    .poll(() => shown(href), { timeout: 1_000, interval: 50 })
    .toContain(`"price":"${(next / 100).toFixed(2)}"`)
  await page.reload()
  await page.getByRole('main').getByText(priceText(next), { exact: true }).first().waitFor()
  await page.goto(`${shop.address('aol')}/search?query=${encodeURIComponent(sku)}`)
  await page.getByRole('article').filter({ hasText: title }).getByText(priceText(next), { exact: true }).waitFor()

  // And back, by the one button for that.
  await desktop.getByRole('button', { name: 'Undo' }).click()
  await desktop.getByText('Undone. It is as it was before.').waitFor()
  expect(await price.inputValue()).toBe(((next + 1_300) / 100).toFixed(2))
})

test('a Deals Club that is switched on gives members their own price [SETT-22]', async () => {
  const desktop = await admin('admin', '/office/settings/aol.dealsClubEnabled')
  await desktop.getByLabel('Value').selectOption('true')
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()
  await desktop.goto(`${new URL(desktop.url()).origin}/office/prices?app=aol&kind=member`)
  await desktop.locator('tbody').getByRole('link').first().click()
  const fallback = Math.round(Number(await desktop.getByLabel('Price', { exact: true }).inputValue()) * 100)
  await desktop.getByLabel('Deals Club price').fill(((fallback - 5_000) / 100).toFixed(2))
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()
  const href = (await desktop.getByRole('link', { name: 'View in shop' }).getAttribute('href')) ?? ''

  const page = await shopper()
  await logInAs(page, shop.address('aol'), 'member@demo.example', demoPassword)
  await page.getByRole('link', { name: 'Join or leave the Deals Club' }).click()
  await page.getByRole('button', { name: 'Join the Deals Club' }).click()
  await page.getByText('You have joined the Deals Club.').waitFor()
  await expectAccessible(page)
  await page.goto(href)
  await isLive(page)
  await page.getByText(`Deals Club price ${priceText(fallback - 5_000)}`).waitFor()
  await expectAccessible(page)
  await page.locator('form#buy').getByRole('button', { name: 'Add to cart' }).click()
  const cart = page.getByRole('dialog', { name: /Your cart/ })
  await cart.getByText('Deals Club price').waitFor()
  await cart.getByRole('link', { name: 'Checkout' }).click()
  await page
    .getByRole('list', { name: 'Items' })
    .getByText(priceText(fallback - 5_000))
    .waitFor()
})

test('of two people editing one product the second sees both versions, keeps their input and decides', async () => {
  const first = await admin('admin', '/office/products?sort=sku')
  await first.locator('tbody').getByRole('link').first().click()
  await first.getByLabel('Short description').waitFor()
  const second = await admin('admin', new URL(first.url()).pathname)
  await first.getByLabel('Short description').fill('What the first one wrote')
  await save(first)
  await first.getByText('Saved. The change is now in the shop.').waitFor()
  await second.getByLabel('Short description').fill('What the second one wrote')
  await second.getByLabel('Model number').fill('SECOND-1')
  await save(second)
  await second
    .getByRole('alert')
    .getByText('This was changed by DEMO-ADMIN while you were editing.', { exact: false })
    .waitFor()
  await second.getByText('Current value: What the first one wrote').waitFor()
  expect(await second.getByLabel('Short description').inputValue()).toBe('What the second one wrote')
  expect(await second.getByLabel('Model number').inputValue()).toBe('SECOND-1')
  await expectAccessible(second)
  await save(second)
  await second.getByText('Saved. The change is now in the shop.').waitFor()
  expect(await second.getByLabel('Short description').inputValue()).toBe('What the second one wrote')
})

test('a closed delivery day can no longer be selected at the checkout', async () => {
  const page = await shopper()
  await checkOutFirstOf(page, `${shop.address('aol')}/c/small-appliances`)
  await fillGuest(page, sydneyGuest)
  const first = deliveryDates(page).locator('[data-day]').first()
  const day = (await first.getAttribute('data-day')) ?? ''

  const desktop = await admin('admin', '/office/delivery-days/new')
  await desktop.getByLabel(/^Day/).fill(day)
  await desktop.getByLabel(/^Warehouse/).selectOption('2000')
  await desktop.getByLabel(/^Terms/).selectOption('metro-au')
  await desktop.getByLabel('Closed').check()
  await desktop.getByRole('button', { name: 'Create delivery day' }).click()
  await desktop.getByText('The delivery day was created.').waitFor()

  await page.reload()
  await deliveryDates(page).waitFor()
  await expect.poll(() => first.getAttribute('data-day')).not.toBe(day)
  expect(await deliveryDates(page).locator(`[data-day="${day}"]`).count()).toBe(0)
  await page.getByText('More dates').click()
  expect(await page.getByRole('grid').locator(`[data-day="${day}"]`).getAttribute('aria-disabled')).toBe('true')
})

/** One white pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)

test('a picture uploaded to a page block is in its preview, and in the shop once published', async () => {
  const desktop = await admin('admin', '/office/content/new')
  await desktop.getByLabel(/^Kind/).selectOption('page')
  await desktop.getByLabel(/^Shop/).selectOption('aol')
  await desktop.getByLabel('Address', { exact: true }).fill('pictured')
  await desktop.getByLabel(/^Title/).fill('Pictured')
  await desktop.getByRole('button', { name: 'Create entry' }).click()
  await desktop.getByRole('button', { name: 'Add text' }).click()
  await desktop.getByRole('group', { name: '1. Text' }).getByLabel('Text').fill('<p>Look at this.</p>')
  await desktop.getByLabel('Look', { exact: true }).selectOption('large-masthead')
  await desktop.getByRole('group', { name: 'Masthead' }).getByLabel('Heading').fill('A picture for you')
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()

  const upload = desktop.getByRole('region', { name: 'Upload a picture or document' })
  await upload.getByLabel('File').setInputFiles({ name: 'white.png', mimeType: 'image/png', buffer: png })
  await upload.getByLabel('Alt text or title').fill('Nothing but white')
  await upload.getByLabel('Where to use it').selectOption({ label: '1. Text' })
  await upload.getByRole('button', { name: 'Upload' }).click()
  const text = desktop.getByRole('group', { name: '1. Text' }).getByLabel('Text')
  await expect.poll(() => text.inputValue()).toContain('<figure>')
  await expectAccessible(desktop)

  const shopAddress = `${shop.address('aol')}/pages/pictured`
  const page = await shopper()
  expect((await page.goto(shopAddress))?.status()).toBe(404)
  await page.goto((await desktop.getByRole('link', { name: 'Preview in the shop' }).getAttribute('href')) ?? '')
  await page.getByRole('img', { name: 'Nothing but white' }).waitFor()
  await page.getByRole('heading', { name: 'A picture for you' }).waitFor()

  await desktop.getByLabel('Draft').uncheck()
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()
  await expect.poll(async () => (await page.goto(shopAddress))?.status()).toBe(200)
  const picture = page.getByRole('img', { name: 'Nothing but white' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
})

/** A photo as cameras make them, in one colour. */
const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

test('pictures are uploaded, cropped by mouse and keyboard, picked for a product, sorted by dragging, and shown in the shop', async () => {
  const desktop = await admin('admin', '/office/media/new', { height: 2_400 })
  const files = [await photo('red.jpg', '#c02020'), await photo('blue.jpg', '#2020c0')]
  await desktop
    .getByLabel('Drop files here, or choose them')
    .setInputFiles([...files, { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }])
  await desktop.getByText('2 of 3 uploaded, 1 not stored.').waitFor()
  await desktop.getByText('The file is empty.').waitFor()
  await expectAccessible(desktop)
  await desktop.getByRole('link', { name: 'red.jpg' }).click()
  await desktop.getByRole('heading', { name: 'red.jpg' }).waitFor()
  await desktop.getByRole('button', { name: /^Focal point/ }).press('Shift+ArrowLeft')
  expect(await desktop.getByLabel('From the left (%)').inputValue()).toBe('40')
  await desktop.getByRole('radio', { name: 'Crop' }).check()
  const original = await desktop.getByRole('img', { name: 'The original' }).boundingBox()
  if (original === null) throw new Error('the original is not shown')
  const at = (share: number) => [original.x + original.width * share, original.y + original.height * share] as const
  await desktop.mouse.move(...at(0.25))
  await desktop.mouse.down()
  await desktop.mouse.move(...at(0.75), { steps: 4 })
  await desktop.mouse.up()
  const width = desktop.getByLabel('Width of the crop')
  const dragged = Number(await width.inputValue())
  expect(Math.abs(dragged - 400)).toBeLessThan(3)
  await desktop.getByRole('button', { name: /^Crop/ }).press('Alt+ArrowRight')
  expect(await width.inputValue()).toBe(String(dragged + 1))
  await desktop.getByLabel('Alt text', { exact: true }).fill('A red lamp')
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()
  await expectAccessible(desktop)

  await desktop.goto(new URL('/office/products?sort=-sku&status=live', desktop.url()).href)
  await desktop.locator('tbody').getByRole('link').first().click()
  const addresses = desktop.getByRole('group', { name: 'Pictures', exact: true }).getByLabel('Address')
  await desktop.getByRole('button', { name: 'Add pictures from the library' }).click()
  const before = await addresses.count()
  const dialog = desktop.getByRole('dialog', { name: 'Choose a picture' })
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('.jpg')
  for (const name of ['blue.jpg', 'red.jpg']) await dialog.getByRole('button', { name }).click()
  await expectAccessible(desktop)
  await dialog.getByRole('button', { name: 'Add 2 chosen' }).click()
  await expect.poll(() => addresses.count()).toBe(before + 2)
  const first = await addresses.nth(before).inputValue()
  const titleOf = (place: number) => desktop.locator('legend', { hasText: `${place}. Picture` })
  await titleOf(before + 2).dragTo(titleOf(before + 1))
  await expect.poll(() => addresses.last().inputValue()).toBe(first)
  await save(desktop)
  await desktop.getByText('Saved. The change is now in the shop.').waitFor()

  const page = await shopper({ javaScript: false })
  await page.goto((await desktop.getByRole('link', { name: 'View in shop' }).getAttribute('href')) ?? '')
  const picture = page.getByRole('main').getByRole('img', { name: 'A red lamp' }).first()
  expect(await picture.getAttribute('src')).toMatch(/\/40\dx\d+\+\d+\+\d+@40x50-/)
})

test('without script the library takes several files, and pictures of a product are moved by buttons', async () => {
  const page = await admin('admin', '/office/media/new', { javaScript: false })
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles([await photo('green.jpg', '#20c020'), await photo('grey.jpg', '#808080')])
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('2 of 2 uploaded.').waitFor()
  await page.goto(new URL('/office/products?sort=-sku&status=live', page.url()).href)
  await page.locator('tbody').getByRole('link').first().click()
  const addresses = page.getByRole('group', { name: 'Pictures', exact: true }).getByLabel('Address')
  const before = await addresses.count()
  // Without script each button brings the page again.
  for (const [at, one] of ['/media/one.jpg', '/media/two.jpg'].entries()) {
    await page.getByRole('button', { name: 'Add picture' }).click()
    await expect.poll(() => addresses.count()).toBe(before + at + 1)
    await addresses.last().fill(one)
  }
  await page.getByRole('button', { name: `Move up ${before + 2}. Picture` }).click()
  await expect.poll(() => addresses.last().inputValue()).toBe('/media/one.jpg')
})

describe('an order of three lines', () => {
  test('one line is refunded, and the customer is notified', async () => {
    const page = await shopper()
    for (const category of ['small-appliances', 'laundry', 'kitchen/fridges'])
      await checkOutFirstOf(page, `${shop.address('aol')}/c/${category}`)
    await fillGuest(page, { ...sydneyGuest, email: 'office-journey@shopper.example' })
    await fillCard(page, { number: '4111 1111 1111 1111' })
    await placeOrder(page)
    const reference = await confirmedOrder(page)

    const desktop = await admin('admin', '/office')
    await desktop.getByRole('searchbox', { name: 'Find an order, a product or a customer' }).fill(reference)
    await desktop.getByRole('button', { name: 'Find', exact: true }).click()
    await desktop.getByRole('heading', { name: `Order ${reference}` }).waitFor()
    await expectAccessible(desktop)
    const lines = desktop.getByRole('region', { name: 'Lines' }).getByRole('row')
    expect(await lines.count()).toBe(4)
    const [, code = '', , , sum = ''] = await lines.nth(1).getByRole('cell').allInnerTexts()
    const reverse = desktop.getByRole('region', { name: 'Refund', exact: true })
    await reverse.getByLabel(new RegExp(`\\(${code}\\)`)).fill('1')
    await reverse.getByRole('button', { name: 'Refund', exact: true }).click()
    await desktop.getByText('Done: refund.').waitFor()
    await desktop.getByRole('region', { name: 'Refunds' }).getByRole('cell', { name: sum, exact: true }).waitFor()
    await desktop
      .getByRole('region', { name: 'History' })
      .getByRole('cell', { name: /^Refund of / })
      .waitFor()
    await expect
      .poll(
        async () => {
          await desktop.reload()
          return desktop.getByRole('region', { name: 'Refunds' }).innerText()
        },
        { timeout: 20_000 },
      )
      .toContain('given back')
  })
})

test('a salesperson sees orders and prices, changes none, and cannot open restricted pages', async () => {
  const desktop = await admin('sales', '/office/prices?app=aol')
  expect(await desktop.getByRole('link', { name: 'New price' }).count()).toBe(0)
  await desktop.locator('tbody').getByRole('link').first().click()
  await desktop.getByText('SKU', { exact: true }).waitFor()
  expect(await desktop.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  for (const path of [
    '/office/staff',
    '/office/audit',
    '/office/gift-cards',
    '/office/prices/new',
    '/office/customers.csv',
  ]) {
    const refused = await desktop.goto(new URL(path, desktop.url()).href)
    expect([path, refused?.status()]).toEqual([path, 403])
    await desktop.getByRole('heading', { name: 'Not allowed' }).waitFor()
  }
})

test('on a phone and by keyboard: the menu opens and closes, search has a shortcut key, nothing overflows', async () => {
  const page = await admin('admin', '/office/products', { width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await page.getByRole('link', { name: 'Menu', exact: true }).first().click()
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Stores' }).click()
  await page.getByRole('heading', { name: 'Stores' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('find')
  // What a click does before the link has its handler, while the router is there already.
  await page.evaluate(() => void (location.hash = '#menu'))
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Redirects', exact: true })
    .click()
  await page.getByRole('heading', { name: 'Redirects', exact: true }).waitFor()
})
