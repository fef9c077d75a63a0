import { useState, type FormEvent } from 'react'
import { giftCardEnding, maxGiftCards } from '../gift-cards.ts'
import type { CartResponse } from '../cart.ts'
import { emptyCodeText } from '../line-texts.ts'
import { applyCode, removeCode } from './cart-actions.ts'
import { cartStore } from './cart-state.ts'
import styles from './code-box.module.css'
import form from './one-field-form.module.css'

/** The refusal, which is shown beside the field and nowhere else. */
function takeProblem(): string | null {
  const { errorMessage } = cartStore.get()
  cartStore.set({ ...cartStore.get(), errorMessage: null })
  return errorMessage
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
  const [problem, setProblem] = useState<string | null>(null)
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    setProblem((await removeCode(code)) ? null : takeProblem())
  }
  return (
    <>
      <form method="post" action="/cart" className={styles.applied} onSubmit={(event) => void remove(event)}>
        <b>{name}</b>
        <input type="hidden" name="code" value={code} />
        <button className="link-button" aria-label={`Remove ${title}`} name="intent" value="remove-code">
          Remove
        </button>
      </form>
      {problem !== null && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

function CodeField({ id, label, button }: { id: string; label: string; button: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblem(emptyCodeText)
    const isGood = await applyCode(text)
    setProblem(isGood ? null : takeProblem())
    if (isGood) setText('')
  }
  const problemId = `${id}-problem`
  return (
    <form method="post" action="/cart" className={form.form} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={id}>{label}</label>
      <div>
        <input
          id={id}
          name="code"
          maxLength={40}
          autoComplete="off"
          value={text}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <button className="button button--quiet" name="intent" value="code">
          {button}
        </button>
      </div>
      {problem !== null && (
        <p id={problemId} className={form.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
