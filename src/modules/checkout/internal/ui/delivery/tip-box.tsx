import { useState } from 'react'
import { Field } from '../../../../../ui/forms/field.tsx'
import type { Cents } from '../../../../../platform/money.ts'
import { formatPrice } from '../../../../pricing/pricing.ts'
import { tipProblem, typedTip, type TipOffer } from '../../../tip.ts'
import type { Tip } from '../checkout-state.ts'
import styles from '../../../ui/checkout-page.module.css'

const notAnAmount = 'Please enter an amount in dollars.'

/** The tip for the delivery crew (decision platform-20). Loaded only where a shop offers it. */
export default function TipBox({ offer, onTip }: { offer: TipOffer; onTip: (tip: Tip) => void }) {
  const [chosen, setChosen] = useState<Cents | 'other'>(0)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  function choose(next: Cents | 'other'): void {
    setChosen(next)
    if (next === 'other') return type(typed)
    setProblem(null)
    onTip({ cents: next, problem: null })
  }

  function type(text: string): void {
    setTyped(text)
    const cents = text.trim() === '' ? 0 : typedTip(text)
    const error = cents === null ? notAnAmount : tipProblem(cents, offer)
    setProblem(error)
    onTip({ cents: error === null ? (cents ?? 0) : 0, problem: error })
  }

  const option = (value: Cents | 'other', text: string) => (
    <label key={text} className={styles.tick}>
      <input type="radio" name="tip" checked={chosen === value} onChange={() => choose(value)} /> {text}
    </label>
  )
  return (
    <section className={styles.group} aria-labelledby="checkout-tip">
      <h2 id="checkout-tip">{offer.title === '' ? offer.label : offer.title}</h2>
      {offer.blurb !== '' && <p>{offer.blurb}</p>}
      <fieldset className={styles.tips}>
        <legend className={offer.title === '' ? 'visually-hidden' : undefined}>{offer.label}</legend>
        {option(0, 'No tip')}
        {offer.amounts.map((cents) => option(cents, formatPrice(cents)))}
        {option('other', 'Another amount')}
      </fieldset>
      {chosen === 'other' && (
        <Field
          id="tip"
          label="Your tip"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          hint="In dollars"
          error={problem ?? undefined}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </section>
  )
}
