import type { ReactNode } from 'react'
import type { FieldMessages, Refused, Typed } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { TitledForm } from '../../../ui/forms/titled-form.tsx'
import { limits } from '../writing.ts'
import styles from './writing-form.module.css'

/** A form of what customers write: its own fields, then who writes. */
export function WritingForm({
  children,
  ...form
}: {
  refused: Refused | null
  check: (typed: Typed, form: HTMLFormElement) => FieldMessages
  title: string
  button: string
  encType?: string
  children: (typed: Typed, problems: FieldMessages) => ReactNode
}) {
  return (
    <TitledForm {...form}>
      {(typed, problems) => (
        <>
          {children(typed, problems)}
          <div className={styles.writer}>
            <Field
              id="author"
              name="author"
              label="Your name, as shown with it"
              autoComplete="nickname"
              maxLength={limits.author}
              defaultValue={typed['author']}
              error={problems['author']}
              required
            />
            <Field
              id="email"
              name="email"
              type="email"
              label="Email"
              hint="Never shown. We only use it if we have a question about what you wrote."
              autoComplete="email"
              maxLength={limits.email}
              defaultValue={typed['email']}
              error={problems['email']}
              required
            />
          </div>
          <p className={styles.soft}>We check everything before we publish it.</p>
        </>
      )}
    </TitledForm>
  )
}
