import { Icon } from '../../../ui/display/icons.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { compareStore } from './compare-state.ts'
import styles from './compare-link.module.css'

/** The header's link to the comparison, with the number of products, in the header's link style. */
export function CompareLink({ className, badge }: { className: string | undefined; badge: string | undefined }) {
  const count = useStore(compareStore)?.products.length ?? 0
  return (
    <a
      className={`${className} ${styles.link}`}
      href="/compare"
      aria-label={count === 0 ? 'Compare' : `Compare, ${count} selected`}
    >
      <Icon name="compare" />
      {count > 0 && <b className={badge}>{count}</b>}
    </a>
  )
}
