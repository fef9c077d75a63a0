import { messagesIn, type Refused } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { CaptchaBox } from '../../identity/ui/captcha.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TitledForm } from '../../../ui/forms/titled-form.tsx'
import { contactLimits, contactTopics, readContact } from '../forms/contact.ts'
import styles from './contact-form.module.css'

/** A message to our experts. */
export function ContactForm({ refused }: { refused: Refused | null }) {
  return (
    <TitledForm
      refused={refused}
      check={(typed) => messagesIn(readContact(typed))}
      title="Ask an expert"
      button="Send message"
    >
      {(typed, problems) => {
        const of = (name: Exclude<keyof typeof contactLimits, 'message'>) => ({
          id: name,
          name,
          maxLength: contactLimits[name],
          defaultValue: typed[name],
          error: problems[name],
        })
        return (
          <>
            <div className={styles.pair}>
              <Field {...of('name')} label="Name" autoComplete="name" required />
              <Field {...of('email')} label="Email" type="email" autoComplete="email" required />
              <Field {...of('phone')} label="Phone (optional)" type="tel" autoComplete="tel" />
              <Field {...of('postcode')} label="Postcode (optional)" inputMode="numeric" autoComplete="postal-code" />
            </div>
            <div className={styles.pair}>
              <div className={styles.topic}>
                <label htmlFor="topic">What is it about?</label>
                <select
                  id="topic"
                  name="topic"
                  defaultValue={typed['topic'] ?? ''}
                  required
                  aria-invalid={problems['topic'] === undefined ? undefined : true}
                  aria-describedby={problems['topic'] === undefined ? undefined : 'topic-error'}
                >
                  <option value="" disabled>
                    Choose
                  </option>
                  {contactTopics.map((topic) => (
                    <option key={topic}>{topic}</option>
                  ))}
                </select>
                {problems['topic'] !== undefined && (
                  <p id="topic-error" className={styles.error}>
                    {problems['topic']}
                  </p>
                )}
              </div>
              <Field {...of('orderNumber')} label="Order number (optional)" />
            </div>
            <TextArea
              id="message"
              name="message"
              label="Your message"
              hint={`At most ${contactLimits.message} characters.`}
              maxLength={contactLimits.message}
              defaultValue={typed['message']}
              error={problems['message']}
              required
            />
            <CaptchaBox />
          </>
        )
      }}
    </TitledForm>
  )
}
