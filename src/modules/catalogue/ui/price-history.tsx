import { daysBetween, longDay, type Day } from '../../../platform/calendar.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import type { PriceHistory } from '../../pricing/price-history.ts'
import styles from './product-page.module.css'

/** The days are those of the app's country. */
type ShownHistory = PriceHistory & { readonly from: Day; readonly today: Day }

const width = 720
const height = 160
const room = 12

/**
 * A product's price over a year: figures, a stepped line, and every change as a table for screen readers. It is static, so it is rendered
 * on the server and never hydrated.
 */
export function PriceHistoryChart({ history }: { history: ShownHistory }) {
  const { entries, lowest, highest, current, lowestIn30Days, from, today } = history
  const span = Math.max(1, daysBetween(from, today))
  const x = (day: Day) => (daysBetween(from, day < from ? from : day) / span) * width
  // A price that never changed is a line in the middle.
  const y = (price: number) =>
    highest === lowest ? height / 2 : room + ((highest - price) / (highest - lowest)) * (height - 2 * room)
  const steps = entries.map(
    ({ day, price }, at) => `${at === 0 ? 'M' : 'H'}${round(x(day))}${at === 0 ? ',' : 'V'}${round(y(price))}`,
  )
  const line = entries.length === 0 ? `M0,${round(y(current))}H${width}` : `${steps.join('')}H${width}`
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>Today</dt>
          <dd>{formatPrice(current)}</dd>
        </div>
        <div>
          <dt>Lowest in 30 days</dt>
          <dd>{formatPrice(lowestIn30Days)}</dd>
        </div>
        <div>
          <dt>Lowest in 12 months</dt>
          <dd>{formatPrice(lowest)}</dd>
        </div>
        <div>
          <dt>Highest in 12 months</dt>
          <dd>{formatPrice(highest)}</dd>
        </div>
      </dl>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line} vectorEffect="non-scaling-stroke" />
      </svg>
      {entries.length > 0 && (
        <details className={styles.changes}>
          <summary>Full price history</summary>
          <table>
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
      )}
    </>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
