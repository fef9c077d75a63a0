import type { Brand } from '../../brands/brands.ts'
import { hummText, zipFootnote } from '../pricing/instalments.ts'
import { formatPrice } from '../pricing/pricing.ts'
import type { MethodTerms } from './payments.server.ts'
import { escapeHtml } from '../../platform/text/html.ts'

/** Information pages of instalment methods (ROUTE-17, ROUTE-18, decision payments-03). */

export type InstalmentPage = {
  readonly pageType: 'afterpay' | 'zipPay' | 'humm' | 'klarna'
  readonly heading: string
  readonly summary: string
  /** HTML of our own; nothing in it comes from outside. */
  readonly body: string
  readonly path: string
}

type PageFacts = {
  readonly brand: Pick<Brand, 'companyName' | 'country' | 'supportNumber'>
  readonly terms: MethodTerms | null
}

const steps = (name: string): string => `
<h2>How it works</h2>
<ol>
<li>Add products to your cart and go to the checkout.</li>
<li>Choose ${name}. You will go to ${name} to log in or create an account, and approve the payment.</li>
<li>You come back here and your order is confirmed.</li>
</ol>`

function closing({ brand, terms }: PageFacts, name: string): string {
  const company = escapeHtml(brand.companyName)
  const range =
    terms === null
      ? `<p>${company} does not offer ${name} at the moment.</p>`
      : `<p>${company} offers ${name} for orders from ${formatPrice(terms.minimum)} to ${formatPrice(terms.maximum)}, delivery included. ${name} decides whether you are approved.</p>`
  return `<h2>Eligible orders</h2>${range}<p>Questions? Call <a href="tel:${brand.supportNumber.replaceAll(' ', '')}">${brand.supportNumber}</a>.</p>`
}

export function afterpayPage(page: PageFacts): InstalmentPage {
  return {
    pageType: 'afterpay',
    heading: 'Buy now, pay later with Afterpay',
    summary: `Four fortnightly payments at ${page.brand.companyName} with Afterpay.`,
    body: `
<p>Buy now, pay in four fortnightly payments. The first one is due today, the others after 2, 4 and 6 weeks.</p>
${steps('Afterpay')}
${closing(page, 'Afterpay')}`,
    path: '/afterpay',
  }
}

export function zipPage(page: PageFacts): InstalmentPage {
  const { brand, terms } = page
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
    body: `${offer}${steps(name)}${closing(page, name)}`,
    path: '/zip',
  }
}

/** Prices that show each of humm's three wordings (PAYO-18 to PAYO-20). */
const hummExamples = [800_00, 1_600_00, 2_400_00]

export function hummPage({ brand, terms }: PageFacts): InstalmentPage {
  const lines = hummExamples.map((price) => `<li>${formatPrice(price)}: ${hummText(price)} humm</li>`).join('\n')
  return {
    pageType: 'humm',
    heading: 'Buy now, pay later with humm',
    summary: `Fortnightly payments at ${brand.companyName} with humm.`,
    body: `
<p>Spread a price over fortnightly payments.</p>
<ul>
${lines}
</ul>
${askUs({ brand, terms }, 'humm')}`,
    path: '/humm',
  }
}

export function klarnaPage({ brand, terms }: PageFacts): InstalmentPage {
  return {
    pageType: 'klarna',
    heading: 'Pay over time with Klarna',
    summary: `Pay over time at ${brand.companyName} with Klarna.`,
    body: `
<p>Klarna splits the price into smaller payments, which the Klarna app shows and reminds you of.</p>
${askUs({ brand, terms }, 'Klarna')}`,
    path: '/klarna',
  }
}

/** The checkout takes neither of the two: our people arrange them. */
function askUs(page: PageFacts, name: string): string {
  return `<h2>How it works</h2>
<p>Call us or come to a store to arrange a payment with ${name}. Our online checkout does not take ${name}.</p>
${closing(page, name)}`
}
