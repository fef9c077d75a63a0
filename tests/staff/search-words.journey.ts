import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { expectAccessible, visit, type Locator, type Page, type PageVisit } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'
import { logInAs } from '../support/sign-in.ts'

/** What staff make of words: what they enter in the back office decides where the next search leads, until they remove it. */

let shop: RunningShop
let admin: PageVisit
const visits: PageVisit[] = []
beforeAll(async () => {
  shop = await startShop({ APP: 'aol', RATE_LIMITS: 'off' })
  admin = await openAdmin()
})
afterEach(async () => {
  for (const one of visits.splice(0)) {
    expect(one.faults).toEqual([])
    await one.close()
  }
  expect(admin.faults).toEqual([])
})
afterAll(async () => {
  await admin.close()
  await shop.stop()
})

/** The back office, opened from the shop as staff do. */
async function openAdmin(): Promise<PageVisit> {
  const { page, context, close } = await visit({ width: 1440 })
  await logInAs(page, shop.address('aol'), 'admin@demo.example', demoPassword)
  await page.goto(shop.address('aol'), { waitUntil: 'domcontentloaded' })
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Back office' }).click()
  const tab = await opening
  await tab.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const { origin } = new URL(tab.url())
  const storageState = await context.storageState()
  await close()
  const opened = await visit({ width: 1280, storageState })
  // What a refused form still holds is left on purpose.
  opened.page.on('dialog', (dialog) => void dialog.accept())
  await opened.page.goto(`${origin}/office`)
  return opened
}

/** A shopper who searches by the keyboard alone. Each is another one: a browser shows again what it has just shown. */
async function search(term: string): Promise<Page> {
  const one = await visit({ width: 1280, hasColdCache: true })
  visits.push(one)
  const { page } = one
  await page.goto(shop.address('aol'))
  await isLive(page)
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill(term)
  await page.keyboard.press('Enter')
  return page
}

const firstTitle = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading').first()

/** Presses Enter on a link or button that has the focus. */
async function press(target: Locator): Promise<void> {
  await target.focus()
  await target.press('Enter')
}

/** Sends a form that is refused: the summary of its errors takes the focus. */
async function refused(create: Locator): Promise<void> {
  await press(create)
  const summary = create.page().getByRole('alert')
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** A list of the back office by the name that its menu has. */
async function openList(title: string): Promise<Page> {
  const { page } = admin
  await press(page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: title, exact: true }))
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}

const fieldOf = (page: Page, label: string) => page.getByLabel(`${label} (required)`, { exact: true })

/** The message that a field of a refused form refers to; the summary above the form leads to the same field. */
async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = fieldOf(page, label)
  await page.getByRole('alert').getByRole('link', { name: message }).click()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby')) ?? ''
  expect(await page.locator(`[id="${described}"]`).innerText()).toContain(message)
}

async function removeEntry(page: Page, one: string): Promise<void> {
  await press(page.getByRole('button', { name: `Delete this ${one}` }))
  await page.getByText(`The ${one} was removed.`).waitFor()
}

test('a search without results reaches staff, and their synonym answers it until they remove it', async () => {
  const nothing = (page: Page) => page.getByText('No results for “liquidiser”').first()
  await nothing(await search('liquidiser')).waitFor()

  const staffPage = await openList('Search terms')
  await staffPage.getByLabel('Which').selectOption({ label: 'No results' })
  await press(staffPage.getByRole('button', { name: 'Show' }))
  const found = staffPage.getByRole('link', { name: 'liquidiser', exact: true })
  await found.waitFor()
  await expectAccessible(staffPage)
  await press(found)
  await staffPage.getByRole('heading', { name: 'Improve these results' }).waitFor()
  await expectAccessible(staffPage)
  await press(staffPage.getByRole('link', { name: 'Add a synonym' }))

  const words = fieldOf(staffPage, 'Synonyms')
  await expect.poll(() => words.inputValue()).toBe('liquidiser')
  const create = staffPage.getByRole('button', { name: 'Create group of synonyms' })
  await words.fill('')
  await refused(create)
  await expectFieldError(staffPage, 'Synonyms', 'Synonyms is required.')
  await expectAccessible(staffPage)
  await words.fill('liquidiser')
  await refused(create)
  await expectFieldError(staffPage, 'Synonyms', 'Please enter at least two different words.')
  await words.fill('liquidiser\nfridge')
  await refused(create)
  await expectFieldError(
    staffPage,
    'Synonyms',
    '‘fridge’ is in another group: fridge, refrigerator. Add your words there.',
  )
  await words.fill('liquidiser\nblender')
  await press(create)
  await staffPage.getByText('The group of synonyms was created.').waitFor()
  await expectAccessible(staffPage)

  const page = await search('liquidiser')
  await expect.poll(() => firstTitle(page).innerText()).toMatch(/blender/i)
  await expectAccessible(page)

  await removeEntry(staffPage, 'group of synonyms')
  await expectAccessible(staffPage)
  await nothing(await search('liquidiser')).waitFor()
})

