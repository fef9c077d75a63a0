import type { Brand } from '../../brands/brands.ts'
import { hummText, zipFootnote } from '../pricing/instalments.ts'
import { formatPrice } from '../pricing/pricing.ts'
import type { MethodTerms } from './payments.server.ts'
import { element, heading, htmlOf, list, type Markup, paragraph, phoneLink } from '../../platform/text/markup.ts'

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

const steps = (name: string): readonly Markup[] => [
  heading('How it works'),
  list('ol', [
    'Add products to your cart and go to the checkout.',
    `Choose ${name}. You will go to ${name} to log in or create an account, and approve the payment.`,
    'You come back here and your order is confirmed.',
  ]),
]

const closing = ({ brand: { companyName, supportNumber }, terms }: PageFacts, name: string): readonly Markup[] => [
  heading('Eligible orders'),
  paragraph(
    terms === null
      ? `${companyName} does not offer ${name} at the moment.`
      : `${companyName} offers ${name} for orders from ${formatPrice(terms.minimum)} to ${formatPrice(terms.maximum)}, delivery included. ${name} decides whether you are approved.`,
  ),
  paragraph('Questions? Call ', phoneLink(supportNumber), '.'),
]

export function afterpayPage(page: PageFacts): InstalmentPage {
  return {
    pageType: 'afterpay',
    heading: 'Buy now, pay later with Afterpay',
    summary: `Four fortnightly payments at ${page.brand.companyName} with Afterpay.`,
    body: htmlOf(
      paragraph(
        'Buy now, pay in four fortnightly payments. The first one is due today, the others after 2, 4 and 6 weeks.',
      ),
      ...steps('Afterpay'),
      ...closing(page, 'Afterpay'),
    ),
    path: '/afterpay',
  }
}

export function zipPage(page: PageFacts): InstalmentPage {
  const { brand, terms } = page
  const name = brand.country === 'AU' ? 'Zip' : 'Zip NZ'
  const months = terms?.repaymentMonths ?? null
  const offer =
    brand.country === 'NZ'
      ? [paragraph('Four payments: the first one is due today, the others after 2, 4 and 6 weeks.')]
      : [
          paragraph(`Own it from $10 per week*${months === null ? '' : `, and above $1,000 over ${months} months`}.`),
          paragraph(element('small', {}, zipFootnote)),
        ]
  return {
    pageType: 'zipPay',
    heading: `Own it now, pay later with ${name}`,
    summary: `Pay over time at ${brand.companyName} with ${name}.`,
    body: htmlOf(...offer, ...steps(name), ...closing(page, name)),
    path: '/zip',
  }
}

/** Prices that show each of humm's three wordings (PAYO-18 to PAYO-20). */
const hummExamples = [800_00, 1_600_00, 2_400_00]

export function hummPage({ brand, terms }: PageFacts): InstalmentPage {
  return {
    pageType: 'humm',
    heading: 'Buy now, pay later with humm',
    summary: `Fortnightly payments at ${brand.companyName} with humm.`,
    body: htmlOf(
      paragraph('Spread a price over fortnightly payments.'),
      list(
        'ul',
        hummExamples.map((price) => `${formatPrice(price)}: ${hummText(price)} humm`),
      ),
      ...askUs({ brand, terms }, 'humm'),
    ),
    path: '/humm',
  }
}

export function klarnaPage({ brand, terms }: PageFacts): InstalmentPage {
  return {
    pageType: 'klarna',
    heading: 'Pay over time with Klarna',
    summary: `Pay over time at ${brand.companyName} with Klarna.`,
    body: htmlOf(
      paragraph('Klarna splits the price into smaller payments, which the Klarna app shows and reminds you of.'),
      ...askUs({ brand, terms }, 'Klarna'),
    ),
    path: '/klarna',
  }
}

/** The checkout takes neither of the two: our people arrange them. */
const askUs = (page: PageFacts, name: string): readonly Markup[] => [
  heading('How it works'),
  paragraph(`Call us or come to a store to arrange a payment with ${name}. Our online checkout does not take ${name}.`),
  ...closing(page, name),
]
