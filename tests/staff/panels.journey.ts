import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBrowser } from '../../src/testing/shop/browser.ts'
import { expectAccessible, visiting } from '../support/browser.ts'
import { mailedLink } from '../support/mails.ts'
import { startShop, type RunningShop } from '../support/shop-process.ts'
import { panel, sidePanel, staffOf, tool, toolbar } from '../support/staff.ts'

/** The panels of the shop’s own people: reminders, projects, customers and quotes, on two origins. */

let shop: RunningShop
beforeAll(async () => {
  // Its own: they leave goods in the salesperson's cart.
  shop = await startShop({ RATE_LIMITS: 'off' })
})
afterAll(() => shop.stop())

const { logIn, selling, firstProduct } = staffOf(() => shop)

test('a reminder created on a product page appears in the dropdown, truncated to 20 characters, and opens from there [STAFF-06] [STAFF-14] [STAFF-17]', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    await page.goto(shop.address('wa') + (await firstProduct(page, 'wa')))
    await tool(page, /^Reminders/).click()
    await page.getByText('No reminders').waitFor()
    await page.keyboard.press('Escape')
    await tool(page, 'Create reminder').click()
    const form = panel(page, 'Reminder')
    await form.getByLabel('Name').fill('<img src=x onerror=alert(1)> Botha')
    await form.getByLabel('When').fill('2031-03-04T10:00')
    await form.getByLabel('Notes').fill('Twenty characters are shown of this')
    await form.getByRole('button', { name: 'Create reminder' }).click()
    await form.getByText('Reminder saved.').waitFor()
    await page.getByRole('button', { name: 'Close panel' }).click()
    await tool(page, 'Reminders (1)').click()
    const item = page.getByRole('group', { name: 'Reminders' }).getByRole('button', { name: /Botha/ })
    await item.waitFor()
    await expect
      .poll(() => item.innerText())
      .toMatch(/<img src=x onerror=alert\(1\)> Botha\s+04\/03\/2031\s+Twenty characters ar\.\.\./)
    await expectAccessible(page)
    await item.click()
    await panel(page, 'Reminder').getByRole('button', { name: 'Save reminder' }).waitFor()
    await expect
      .poll(() => panel(page, 'Reminder').getByLabel('Notes').inputValue())
      .toBe('Twenty characters are shown of this')
    await panel(page, 'Reminder').getByRole('link', { name: 'Statistics' }).click()
    await panel(page, 'Reminder').getByText('4 March 2031').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close panel' }).click()
    await tool(page, 'Reminders (1)').click()
    await page.getByRole('button', { name: 'All reminders' }).click()
    await panel(page, 'Reminders').getByRole('heading', { name: '4 March 2031' }).waitFor()
  })
})

test('a project goes from its page into the cart, and is found by the dashboard and by its customer [STAFF-09] [STAFF-10] [STAFF-11] [STAFF-21] [STAFF-25]', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    const path = await firstProduct(page, 'wa')
    await page.goto(shop.address('wa') + path)
    const sku = /SKU (\S+)/.exec(await page.getByRole('main').innerText())?.[1] ?? ''
    await page.goto(`${shop.address('wa')}/project`)
    const projects = panel(page, 'Projects')
    await projects.getByLabel('Project name').fill('Kitchen in Balmain')
    await projects.getByLabel('Customer', { exact: true }).fill('Ana Botha')
    await projects.getByLabel("Customer's email").fill('ana@shopper.example')
    await projects.getByRole('button', { name: 'Create project' }).click()
    await projects.getByLabel('SKU').fill(sku)
    await projects.getByRole('button', { name: 'Save products' }).click()
    await projects.getByText('Products saved.').waitFor()
    const requested = /shop price \$([\d,.]+)/.exec(await projects.getByRole('main').innerText())?.[1] ?? ''
    const price = Number(requested.replace(',', ''))
    await projects.getByLabel('Agreed price').fill((price * 0.5).toFixed(2))
    await projects.getByRole('button', { name: 'Save products' }).click()
    await projects
      .getByRole('alert')
      .getByText(/You can discount at most 10 %/)
      .waitFor()
    const agreed = Math.ceil(price * 95) / 100
    await projects.getByLabel('Agreed price').fill(agreed.toFixed(2))
    await projects.getByRole('button', { name: 'Save products' }).click()
    await projects.getByText('Products saved.').waitFor()
    await projects.getByRole('button', { name: 'Add all to cart' }).click()
    await projects.getByText('All products added to the cart.').waitFor()
    // The page hears of it from the panel.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Cart, \d+ items?$/ })
      .waitFor()

    await toolbar(page).getByRole('link', { name: 'view all customer projects' }).click()
    await page.waitForURL('**/project?email=ana%40shopper.example')
    await projects.getByText('Projects of ana@shopper.example').waitFor()
    await projects.getByRole('link', { name: 'Kitchen in Balmain' }).waitFor()
    await expectAccessible(page)

    await tool(page, 'Project panel Off').click()
    await page.waitForURL('**/performance-dashboard')
    await panel(page, 'Performance dashboard').getByRole('heading', { name: 'Reminder statistics' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Search projects').fill('balm')
    await toolbar(page)
      .getByRole('link', { name: /Kitchen in Balmain/ })
      .click()
    await page.waitForURL('**/project?id=*')
    await projects.getByRole('button', { name: 'Save products' }).waitFor()
    await page.goto(`${shop.address('wa')}/performance-dashboard`)
    await tool(page, 'Project panel On').click()
    await page.waitForURL('**/project')

    await page.goto(`${shop.address('wa')}/cart`)
    const shown = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 0, maximumFractionDigits: 2 }).format(agreed)
    await page.getByRole('main').getByText(`$${shown}`).first().waitFor()
  })
})

