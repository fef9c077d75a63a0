import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { createCaptcha } from '../../modules/identity/captcha.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import { createMetrics } from '../../platform/metrics/metrics.server.ts'

/** The captcha of forms, against the stand-in of the service that looks at it: each form asks for its own, and only where a key is set. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(async () => {
  await shop.set('aol', 'RecaptchaSiteKey', '')
  await shop.set('aol', 'RecaptchaV3SiteKey', '')
})
afterAll(async () => shop.close())

/** What the service's script gives to a page. */
async function tokenFor(action: string | null, isRobot = false): Promise<string> {
  const answer = await fetch(`${shop.sandbox().url}/recaptcha/tokens`, {
    method: 'POST',
    body: JSON.stringify({ action, isRobot }),
  })
  return ((await answer.json()) as { token: string }).token
}
const codeOf = (answer: TestAnswer) => answer.json<{ errors: { code: string; field: string }[] }>().errors[0]?.code
const message = {
  name: 'Robin Vale',
  email: 'robin@shopper.example',
  phone: null,
  postcode: null,
  topic: 'Sales',
  orderNumber: null,
  message: 'Is it quiet?',
}

test('a message is accepted after a solved captcha, once per captcha, and from everyone without a key [SETT-15]', async () => {
  const visitor = shop.visitor()
  const send = (captchaToken?: string) => visitor.post('/api/contact', { ...message, captchaToken })
  expect((await send()).status).toBe(201)
  await shop.set('aol', 'RecaptchaSiteKey', 'site-key')
  expect(codeOf(await send())).toBe('captcha')
  expect(codeOf(await send('made up'))).toBe('captcha')
  expect(codeOf(await send(await tokenFor(null, true)))).toBe('captcha')
  const token = await tokenFor(null)
  expect((await send(token)).status).toBe(201)
  expect(codeOf(await send(token))).toBe('captcha')
  // Another app has no key.
  expect((await shop.visitor('wa').post('/api/contact', message)).status).toBe(201)
})

test('registration and login require a captcha [SETT-15]', async () => {
  await shop.set('aol', 'RecaptchaSiteKey', 'site-key')
  await shop.set('aol', 'RecaptchaV3SiteKey', 'v3-key')
  const email = `${randomUUID()}@shopper.example`
  const password = 'a long fridge 42'
  const person = { email, password, firstName: 'Robin', lastName: 'Vale', phone: '0412 345 678', ABN: '' }
  const visitor = shop.visitor()
  const register = (captchaToken: string) =>
    visitor.identity('POST', `/api/account/register?captchaToken=${captchaToken}`, {
      body: { ...person, clientId: 'storefront-aol' },
    })
  expect(codeOf(await register(''))).toBe('captcha')
  const made = await register(await tokenFor(null))
  expect([made.status, made.text]).toEqual([200, '{"success":true}'])

  const led = async (captchaToken: string) =>
    (await visitor.postLogin({ email, password, captchaToken })).headers.location ?? ''
  expect(await led('')).toContain('error=captcha')
  expect(await led(await tokenFor('checkout'))).toContain('error=captcha')
  expect(await led(await tokenFor('login', true))).toContain('error=captcha')
  expect(await led(await tokenFor('login'))).not.toContain('error=captcha')
})

test('placing an order requires a captcha, and a failed one changes nothing [SETT-15]', async () => {
  await shop.set('aol', 'RecaptchaV3SiteKey', 'v3-key')
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  const body = await visitor.order({ card: await shop.card() })
  const refused = await visitor.submit({ ...body, captchaToken: await tokenFor('checkout', true) })
  expect([refused.status, codeOf(refused)]).toEqual([400, 'captcha'])
  expect(await shop.database.db.selectFrom('payment_attempt').select('id').execute()).toEqual([])
  expect((await visitor.submit({ ...body, captchaToken: await tokenFor('checkout') })).status).toBe(200)
})

test('an unavailable captcha service blocks nobody; a wrong secret, an invalid response and an overlong token are told apart', async () => {
  const logged: string[] = []
  const log = createLog('error', { write: (line) => void logged.push(line) })
  const settings = { text: (_brand: unknown, name: string) => (name === 'RecaptchaSiteKey' ? 'key' : '') }
  const captcha = (url: string, secret: string | null = 'sandbox-captcha') =>
    createCaptcha({ settings, url, secrets: { checkbox: secret, invisible: secret }, log, metrics: createMetrics() })
  const aol = brandOf('aol')
  const here = `${shop.sandbox().url}/recaptcha`
  expect(await captcha('http://127.0.0.1:1').isPerson(aol, 'contact', 'a token', '')).toBe(true)
  expect(await captcha(`${here}/nowhere`).isPerson(aol, 'contact', 'a token', '')).toBe(true)
  expect(logged).toHaveLength(2)
  expect(await captcha(here, 'wrong').isPerson(aol, 'contact', await tokenFor(null), '')).toBe(false)
  expect(logged.at(-1)).toContain('the secret of the captcha is not right')
  expect(await captcha(here).isPerson(aol, 'contact', 'x'.repeat(4_097), '')).toBe(false)
  // Without a secret nobody could look at an answer, so nobody is asked; and this app has no key for logins.
  expect(captcha(here, null).access(aol)).toBeNull()
  expect(await captcha(here, null).isPerson(aol, 'contact', '', '')).toBe(true)
  expect(await captcha(here).isPerson(aol, 'login', '', '')).toBe(true)
  expect(captcha(here).access(aol)).toEqual({ url: here, checkbox: 'key', invisible: null })
})
