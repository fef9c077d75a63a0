import type { ReactNode } from 'react'
import { messagesIn, type FieldMessages, type Refused, type Typed } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TitledForm } from '../../../ui/forms/titled-form.tsx'
import { countText, starValues } from '../reviews.ts'
import { limits, readQuestion, readReview } from '../writing.ts'
import styles from './writing-form.module.css'

/** A review of a product. A form like any other before script; with script the same rules answer at once. */
export function ReviewForm({ refused }: { refused: Refused | null }) {
  return (
    <WritingForm
      refused={refused}
      check={(typed) => messagesIn(readReview(typed))}
      title="Write a review"
      button="Send review"
    >
      {(typed, problems) => (
        <>
          <fieldset
            id="rating"
            className={styles.stars}
            aria-describedby={problems['rating'] === undefined ? undefined : 'rating-error'}
          >
            <legend>Your rating</legend>
            {starValues.map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  name="rating"
                  value={value}
                  defaultChecked={typed['rating'] === String(value)}
                  required
                />
                {countText(value, 'star')}
              </label>
            ))}
            {problems['rating'] !== undefined && (
              <p id="rating-error" className={styles.error}>
                {problems['rating']}
              </p>
            )}
          </fieldset>
          <Field
            id="title"
            name="title"
            label="Headline"
            maxLength={limits.title}
            defaultValue={typed['title']}
            error={problems['title']}
            required
          />
          <TextArea
            id="text"
            name="text"
            label="Your review"
            hint={`From ${limits.shortestText} to ${limits.text} characters. What do you use it for? What do you like, and what could be better?`}
            maxLength={limits.text}
            defaultValue={typed['text']}
            error={problems['text']}
            required
          />
        </>
      )}
    </WritingForm>
  )
}

export function QuestionForm({ refused }: { refused: Refused | null }) {
  return (
    <WritingForm
      refused={refused}
      check={(typed) => messagesIn(readQuestion(typed))}
      title="Ask a question"
      button="Send question"
    >
      {(typed, problems) => (
        <TextArea
          id="text"
          name="text"
          label="Your question"
          hint={`From ${limits.shortestText} to ${limits.question} characters.`}
          maxLength={limits.question}
          defaultValue={typed['text']}
          error={problems['text']}
          required
        />
      )}
    </WritingForm>
  )
}

function WritingForm({
  children,
  ...form
}: {
  refused: Refused | null
  check: (typed: Typed) => FieldMessages
  title: string
  button: string
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