test('a panel is accessible and safe on its own, and foreign messages to its page are ignored [STAFF-12] [STAFF-20] [STAFF-24] [STAFF-27]', async () => {
  await visiting({ width: 1280 }, async ({ page }) => {
    await logIn(page, 'wa', 'admin')
    const path = await firstProduct(page, 'wa')
    await page.goto(shop.address('wa') + path)
    const requested = page.waitForRequest((request) => request.url().includes('/panel/product'))
    await tool(page, 'Product info').click()
    const address = new URL((await requested).url())
    expect([...address.searchParams.keys()]).toEqual(['sku', 'access_token', 'id_token', 'parent_base_url'])
    expect(address.searchParams.get('parent_base_url')).toBe(shop.address('wa'))
    const info = panel(page, 'Product info')
    await info.getByRole('heading', { name: 'Stock' }).waitFor()
    const frame = page.frames().find((one) => one.url().startsWith(address.origin))
    expect([...new URL(frame?.url() ?? '').searchParams.keys()]).toEqual(['sku'])

    // Administrators see no panels of salespeople, and say what things cost.
    expect(await tool(page, /^Reminders/).count()).toBe(0)
    await info.getByText('Change cost').click()
    await info.getByLabel('Cost excluding GST').fill('54321.98')
    await info.getByRole('button', { name: 'Save cost' }).click()
    await info.getByText('Cost saved.').waitFor()
    await info.getByText('$54,321.98').waitFor()
    await info.getByText('Add a note').click()
    const note = `"><script>parent.postMessage('refreshCart','*')</script><img src=x onerror=alert(1)>`
    await info.getByLabel('Note', { exact: true }).fill(note)
    await info.getByRole('button', { name: 'Save note' }).click()
    await info.getByText(note).waitFor()

    let reads = 0
    page.on('request', (request) => {
      if (/\/api\/(cart|session\/start)/.test(request.url())) reads++
    })
    await page.evaluate(() => window.postMessage('refreshCart', '*'))
    // Of another origin, and so that it would be heard.
    const opened = page.waitForEvent('popup')
    await page.evaluate((other) => void window.open(other), `http://127.0.0.1:${shop.sandboxPort}/livez`)
    const popup = await opened
    await popup.waitForLoadState()
    expect(
      await popup.evaluate(() => {
        const opener = window.opener as Window | null
        opener?.postMessage('refreshCart', '*')
        opener?.postMessage({ type: 'close' }, '*')
        return opener !== null
      }),
    ).toBe(true)
    await popup.close()
    await sidePanel(page).waitFor()
    expect(reads).toBe(0)
    await info.getByRole('button', { name: 'Add to cart' }).click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Cart, \d+ items?$/ })
      .waitFor()
    expect(reads).toBeGreaterThan(0)

    // Nothing of it is on any page, nor in what search engines are told, for whoever asks.
    for (const where of [
      path,
      '/c/kitchen/fridges',
      `/search/fridge`,
      `/api/v2/product/slug/${path.replace('/p/', '')}`,
    ]) {
      const { status, text } = await createTestBrowser(shop.urls, 'wa', new Agent()).send('GET', where)
      expect([where, status]).toEqual([where, 200])
      expect(text).not.toMatch(/54,?321\.?98|postMessage\('refreshCart'/)
    }
    // The panel by itself, as a page.
    const alone = await page.context().newPage()
    await alone.goto(`${address.origin}/panel/product?sku=x`)
    await alone.getByText('Your sign-in has ended.').waitFor()
    await expectAccessible(alone)
    // A used address opens nothing.
    await alone.goto(address.href)
    await alone.getByText('This panel link has already been used.').waitFor()
  })
})

