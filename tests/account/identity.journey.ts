import { beforeAll, expect, test } from 'vitest'
import { demoLogins, demoPassword } from '../../data/demo/access.ts'
import { expectAccessible, visiting, type Page } from '../support/browser.ts'
import { isLive } from '../support/checkout.ts'
import { mailedLink } from '../support/mails.ts'
import { workerShop } from '../support/worker-shop.ts'
import type { RunningShop } from '../support/shop-process.ts'
import { fillLogin, logInAs, registerAs } from '../support/sign-in.ts'

/** Registering, signing in and out, and the account, as its owner meets them. */

let shop: RunningShop
beforeAll(async () => {
  shop = await workerShop()
})
const password = 'seven blue kettles'

const brandNames = { aol: 'Appliances Online', wac: 'Winning Appliances Commercial' } as const
type App = keyof typeof brandNames

const register = (page: Page, app: App, email: string) =>
  registerAs(page, shop.address(app), { email, password, isBusiness: app === 'wac' })

const logIn = (page: Page, app: App, email: string, word = password) => logInAs(page, shop.address(app), email, word)

const saved = (page: Page) =>
  page.evaluate(() => ['access_token', 'id_token', 'loggedin', 'nonce'].map((key) => localStorage.getItem(key)))

const header = (page: Page) => page.getByRole('banner')

/** A token of three parts that ended long ago. */
const overToken = `x.${Buffer.from(JSON.stringify({ exp: 1_000, sub: 'x' })).toString('base64url')}.x`

const ownerOf = (app: App) => `robin@${app}.example`

test.each(['aol', 'wac'] as const)(
  'on %s a visitor registers, logs in, is greeted by name and logs out [ACCT-01] [ACCT-03] [IDN-16] [IDN-17] [IDN-18] [ROUTE-24]',
  async (app) => {
    const owner = ownerOf(app)
    await visiting({ width: app === 'aol' ? 1280 : 360 }, async ({ page }) => {
      await register(page, app, owner.toUpperCase())
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Log in' }).last().click()
      await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
      await isLive(page)
      await expectAccessible(page)
      expect(await saved(page)).toEqual([null, null, null, null])
      await fillLogin(page, ` ${owner} `, password)
      await page.getByText('Hello Robin.').waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/account')
      const [access, id, flag, nonce] = await saved(page)
      expect([access?.split('.').length, id?.split('.').length, flag, nonce]).toEqual([3, 3, 'true', null])
      await expectAccessible(page)
      if (app === 'aol') {
        const button = header(page).getByRole('link', { name: 'Robin' })
        expect(await button.getAttribute('href')).toBe('/account')
      } else {
        await header(page).getByRole('link', { name: 'Menu' }).click()
        await page.getByRole('dialog').getByRole('link', { name: 'Robin' }).click()
        await page.getByRole('heading', { name: 'Your account' }).waitFor()
      }
      // With one of the three missing nobody is signed in.
      await page.evaluate(() => localStorage.removeItem('loggedin'))
      await page.goto(`${shop.address(app)}/account/profile`)
      await page.waitForURL('**/account/internal/login?returnUrl=%2Faccount%2Fprofile')
      await page.locator('html[data-whole]').waitFor({ state: 'attached' })
      await page.evaluate(() => localStorage.setItem('loggedin', 'true'))
      await page.goto(`${shop.address(app)}/account`)
      await page.getByRole('link', { name: 'Log out' }).click()
      await page.waitForURL(`${shop.address(app)}/`)
      expect(await saved(page)).toEqual([null, null, null, null])
      await page.goto(`${shop.address(app)}/account`)
      await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
    })
  },
)

