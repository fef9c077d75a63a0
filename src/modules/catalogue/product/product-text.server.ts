import type { Brand } from '../../../brands/brands.ts'
import type { Day } from '../../../platform/calendar.ts'
import { plainText } from '../../../platform/text/clean-html.server.ts'
import { formatPrice, priceView } from '../../pricing/pricing.ts'
import { offerOfCard } from './card.ts'
import { isBuyable, unavailableTextOf } from '../catalogue.ts'
import { photosOf } from './gallery.ts'
import type { ProductView } from './product-page.ts'

/**
 * A product as Markdown, for language models (docs/decisions/0037-machines-that-read.md): the public content of its page, independent of
 * the location. `today` is the day of the price.
 */
export function productText(
  view: ProductView,
  { brand, canonical, today }: { readonly brand: Brand; readonly canonical: string; readonly today: Day },
): string {
  const { origin } = new URL(canonical)
  const absolute = (address: string) => new URL(address, origin).href
  const facts = [
    ['Brand', view.brand],
    ['SKU', view.sku],
    ['Model', view.mpn],
    ['GTIN', view.gtin],
    ['Price', priceText(view, brand, today)],
    ['Availability', unavailableTextOf(view.status) ?? (isBuyable(view.status) ? 'Can be bought online' : 'Ask us')],
    ['Rating', view.rating === undefined ? null : `${view.rating.average.toFixed(1)} of 5, by ${view.rating.count}`],
    [
      'Category',
      view.trail
        .slice(0, -1)
        .map(({ title }) => title)
        .join(' › '),
    ],
    ['Page', canonical],
  ].filter(([, value]) => value !== null && value !== '')
  return [
    `# ${line(view.title)}`,
    view.shortDescription === '' ? '' : `> ${line(view.shortDescription)}`,
    facts.map(([name, value]) => `- ${name}: ${line(value ?? '')}`).join('\n'),
    section('Description', plainText(view.description)),
    section('Features', view.features.map((one) => `- **${line(one.title)}**: ${line(one.description)}`).join('\n')),
    ...view.specifications.map(({ title, rows }) =>
      section(line(title), rows.map((row) => `- ${line(row.name)}: ${line(row.value)}`).join('\n')),
    ),
    section(
      view.variantAxis ?? '',
      view.variants.map((one) => `- [${line(one.label)}](${absolute(one.uri)})`).join('\n'),
    ),
    section(
      'Pictures',
      photosOf(view.gallery)
        .map((one) => `- [${line(one.alt)}](${absolute(one.url)})`)
        .join('\n'),
    ),
    section('Downloads', view.documents.map((one) => `- [${line(one.title)}](${absolute(one.url)})`).join('\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const section = (title: string, body: string): string => (body === '' ? '' : `## ${title}\n\n${body}`)

/** User input stays on its line and is escaped. */
const line = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]<>*`\\]/g, '\\$&')
    .trim()

function priceText(view: ProductView, brand: Brand, today: Day): string {
  if (brand.hidesPricesWhenAnonymous) return 'Log in to see the price'
  const price = priceView(offerOfCard(view), { rrpAsWas: brand.labelsRrpAsWas })
  if (price === null) return 'Call for a price'
  const { now, comparison } = price
  const compared = comparison === null ? '' : ` (${comparison.label} ${formatPrice(comparison.cents)})`
  return `${formatPrice(now)} ${brand.currency}${compared}, GST included, on ${today}`
}
