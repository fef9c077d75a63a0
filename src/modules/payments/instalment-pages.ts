import type { Brand } from '../../brands/brands.ts'
import { zipFootnote } from '../pricing/instalments.ts'
import { formatPrice } from '../pricing/pricing.ts'
import type { MethodTerms } from './payments.server.ts'

/** What is told of paying in parts, on a page of its own for each method (ROUTE-17, ROUTE-18). */

export type InstalmentPage = {
  readonly pageType: 'afterpay' | 'zipPay'
  readonly heading: string
  readonly summary: string
  /** HTML of our own; nothing in it comes from outside. */
  readonly body: string
  readonly path: string
}

type Told = {
  readonly brand: Pick<Brand, 'companyName' | 'country' | 'supportNumber'>
  readonly terms: MethodTerms | null
}

const steps = (name: string): string => `
<h2>How it works</h2>
<ol>
<li>Put what you like into your cart and go to the checkout.</li>
<li>Choose ${name}. You go to ${name} to sign in or to open an account, and approve the payment.</li>
<li>You come back to us, and your order is confirmed.</li>
</ol>`

function closing({ brand, terms }: Told, name: string): string {
  const company = brand.companyName.replaceAll('&', '&amp;')
  const range =
    terms === null
      ? `<p>${company} does not offer ${name} at the moment.</p>`
      : `<p>${company} offers ${name} for orders from ${formatPrice(terms.minimum)} to ${formatPrice(terms.maximum)}, delivery included. ${name} decides whether you are approved.</p>`
  return `<h2>For which orders</h2>${range}<p>Questions? Call <a href="tel:${brand.supportNumber.replaceAll(' ', '')}">${brand.supportNumber}</a>.</p>`
}

export function afterpayPage(told: Told): InstalmentPage {
  return {
    pageType: 'afterpay',
    heading: 'Buy now, pay later with Afterpay',
    summary: `Four fortnightly payments at ${told.brand.companyName} with Afterpay.`,
    body: `
<p>Buy now, pay in four fortnightly payments. The first one is due today, the others after 2, 4 and 6 weeks.</p>
${steps('Afterpay')}
${closing(told, 'Afterpay')}`,
    path: '/afterpay',
  }
}

export function zipPage(told: Told): InstalmentPage {
  const { brand, terms } = told
  const name = brand.country === 'AU' ? 'Zip' : 'Zip NZ'
  const months = terms?.repaymentMonths ?? null
  const offer =
    brand.country === 'NZ'
      ? '<p>Four payments: the first one is due today, the others after 2, 4 and 6 weeks.</p>'
      : `<p>Own it from $10 per week*${months === null ? '' : `, and above $1,000 over ${months} months`}.</p>
<p><small>${zipFootnote}</small></p>`
  return {
    pageType: 'zipPay',
    heading: `Own it now, pay later with ${name}`,
    summary: `Pay over time at ${brand.companyName} with ${name}.`,
    body: `${offer}${steps(name)}${closing(told, name)}`,
    path: '/zip',
  }
}
