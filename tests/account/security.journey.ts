import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../data/demo/access.ts'
import { totpCode, totpStep } from '../../src/modules/identity/internal/factors/totp.server.ts'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import { closeAddedSheet, isLive } from '../support/checkout.ts'
import { mailedLink } from '../support/mails.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { addAuthenticator, fillLogin, giveDemoCode, logInAs } from '../support/sign-in.ts'

/** Other ways to log in, second steps and privacy, as people meet them. */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})
const password = 'seven blue kettles'
const brandNames = { aol: 'Appliances Online', wac: 'Winning Appliances Commercial' } as const
type App = keyof typeof brandNames

/** Somebody with a confirmed address, signed in. */
async function newMember(page: Page, app: App, email: string): Promise<void> {
  await page.goto(`${shop.address(app)}/account/register`)
  await isLive(page)
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Vale')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('0412 345 678')
  if (app === 'wac') await page.getByLabel('ABN', { exact: true }).fill('51 824 753 556')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('You can log in now.').waitFor()
  await page.goto(await mailedLink(shop, `Confirm your email for ${brandNames[app]}`, email))
  await page.getByText(`Thanks. ${email} is confirmed.`).waitFor()
  await logInAs(page, shop.address(app), email, password)
}

async function logOut(page: Page, app: App): Promise<void> {
  await page.goto(`${shop.address(app)}/account/logout`)
  await page.waitForURL(`${shop.address(app)}/`)
}

const header = (page: Page) => page.getByRole('banner')

test('a visitor logs in by an external provider from a page, and returns to it [ACCT-08] [IDN-12] [IDN-13]', async () => {
  await visiting({}, async ({ page }) => {
    await page.goto(`${shop.address('aol')}/brands?showlogin=true`)
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.getByRole('button', { name: 'Continue with Facebook (demo)' }).waitFor()
    await expectAccessible(page)
    const requested = page.waitForRequest((request) => request.url().includes('/api/account/externallogin/google?'))
    await dialog.getByRole('button', { name: 'Continue with Google (demo)' }).click()
    const sent = new URL((await requested).url())
    expect(sent.pathname).toBe('/api/account/externallogin/google')
    expect(sent.searchParams.get('origin')).toBe(shop.address('aol'))
    expect(sent.searchParams.get('nonce')).toMatch(/^[0-9a-f]{32}$/)
    await page.getByRole('link', { name: 'Continue as Robin Vale' }).waitFor()
    // What the browser keeps while it is away.
    const { origins } = await page.context().storageState()
    const stored = origins.find(({ origin }) => origin === shop.address('aol'))?.localStorage ?? []
    expect(stored.find(({ name }) => name === 'redirectPath')?.value).toBe('/brands')
    await page.getByRole('link', { name: 'Continue as Robin Vale' }).click()
    await page.waitForURL(`${shop.address('aol')}/brands`)
    await page.waitForFunction(() => localStorage.getItem('loggedin') === 'true')
    expect(await page.evaluate(() => localStorage.getItem('redirectPath'))).toBeNull()
    await page.goto(`${shop.address('aol')}/account`)
    await page.getByText('Hello Robin.').waitFor()
  })
})

