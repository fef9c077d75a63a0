import { Field } from '../../../ui/forms/field.tsx'
import { longestName } from '../registration.ts'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import styles from './identity-pages.module.css'

/** First and last name, as registration and profile ask for them. */
export function NameFields({
  firstName,
  lastName,
  problems,
}: {
  firstName: string | undefined
  lastName: string | undefined
  problems: FieldMessages
}) {
  return (
    <div className={styles.pair}>
      <Field
        id="firstName"
        name="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={longestName.first}
        defaultValue={firstName}
        error={problems['firstName']}
        required
      />
      <Field
        id="lastName"
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={longestName.last}
        defaultValue={lastName}
        error={problems['lastName']}
        required
      />
    </div>
  )
}
