import type { Day } from '../../platform/calendar.ts'

/** What customers write about products, as pages show it. No I/O; the rules of the forms are in writing.ts. */

export const starValues = [1, 2, 3, 4, 5] as const
export type StarValue = (typeof starValues)[number]

export type Review = {
  readonly id: number
  readonly rating: StarValue
  readonly title: string
  /** Plain text; line ends count. */
  readonly text: string
  readonly author: string
  /** In the brand's country. */
  readonly writtenOn: Day
  /** The shop's own words to it. */
  readonly answer: string | null
}

export type Question = {
  readonly id: number
  readonly text: string
  readonly author: string
  readonly writtenOn: Day
  readonly answer: string | null
}

export type ReviewsOfProduct = {
  /** Of one page, newest first. */
  readonly items: readonly Review[]
  /** How many approved reviews gave one star, two stars … five. */
  readonly byStars: readonly number[]
  readonly count: number
}

export type QuestionsOfProduct = { readonly items: readonly Question[]; readonly count: number }

export const itemsAPage = 10

export const decisions = ['approved', 'refused'] as const
export type Decision = (typeof decisions)[number]

export const kinds = ['review', 'question'] as const
export type Kind = (typeof kinds)[number]

/** 'Rated 4.4 out of 5'. */
export const ratedText = (average: number): string => `Rated ${average.toFixed(1)} out of 5`

/** '1 review', '12 reviews'. */
export const countText = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`

/** What a visitor reads after sending something; nothing of it is shown before somebody has read it. */
export const thanks = {
  review: 'Thank you. We will publish your review once we have checked it.',
  question: 'Thank you. We will publish your question with our answer.',
} as const satisfies Record<Kind, string>