test('a wrong password shows an error in place, and a forgotten one is reset by mail [ACCT-05] [ACCT-06] [IDN-25]', async () => {
  const app = 'wac'
  const owner = ownerOf(app)
  await visiting({ width: 360 }, async ({ page }) => {
    await page.goto(`${shop.address(app)}/account/login`)
    await isLive(page)
    await fillLogin(page, owner, 'not the password')
    await page.getByText('Your email or password is incorrect.').waitFor()
    await expectAccessible(page)
    await page.goto(`${shop.address(app)}/account/login?error=failed`)
    await page.getByText('Something has gone wrong, Please try again.').waitFor()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await isLive(page)
    await page.getByLabel('Email').fill(owner)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If there is an account with this address').waitFor()
    const link = await mailedLink(shop, `Choose a new password for ${brandNames[app]}`, owner)
    await page.goto(link)
    await isLive(page)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password needs at least 8 characters').waitFor()
    await expectAccessible(page)
    await page.getByLabel('New password').fill('eight red kettles')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password has been changed.').waitFor()
    await page.goto(link)
    await isLive(page)
    await page.getByLabel('New password').fill('nine green kettles')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This link is invalid or has expired.').waitFor()
    await logIn(page, app, owner, 'eight red kettles')
  })
})

test('the link of the first mail confirms the email address [ACCT-07]', async () => {
  const app = 'aol'
  await visiting({}, async ({ page }) => {
    const email = `second@${app}.example`
    await register(page, app, email)
    await page.goto(await mailedLink(shop, `Confirm your email for ${brandNames[app]}`, email))
    await page.getByText(`Thanks. ${email} is confirmed.`).waitFor()
    await expectAccessible(page)
    await page.goto(`${shop.address(app)}/account/confirm-email/unknown`)
    await page.getByText('This link is invalid or has expired.').waitFor()
  })
})

