import { isStandardEmail } from '../../platform/text/email.ts'
import { trimEnd } from '../../platform/text/trim-end.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import { isStorable } from '../../platform/database/storable.ts'
import { starValues, type StarValue } from './reviews.ts'

/** The rules of the forms that customers write in, the same in the browser and on the server. No I/O. */

export type ReviewDraft = {
  readonly rating: StarValue
  readonly title: string
  readonly text: string
  readonly author: string
  readonly email: string
  readonly pros: readonly string[]
  readonly cons: readonly string[]
}
export type QuestionDraft = Pick<ReviewDraft, 'text' | 'author' | 'email'>

/** The two kinds of points. */
export type PointKind = 'pros' | 'cons'

/** Characters, as the forms and the server count them. */
export const limits = {
  author: 40,
  email: 254,
  title: 80,
  shortestText: 20,
  text: 2_000,
  question: 500,
  point: 40,
  points: 5,
} as const

/** Photos of one review; a phone's picture is well below the limit. */
export const photoLimits = { count: 4, bytes: 10 * 1_048_576 } as const

export const texts = {
  rating: 'Choose from 1 to 5 stars',
  author: `Enter a name of at most ${limits.author} characters`,
  email: 'Enter an email address like name@example.com',
  title: `Enter a headline of at most ${limits.title} characters`,
  text: `Write from ${limits.shortestText} to ${limits.text} characters`,
  question: `Write from ${limits.shortestText} to ${limits.question} characters`,
  points: `Name at most ${limits.points}, each of at most ${limits.point} characters, separated by commas`,
  photoCount: `Choose at most ${photoLimits.count} photos`,
  photoSize: 'Choose photos of at most 10 MB each',
  characters: 'Remove the characters that we cannot accept',
} as const

/** A review as it may be kept, or what is wrong with each field. */
export function readReview(typed: Typed): Result<ReviewDraft, FieldMessages> {
  const rating = starValues.find((value) => String(value) === typed['rating']) ?? null
  const title = oneLine(typed['title'])
  const text = trimmed(typed['text'])
  const writer = readWriter(typed)
  const [pros, cons] = [pointsOf(typed, 'pros'), pointsOf(typed, 'cons')]
  const problems: FieldMessages = {
    ...(rating === null ? { rating: texts.rating } : {}),
    ...problemOf('title', title, 1, limits.title, texts.title),
    ...problemOf('text', text, limits.shortestText, limits.text, texts.text),
    ...pointsProblem('pros', pros),
    ...pointsProblem('cons', cons),
    ...writer.problems,
  }
  if (rating === null || Object.keys(problems).length > 0) return err(problems)
  return ok({ rating, title, text, author: writer.author, email: writer.email, pros, cons })
}

/** A question as it may be kept, or what is wrong with each field. */
export function readQuestion(typed: Typed): Result<QuestionDraft, FieldMessages> {
  const text = trimmed(typed['text'])
  const writer = readWriter(typed)
  const problems: FieldMessages = {
    ...problemOf('text', text, limits.shortestText, limits.question, texts.question),
    ...writer.problems,
  }
  if (Object.keys(problems).length > 0) return err(problems)
  return ok({ text, author: writer.author, email: writer.email })
}

/** Suggested points are checkboxes, `pros0`, `pros1` …; others stand in the field `pros`, separated by commas. */
export const suggestedName = (kind: PointKind, at: number): string => `${kind}${at}`
export const maxSuggested = 6

/** What a form names, each once, with a capital and without a full stop. */
function pointsOf(typed: Typed, kind: PointKind): string[] {
  const checked = Array.from({ length: maxSuggested }, (_, at) => typed[suggestedName(kind, at)] ?? '')
  const byKey = new Map<string, string>()
  for (const one of [...checked, ...(typed[kind] ?? '').split(/[,;\n]/)]) {
    const text = trimEnd(trimEnd(oneLine(one), '.'), '!').trim()
    const key = text.toLowerCase()
    if (key !== '' && !byKey.has(key)) byKey.set(key, text.charAt(0).toUpperCase() + text.slice(1))
  }
  return [...byKey.values()]
}

function pointsProblem(kind: PointKind, points: readonly string[]): FieldMessages {
  if (!points.every(isStorable)) return { [kind]: texts.characters }
  const isRight = points.length <= limits.points && points.every((one) => one.length <= limits.point)
  return isRight ? {} : { [kind]: texts.points }
}

/** What is wrong with the photos that somebody has chosen, by their number and sizes; null when nothing is. */
export function photosProblem(files: readonly { readonly size: number }[]): string | null {
  if (files.length > photoLimits.count) return texts.photoCount
  return files.some(({ size }) => size > photoLimits.bytes) ? texts.photoSize : null
}

function readWriter(typed: Typed): { author: string; email: string; problems: FieldMessages } {
  const author = oneLine(typed['author'])
  const email = trimmed(typed['email']).toLowerCase()
  return {
    author,
    email,
    problems: {
      ...problemOf('author', author, 1, limits.author, texts.author),
      ...(isStandardEmail(email) ? {} : { email: texts.email }),
    },
  }
}

function problemOf(field: string, value: string, min: number, max: number, text: string): FieldMessages {
  if (!isStorable(value)) return { [field]: texts.characters }
  return value.length < min || value.length > max ? { [field]: text } : {}
}

/** A browser sends line ends as two characters and counts them as one. */
const trimmed = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim()
const oneLine = (text: string | undefined): string => trimmed(text).replaceAll(/\s+/g, ' ')
