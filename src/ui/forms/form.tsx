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
  refused,
  check,
  send,
  heading,
  button,
  children,
  ...attributes
}: FormRules & {
  /** Shown above the fields and the errors. */
  heading?: ReactNode
  /** The text of the button below the fields; a form without it places its own `SubmitButton`. */
  button?: string
  children: (typed: Typed, messages: FieldMessages, setMessage: SetMessage) => ReactNode
} & Pick<
    FormHTMLAttributes<HTMLFormElement>,
    'id' | 'method' | 'action' | 'encType' | 'className' | 'onChange' | 'aria-label' | 'aria-labelledby'
  >) {
  const form = useForm({ refused, check, send })
  const { messages } = form
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void form.submit(event)}
      className={styles.form}
      {...attributes}
    >
      {heading}
      {messages['form'] !== undefined && (
        <Notice kind="error">
          <p className={styles.text}>{messages['form']}</p>
        </Notice>
      )}
      <IsBusy value={form.isBusy}>
        {children(refused?.typed ?? {}, messages, form.setMessage)}
        {button !== undefined && <SubmitButton className="button button--wide">{button}</SubmitButton>}
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
