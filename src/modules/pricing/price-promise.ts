import type { Brand } from '../../brands/brands.ts'

/** The three price promises with their fixed texts (PROM3-01 to PROM3-03, decision pricing-12). */

export type PricePromiseKind = NonNullable<Brand['pricePromise']>

export type PricePromise = {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Where a price can be asked for; left out where somebody is asking. */
  readonly askHref?: string
}

/** The business began in 1906; `setting` is YearsInBusiness, '' when nobody has set it. */
export function yearsInBusiness(setting: string, now: Date): string {
  return setting.trim() === '' ? String(now.getUTCFullYear() - 1906) : setting.trim()
}

/** What NZ shoppers call about a lower price; other calls go to the app's own number (decision brands-05). */
const priceMatchPhone = '0800 265 265'

export function pricePromise(
  kind: PricePromiseKind,
  { companyName, supportNumber, years }: { companyName: string; supportNumber: string; years: string },
): PricePromise {
  switch (kind) {
    case 'feel-good-value':
      return {
        title: "Andoo's Feel Good Value Promise",
        paragraphs: [
          'We want you to feel good about what you buy and what you pay. We check our prices against other Australian retailers every day, so the price you see is a great one.',
          `Found it for less? If another Australian retailer advertises the same new item, in stock, at a lower price, call us on ${supportNumber} before you buy and we will do our best to beat it.`,
          `For ${years} years our family of businesses has looked after Australian homes, with free next-day delivery to most metropolitan postcodes and support 24 hours a day, 7 days a week.`,
        ],
      }
    case 'winning-value':
      return {
        title: 'Winning Value Promise',
        paragraphs: [
          `For ${years} years our family business has helped Australians choose the right appliance at the right price.`,
          'Our value promise is more than a price: expert advice, free next-day delivery to most metropolitan postcodes, careful installation by our own teams, and support 24 hours a day, 7 days a week.',
          `If you find the same item, new and in stock, at a lower advertised price with an authorised Australian retailer, note the advertised price and the retailer, then contact our customer service team on ${supportNumber} and we will do our best to match it.`,
        ],
      }
    case 'price-match':
      return {
        title: `${companyName}'s Price Match Guarantee`,
        paragraphs: [
          'Found a lower price on an identical item? We will match it.',
          '1. Note the advertised price and the retailer.',
          `2. Contact our customer service team on ${priceMatchPhone}.`,
          '3. Once we confirm the item is new, identical and in stock with a New Zealand retailer, we match the price.',
          'Your order still comes with free fast delivery to most postcodes. Clearance, auction, marketplace and second-hand offers are not included.',
        ],
      }
  }
}
