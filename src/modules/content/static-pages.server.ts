import type { Brand } from '../../brands/brands.ts'
import { escapeHtml } from '../../platform/text/html.ts'

/** The texts a shop starts with, by their names (decision content-02). Headings below the page's own begin at the second level. */

type StaticPage = {
  readonly heading: string
  readonly summary: (brand: Brand) => string
  readonly body: (brand: Brand) => string
}

export const writtenOn = '2026-11-01T00:00:00.000Z'

const countryOf = ({ country }: Brand): string => (country === 'NZ' ? 'New Zealand' : 'Australia')
const law = ({ country }: Brand): string =>
  country === 'NZ' ? 'the Consumer Guarantees Act 1993' : 'the Australian Consumer Law'
const privacyLaw = ({ country }: Brand): string => (country === 'NZ' ? 'the Privacy Act 2020' : 'the Privacy Act 1988')
const call = ({ supportNumber }: Brand): string =>
  `<a href="tel:${supportNumber.replaceAll(' ', '')}">${supportNumber}</a>`
const named = ({ companyName }: Brand): string => escapeHtml(companyName)

export const staticPages: Readonly<Record<string, StaticPage>> = {
  'terms-and-conditions': {
    heading: 'Terms and Conditions',
    summary: ({ companyName }) => `The terms on which ${companyName} sells.`,
    body: (brand) => `
<p>These terms apply to every order placed with ${named(brand)} in ${countryOf(brand)}.</p>
<h2>Your order</h2>
<p>An order is accepted when we confirm it. Until then we may decline it, for example when a product is no longer available, and we refund whatever you have paid.</p>
<h2>Prices and payment</h2>
<p>Prices include GST. The total at the checkout is what you pay. When you pay a deposit, the rest is due before your order leaves our
warehouse, and the goods stay ours until it is paid.</p>
<h2>Delivery</h2>
<p>We deliver on the day you choose. See our <a href="/s/delivery-information">delivery information</a> for how it works.</p>
${
  brand.changeOfMindDays === null
    ? ''
    : `<h2>Changing your mind</h2>
<p>You may return unused goods in their packaging within ${brand.changeOfMindDays} days of delivery.</p>`
}
<h2>Your rights</h2>
<p>Nothing in these terms takes away rights you have under ${law(brand)}.</p>
<p>Questions? Call ${call(brand)}.</p>`,
  },
  'privacy-policy': {
    heading: 'Privacy Policy',
    summary: ({ companyName }) => `What personal information ${companyName} keeps, and why.`,
    body: (brand) => `
<p>${named(brand)} handles your personal information under ${privacyLaw(brand)}.</p>
<h2>What we keep</h2>
<p>Your name, address, telephone number and email, what you ordered, and the last four digits of the card you paid with. We never see or
keep a whole card number.</p>
<h2>What we use it for</h2>
<p>To deliver your order, to answer your questions, and to send you offers when you have asked for them. You can stop those at any time.</p>
<h2>Who else sees it</h2>
<p>Payment providers, delivery partners, and manufacturers when they deliver or service what you bought.</p>
<p>To see or correct the information we keep about you, call ${call(brand)}.</p>`,
  },
  'miele-agency-terms': {
    heading: 'Buying Miele products',
    summary: ({ companyName }) => `How ${companyName} sells Miele products as an agent.`,
    body: (brand) => `
<p>Miele products are sold by Miele. ${named(brand)} acts as Miele's agent: we take your order and your payment and pass both on.</p>
<h2>Invoice and payment</h2>
<p>Miele issues the invoice for its products. If your order includes other products, we issue an invoice for those.</p>
<h2>Deposits</h2>
<p>An order with Miele products is paid in full when it is placed.</p>
<h2>After your purchase</h2>
<p>Miele's own service looks after its products. You can always call us on ${call(brand)} as well.</p>`,
  },
  'delivery-information': {
    heading: 'Delivery information',
    summary: ({ companyName }) => `When and how ${companyName} delivers.`,
    body: (brand) => `
<h2>Choosing a day</h2>
<p>The checkout shows every day we can deliver to your suburb, and what it costs. Conditions apply to free delivery: it depends on your
suburb, the day and what you order.</p>
<h2>On the day</h2>
<p>We send you a two-hour delivery window in the morning, and another message 30 minutes before we arrive. Someone over 18 needs to be there to receive the goods.</p>
<h2>Getting to the door</h2>
<p>Please measure doors, stairs and lifts before you order, and tell us about anything tight in the delivery instructions.</p>
<p>To change a delivery, call ${call(brand)}.</p>`,
  },
  'winning-storage-terms-and-conditions': {
    heading: 'Storage terms and conditions',
    summary: () => 'When storing an order is free, and what it costs after that.',
    body: (brand) => `
<p>We keep your order in our warehouse free of charge for 60 days from the first day we could have delivered it.</p>
<p>After that storage is charged by the day, at most $4 a day, for orders with a product of $300 or more. Goods delivered by their manufacturer are not stored with us.</p>
<p>To bring your delivery forward, call ${call(brand)}.</p>`,
  },
  'purchasing-miele-appliances-from-winning-appliances': {
    heading: 'Purchasing Miele appliances',
    summary: ({ companyName }) => `Invoice, payment and service for Miele appliances ordered from ${companyName}.`,
    body: (brand) => `
<p>Miele is the seller of the Miele products in your order; ${named(brand)} is its agent.</p>
<h2 id="invoice">Invoice</h2>
<p>Miele sends you the tax invoice for its products.</p>
<h2 id="product-payment">Product payment</h2>
<p>Your payment for Miele products goes to Miele. Your statement may show a second payment, for the rest of your order.</p>
<h2 id="after-sales-service">After-sales service</h2>
<p>Miele's own service team looks after your appliance. Call us on ${call(brand)} if you need their number.</p>`,
  },
  'assembly-services': {
    heading: 'Assembly services',
    summary: ({ companyName }) => `What ${companyName} assembles for you.`,
    body: (brand) => `
<p>Our crew does basic assembly such as attaching legs as part of every furniture delivery.</p>
<p>Beds, wardrobes and shelving can be assembled for a fee. Call ${call(brand)} before your delivery day to arrange it.</p>`,
  },
}