test('declining at the provider returns to the login with a message', async () => {
  await visiting({ width: 360 }, async ({ page }) => {
    await page.goto(`${shop.address('wac')}/account/login`)
    await page.getByRole('button', { name: 'Continue with Google (demo)' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('You did not continue with Google. Nothing was changed.').waitFor()
    await expectAccessible(page)
  })
})

test('a member sets up a passkey and an authenticator app, and logs in with each', async () => {
  const app = 'wac'
  await visiting({ width: 360 }, async ({ page }) => {
    await addAuthenticator(page)
    await newMember(page, app, `keys@${app}.example`)
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Passkey name').fill('My telephone')
    // What the header covers a part of would count as too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set up passkey' }).click()
    await page.getByText('Your passkey is set up.').waitFor()
    await page.getByRole('button', { name: 'Remove My telephone' }).waitFor()

    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for your app' }).waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    const secret = (await page.getByText(/^Key: /).innerText()).replace('Key:', '').replaceAll(/\s/g, '')
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('This code is incorrect or has already been used.').waitFor()
    await page.getByLabel('Code from your authenticator app').fill(totpCode(secret, totpStep(new Date())))
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
    await codes.waitFor()
    const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
    await expectAccessible(page)
    await codes.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('You log in with your password and a second step.').waitFor()

    await logOut(page, app)
    await page.goto(`${shop.address(app)}/account/login`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await page.getByText('Hello Robin.').waitFor()

    await logOut(page, app)
    await page.goto(`${shop.address(app)}/account/login?returnUrl=%2Faccount%2Fprivacy`)
    await isLive(page)
    await fillLogin(page, `keys@${app}.example`, password)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.getByRole('button', { name: 'Use your authenticator app' }).click()
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('This code is incorrect or has already been used.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { name: 'Privacy' }).waitFor()

    await page.goto(`${shop.address(app)}/account/security`)
    await page.getByRole('button', { name: 'Get new recovery codes (9 left)' }).waitFor()
    page.on('dialog', (requested) => void requested.accept())
    await page.getByRole('button', { name: 'Remove authenticator app' }).click()
    await page.getByText('Your authenticator app is removed.').waitFor()
    await page.getByRole('button', { name: 'Remove My telephone' }).click()
    await page.getByText('You log in with just your password.').waitFor()
  })
})

test('privacy choices are saved, data is exported as a file, and a closed account is gone', async () => {
  await visiting({ width: 360 }, async ({ page }) => {
    const email = 'leaves@shopper.example'
    await newMember(page, 'wac', email)
    await page.getByRole('link', { name: 'Privacy', exact: true }).click()
    await page.getByLabel('News and offers').check()
    await page.getByLabel('Product care reminders').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await page.getByLabel('News and offers').waitFor()
    expect(await page.getByLabel('News and offers').isChecked()).toBe(true)
    expect(await page.getByLabel('Product care reminders').isChecked()).toBe(false)
    await expectAccessible(page)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('my-data.json')
    const held = JSON.parse(readFileSync(await file.path(), 'utf8')) as { account: object }
    expect(held.account).toMatchObject({ email, firstName: 'Robin', choices: { newsletter: true } })

    await page.getByRole('link', { name: 'My products' }).click()
    await page.getByText('Products you buy appear here with their manuals and warranty.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Privacy', exact: true }).click()
    await page.getByRole('button', { name: 'Close my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close your account?' })
    await dialog.getByLabel('Email').fill('somebody@else.example')
    await dialog.getByRole('button', { name: 'Close my account' }).click()
    await dialog.getByText('Please enter the email address of this account').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Close my account' }).click()
    await page.getByRole('heading', { name: 'Your account is closed' }).waitFor()
    await expectAccessible(page)
    await mailedLink(shop, `Your account at ${brandNames.wac} is closed`, email)
    await page.goto(`${shop.address('wac')}/account/login`)
    await isLive(page)
    await fillLogin(page, email, password)
    await page.getByText('Your email or password is incorrect.').waitFor()
  })
})

test('staff set up a second factor at first login, and need it at the next', async () => {
  await visiting({ width: 360 }, async ({ page }) => {
    await addAuthenticator(page)
    await page.goto(`${shop.address('aol')}/account/login`)
    await isLive(page)
    await fillLogin(page, 'staff@demo.example', demoPassword)
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByLabel('Code from your authenticator app').waitFor()
    await page.getByRole('button', { name: 'Choose another way' }).click()
    await page.getByRole('button', { name: 'Set up a passkey' }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Hello Demo.').waitFor()
    await logOut(page, 'aol')
    await page.goto(`${shop.address('aol')}/account/login`)
    await isLive(page)
    await fillLogin(page, 'staff@demo.example', demoPassword)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await page.getByText('Hello Demo.').waitFor()
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByText('Staff accounts always use two-step verification.').waitFor()
  })
})

test('the demo sales login shows its code, and an expired login starts again', async () => {
  await visiting({}, async ({ page, context }) => {
    await page.goto(`${shop.address('wac')}/account/login`)
    await isLive(page)
    await fillLogin(page, 'sales@demo.example', demoPassword)
    await page.getByText('This is a demo account.').waitFor()
    await context.clearCookies({ name: 'idpending' })
    await giveDemoCode(page)
    await page.getByText('This login has taken too long. Please log in again.').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Log in again' }).click()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
    await isLive(page)
    await fillLogin(page, 'sales@demo.example', demoPassword)
    await page.getByText('This is a demo account.').waitFor()
    await giveDemoCode(page)
    await header(page).getByRole('link', { name: 'Demo' }).waitFor()
  })
})

test('on the commercial app a member sees prices and buys where guests are asked to log in', async () => {
  await visiting({ width: 360 }, async ({ page }) => {
    const list = `${shop.address('aoc')}/c/kitchen/fridges`
    await page.goto(list)
    await page.getByText('LOG IN FOR PRICE').first().waitFor()
    expect(await page.getByRole('button', { name: /^Add to cart/ }).count()).toBe(0)
    await logInAs(page, shop.address('aoc'), 'trade@demo.example', demoPassword)
    await page.goto(list)
    const card = page.getByRole('article').first()
    await card.getByText(/^\$[\d,]+(\.\d\d)?$/).waitFor()
    await card.getByText('LOG IN FOR PRICE').waitFor({ state: 'hidden' })
    const buttons = page.getByRole('article').getByRole('button', { name: /^Add to cart/ })
    await buttons.nth(1).waitFor()
    const skus = await buttons.evaluateAll((all) => all.slice(0, 2).map((one) => (one as HTMLButtonElement).value))
    await expectAccessible(page)
    await card.getByRole('button', { name: /^Add to cart/ }).click()
    await closeAddedSheet(page)
    await card.getByRole('link').first().click()
    await page.waitForURL('**/p/**')
    await page.locator('main').getByRole('button', { name: 'Add to cart' }).first().waitFor()
    await page.goto(`${shop.address('aoc')}/comparison/${skus.join('/')}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Price' }) })
    for (const column of [0, 1])
      await row
        .getByRole('cell')
        .nth(column)
        .getByText(/^\$[\d,]+/)
        .waitFor()
    expect(await page.getByRole('button', { name: /^Add to cart/ }).count()).toBe(2)
    // What everybody is sent has none of it.
    expect(await htmlOf(list)).toContain('LOG IN FOR PRICE')
  })
})

/** The page as a program gets it, which knows of no names under localhost. */
async function htmlOf(address: string, headers: Record<string, string> = {}): Promise<string> {
  const { host, port, pathname } = new URL(address)
  const answer = await new Promise<IncomingMessage>((done, fail) =>
    get({ host: '127.0.0.1', port, path: pathname, headers: { host, ...headers } }, done).on('error', fail),
  )
  return text(answer)
}

test('every account page asks a guest to log in, and its HTML is the same for everyone', async () => {
  const pages = ['', '/orders', '/invoices', '/invoices/x', '/addresses', '/owned', '/profile', '/security', '/privacy']
  await visiting({}, async ({ page }) => {
    for (const path of pages) {
      const address = `${shop.address('aol')}/account${path}`
      const bare = await htmlOf(address)
      expect(bare).toContain('<html')
      expect(await htmlOf(address, { cookie: 'idsession=x; binding=y', authorization: 'Bearer x' })).toBe(bare)
      await page.goto(address)
      await page.waitForURL(`**/account/internal/login?returnUrl=${encodeURIComponent(`/account${path}`)}`)
    }
  })
})

test('without JavaScript a button ends reminders, and an invalid link says so', async () => {
  await visiting({ javaScript: false, width: 360 }, async ({ page }) => {
    await page.goto(`${shop.address('aol')}/account/no-reminders/x.y`)
    await page.getByRole('button', { name: 'Stop reminders' }).click()
    await page.getByText('This link is invalid or has expired.').waitFor()
  })
})

test('built scripts, style sheets and drawings are served as UTF-8', async () => {
  const origin = `http://127.0.0.1:${shop.port}`
  const page = await (await fetch(`${origin}/`)).text()
  const files = ['.js', '.css', '.svg'].map(
    (ending) =>
      [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)]
        .map(([, path = '']) => path)
        .find((path) => path.endsWith(ending)) ?? ending,
  )
  const types = await Promise.all(
    files.map(async (path) => {
      const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } })
      return [answer.status, answer.headers.get('content-type')]
    }),
  )
  expect(types).toEqual([
    [200, 'text/javascript; charset=utf-8'],
    [200, 'text/css; charset=utf-8'],
    [200, 'image/svg+xml; charset=utf-8'],
  ])
})
