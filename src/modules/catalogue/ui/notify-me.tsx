import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { notifyMePath } from '../catalogue.ts'
import { notifyTexts, type NotifyProblems } from '../notify-me.ts'
import { sendNotifyMe } from '../internal/ui/send-notify-me.ts'
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
  refused?: { readonly typed: Readonly<Record<string, string>>; readonly problems: NotifyProblems } | null
}) {
  const form = useRef<HTMLFormElement>(null)
  const [isDone, setIsDone] = useState(false)
  const [problems, setProblems] = useState<NotifyProblems>(refused?.problems ?? {})

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const sent = event.currentTarget
    const found = await sendNotifyMe(sent, sku)
    if (found === null) return setIsDone(true)
    setProblems(found)
    sent.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }

  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])

  if (isDone) return <Notice kind="success">{notifyTexts.done}</Notice>
  return (
    <form
      ref={form}
      method="post"
      action={notifyMePath(uri)}
      className={styles.form}
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label="Notify me when it is back"
    >
      {problems.form !== undefined && <Notice kind="error">{problems.form}</Notice>}
      <Field
        id="notify-email"
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        required
        defaultValue={refused?.typed['email']}
        error={problems.email}
      />
      {asksForCall && (
        <>
          <Field
            id="notify-phone"
            name="phone"
            type="tel"
            label="Phone, if you prefer a call (optional)"
            autoComplete="tel"
            defaultValue={refused?.typed['phone']}
            error={problems.phone}
          />
          <label className={styles.times}>
            Best time to call
            <select name="callbackTime" defaultValue={refused?.typed['callbackTime']}>
              {callbackTimes.map((time) => (
                <option key={time}>{time}</option>
              ))}
            </select>
          </label>
        </>
      )}
      <button className="button button--wide">Notify me when it is back</button>
    </form>
  )
}
