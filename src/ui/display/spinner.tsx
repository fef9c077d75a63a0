import styles from './spinner.module.css'

/** A loading indicator where a skeleton is not possible (LISTW-03). */
export function Spinner({ label = 'Loading', size = 32 }: { label?: string; size?: number }) {
  return (
    <span role="status" className={styles.spinner}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 9 9" strokeLinecap="round" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
