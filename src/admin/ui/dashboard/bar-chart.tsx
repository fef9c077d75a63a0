import { topOf } from '../../dashboard/dashboard.ts'
import { Empty } from '../controls/empty.tsx'
import styles from './dashboard.module.css'

export type BarChartView = {
  readonly label: string
  readonly unit: 'dollars' | 'percent' | 'count'
  /** The text shown while everything is zero; null for the default. */
  readonly empty: string | null
  readonly bars: readonly Bar[]
}

/** `room`: how far it could go. Dollars are in cents. */
export type Bar = { readonly name: string; readonly value: number; readonly room: number | null }

const size = { width: 560, height: 200, left: 52, bottom: 24, top: 14 }

const texts = {
  dollars: (cents: number) => `$${Math.round(cents / 100).toLocaleString('en-AU')}`,
  percent: (value: number) => `${Math.round(value * 10) / 10} %`,
  count: (value: number) => String(Math.round(value)),
}

/** A bar chart with an axis; the largest bar has its value as a label. */
export function BarChart({ chart: { label, unit, empty, bars } }: { chart: BarChartView }) {
  if (bars.every(({ value, room }) => value === 0 && (room ?? 0) === 0)) return <Empty>{empty ?? 'No data yet.'}</Empty>
  const text = texts[unit]
  const top = topOf(Math.max(...bars.map(({ value, room }) => Math.max(value, room ?? 0))))
  const inner = { width: size.width - size.left, height: size.height - size.bottom - size.top }
  const step = inner.width / bars.length
  const baseline = size.top + inner.height
  const every = Math.ceil(bars.length / 7)
  const largest = Math.max(...bars.map((bar) => bar.value))
  const best = bars.findIndex(({ value }) => value === largest)
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line
            className={styles['axis']}
            x1={size.left}
            x2={size.width}
            y1={baseline - inner.height * part}
            y2={baseline - inner.height * part}
            strokeOpacity={part === 0 ? 1 : 0.25}
          />
          <text x={size.left - 6} y={baseline - inner.height * part + 4} textAnchor="end">
            {text(top * part)}
          </text>
        </g>
      ))}
      {bars.map(({ name, value, room }, at) => {
        const x = size.left + step * at
        const column = { x: x + step * 0.15, width: Math.max(2, step * 0.7) }
        const height = (inner.height * value) / top
        const roomHeight = (inner.height * (room ?? 0)) / top
        return (
          <g key={name}>
            {room !== null && (
              <rect className={styles['room']} {...column} y={baseline - roomHeight} height={roomHeight} />
            )}
            <rect className={styles['bar']} {...column} y={baseline - height} height={height} />
            {at === best && value > 0 && (
              <text
                className={styles['value']}
                x={Math.min(x + step / 2, size.width - 24)}
                y={baseline - height - 4}
                textAnchor="middle"
              >
                {text(value)}
              </text>
            )}
            {at % every === 0 && (
              <text x={x + step / 2} y={size.height - 8} textAnchor="middle">
                {name}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
