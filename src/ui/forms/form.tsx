import { createContext, use, type ButtonHTMLAttributes, type FormHTMLAttributes, type ReactNode } from 'react'
import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import { Notice } from '../display/notice.tsx'
import { useForm, type FormRules, type SetMessage } from './use-form.ts'
import styles from './form.module.css'

const IsBusy = createContext(false)

/**
 * A form that is posted to its own page before script. With script the rules that the server goes by answer at once, and focus goes to the
 * first field that has to be put right. Every field has its name as its id.
 */
export function Form({
  refused = null,
  check,
  checksOnBlur,
  send,
  title,
  button,
  onChange,
  children,
  ...attributes
}: FormRules & {
  /** The heading of a form that is one of several on a page: errors are listed above its fields. */
  title?: string
  /** The text of the button below the fields; a form without it places its own `SubmitButton`. */
  button?: string
  children: (typed: Typed, messages: FieldMessages, setMessage: SetMessage) => ReactNode
} & Pick<
    FormHTMLAttributes<HTMLFormElement>,
    'id' | 'method' | 'action' | 'className' | 'onChange' | 'aria-label' | 'aria-labelledby'
  >) {
  const form = useForm({ refused, check, checksOnBlur, send })
  const { messages } = form
  const frame =
    title === undefined
      ? { className: styles.form }
      : { id: 'write', className: `${styles.form} ${styles.titled}`, 'aria-labelledby': 'write-title' }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void form.submit(event)}
      onChange={onChange ?? form.onChange}
      onBlur={form.onBlur}
      {...frame}
      {...attributes}
    >
      {title !== undefined && <h2 id="write-title">{title}</h2>}
      {messages['form'] !== undefined && (
        <Notice kind="error">
          <p className={styles.text}>{messages['form']}</p>
        </Notice>
      )}
      {title !== undefined && <FieldList messages={messages} />}
      <IsBusy value={form.isBusy}>
        {children(refused?.typed ?? {}, messages, form.setMessage)}
        {button !== undefined && (
          <SubmitButton className={title === undefined ? 'button button--wide' : 'button'}>{button}</SubmitButton>
        )}
      </IsBusy>
    </form>
  )
}

/** The button of the form around it. */
export function SubmitButton({
  busyText = 'Please wait …',
  children,
  ...attributes
}: {
  busyText?: string
  children: ReactNode
} & Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'disabled' | 'name' | 'value'>) {
  const isBusy = use(IsBusy)
  return (
    <button className="button" {...attributes} aria-disabled={isBusy || undefined}>
      {isBusy ? busyText : children}
    </button>
  )
}

/** All errors, each with a link to its field. */
function FieldList({ messages: { form: _general, ...wrong } }: { messages: FieldMessages }) {
  if (Object.keys(wrong).length === 0) return null
  return (
    <Notice kind="error">
      <p>Please fix these fields:</p>
      <ul className={styles.problems}>
        {Object.entries(wrong).map(([field, text]) => (
          <li key={field}>
            <a href={`#${field}`}>{text}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