test('a salesperson finds a customer, works in their cart and changes a price; the customer can order the quote', async () => {
  await selling({ width: 1280 }, async ({ page }) => {
    await page.goto(shop.address('wa'))
    await tool(page, /^Panel/).click()
    const work = panel(page, 'Project')
    await work.getByRole('link', { name: 'Customers' }).click()
    await work.getByLabel('Email, phone, order or quote number').fill('member@demo.example')
    await work.getByRole('button', { name: 'Find' }).click()
    await work.getByRole('button', { name: 'Start a cart' }).click()
    await work.getByText('You are now working in this customer’s cart.').waitFor()
    const first = page
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Add to cart/ }) })
      .first()
    await first.getByRole('button', { name: /^Add to cart/ }).click()
    await page.getByRole('dialog', { name: /Your cart/ }).waitFor()
    await page.keyboard.press('Escape')
    await work.getByRole('link', { name: 'Customers' }).click()
    await work.getByRole('heading', { name: 'Cart of member@demo.example' }).waitFor()
    const requested = Number(await work.getByLabel('Agreed price').getAttribute('placeholder'))
    await work.getByLabel('Agreed price').fill((requested * 0.95).toFixed(2))
    await work.getByRole('button', { name: 'Change' }).click()
    await work.getByText('Please enter a reason for the price').waitFor()
    await work.getByLabel('Reason').fill('Bought two before')
    await work.getByRole('button', { name: 'Change' }).click()
    await work.getByText('Line saved.').waitFor()
    await page.goto(`${shop.address('wa')}/customer/checkout`)
    await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('Email').first().inputValue()).toBe('member@demo.example')
    await toolbar(page).waitFor()

    const projects = panel(page, 'Projects')
    await page.goto(`${shop.address('wa')}/project`)
    await projects.getByRole('link', { name: 'Kitchen in Balmain' }).click()
    await projects.getByRole('button', { name: 'Email as quote' }).click()
    await projects.getByText('Quote sent to the customer.').waitFor()
  })
  const link = await mailedLink(shop, 'Your quote from Winning Appliances', 'ana@shopper.example')
  await visiting({ width: 360 }, async ({ page }) => {
    await page.goto(link)
    await page.getByRole('heading', { name: 'Your quote' }).waitFor()
    await page.getByText(/The prices and the link are valid until/).waitFor()
    const total = await page.getByText('Total before delivery').locator('..').innerText()
    await page.getByRole('button', { name: 'Add to my cart' }).click()
    await page.waitForURL('**/cart')
    await page
      .getByRole('main')
      .getByText(/\$[\d,.]+/.exec(total)?.[0] ?? 'no total')
      .first()
      .waitFor()
  })
})

test('a shopper gets a quote, saves and emails it; another browser orders it and a salesperson finds it by number', async () => {
  let number = ''
  let link = ''
  await visiting({ width: 360 }, async ({ page }) => {
    await page.goto(shop.address('wa') + (await firstProduct(page, 'wa')))
    await page.getByRole('link', { name: 'Get a quote' }).click()
    await page.getByRole('heading', { name: 'Get a quote', level: 1 }).waitFor()
    const summary = page.getByRole('region', { name: 'Your quote so far' })
    await summary.getByRole('button', { name: 'Create quote' }).click()
    await page.getByText('Enter a suburb or postcode').waitFor()
    const place = page.getByRole('combobox', { name: 'Suburb or postcode' })
    await place.fill('2800')
    await page.getByRole('option').first().waitFor()
    await place.press('Enter')
    await summary.getByText('Total (AUD, including GST)', { exact: true }).waitFor()
    await page.getByRole('group', { name: 'Extended warranty' }).getByRole('radio').nth(1).check()
    await summary.getByText(/^Extended warranty/).waitFor()
    await page.getByRole('checkbox', { name: /^Old appliance removal/ }).check()
    await summary.getByText('Old appliance removal').waitFor()
    // Further down, the header that slid away lies over a choice that is scrolled off, which axe takes for a small target.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create quote' }).click()

    await page.getByRole('heading', { name: 'Your quote', level: 1 }).waitFor()
    number = (await page.getByText(/^Q\d{8}$/).textContent()) ?? ''
    link = await page.getByLabel('Link to this quote').inputValue()
    expect(page.url()).toBe(link)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as PDF' }).click()
    expect((await download).suggestedFilename()).toBe(`${number}.pdf`)
    await page.getByLabel('Email it to').fill('quoted@shopper.example')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('We have emailed the quote to the address you entered.').waitFor()
  })
  expect(await mailedLink(shop, `Quote ${number} from Winning Appliances`, 'quoted@shopper.example')).toBe(link)

  await visiting({ javaScript: false }, async ({ page }) => {
    await page.goto(link)
    await page.getByText(number).waitFor()
    await page.getByRole('button', { name: 'Add to my cart' }).click()
    await page.getByRole('heading', { name: 'Your cart', level: 1 }).waitFor()
    await page
      .getByText(/^Extended warranty/)
      .first()
      .waitFor()
    // And their own quote of that cart, by forms alone: where to is known already.
    await page.getByRole('link', { name: 'Get a quote for this cart' }).click()
    await page.getByRole('button', { name: 'Create quote' }).click()
    await page.getByRole('heading', { name: 'Your quote', level: 1 }).waitFor()
  })

  await selling({ width: 1440 }, async ({ page }) => {
    await page.goto(`${shop.address('wa')}/project`)
    await panel(page, 'Projects').getByRole('link', { name: 'Customers' }).click()
    const work = page.frameLocator('iframe')
    await work.getByLabel('Email, phone, order or quote number').fill(number)
    await work.getByRole('button', { name: 'Find' }).click()
    await work.getByRole('heading', { name: `Quote ${number}` }).waitFor()
    await expectAccessible(page)
    await work.getByRole('button', { name: 'Add to current cart' }).click()
    await work.getByText('The available products of the quote are in the cart.').waitFor()
  })
})
