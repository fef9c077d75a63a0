import { useState, type FormEvent } from 'react'
import { applyCode, removeCode } from './cart-actions.ts'
import { cartStore } from './cart-state.ts'
import styles from './code-box.module.css'
import form from './one-field-form.module.css'

/** One code at a time: a coupon or a gift card (COUP-05 to COUP-07). */
export function CodeBox({ code }: { code: string | null }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (code !== null) {
    const remove = async (event: FormEvent) => {
      event.preventDefault()
      setProblem((await removeCode(code)) ? null : cartStore.get().errorMessage)
    }
    return (
      <>
        <form method="post" action="/cart" className={styles.applied} onSubmit={(event) => void remove(event)}>
          <b>{code}</b>
          <input type="hidden" name="code" value={code} />
          <button className="link-button" aria-label={`Remove code ${code}`} name="intent" value="remove-code">
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
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblem('Coupon value cannot be empty')
    const isGood = await applyCode(text)
    setProblem(isGood ? null : cartStore.get().errorMessage)
    if (isGood) setText('')
  }
  return (
    <form method="post" action="/cart" className={form.form} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor="discount-code">Gift card / Coupon code</label>
      <div>
        <input
          id="discount-code"
          name="code"
          maxLength={40}
          autoComplete="off"
          value={text}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : 'discount-code-problem'}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <button className="button button--quiet" name="intent" value="code">
          Apply
        </button>
      </div>
      {problem !== null && (
        <p id="discount-code-problem" className={form.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
