import { loadScript } from './load-script.ts'

const googlePlatform = 'https://apis.google.com/js/platform.js'

type Gapi = {
  load(part: 'ratingbadge' | 'surveyoptin', done: () => void): void
  surveyoptin: { render(survey: GoogleSurvey): void }
  ratingbadge: { render(place: HTMLElement, options: { merchant_id: string; position: 'INLINE' }): void }
}

/** What Google needs to ask a customer what they think of an order, once it has come (THIRD-03, THIRD-04). */
export type GoogleSurvey = {
  readonly merchant_id: string
  readonly order_id: string
  readonly email: string
  readonly delivery_country: string
  /** 'yyyy-MM-dd'. */
  readonly estimated_delivery_date: string
  readonly opt_in_style: 'BOTTOM_RIGHT_DIALOG'
}

/** Offers the survey of Google Customer Reviews; rejects when Google cannot be reached. */
export async function offerGoogleSurvey(survey: GoogleSurvey, load = loadScript): Promise<void> {
  await load(googlePlatform)
  const { gapi } = window as { gapi?: Gapi }
  gapi?.load('surveyoptin', () => gapi.surveyoptin.render(survey))
}

/** Renders the Google Customer Reviews badge into an element; rejects when Google cannot be reached. */
export async function drawGoogleBadge(place: HTMLElement, merchantId: string): Promise<void> {
  await loadScript(googlePlatform)
  const { gapi } = window as { gapi?: Gapi }
  gapi?.load('ratingbadge', () => gapi.ratingbadge.render(place, { merchant_id: merchantId, position: 'INLINE' }))
}
