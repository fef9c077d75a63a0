import styles from './delivery-week.module.css'

const days = Array.from({ length: 7 }, (_, at) => at)

/** A placeholder of the same size as the next delivery dates, while they load. */
export function WeekSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading delivery dates</span>
      <div className={styles.days} aria-hidden="true">
        {days.map((day) => (
          <i key={day} className={`skeleton ${styles.waiting}`} />
        ))}
      </div>
    </div>
  )
}
