import type { Refused } from '../../../../platform/forms/typed-form.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../../ui/forms/form.tsx'
import oneField from '../../ui/one-field-form.module.css'
import { mailErrors } from '../../mail-form.ts'
import styles from './mail-cart.module.css'

/**
 * A form that emails the current cart. A plain form, handled by the page's own action; it only asks for an address, so that nobody can
 * write messages to strangers with it.
 */
export function MailCart({ refused }: { refused: Refused | null }) {
  return (
    <details id="mail" className={styles.mail} open={refused !== null}>
      <summary>Email cart</summary>
      <Form action="/cart#mail" className={oneField.form} check={mailErrors} refused={refused}>
        {(typed, messages) => (
          <Field
            id="mail-cart"
            name="email"
            type="email"
            label="Send it to"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={typed['email']}
            error={messages['email']}
            isAlert
            hint="The email lists your items with a link that works for 30 days. It does not mention you. We use the address for this email only."
            after={
              <SubmitButton className="button button--quiet" name="intent" value="mail">
                Send
              </SubmitButton>
            }
          />
        )}
      </Form>
    </details>
  )
}
