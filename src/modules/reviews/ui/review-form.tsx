import { messagesIn, type FieldMessages, type Refused, type Typed } from '../../../platform/forms/typed-form.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { starValues } from '../reviews.ts'
import {
  limits,
  maxSuggested,
  photoLimits,
  photosProblem,
  readReview,
  suggestedName,
  type PointKind,
} from '../writing.ts'
import { WritingForm } from './writing-form.tsx'
import styles from './writing-form.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/** A review of a product. A form like any other before script; with script the same rules answer at once. */
export function ReviewForm({
  refused,
  suggested,
}: {
  refused: Refused | null
  /** What buyers of such products like and do not like most. */
  suggested: Readonly<Record<PointKind, readonly string[]>>
}) {
  return (
    <WritingForm
      refused={refused}
      check={(typed, form) => ({ ...messagesIn(readReview(typed)), ...photosMessage(form) })}
      encType="multipart/form-data"
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
            hint={`From ${limits.shortestText} to ${limits.text} characters. What do you use it for, and how well does it do it?`}
            maxLength={limits.text}
            defaultValue={typed['text']}
            error={problems['text']}
            required
          />
          <Points kind="pros" legend="What do you like? (optional)" {...{ suggested, typed, problems }} />
          <Points kind="cons" legend="What could be better? (optional)" {...{ suggested, typed, problems }} />
          <Field
            id="photos"
            name="photos"
            type="file"
            label="Photos (optional)"
            hint={`Up to ${photoLimits.count} photos of the product, at most 10 MB each. Please show no people or addresses. We remove where they were taken.`}
            accept="image/jpeg,image/png,image/webp,image/avif"
            multiple
            error={problems['photos']}
          />
        </>
      )}
    </WritingForm>
  )
}

function photosMessage(form: HTMLFormElement): FieldMessages {
  const field = form.querySelector<HTMLInputElement>('input[name="photos"]')
  const problem = photosProblem([...(field?.files ?? [])])
  return problem === null ? {} : { photos: problem }
}

/** Points in a few words: what others said of such products to be ticked, and a field for anything else. */
function Points({
  kind,
  legend,
  suggested,
  typed,
  problems,
}: {
  kind: PointKind
  legend: string
  suggested: Readonly<Record<PointKind, readonly string[]>>
  typed: Typed
  problems: FieldMessages
}) {
  const offered = suggested[kind].slice(0, maxSuggested)
  return (
    <fieldset className={styles.points}>
      <legend>{legend}</legend>
      {offered.length > 0 && (
        <div className={styles.offered}>
          {offered.map((text, at) => (
            <label key={text}>
              <input
                type="checkbox"
                name={suggestedName(kind, at)}
                value={text}
                defaultChecked={typed[suggestedName(kind, at)] === text}
              />
              {text}
            </label>
          ))}
        </div>
      )}
      <Field
        id={kind}
        name={kind}
        label={offered.length > 0 ? 'Something else' : 'In a few words'}
        hint={`A few words each, separated by commas. At most ${limits.points} in all.`}
        defaultValue={typed[kind]}
        error={problems[kind]}
      />
    </fieldset>
  )
}
