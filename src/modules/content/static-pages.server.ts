import type { Brand } from '../../brands/brands.ts'
import { heading, link, type Markup, paragraph, phoneLink } from '../../platform/text/markup.ts'

/** The texts a shop starts with, by their names (decision content-02). Headings below the page's own begin at the second level. */

type StaticPage = {
  readonly heading: string
  readonly summary: (brand: Brand) => string
  readonly body: (brand: Brand) => readonly Markup[]
}

export const writtenOn = '2026-11-01T00:00:00.000Z'

const countryOf = ({ country }: Brand): string => (country === 'NZ' ? 'New Zealand' : 'Australia')
const law = ({ country }: Brand): string =>
  country === 'NZ' ? 'the Consumer Guarantees Act 1993' : 'the Australian Consumer Law'
const privacyLaw = ({ country }: Brand): string => (country === 'NZ' ? 'the Privacy Act 2020' : 'the Privacy Act 1988')

export const staticPages: Readonly<Record<string, StaticPage>> = {
  'terms-and-conditions': {
    heading: 'Terms and Conditions',
    summary: ({ companyName }) => `The terms on which ${companyName} sells.`,
    body: (brand) => [
      paragraph(`These terms apply to every order placed with ${brand.companyName} in ${countryOf(brand)}.`),
      heading('Your order'),
      paragraph(
        'An order is accepted when we confirm it. Until then we may decline it, for example when a product is no longer available, and we refund whatever you have paid.',
      ),
      heading('Prices and payment'),
      paragraph(
        'Prices include GST. The total at the checkout is what you pay. When you pay a deposit, the rest is due before your order leaves our warehouse, and the goods stay ours until it is paid.',
      ),
      heading('Delivery'),
      paragraph(
        'We deliver on the day you choose. See our ',
        link('/s/delivery-information', 'delivery information'),
        ' for how it works.',
      ),
      ...(brand.changeOfMindDays === null
        ? []
        : [
            heading('Changing your mind'),
            paragraph(
              `You may return unused goods in their packaging within ${brand.changeOfMindDays} days of delivery.`,
            ),
          ]),
      heading('Your rights'),
      paragraph(`Nothing in these terms takes away rights you have under ${law(brand)}.`),
      paragraph('Questions? Call ', phoneLink(brand.supportNumber), '.'),
    ],
  },
  'privacy-policy': {
    heading: 'Privacy Policy',
    summary: ({ companyName }) => `What personal information ${companyName} keeps, and why.`,
    body: (brand) => [
      paragraph(`${brand.companyName} handles your personal information under ${privacyLaw(brand)}.`),
      heading('What we keep'),
      paragraph(
        'Your name, address, telephone number and email, what you ordered, and the last four digits of the card you paid with. We never see or keep a whole card number.',
      ),
      heading('What we use it for'),
      paragraph(
        'To deliver your order, to answer your questions, and to send you offers when you have asked for them. You can stop those at any time.',
      ),
      heading('Who else sees it'),
      paragraph(
        'Payment providers, delivery partners, and manufacturers when they deliver or service what you bought.',
      ),
      paragraph('To see or correct the information we keep about you, call ', phoneLink(brand.supportNumber), '.'),
    ],
  },
  'miele-agency-terms': {
    heading: 'Buying Miele products',
    summary: ({ companyName }) => `How ${companyName} sells Miele products as an agent.`,
    body: (brand) => [
      paragraph(
        `Miele products are sold by Miele. ${brand.companyName} acts as Miele's agent: we take your order and your payment and pass both on.`,
      ),
      heading('Invoice and payment'),
      paragraph(
        'Miele issues the invoice for its products. If your order includes other products, we issue an invoice for those.',
      ),
      heading('Deposits'),
      paragraph('An order with Miele products is paid in full when it is placed.'),
      heading('After your purchase'),
      paragraph(
        "Miele's own service looks after its products. You can always call us on ",
        phoneLink(brand.supportNumber),
        ' as well.',
      ),
    ],
  },
  'delivery-information': {
    heading: 'Delivery information',
    summary: ({ companyName }) => `When and how ${companyName} delivers.`,
    body: (brand) => [
      heading('Choosing a day'),
      paragraph(
        'The checkout shows every day we can deliver to your suburb, and what it costs. Conditions apply to free delivery: it depends on your suburb, the day and what you order.',
      ),
      heading('On the day'),
      paragraph(
        'We send you a two-hour delivery window in the morning, and another message 30 minutes before we arrive. Someone over 18 needs to be there to receive the goods.',
      ),
      heading('Getting to the door'),
      paragraph(
        'Please measure doors, stairs and lifts before you order, and tell us about anything tight in the delivery instructions.',
      ),
      paragraph('To change a delivery, call ', phoneLink(brand.supportNumber), '.'),
    ],
  },
  'returns-and-refunds': {
    heading: 'Returns and refunds',
    summary: ({ companyName }) => `How to return something to ${companyName}, and when you get your money back.`,
    body: (brand) => [
      heading('Faulty or damaged'),
      paragraph(
        `If something is faulty, not as described or arrives damaged, you have a right to a repair, replacement or refund under ${law(brand)}. Take photos and call us on `,
        phoneLink(brand.supportNumber),
        '.',
      ),
      heading('Change of mind'),
      ...(brand.changeOfMindDays === null
        ? [
            paragraph(
              'We cannot take back what was ordered by mistake or is no longer wanted, so please check sizes first.',
            ),
          ]
        : [
            paragraph(
              `You may return unused goods in their packaging within ${brand.changeOfMindDays} days of delivery.`,
            ),
          ]),
      heading('Your refund'),
      paragraph('Refunds go back to the payment method of the order.'),
    ],
  },
  'warranty-and-repairs': {
    heading: 'Warranty and repairs',
    summary: () => 'How long products are covered, and who repairs them.',
    body: (brand) => [
      paragraph(
        "Every product has its manufacturer's warranty. How long it lasts is in the specifications on the product's page.",
      ),
      heading('Your rights'),
      paragraph(`Rights you have under ${law(brand)} apply as well, and can last longer than the warranty.`),
      heading('Something is not working'),
      paragraph(
        'Have the order number and the model number ready and call ',
        phoneLink(brand.supportNumber),
        '. We arrange the repair with the manufacturer.',
      ),
    ],
  },
  'price-match': {
    heading: 'Price match',
    summary: ({ companyName }) => `How to ask ${companyName} to match a price.`,
    body: (brand) => [
      paragraph(
        'Found the same product for less? Where we match prices, the product’s page has a link to ask for it: tell us where you saw the price, and we reply by email.',
      ),
      paragraph('You can also call ', phoneLink(brand.supportNumber), '.'),
    ],
  },
  'winning-storage-terms-and-conditions': {
    heading: 'Storage terms and conditions',
    summary: () => 'When storing an order is free, and what it costs after that.',
    body: (brand) => [
      paragraph(
        'We keep your order in our warehouse free of charge for 60 days from the first day we could have delivered it.',
      ),
      paragraph(
        'After that storage is charged by the day, at most $4 a day, for orders with a product of $300 or more. Goods delivered by their manufacturer are not stored with us.',
      ),
      paragraph('To bring your delivery forward, call ', phoneLink(brand.supportNumber), '.'),
    ],
  },
  'purchasing-miele-appliances-from-winning-appliances': {
    heading: 'Purchasing Miele appliances',
    summary: ({ companyName }) => `Invoice, payment and service for Miele appliances ordered from ${companyName}.`,
    body: (brand) => [
      paragraph(`Miele is the seller of the Miele products in your order; ${brand.companyName} is its agent.`),
      heading('Invoice', 'invoice'),
      paragraph('Miele sends you the tax invoice for its products.'),
      heading('Product payment', 'product-payment'),
      paragraph(
        'Your payment for Miele products goes to Miele. Your statement may show a second payment, for the rest of your order.',
      ),
      heading('After-sales service', 'after-sales-service'),
      paragraph(
        "Miele's own service team looks after your appliance. Call us on ",
        phoneLink(brand.supportNumber),
        ' if you need their number.',
      ),
    ],
  },
  'assembly-services': {
    heading: 'Assembly services',
    summary: ({ companyName }) => `What ${companyName} assembles for you.`,
    body: (brand) => [
      paragraph('Our crew does basic assembly such as attaching legs as part of every furniture delivery.'),
      paragraph(
        'Beds, wardrobes and shelving can be assembled for a fee. Call ',
        phoneLink(brand.supportNumber),
        ' before your delivery day to arrange it.',
      ),
    ],
  },
}
