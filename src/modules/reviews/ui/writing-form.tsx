import { useState, type FormEvent, type ReactNode } from 'react'
import type { Result } from '../../../platform/result.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { countText, starValues } from '../reviews.ts'
import { limits, readQuestion, readReview, type Problems, type Typed } from '../writing.ts'
import styles from './writing-form.module.css'

/** What came back of a form that was refused: nothing that was typed is lost. */
export type Refused = { readonly typed: Typed; readonly problems: Problems }

/** A review of a product. A form like any other before script; with script the same rules answer at once. */
export function ReviewForm({ refused }: { refused: Refused | null }) {
  return (
    <WritingForm refused={refused} read={readReview} label="Write a review" button="Send review">
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
            hint={`From ${limits.shortestText} to ${limits.text} characters. What do you use it for, what is good, what is not?`}
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
    <WritingForm refused={refused} read={readQuestion} label="Ask a question" button="Send question">
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
  refused,
  read,
  label,
  button,
  children,
}: {
  refused: Refused | null
  read: (typed: Typed) => Result<unknown, Problems>
  label: string
  button: string
  children: (typed: Typed, problems: Problems) => ReactNode
}) {
  const typed = refused?.typed ?? {}
  const [problems, setProblems] = useState<Problems>(refused?.problems ?? {})

  function check(event: FormEvent<HTMLFormElement>): void {
    const form = event.currentTarget
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const checked = read(Object.fromEntries(fields) as Typed)
    if (checked.ok) return
    event.preventDefault()
    setProblems(checked.problem)
    const [first] = Object.keys(checked.problem)
    form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  const { form: general, ...wrong } = problems
  return (
    <form id="write" method="post" className={styles.form} onSubmit={check} noValidate aria-labelledby="write-title">
      <h2 id="write-title">{label}</h2>
      {general !== undefined && <Notice kind="error">{general}</Notice>}
      {Object.keys(wrong).length > 0 && (
        <Notice kind="error">
          <p>Please mend this first:</p>
          <ul className={styles.problems}>
            {Object.entries(wrong).map(([field, text]) => (
              <li key={field}>
                <a href={`#${field}`}>{text}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {children(typed, problems)}
      <div className={styles.writer}>
        <Field
          id="author"
          name="author"
          label="Your name, as it will be shown"
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
          label="E-mail"
          hint="Never shown. Only for a question of ours about what you wrote."
          autoComplete="email"
          maxLength={limits.email}
          defaultValue={typed['email']}
          error={problems['email']}
          required
        />
      </div>
      <p className={styles.soft}>We read everything before it is shown.</p>
      <button className="button">{button}</button>
    </form>
  )
}
