import type { Locator, Page } from 'playwright-core'
import { demoPassword } from '../../data/demo/access.ts'
import type { Walker } from './walker.ts'

/** Where a task is done: a page of a new visitor on the shop's home, and whether it is a phone's. */
export type Scene = {
  readonly page: Page
  readonly walk: Walker
  readonly isPhone: boolean
  /** Opens a path without counting it: the task begins there. */
  begin(path: string): Promise<void>
  /** Of the guest's order. */
  readonly order: { number: string }
}

export type Task = { readonly name: string; run(scene: Scene): Promise<void> }

const guest = { email: 'guest@shopper.example', phone: '0412345678', first: 'Robin', last: 'Vale' }
const member = 'member@demo.example'
const card = { number: '4111111111111111', expiry: '032030', code: '737', name: 'Robin Vale' }
const fridges = '/c/kitchen/fridges'

const search = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const price = (page: Page) => page.getByRole('main').getByText(/^\$\d/).first()
const sydney = (page: Page) => page.getByRole('option', { name: '2000 Sydney, NSW', exact: true })
const addButton = (page: Page) =>
  cards(page)
    .getByRole('button', { name: /^Add to cart/ })
    .first()

async function look(words: string, { page, walk }: Scene): Promise<void> {
  await walk.type(search(page), words)
  await walk.press('Enter')
}

/** On a phone a sheet follows what was added; in a shop without one, the way is by the cart in the header. */
async function afterAdding(page: Page, link: string): Promise<Locator> {
  const sheet = page.getByRole('dialog').getByRole('link', { name: link })
  await sheet.waitFor({ timeout: 3_000 }).catch(() => undefined)
  return (await sheet.isVisible()) ? sheet : page.getByRole('link', { name: /^Cart, 1/ })
}

/** To the checkout with the first fridge in the cart; the task begins in the list. */
async function addAndCheckOut({ page, walk, isPhone }: Scene): Promise<void> {
  await walk.click(addButton(page))
  const checkout = page.getByRole('dialog').getByRole('link', { name: 'Checkout' })
  if (isPhone) {
    const next = await afterAdding(page, 'Checkout')
    await walk.click(next)
    if ((await next.getAttribute('href').catch(() => null)) === '/cart') await walk.click(checkout)
  } else await walk.click(checkout)
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
}

async function enterAddress({ page, walk }: Scene): Promise<void> {
  await walk.type(page.getByLabel('Street address'), '12 Harbour Street')
  await walk.type(page.getByRole('combobox', { name: /^Suburb/ }), '2000')
  await walk.click(sydney(page))
}

/** Answers with the number of the order. */
async function payByCard({ page, walk }: Scene): Promise<string> {
  await walk.type(page.getByLabel('Name on card'), card.name)
  await walk.type(page.getByLabel('Card number', { exact: true }), card.number)
  await walk.type(page.getByLabel('Expiry (MM / YYYY)'), card.expiry)
  await walk.type(page.getByLabel('CVV'), card.code)
  await walk.click(page.getByRole('button', { name: /^(Place order|Pay \$)/ }))
  const said = await walk.read(page.getByText(/^Order reference: W\d{8}$/))
  return said.replace('Order reference: ', '')
}

