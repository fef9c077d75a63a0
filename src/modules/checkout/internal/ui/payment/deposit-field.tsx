import { useEffect } from 'react'
import type { Cents } from '../../../../../platform/money.ts'
import { Field } from '../../../../../ui/forms/field.tsx'
import { depositCents, depositHint, depositTextProblem, percentageInForce } from '../../../deposit.ts'
import type { Deposit } from '../checkout-state.ts'
import styles from '../../../ui/checkout-page.module.css'

/** The deposit field (DEP-01 to DEP-15). Loaded once the server has sent the minimum deposit. */
export default function DepositField({
  total,
  percentage,
  deposit,
  onDeposit,
  onReset,
}: {
  total: Cents
  /** As the server sent it. */
  percentage: number | null
  deposit: Deposit
  onDeposit: (deposit: Deposit) => void
  /** Resets a deposit to the full amount. */
  onReset: () => void
}) {
  const inForce = percentageInForce(percentage)
  const typed = (text: string): Deposit => {
    const problem = depositTextProblem(text, total, inForce)
    return { isOn: true, text, cents: problem === null ? (depositCents(text) ?? 0) : 0, problem }
  }
  // A change of the total may make a valid amount invalid.
  useEffect(() => {
    if (deposit.isOn && deposit.text !== '') onDeposit(typed(deposit.text))
    // The amount says so itself when it is typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [total, inForce])
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={deposit.isOn}
          onChange={(event) => {
            onDeposit({ isOn: event.target.checked, text: '', cents: 0, problem: null })
            if (!event.target.checked) onReset()
          }}
        />{' '}
        Pay a deposit now
      </label>
      {deposit.isOn && (
        <Field
          id="partialPayment"
          label="Deposit amount"
          inputMode="decimal"
          autoComplete="off"
          value={deposit.text}
          hint={depositHint(total, inForce)}
          error={deposit.problem ?? undefined}
          onChange={(event) => onDeposit(typed(event.target.value))}
        />
      )}
    </>
  )
}
