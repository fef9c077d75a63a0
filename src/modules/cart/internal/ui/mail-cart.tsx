import styles from './mail-cart.module.css'
import form from '../../ui/one-field-form.module.css'

/**
 * A form that emails the current cart. A plain form, handled by the page's own action; it only asks for an address, so that nobody can
 * write messages to strangers with it.
 */
export function MailCart({ refused }: { refused: { readonly problem: string; readonly email: string } | null }) {
  return (
    <details id="mail" className={styles.mail} open={refused !== null}>
      <summary>Email cart</summary>
      <form method="post" action="/cart#mail" className={form.form}>
        <label htmlFor="mail-cart">Send it to</label>
        <div>
          <input
            id="mail-cart"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={refused?.email}
            aria-invalid={refused === null ? undefined : true}
            aria-describedby={refused === null ? 'mail-cart-hint' : 'mail-cart-problem mail-cart-hint'}
          />
          <button className="button button--quiet" name="intent" value="mail">
            Send
          </button>
        </div>
        {refused !== null && (
          <p id="mail-cart-problem" className={form.problem} role="alert">
            {refused.problem}
          </p>
        )}
        <p id="mail-cart-hint" className={styles.hint}>
          The email lists your items with a link that works for 30 days. It does not mention you. We use the address for
          this email only.
        </p>
      </form>
    </details>
  )
}
