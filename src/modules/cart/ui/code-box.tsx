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

/** The focus must not be lost with the button or field that had it: it goes from one to the other. */
const focus = (id: string): void => document.getElementById(id)?.focus()
const removalId = (fieldId: string, position = 1): string => `${fieldId}-removal-${position}`

/** A coupon and up to five gift cards, each with a field of its own (COUP-05 to COUP-07, decision 0043). */
export function CodeBox({ cart: { coupon, giftCards } }: { cart: Pick<CartResponse, 'coupon' | 'giftCards'> }) {
  return (
    <>
      {coupon === null ? (
        <CodeField id="discount-code" label="Gift card / Coupon code" button="Apply" />
      ) : (
        <AppliedCode
          id={removalId('discount-code')}
          code={coupon.code}
          name={coupon.code}
          title={`code ${coupon.code}`}
          fieldId="discount-code"
        />
      )}
      {giftCards.map(({ code }, index) => {
        const name = `Gift card ${giftCardEnding(code)}`
        const id = removalId('gift-card', index + 1)
        return <AppliedCode key={code} id={id} code={code} name={name} title={name.toLowerCase()} fieldId="gift-card" />
      })}
      {giftCards.length < maxGiftCards && <CodeField id="gift-card" label="Gift card code" button="Add gift card" />}
      <a href="/vouchers" target="_blank">
        Check your balance
      </a>
    </>
  )
}

function AppliedCode({
  id,
  code,
  name,
  title,
  fieldId,
}: {
  /** Of the button that removes it. */
  id: string
  code: string
  name: string
  title: string
  /** The field that such a code is entered in. */
  fieldId: string
}) {
  return (
    <Form
      action="/cart"
      className={styles.applied}
      send={async () => {
        if (!(await removeCode(code))) return takeProblem('form')
        focus(fieldId)
        return null
      }}
    >
      {() => (
        <>
          <b>{name}</b>
          <input type="hidden" name="code" value={code} />
          <button id={id} className="link-button" aria-label={`Remove ${title}`} name="intent" value="remove-code">
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
        // The coupon's field makes room for its one code, and the gift cards' for the last of five.
        if (!form.isConnected) focus(removalId(id, id === 'gift-card' ? maxGiftCards : 1))
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
