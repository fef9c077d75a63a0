import { useState, type FormEvent } from 'react'
import { applyCode, cartStore, removeCode } from './cart-state.ts'
import styles from './code-box.module.css'

/** One code at a time: a coupon or a gift card (COUP-05 to COUP-07). */
export function CodeBox({ code }: { code: string | null }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (code !== null) {
    const remove = async () => setProblem((await removeCode(code)) ? null : cartStore.get().error)
    return (
      <>
        <p className={styles.applied}>
          <b>{code}</b>
          <button
            type="button"
            className="link-button"
            aria-label={`Remove code ${code}`}
            onClick={() => void remove()}
          >
            Remove
          </button>
        </p>
        {problem !== null && (
          <p className={styles.problem} role="alert">
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
    setProblem(isGood ? null : cartStore.get().error)
    if (isGood) setText('')
  }
  return (
    <form method="post" action="/cart" className={styles.code} onSubmit={(event) => void submit(event)} noValidate>
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
        <p id="discount-code-problem" className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