/** The ten commonest things that shoppers come to do. */
export const tasks: readonly Task[] = [
  {
    name: 'Find a model by its number',
    async run(scene) {
      await look('nbf145c', scene)
      const { page, walk } = scene
      await page.waitForURL(/\/(p|search)\//)
      if (page.url().includes('/search/')) await walk.click(cards(page).first().getByRole('heading').getByRole('link'))
      await walk.read(title(page).filter({ hasText: 'NBF-145C' }))
    },
  },
  {
    name: 'Find a product by what it has to do',
    async run(scene) {
      await look('quiet dishwasher under $1,500', scene)
      const { page, walk } = scene
      await walk.click(cards(page).first().getByRole('heading').getByRole('link'))
      await page.waitForURL('**/p/**')
      await walk.read(price(page))
    },
  },
  {
    name: 'Narrow a category to a brand and a price',
    async run({ page, walk, isPhone, begin }) {
      await begin(fridges)
      if (isPhone) await walk.click(page.getByRole('button', { name: /^Filter/ }))
      const filters = page.locator('#filters')
      await walk.click(filters.getByRole('link', { name: /^Norrland/ }))
      await page.waitForURL(/filter=brand/)
      await walk.type(filters.getByRole('form', { name: 'Price range' }).getByRole('spinbutton').last(), '1500')
      await walk.press('Enter')
      await page.waitForURL(/price/)
      if (isPhone) await walk.click(filters.getByRole('button', { name: /^(Show|See|View)/ }))
      await walk.click(cards(page).first().getByRole('heading').getByRole('link'))
      await page.waitForURL('**/p/**')
    },
  },
  {
    name: 'See when a product arrives',
    async run({ page, walk, begin }) {
      await begin('/p/norrland-145l-bar-fridge-cream-nbf-145c')
      const promise = page.locator('section[aria-labelledby="delivery-promise"]')
      const field = promise.getByRole('combobox')
      await promise.getByRole('button').or(field).first().waitFor()
      if (!(await field.isVisible())) await walk.click(promise.getByRole('button').first())
      await walk.type(field.or(page.getByRole('dialog').getByRole('combobox')).first(), '2000')
      await walk.click(sydney(page))
      await walk.read(promise.getByText(/\d{1,2} (Nov|Dec|Jan)/).first())
    },
  },
  {
    name: 'Compare two products',
    async run({ page, walk, begin }) {
      await begin(fridges)
      for (const at of [0, 1])
        await walk.click(
          cards(page)
            .nth(at)
            .getByRole('button', { name: /^Compare/ }),
        )
      await walk.click(page.getByText('Compare Selected', { exact: true }))
      await walk.read(page.getByRole('table').first())
    },
  },
  {
    name: 'Put two of a product into the cart',
    async run({ page, walk, begin, isPhone }) {
      await begin(fridges)
      await walk.click(addButton(page))
      if (isPhone) await walk.click(await afterAdding(page, 'View cart'))
      await walk.click(page.getByRole('button', { name: 'Increase quantity' }).first())
      await walk.read(page.getByRole('status').filter({ hasText: /^2$/ }).first())
    },
  },
  {
    name: 'Buy as a guest, by card',
    async run(scene) {
      const { page, walk, begin } = scene
      await begin(fridges)
      await addAndCheckOut(scene)
      await walk.type(page.getByLabel('Email'), guest.email)
      await walk.type(page.getByLabel('Phone'), guest.phone)
      await walk.type(page.getByLabel('First name'), guest.first)
      await walk.type(page.getByLabel('Last name'), guest.last)
      await enterAddress(scene)
      await chooseDate(scene)
      scene.order.number = await payByCard(scene)
    },
  },
  {
    name: 'Buy as a member, by card',
    async run(scene) {
      const { page, walk, begin } = scene
      await begin('/account/login')
      await walk.type(page.getByLabel('Email').first(), member)
      await walk.type(page.getByLabel('Password', { exact: true }), demoPassword)
      await walk.click(
        page
          .getByRole('main')
          .getByRole('button', { name: /^Log in/i })
          .first(),
      )
      await page.waitForURL((url) => !url.pathname.includes('login'))
      await begin(fridges)
      await addAndCheckOut(scene)
      // What is known of a member is filled in once they are known; an address that is known brings the dates.
      await page.waitForFunction(
        (email) => [...document.querySelectorAll('input')].some((field) => field.value === email),
        member,
      )
      const phone = page.getByLabel('Phone')
      if ((await phone.inputValue()) === '') await walk.type(phone, guest.phone)
      if ((await page.getByLabel('Street address').inputValue()) === '') await enterAddress(scene)
      await chooseDate(scene)
      await payByCard(scene)
    },
  },
  {
    name: 'See where an order is',
    async run({ page, walk, begin, order }) {
      await begin('/order-lookup')
      await walk.type(page.getByLabel(/^Order (number|reference)/i), order.number)
      await walk.type(page.getByLabel(/^Email/i), guest.email)
      await walk.click(page.getByRole('main').getByRole('button').last())
      await walk.read(page.getByRole('main').getByText(order.number).first())
    },
  },
  {
    name: 'Read how to return something',
    async run(scene) {
      await look('how do I return something', scene)
      const { page, walk } = scene
      await page.waitForURL(/\/(s|search)\//)
      if (!page.url().includes('/s/')) {
        // Where the search does not know, the terms do: they are linked at the bottom of every page.
        await walk.click(page.getByRole('link', { name: 'Terms and conditions' }).last())
      }
      await walk.read(page.getByRole('heading', { name: /return|changing your mind/i }).first())
    },
  },
]

/** A date is chosen where none is: the strip's or the calendar's first. */
async function chooseDate({ page, walk }: Scene): Promise<void> {
  const strip = page.getByRole('radiogroup', { name: 'Delivery date' }).getByRole('radio')
  const cell = page.locator('td[data-available]')
  await strip.or(cell).first().waitFor()
  const isChosen = (await page.locator('[role=gridcell][aria-selected=true]').count()) > 0
  if ((await strip.count()) > 0 || isChosen) {
    const checked = page.getByRole('radiogroup', { name: 'Delivery date' }).getByRole('radio', { checked: true })
    if (isChosen || (await checked.count()) > 0) return
    return walk.click(strip.first())
  }
  await walk.click(cell.first())
}