test('the login opens over any page by its query parameter, in any letter case [ROUTE-33]', async () => {
  const app = 'aol'
  const owner = ownerOf(app)
  await visiting({}, async ({ page }) => {
    for (const name of ['showlogin', 'showLogin', 'SHOWLOGIN']) {
      await page.goto(`${shop.address(app)}/brands?${name}=true`)
      await page.getByRole('dialog', { name: 'Log in' }).waitFor()
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.waitForURL(`${shop.address(app)}/brands`)
    await page.goto(`${shop.address(app)}/brands?showlogin=false`)
    await isLive(page)
    await page.locator('html[data-whole]').waitFor({ state: 'attached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${shop.address(app)}/brands?showlogin=true`)
    const dialog = page.getByRole('dialog', { name: 'Log in' })
    await dialog.getByLabel('Email').fill(owner)
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL(`${shop.address(app)}/brands`)
    await header(page).getByRole('link', { name: 'Robin' }).waitFor()
    await page.goto(`${shop.address(app)}/brands?showlogin=true`)
    await header(page).getByRole('link', { name: 'Robin' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('an expired token is renewed silently; without a session the login page says so [AUTH3-05] [IDN-21] [SETT-10]', async () => {
  const app = 'wac'
  const owner = ownerOf(app)
  await visiting({}, async ({ page, context }) => {
    await logIn(page, app, owner, 'eight red kettles')
    // A call that is under way would be refused, and lead to the login by itself.
    await page.waitForLoadState('networkidle')
    await page.evaluate((token) => localStorage.setItem('access_token', token), overToken)
    await page.goto(`${shop.address(app)}/brands?x=1`)
    await page.waitForFunction((token) => ![null, token].includes(localStorage.getItem('access_token')), overToken)
    await page.waitForURL(`${shop.address(app)}/brands?x=1`)
    await header(page).getByRole('link', { name: 'Robin' }).waitFor()

    await page.waitForLoadState('networkidle')
    await context.clearCookies({ name: 'idsession' })
    await page.evaluate((token) => localStorage.setItem('access_token', token), overToken)
    await page.goto(`${shop.address(app)}/brands?x=2`)
    await page.waitForURL('**/account/internal/login?expired=true')
    await page.getByText('Your session has expired. Please log in again.').waitFor()
    await page.getByRole('link', { name: 'Continue as a guest' }).waitFor()
    await expectAccessible(page)
    await fillLogin(page, owner, 'eight red kettles')
    await page.waitForURL(`${shop.address(app)}/brands?x=2`)
  })
})

test('an address is saved, changed and deleted, and the account lists its sessions [ACCT-02]', async () => {
  const app = 'aol'
  const owner = ownerOf(app)
  await visiting({ width: 360 }, async ({ page }) => {
    await logIn(page, app, owner)
    await page.getByRole('link', { name: 'Addresses' }).click()
    await page.getByText('You have no saved addresses yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByLabel('Street address').fill('PO Box 12')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByText('Please enter a first name (max 20 characters)').waitFor()
    await page.getByText("We don't deliver to PO Boxes").waitFor()
    await expectAccessible(page)
    await page.getByLabel('Address name').fill('Home')
    await page.getByLabel('First name').fill('Robin')
    await page.getByLabel('Last name').fill('Vale')
    await page.getByLabel('Street address').fill('12 Harbour Street')
    await page.getByRole('combobox', { name: /^Suburb/ }).fill('2000 sydney')
    await page.getByRole('option', { name: '2000 Sydney, NSW', exact: true }).click()
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.getByText('Default').waitFor()
    await page.getByRole('button', { name: 'Edit Home' }).click()
    await page.getByLabel('Street address').fill('14 Harbour Street')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByText('14 Harbour Street').waitFor()
    await expectAccessible(page)
    page.once('dialog', (requested) => {
      expect(requested.message()).toBe('Delete this address?')
      void requested.accept()
    })
    await page.getByRole('button', { name: 'Delete Home' }).click()
    await page.getByText('You have no saved addresses yet.').waitFor()

    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('First name').waitFor()
    await expectAccessible(page)
    await page.getByLabel('First name').fill('Kim')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Invoices' }).click()
    await page.getByText('You have no invoices yet.').waitFor()
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByText('You have no orders yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByText('This browser').waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(`${shop.address(app)}/`)
    expect(await saved(page)).toEqual([null, null, null, null])
  })
})

test('a session ended elsewhere leads through logout to login, but not on aol [ROUTE-25]', async () => {
  for (const app of ['wac', 'aol'] as const) {
    await visiting({}, async ({ page }) => {
      await logIn(page, app, 'member@demo.example', demoPassword)
      const byLogout: (string | null)[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (request.isNavigationRequest() && pathname === '/account/logout')
          byLogout.push(searchParams.get('returnUrl'))
      })
      const status = await page.evaluate(async () => {
        const reported = document.querySelector<HTMLMetaElement>('meta[name="identity-host"]')?.content ?? ''
        const answer = await fetch(`http://${location.hostname}${reported}/api/account/endsessions`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ sessionId: null }),
        })
        return answer.status
      })
      expect(status).toBe(200)
      // The page that is open may have heard of it first, and be on its way to the login.
      await page.goto(`${shop.address(app)}/account/orders`).catch(() => {})
      if (app === 'aol') await page.getByText('You are not authorised for this action').first().waitFor()
      else await page.waitForURL('**/account/internal/login')
      expect([app, byLogout.every((to) => to === '/account/internal/login')]).toEqual([app, true])
      expect([app, byLogout.length > 0]).toEqual([app, app === 'wac'])
    })
  }
})

test('each demo login signs in with its role', async () => {
  for (const { email, firstName, role } of demoLogins) {
    // Sets up a second step at its first login: tests/account/security.journey.ts.
    if (role === 'staff') continue
    await visiting({}, async ({ page }) => {
      await logIn(page, 'wac', email, demoPassword)
      await page.getByText(`Hello ${firstName}.`).waitFor()
    })
  }
})

test('without JavaScript registration and password reset work, and the login says what it needs', async () => {
  await visiting({ javaScript: false, width: 360 }, async ({ page }) => {
    await page.goto(`${shop.address('aol')}/account/register`)
    await page.getByLabel('First name').fill('Robin')
    await page.getByLabel('Last name').fill('Vale')
    await page.getByLabel('Email').fill('plain@shopper.example')
    await page.getByLabel('Phone').fill('12')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Please enter a valid phone number').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('plain@shopper.example')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await page.getByLabel('Phone').fill('0412 345 678')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('You can log in now.').waitFor()
    await page.goto(await mailedLink(shop, 'Confirm your email for Appliances Online', 'plain@shopper.example'))
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByText('Thanks. plain@shopper.example is confirmed.').waitFor()
    await page.goto(`${shop.address('aol')}/account/forgot-password`)
    await page.getByLabel('Email').fill('plain@shopper.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If there is an account with this address').waitFor()
    await page.goto(`${shop.address('aol')}/account/login`)
    expect(await page.locator('main').innerText()).toContain('Please turn on JavaScript to log in.')
  })
})
