import { useEffect, useRef } from 'react'
import type { FormValues } from '../../../../../ui/forms/form-values.ts'
import type { CheckoutValues } from '../../../ui/checkout-values.ts'

/** Whether leaving loses input. The browser asks before the page is closed or reloaded (CHK-06). */
export function useLeaving(form: FormValues<CheckoutValues>, isOn: boolean) {
  /** The order is placed or the browser is going to a provider, or the shopper has confirmed leaving. */
  const canLeave = useRef(false)
  const { isDirty } = form.formState
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!canLeave.current && isDirty) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty, isOn])
  return {
    losesInput: () => !canLeave.current && form.formState.isDirty,
    allowLeaving() {
      canLeave.current = true
    },
  }
}
