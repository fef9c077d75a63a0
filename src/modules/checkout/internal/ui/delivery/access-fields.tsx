import { useId, useState, type ChangeEvent } from 'react'
import { Field } from '../../../../../ui/forms/field.tsx'
import { accessQuestions, longestReceiver, type DeliveryAccess } from '../../../../delivery/delivery-access.ts'
import type { CheckoutFormValues } from '../../../ui/registered-field.ts'
import page from '../../../ui/checkout-page.module.css'
import styles from './delivery-choices.module.css'

/** Questions about the way to the door, of which none has to be answered. */
export function AccessFields({ form }: { form: CheckoutFormValues }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { access = {} } = form.watch('delivery')
  /** The props of an input: its value, and how the answer is kept with the address that it is about. */
  const answerOf = (name: keyof DeliveryAccess) => ({
    id: `${id}-${name}`,
    value: access[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.setValue(
        'delivery',
        { ...form.getValues('delivery'), access: { ...access, [name]: target.value } },
        { shouldDirty: true },
      ),
  })
  return (
    <details className={page.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Stairs, lift, parking: help our crew (optional)</summary>
      {isOpen && (
        <div className={styles.questions}>
          {(Object.keys(accessQuestions) as (keyof typeof accessQuestions)[]).map((name) => {
            const { title, answers } = accessQuestions[name]
            return (
              <div key={name} className={page.choice}>
                <label htmlFor={answerOf(name).id}>{title}</label>
                <select {...answerOf(name)}>
                  <option value="">Please choose</option>
                  {Object.entries(answers).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              </div>
            )
          })}
          <Field
            label="Who will be home"
            hint="A name and a number, if it is not you."
            maxLength={longestReceiver}
            {...answerOf('receiver')}
          />
        </div>
      )}
    </details>
  )
}
