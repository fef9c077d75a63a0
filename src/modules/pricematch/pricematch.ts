import type { AppCode, Country } from '../../brands/apps.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import type { Cents } from '../../platform/money.ts'
import { cleanPhone, phoneProblem } from '../../platform/text/phone.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import { isStorable } from '../../platform/database/storable.ts'
import type { FieldMessages } from '../../platform/forms/typed-form.ts'
import { isWebAddress } from '../../platform/text/web-address.ts'

/** Asking for a price that another shop advertises: the rules of the form, the same in the browser and on the server. No I/O. */

export type PriceMatchDraft = {
  readonly competitor: string
  readonly competitorUrl: string
  readonly competitorPrice: Cents
  readonly postcode: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly message: string | null
}

/** A request that is kept. */
export type PriceMatch = PriceMatchDraft & {
  readonly reference: string
  readonly app: AppCode
  readonly productId: number
  readonly productTitle: string
  readonly productUri: string
  /** What we asked when they wrote. */
  readonly ownPrice: Cents
  readonly state: 'waiting' | 'accepted' | 'refused'
  readonly matchedPrice: Cents | null
  readonly reason: string | null
}

/** Characters, as form and server count them. */
export const priceMatchLimits = {
  competitor: 80,
  competitorUrl: 500,
  competitorPrice: 12,
  postcode: 4,
  name: 80,
  email: 254,
  phone: 20,
  message: 1_000,
} as const

type Field = keyof typeof priceMatchLimits

export const priceMatchTexts = {
  competitor: 'Enter the name of the other shop',
  competitorUrl: 'Enter the link to the product page, starting with https://',
  competitorPrice: 'Enter their price in dollars, such as 1299.00',
  isNotLower: 'Enter a price that is lower than ours',
  postcode: 'Enter a postcode of 4 digits',
  name: `Enter your name, at most ${priceMatchLimits.name} characters`,
  email: 'Enter an email address like name@example.com',
  message: `Write at most ${priceMatchLimits.message} characters`,
  characters: 'Remove the characters that we cannot accept',
} as const

export const priceMatchThanks = 'Thanks, we will review it and email you.'

export const priceMatchPath = (uri: string): string => `/p/${uri}/price-match`

/** A request as it may be kept, or what is wrong with each field. `ownPrice` is what we ask, in cents. */
export function readPriceMatch(
  typed: Readonly<Record<string, string | undefined>>,
  { ownPrice, country }: { readonly ownPrice: Cents; readonly country: Country },
): Result<PriceMatchDraft, FieldMessages> {
  const line = (field: Field) => (typed[field] ?? '').trim().replaceAll(/\s+/g, ' ')
  const message = (typed['message'] ?? '').replaceAll('\r\n', '\n').trim()
  const price = line('competitorPrice').replaceAll(/[\s$,]/g, '')
  const cents = /^\d{1,7}(\.\d{1,2})?$/.test(price) ? Math.round(Number(price) * 100) : 0
  const phone = line('phone')
  const problems: Partial<Record<Field, string>> = {}
  const check = (field: Field, isRight: boolean, text: string) => {
    if (!isStorable(typed[field] ?? '')) problems[field] = priceMatchTexts.characters
    else if (!isRight) problems[field] = text
  }
  const isIn = (field: Field) => line(field).length >= 1 && line(field).length <= priceMatchLimits[field]
  check('competitor', isIn('competitor'), priceMatchTexts.competitor)
  check('competitorUrl', isIn('competitorUrl') && isWebAddress(line('competitorUrl')), priceMatchTexts.competitorUrl)
  check(
    'competitorPrice',
    cents > 0 && cents < ownPrice,
    cents > 0 ? priceMatchTexts.isNotLower : priceMatchTexts.competitorPrice,
  )
  check('postcode', /^\d{4}$/.test(line('postcode')), priceMatchTexts.postcode)
  check('name', isIn('name'), priceMatchTexts.name)
  check('email', isStandardEmail(line('email').toLowerCase()), priceMatchTexts.email)
  const wrongPhone = phone === '' ? null : phoneProblem(phone, country)
  check('phone', wrongPhone === null, wrongPhone ?? '')
  check('message', message.length <= priceMatchLimits.message, priceMatchTexts.message)
  if (Object.keys(problems).length > 0) return err(problems)
  return ok({
    competitor: line('competitor'),
    competitorUrl: line('competitorUrl'),
    competitorPrice: cents,
    postcode: line('postcode'),
    name: line('name'),
    email: line('email').toLowerCase(),
    phone: phone === '' ? null : cleanPhone(phone),
    message: message === '' ? null : message,
  })
}
