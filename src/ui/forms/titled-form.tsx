import type { ComponentProps } from 'react'
import type { FieldMessages } from '../../platform/forms/typed-form.ts'
import { Notice } from '../display/notice.tsx'
import { Form, SubmitButton } from './form.tsx'
import styles from './titled-form.module.css'

/** A form that is one of several parts of a page: it has a heading of its own, and errors are listed above its fields. */
export function TitledForm({
  title,
  button,
  children,
  ...form
}: Pick<ComponentProps<typeof Form>, 'refused' | 'check' | 'send' | 'encType' | 'children'> & {
  title: string
  button: string
}) {
  return (
    <Form
      id="write"
      className={styles.titled}
      aria-labelledby="write-title"
      heading={<h2 id="write-title">{title}</h2>}
      {...form}
    >
      {(typed, messages, setMessage) => (
        <>
          <FieldList messages={messages} />
          {children(typed, messages, setMessage)}
          <SubmitButton>{button}</SubmitButton>
        </>
      )}
    </Form>
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
