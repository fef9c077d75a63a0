import type { Page } from 'playwright-core'
import { isLive } from './checkout.ts'

/** Signs in on the login page of a shop. Demo staff accounts take their code from the page that asks for it. */
export async function logInAs(page: Page, address: string, email: string, password: string): Promise<void> {
  await page.goto(`${address}/account/login`)
  await isLive(page)
  await fillLogin(page, email, password)
  const account = page.getByRole('heading', { name: 'Your account' })
  const step = page.getByRole('heading', { name: 'One more step' })
  await account.or(step).first().waitFor()
  if (await step.isVisible()) await giveDemoCode(page)
  await account.waitFor()
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export async function giveDemoCode(page: Page): Promise<void> {
  const reported = await page.getByText(/Its code is \d{6} now/).innerText()
  await page.getByLabel('Code from your authenticator app').fill(/\d{6}/.exec(reported)?.[0] ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** A virtual passkey that always approves. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Registers a new account by the form. */
export async function registerAs(
  page: Page,
  origin: string,
  { email, password, isBusiness }: { email: string; password: string; isBusiness: boolean },
): Promise<void> {
  await page.goto(`${origin}/account/register`)
  await isLive(page)
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Vale')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('0412 345 678')
  if (isBusiness) await page.getByLabel('ABN', { exact: true }).fill('51 824 753 556')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText("Thanks. We've emailed you a link to confirm your address. You can log in now.").waitFor()
}