test('a redirect leads a term to a page of the shop, and to its results again once it is removed', async () => {
  const staffPage = await openList('Search redirects')
  await press(staffPage.getByRole('link', { name: 'New search redirect' }))
  const [term, to] = [fieldOf(staffPage, 'Search term'), fieldOf(staffPage, 'Goes to')]
  const create = staffPage.getByRole('button', { name: 'Create search redirect' })
  await term.waitFor()
  await refused(create)
  await expectFieldError(staffPage, 'Search term', 'Search term is required.')
  await expectFieldError(staffPage, 'Goes to', 'Goes to is required.')
  await term.fill('Toaster')
  await fieldOf(staffPage, 'Shop').selectOption('aol')
  for (const foreign of ['https://elsewhere.example/', '//elsewhere.example']) {
    await to.fill(foreign)
    await refused(create)
    await expectFieldError(staffPage, 'Goes to', 'Goes to must be a path of this shop, such as /delivery.')
  }
  await expectAccessible(staffPage)
  await to.fill('/c/kitchen/fridges')
  await press(create)
  await staffPage.getByText('The search redirect was created.').waitFor()

  await (await search('toaster')).waitForURL('**/c/kitchen/fridges')

  await openList('Search redirects')
  await press(staffPage.getByRole('link', { name: 'New search redirect' }))
  await term.fill('toaster')
  await fieldOf(staffPage, 'Shop').selectOption('aol')
  await to.fill('/sale')
  await refused(create)
  await expectFieldError(
    staffPage,
    'Search term',
    'This shop already has a redirect for ‘toaster’. Please change the existing entry.',
  )

  await openList('Search redirects')
  await press(staffPage.getByRole('link', { name: 'toaster', exact: true }))
  await removeEntry(staffPage, 'search redirect')
  const page = await search('toaster')
  await expect.poll(() => firstTitle(page).innerText()).toMatch(/toaster/i)
})

async function firstFridge(): Promise<{ pinned: string; sku: string }> {
  const one = await visit({ width: 1280 })
  visits.push(one)
  const { page } = one
  await page.goto(`${shop.address('aol')}/c/kitchen/fridges`)
  const pinned = (await firstTitle(page).innerText()).trim()
  const link = page.getByRole('main').getByRole('article').getByRole('link').first()
  await page.goto(shop.address('aol') + ((await link.getAttribute('href')) ?? ''))
  return { pinned, sku: /SKU (\S+)/.exec(await page.getByRole('main').innerText())?.[1] ?? '' }
}

test('a pinned product comes first for its term, and where it stood before once the pin is removed', async () => {
  const { pinned, sku } = await firstFridge()

  const staffPage = await openList('Search pins')
  await press(staffPage.getByRole('link', { name: 'New pin' }))
  const [term, skus] = [fieldOf(staffPage, 'Search term'), fieldOf(staffPage, 'Products')]
  const create = staffPage.getByRole('button', { name: 'Create pin' })
  await term.fill('Kettle')
  await fieldOf(staffPage, 'Shop').selectOption('aol')
  for (const [typed, message] of [
    ['', 'Products is required.'],
    ['NOPE-1', 'No product has the SKU NOPE-1.'],
    [`${sku}\n${sku}`, `The SKU ${sku} is listed more than once.`],
  ] as const) {
    await skus.fill(typed)
    await refused(create)
    await expectFieldError(staffPage, 'Products', message)
  }
  await expectAccessible(staffPage)
  await skus.fill(sku)
  await press(create)
  await staffPage.getByText('The pin was created.').waitFor()
  await expectAccessible(staffPage)

  const page = await search('kettle')
  await expect.poll(async () => (await firstTitle(page).innerText()).trim()).toBe(pinned)
  expect(await page.getByRole('main').getByRole('article').nth(1).getByRole('heading').innerText()).toMatch(/kettle/i)

  await openList('Search pins')
  await press(staffPage.getByRole('link', { name: 'New pin' }))
  await term.fill('kettle')
  await fieldOf(staffPage, 'Shop').selectOption('aol')
  await skus.fill(sku)
  await refused(create)
  await expectFieldError(
    staffPage,
    'Search term',
    'This shop already has pins for ‘kettle’. Please change the existing entry.',
  )

  await openList('Search pins')
  await press(staffPage.getByRole('link', { name: 'kettle', exact: true }))
  await removeEntry(staffPage, 'pin')
  const later = await search('kettle')
  await expect.poll(() => firstTitle(later).innerText()).toMatch(/kettle/i)
})
