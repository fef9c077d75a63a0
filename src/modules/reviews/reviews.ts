import type { Day } from '../../platform/calendar.ts'
import { countText } from '../../platform/text/count-text.ts'

/** What customers write about products, as pages show it. No I/O; the rules of the forms are in writing.ts. */

export const starValues = [1, 2, 3, 4, 5] as const
export type StarValue = (typeof starValues)[number]

/** A picture by a buyer: where it is shown small, and alone in a large size. */
export type Photo = { readonly src: string; readonly large: string }

export type Review = {
  readonly id: number
  readonly rating: StarValue
  readonly title: string
  /** Plain text; line ends count. */
  readonly text: string
  readonly author: string
  /** In the brand's country. */
  readonly writtenOn: Day
  /** Whether its writer has bought the product from us. */
  readonly isVerified: boolean
  /** What its writer likes and does not like, each in a few words. */
  readonly pros: readonly string[]
  readonly cons: readonly string[]
  readonly photos: readonly Photo[]
  /** The shop's own words to it. */
  readonly answer: string | null
}

/** What several buyers say, in the words of the first of them. */
export type Point = { readonly text: string; readonly count: number }

export type Question = {
  readonly id: number
  readonly text: string
  readonly author: string
  readonly writtenOn: Day
  readonly answer: string | null
}

/** What a product's approved reviews amount to. */
export type ReviewSummary = {
  /** How many gave one star, two stars … five. */
  readonly byStars: readonly number[]
  readonly count: number
  /** The same of all ratings, those of the feed included as far as it says. */
  readonly ratedByStars: readonly number[]
  readonly verifiedCount: number
  readonly withPhotosCount: number
  /** What at least two say, the most frequent first. */
  readonly pros: readonly Point[]
  readonly cons: readonly Point[]
  /** The newest, at most `photosInSummary`. */
  readonly photos: readonly Photo[]
}

export type ReviewsOfProduct = ReviewSummary & {
  /** Of one page and of what is chosen. */
  readonly items: readonly Review[]
  /** How many reviews the choice has. */
  readonly chosenCount: number
}

export const photosInSummary = 8
export const pointsInSummary = 6

export type QuestionsOfProduct = { readonly items: readonly Question[]; readonly count: number }

export const itemsAPage = 10

export const decisions = ['approved', 'refused'] as const
export type Decision = (typeof decisions)[number]

export const kinds = ['review', 'question'] as const
export type Kind = (typeof kinds)[number]

/** 'Rated 4.4 out of 5'. */
export const ratedText = (average: number): string => `Rated ${average.toFixed(1)} out of 5`

/** Beside reviews of those who have bought the product from us. */
export const verifiedText = 'Verified buyer'

/** Behind a point, for those who hear it: ', said by 12 of 40 buyers'. */
export const saidByText = ({ count }: Point, of: number): string => `, said by ${count} of ${countText(of, 'buyer')}`

/** What a visitor reads after sending something; nothing of it is shown before somebody has read it. */
export const thanks = {
  review: 'Thank you. We will publish your review once we have checked it.',
  question: 'Thank you. We will publish your question with our answer.',
} as const satisfies Record<Kind, string>
