import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { giftCardEnding, maxGiftCards } from '../gift-cards.ts'
import type { CartResponse } from '../cart.ts'
import { codeErrors } from '../line-texts.ts'
import { applyCode, removeCode } from './cart-actions.ts'
import { cartStore } from './cart-state.ts'
import styles from './code-box.module.css'
import oneField from './one-field-form.module.css'

/** The error of the last call, which is shown beside the field and nowhere else. */
function takeProblem(field: string): FieldMessages {
  const { errorMessage } = cartStore.get()
  cartStore.set({ ...cartStore.get(), errorMessage: null })
  return errorMessage === null ? {} : { [field]: errorMessage }
}

/** A coupon and up to five gift cards, each with a field of its own (COUP-05 to COUP-07, decision 0043). */
export function CodeBox({ cart: { coupon, giftCards } }: { cart: Pick<CartResponse, 'coupon' | 'giftCards'> }) {
  return (
    <>
      {coupon === null ? (
        <CodeField id="discount-code" label="Gift card / Coupon code" button="Apply" />
      ) : (
        <AppliedCode code={coupon.code} name={coupon.code} title={`code ${coupon.code}`} />
      )}
      {giftCards.map(({ code }) => {
        const name = `Gift card ${giftCardEnding(code)}`
        return <AppliedCode key={code} code={code} name={name} title={name.toLowerCase()} />
      })}
      {giftCards.length < maxGiftCards && <CodeField id="gift-card" label="Gift card code" button="Add gift card" />}
      <a href="/vouchers" target="_blank">
        Check your balance
      </a>
    </>
  )
}

function AppliedCode({ code, name, title }: { code: string; name: string; title: string }) {
  return (
    <Form
      action="/cart"
      className={styles.applied}
      send={async () => ((await removeCode(code)) ? null : takeProblem('form'))}
    >
      {() => (
        <>
          <b>{name}</b>
          <input type="hidden" name="code" value={code} />
          <button className="link-button" aria-label={`Remove ${title}`} name="intent" value="remove-code">
            Remove
          </button>
        </>
      )}
    </Form>
  )
}

function CodeField({ id, label, button }: { id: string; label: string; button: string }) {
  return (
    <Form
      action="/cart"
      className={oneField.form}
      check={codeErrors}
      send={async ({ code = '' }, form) => {
        if (!(await applyCode(code))) return takeProblem('code')
        form.reset()
        return null
      }}
    >
      {(_typed, { code }, setMessage) => (
        <Field
          id={id}
          name="code"
          label={label}
          maxLength={40}
          autoComplete="off"
          error={code}
          isAlert
          onChange={() => setMessage('code', null)}
          after={
            <SubmitButton className="button button--quiet" name="intent" value="code">
              {button}
            </SubmitButton>
          }
        />
      )}
    </Form>
  )
}
