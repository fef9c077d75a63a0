import type { ReactNode } from 'react'
import { daysBetween, longDay, plainDay, shortMonth, type Day } from '../../../platform/calendar.ts'
import { monthStarts, priceTicks, todayPlace } from '../../pricing/price-axis.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import type { PriceHistory } from '../../pricing/price-history.ts'
import styles from './product-parts.module.css'

/** The days are those of the app's country. */
type ShownHistory = PriceHistory & { readonly from: Day; readonly today: Day }

/**
 * A product's price over a year: figures, a stepped line with its axes, and every change as a table, for those who do not see the line too.
 * It is static, so it is rendered on the server and never hydrated. Of a price that never changed there is none.
 */
export function PriceHistoryChart({ history }: { history: ShownHistory }) {
  const { entries, lowest, highest, current, lowestIn30Days, from, today } = history
  return (
    <>
      <dl className={styles.figures}>
        <Figure name="Today">{formatPrice(current)}</Figure>
        <Figure name="Lowest in 30 days">{formatPrice(lowestIn30Days)}</Figure>
        <Figure name="Lowest in 12 months">{formatPrice(lowest)}</Figure>
        <Figure name="Highest in 12 months">{formatPrice(highest)}</Figure>
      </dl>
      <Line history={history} />
      <details className={styles.changes}>
        <summary>Full price history</summary>
        <table>
          <caption className="visually-hidden">{`Prices from ${plainDay(from)} to ${plainDay(today)}`}</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Price</th>
            </tr>
          </thead>
          <tbody>
            {entries.toReversed().map(({ day, price }) => (
              <tr key={day}>
                <td>{longDay(day)}</td>
                <td>{formatPrice(price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Lines are stretched to the room there is; words are placed over them, so that they keep their size. */
function Line({ history: { entries, before, lowest, highest, current, from, today } }: { history: ShownHistory }) {
  const ticks = priceTicks(lowest, highest)
  const [bottom = lowest, top = highest] = [ticks[0], ticks.at(-1)]
  const span = Math.max(1, daysBetween(from, today))
  const x = (day: Day) => round((daysBetween(from, day < from ? from : day) / span) * 100)
  const y = (price: number) => round(((top - price) / (top - bottom)) * 100)
  const all = before === null ? entries : [{ day: from, price: before }, ...entries]
  const steps = all.map(({ day, price }, at) => `${at === 0 ? `M${x(day)},` : `H${x(day)}V`}${y(price)}`)
  const now = todayPlace(all.map(({ day, price }) => ({ x: x(day), y: y(price) })))
  const lowestOne = all.findLast(({ price }) => price === lowest)
  const isLowestNow = current === lowest
  return (
    <div className={styles.chart} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        {ticks.map((price) => (
          <path key={price} d={`M0,${y(price)}H100`} vectorEffect="non-scaling-stroke" />
        ))}
        <path className={styles.line} d={`${steps.join('')}H100`} vectorEffect="non-scaling-stroke" />
      </svg>
      {ticks.map((price) => (
        <span key={price} className={styles.amount} style={{ top: `${y(price)}%` }}>
          {formatPrice(price, { zeroText: null })}
        </span>
      ))}
      {monthStarts(from, today).map((day) => (
        <span key={day} className={styles.month} style={{ left: `${x(day)}%` }}>
          {shortMonth(day)}
        </span>
      ))}
      {lowestOne !== undefined && !isLowestNow && (
        <b
          className={x(lowestOne.day) > 60 ? `${styles.mark} ${styles.late}` : styles.mark}
          style={{ left: `${x(lowestOne.day)}%`, top: `${y(lowest)}%` }}
        >
          Lowest {formatPrice(lowest)}
        </b>
      )}
      <b
        className={`${styles.mark} ${now.side === 'below' ? styles.below : styles.late}`}
        style={{ left: '100%', top: `${now.y}%` }}
      >
        Today {formatPrice(current)}
      </b>
    </div>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
