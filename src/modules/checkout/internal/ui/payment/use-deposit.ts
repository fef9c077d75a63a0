import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cents } from '../../../../../platform/money.ts'

/** The deposit as it is typed, and what the rules say of it. */
export type Deposit = {
  readonly isOn: boolean
  readonly text: string
  /** 0 while it is wrong. */
  readonly cents: Cents
  readonly problem: string | null
}

const none: Deposit = { isOn: false, text: '', cents: 0, problem: null }

/** The events that reset a deposit are many; what a reset is stands here (decision payments-15): no amount, no fault. */
export function useDeposit() {
  const [deposit, setDeposit] = useState(none)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reset = useCallback(() => setDeposit((now) => (now.text === '' ? now : { ...none, isOn: now.isOn })), [])
  /** After a date was chosen the summary has to have its new total first (DLV-41). */
  const resetSoon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(reset, 200)
  }, [reset])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { deposit, setDeposit, reset, resetSoon }
}
