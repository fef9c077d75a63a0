import styles from './calendar-skeleton.module.css'

const days = Array.from({ length: 42 }, (_, at) => at)

/** A placeholder of the same size as the delivery calendar, while its dates load (SHELL-09). */
export function CalendarSkeleton() {
  return (
    <div className={styles.calendar} role="status">
      <span className="visually-hidden">Loading delivery dates</span>
      <div className={styles.head} aria-hidden="true">
        <i className={`skeleton ${styles.button}`} />
        <i className={`skeleton ${styles.month}`} />
        <i className={`skeleton ${styles.button}`} />
      </div>
      <div className={styles.days} aria-hidden="true">
        {days.map((day) => (
          <i key={day} className="skeleton" />
        ))}
      </div>
    </div>
  )
}
