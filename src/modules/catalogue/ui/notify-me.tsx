import { useEffect, useRef, useState } from 'react'
import type { Refused } from '../../../platform/forms/typed-form.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { notifyMePath } from '../catalogue.ts'
import { sendNotifyMe } from '../internal/ui/send-notify-me.ts'
import { notifyTexts } from '../product/notify-me.ts'
import styles from './notify-me.module.css'

const callbackTimes = ['Any time', 'Mornings', 'Afternoons', 'Evenings'] as const

/** The back-in-stock form. Without script it posts to a page of its own; with script it stays where it is. */
export default function NotifyMe({
  uri,
  sku,
  asksForCall,
  takesFocus = false,
  refused = null,
}: {
  uri: string
  sku: string
  asksForCall: boolean
  /** The request was just sent. */
  takesFocus?: boolean
  /** The result of a posted form. */
  refused?: Refused | null
}) {
  const email = useRef<HTMLInputElement>(null)
  const [isDone, setIsDone] = useState(false)

  useEffect(() => {
    if (takesFocus) email.current?.focus()
  }, [takesFocus])

  if (isDone) return <Notice kind="success">{notifyTexts.done}</Notice>
  return (
    <Form
      action={notifyMePath(uri)}
      className={styles.form}
      aria-label="Notify me when it is back"
      button="Notify me when it is back"
      refused={refused}
      check={(typed) => (isStandardEmail(typed['email']?.trim() ?? '') ? {} : { email: notifyTexts.email })}
      send={async (typed) => {
        const problems = await sendNotifyMe(typed, sku)
        setIsDone(problems === null)
        return problems
      }}
    >
      {(typed, problems) => (
        <>
          <Field
            ref={email}
            id="notify-email"
            name="email"
            type="email"
            label="Email"
            autoComplete="email"
            required
            defaultValue={typed['email']}
            error={problems['email']}
          />
          {asksForCall && (
            <>
              <Field
                id="notify-phone"
                name="phone"
                type="tel"
                label="Phone, if you prefer a call (optional)"
                autoComplete="tel"
                defaultValue={typed['phone']}
                error={problems['phone']}
              />
              <label className={styles.times}>
                Best time to call
                <select name="callbackTime" defaultValue={typed['callbackTime']}>
                  {callbackTimes.map((time) => (
                    <option key={time}>{time}</option>
                  ))}
                </select>
              </label>
            </>
          )}
        </>
      )}
    </Form>
  )
}
