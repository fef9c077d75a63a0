import { CopyLink } from '../../../ui/forms/copy-link.tsx'
import { cartLink, type LinkedLine } from '../cart-link.ts'
import styles from '../internal/ui/mail-cart.module.css'

/** The link that fills another cart with the same products. */
export function ShareCart({ lines, origin }: { readonly lines: readonly LinkedLine[]; readonly origin: string }) {
  return (
    <details className={styles.mail}>
      <summary>Share this cart</summary>
      <CopyLink label="Link to these products and quantities" link={origin + cartLink(lines)} />
    </details>
  )
}
