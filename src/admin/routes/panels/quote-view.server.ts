import { choiceTotals } from '../../../modules/catalogue/product/upsell.ts'
import { changeText, rowsBelow, totalText } from '../../../modules/quotes/quotes.ts'
import type { FoundQuote } from '../../../modules/staff/found-quotes.server.ts'
import { plainDay, type Day } from '../../../platform/calendar.ts'
import type { QuoteView } from '../../ui/panels/found-quote.tsx'
import { money } from '../../ui/panels/money.ts'

/** A quote as a salesperson reads it on the telephone. */
export function quoteView(
  { number, madeAt, expiresAt, cart, gone, made }: FoundQuote,
  day: (at: Date) => Day,
): QuoteView {
  const heldThrough = (code: string) => made?.lines.find((one) => one.productCode === code)?.heldThrough ?? null
  const place = made?.place ?? null
  return {
    number,
    about: [
      `${made === null ? 'Created by staff' : 'Created by a customer'} on ${plainDay(day(madeAt))}; the link works until ${plainDay(day(expiresAt))}.`,
      ...(place === null ? [] : [`Delivered to ${place}.`]),
    ].join(' '),
    lines: [
      ...cart.lines.map((line) => {
        const held = heldThrough(line.productCode)
        return {
          title: line.title,
          details: [
            `${line.productCode} · ${line.quantity} × ${money(line.price)}${held === null ? '' : `, valid until ${plainDay(held)}`}${line.isBuyable ? '' : ', sold out'}`,
            ...choiceTotals(line).map(({ name, total }) => `${name} · ${money(total)}`),
          ],
        }
      }),
      ...gone.map((title) => ({ title, details: ['no longer sold'] })),
    ],
    services: (made === null ? [] : rowsBelow(made)).map(
      ({ text, cents }) => `${text} · ${cents === null ? 'by arrangement' : money(cents)}`,
    ),
    remarks: made === null ? [] : [changeText(made), ...made.problems].filter((text) => text !== null),
    totalLabel: made === null ? 'Total before delivery' : totalText(made),
    total: money(made?.total ?? cart.totals.orderTotal),
  }
}
