import type { EffectiveBrand } from '../../brands/brands.ts'
import { thenNotReal } from '../../brands/not-real.ts'
import { plainDay, type Day } from '../../platform/calendar.ts'
import { columnMoney, type Cents } from '../../platform/money.ts'
import type { PdfDocument, PdfRow } from '../../platform/files/pdf-document.server.ts'
import { changeText, gstText, holdTexts, isWhole, rowsBelow, totalText, type MadeQuote } from './quotes.ts'

/** A quote as it stands on paper, word for word. */
export function quotePdf(
  quote: MadeQuote,
  {
    brand,
    link,
    taxLine,
    today,
  }: {
    readonly brand: Pick<EffectiveBrand, 'companyName' | 'supportNumber' | 'origin' | 'realm'>
    readonly link: string
    /** 'ABN 51 824 753 556'; null for a shop that has not set its number. */
    readonly taxLine: string | null
    /** It is made anew for whoever asks, and says of which day it is. */
    readonly today: Day
  },
): PdfDocument {
  const amount = (cents: Cents | null) => (cents === null ? 'By arrangement' : columnMoney(cents))
  const row = (text: string, cents: Cents | null): PdfRow => ({
    text,
    note: '',
    quantity: '',
    each: '',
    amount: amount(cents),
  })
  const change = changeText(quote)
  return {
    title: 'Quote',
    seller: [brand.companyName, taxLine, new URL(brand.origin).host, brand.supportNumber].filter(
      (line) => line !== null,
    ),
    facts: [
      ['Quote', quote.number],
      ['Created on', plainDay(quote.madeOn)],
      ['Prices as of', plainDay(today)],
      ['Valid until', plainDay(quote.linkUntil)],
    ],
    blocks: [
      ['Delivered to', [quote.place ?? 'An unknown location']],
      ['Order online', [link]],
    ],
    rows: [
      ...quote.lines.flatMap((line) => [
        {
          text: line.title,
          note: line.problem === null ? line.productCode : `${line.productCode}: ${line.problem}`,
          quantity: String(line.quantity),
          each: columnMoney(line.unit),
          amount: columnMoney(line.total),
        },
        ...line.choices.map(({ name, total }) => row(name, total)),
      ]),
      ...quote.gone.map((title) => ({ ...row(title, 0), amount: 'Not available' })),
      ...rowsBelow(quote).map(({ text, cents }) => row(text, cents)),
    ],
    sums: [
      { text: totalText(quote), amount: columnMoney(quote.total), isStrong: true },
      { text: gstText(quote), amount: columnMoney(quote.gst) },
    ],
    sections: [],
    notes: [
      ...(change === null ? [] : [change]),
      ...(isWhole(quote) ? [] : quote.problems),
      ...quote.messages,
      ...holdTexts(quote),
    ],
    footer: `All amounts are in ${quote.currency} and include GST. A quote is not a tax invoice.${thenNotReal(brand)}`,
  }
}
