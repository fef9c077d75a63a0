import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { codeErrors } from '../line-texts.ts'
import styles from './voucher-page.module.css'

export type VoucherAnswer = {
  readonly typed: string
  readonly card: { readonly balance: number; readonly expiresOn: string } | null
  readonly problem: string | null
}

/** The balance and expiry of a gift card. A form that works without script. */
export function VoucherPage({ answer }: { readonly answer: VoucherAnswer | null }) {
  const { typed = '', card = null, problem = null } = answer ?? {}
  return (
    <div className={`page ${styles.page}`}>
      <h1>Gift card balance</h1>
      <p>Enter the code on your gift card to check its balance. You can use it at the checkout.</p>
      {card !== null && (
        <Notice kind="success">
          <p>
            The balance of gift card {typed} is <b>{formatPrice(card.balance)}</b>. It expires on {card.expiresOn}.
          </p>
        </Notice>
      )}
      <Form
        action="/vouchers"
        className={styles.form}
        refused={problem === null ? null : { typed: { code: typed }, problems: { code: problem } }}
        check={codeErrors}
      >
        {(_typed, problems) => (
          <>
            <Field
              id="code"
              name="code"
              label="Gift card code"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              required
              defaultValue={typed}
              error={problems['code']}
            />
            <SubmitButton>Check balance</SubmitButton>
          </>
        )}
      </Form>
    </div>
  )
}
