import type { AppCode, Country } from '../../brands/apps.ts'
import { addDays, dayOf, tripleOf, type Day } from '../../platform/calendar.ts'
import { hours } from '../../platform/clock.ts'
import { isStorable } from '../../platform/database/storable.ts'
import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import { emailProblem, longest, phoneNumberProblem } from '../checkout/checkout.ts'

/** The rules of cooking demos, the same in the browser and on the server. No I/O. */

/** How a list is sorted by the start time; None is Ascending (DEMO-06, decision events-02). */
export const sortDirections = { None: 0, Ascending: 1, Descending: 2 } as const
export type SortDirection = (typeof sortDirections)[keyof typeof sortDirections]

/** Whom a demo is for (DEMO-07). */
export const cookingDemoTypes = { all: '', PrePurchaseOnly: 0, PostPurchaseOnly: 1, OpenToEveryone: 2 } as const
export type CookingDemoType = Exclude<(typeof cookingDemoTypes)[keyof typeof cookingDemoTypes], ''>

/** By their numbers (decision events-04). */
export const typeLabels = ['Before you buy', 'After you buy', 'Everyone'] as const
export const subtypeLabels = ['Demonstration', 'Masterclass', 'Product training'] as const
export type SubEventType = 0 | 1 | 2

/** What can be done about a seat (DEMO-08). */
export const availabilities = { Available: 0, WaitList: 1, ContactStore: 2 } as const
export type Availability = (typeof availabilities)[keyof typeof availabilities]

/** Bookings close this long before the start; after that the store is in charge. */
const bookingCloses = hours(24)

/** ContactStore when the store takes bookings itself or the start is under 24 hours away, else by its seats (decision events-05). */
export function availabilityOf(
  demo: { readonly isBookedByStore: boolean; readonly startsAt: Date; readonly seatsRemaining: number },
  now: Date,
): Availability {
  if (demo.isBookedByStore || demo.startsAt.getTime() - now.getTime() < bookingCloses)
    return availabilities.ContactStore
  return demo.seatsRemaining > 0 ? availabilities.Available : availabilities.WaitList
}

/** The filters of a list, as they are in addresses (DEMO-04): '' and negative numbers mean any. Days are the site's, both inclusive. */
export type DemoFilters = {
  readonly storeUri: string
  readonly brand: string
  readonly cookingDemoType: number
  readonly cookingDemoSubEventType: number
  readonly startDate: string
  readonly endDate: string
  /** From 0. */
  readonly pageNo: number
  readonly sortDirection: SortDirection
}

export const demosPerPage = 12
export const maxDemosPerPage = 48

/** No filters but the page, in the default order. */
export const anyDemo: DemoFilters = {
  storeUri: '',
  brand: '',
  cookingDemoType: -1,
  cookingDemoSubEventType: -1,
  startDate: '',
  endDate: '',
  pageNo: 0,
  sortDirection: sortDirections.None,
}

/** The default list: today and the next day (DEMO-15). */
export const defaultFilters = (today: Day): DemoFilters => ({
  ...anyDemo,
  startDate: today,
  endDate: addDays(today, 1),
})

/** Filters as a query: texts that are empty and numbers below zero are left out (DEMO-12, DEMO-13). */
export function demoQuery(filters: DemoFilters): URLSearchParams {
  const stored = Object.entries(filters).filter(([, value]) => (typeof value === 'string' ? value !== '' : value >= 0))
  return new URLSearchParams(stored.map(([name, value]) => [name, String(value)]))
}

/** A query without any of these loads the default list (decision record 0027). */
const narrowing = ['storeUri', 'brand', 'cookingDemoType', 'cookingDemoSubEventType', 'startDate', 'endDate'] as const

/** The parsed query, or the errors by field. */
export function readDemoQuery(
  requested: Readonly<Partial<Record<keyof DemoFilters, string | undefined>>>,
  today: Day,
): Result<DemoFilters, FieldMessages> {
  const text = (name: keyof DemoFilters) => (requested[name] ?? '').trim()
  const problems: Partial<Record<keyof DemoFilters, string>> = {}
  const whole = (name: keyof DemoFilters, max: number, otherwise: number) => {
    const given = text(name)
    if (given === '' || /^-\d{1,9}$/.test(given)) return otherwise
    if (/^\d{1,9}$/.test(given) && Number(given) <= max) return Number(given)
    problems[name] = `${name}: must be a whole number of at most ${max}`
    return otherwise
  }
  const day = (name: 'startDate' | 'endDate') => {
    const given = text(name)
    if (given === '' || (/^\d{4}-\d{2}-\d{2}$/.test(given) && dayOf(tripleOf(given)) !== null)) return given
    problems[name] = `${name}: must be a day like 2026-11-24`
    return ''
  }
  const filters: DemoFilters = {
    storeUri: text('storeUri').slice(0, 100),
    brand: text('brand').slice(0, 100),
    cookingDemoType: whole('cookingDemoType', 2, -1),
    cookingDemoSubEventType: whole('cookingDemoSubEventType', 2, -1),
    startDate: day('startDate'),
    endDate: day('endDate'),
    pageNo: whole('pageNo', 10_000, 0),
    sortDirection: whole('sortDirection', 2, 0) as SortDirection,
  }
  if (filters.startDate !== '' && filters.endDate !== '' && filters.endDate < filters.startDate)
    problems.endDate = 'endDate: must not be before startDate'
  if (Object.keys(problems).length > 0) return err(problems)
  const isPlain = narrowing.every((name) => filters[name] === '' || filters[name] === -1)
  const { pageNo, sortDirection } = filters
  return ok(isPlain ? { ...defaultFilters(today), pageNo, sortDirection } : filters)
}

export const demoTexts = {
  none: 'No cooking demos found. Try other dates.',
  full: 'This session is full.',
  twice: 'You have already booked this session.',
  waitsTwice: 'You are already on the wait list.',
  seatsLeft: 'There are still seats available. Please book them instead.',
  past: 'This session has taken place.',
  contactStore: 'Please contact the store to book this session.',
  firstName: 'Please enter a first name (max 20 characters)',
  lastName: 'Please enter a last name (max 20 characters)',
  name: 'Please enter your name (max 50 characters)',
  orderNumber: 'Enter your order number, like W12345678',
  dietaryRequirements: 'Write at most 150 characters',
  message: 'Write at most 500 characters',
  characters: 'Remove the characters that we cannot accept',
} as const

export const demoLimits = {
  firstName: longest.firstName,
  lastName: longest.lastName,
  name: longest.firstName + 1 + longest.lastName,
  email: longest.email,
  phone: longest.phoneNumber,
  orderNumber: 20,
  dietaryRequirements: 150,
  message: 500,
} as const

export const guestsText = (max: number): string =>
  max === 1 ? 'You can book 1 seat' : `Choose between 1 and ${max} seats`

/** Validates an RSVP before its booking is looked up (DEMO-17). */
export function rsvpProblems(answer: {
  readonly email: string
  readonly attending: boolean
  readonly guests: number
}): Readonly<Record<string, string>> {
  const email = emailProblem(answer.email.trim())
  return {
    ...(email === null ? {} : { email }),
    ...(answer.attending && answer.guests < 1 ? { guests: 'Choose 1 seat or more' } : {}),
  }
}

type Person = {
  readonly firstName: string
  readonly lastName: string
  /** Lower case. */
  readonly email: string
  readonly phone: string
  /** Seats, one's own included. */
  readonly guests: number
}
export type BookingDraft = Person & {
  readonly orderNumber: string | null
  readonly dietaryRequirements: string | null
  readonly newsletter: boolean
}
export type WaitDraft = Person & { readonly message: string | null }

/** Inputs of the form's rules besides the form. */
export type FormFacts = {
  readonly country: Country
  readonly maxGuests: number
  readonly cookingDemoType: CookingDemoType
}

/** A booking as it is stored, or errors by field, in the order of the form. */
export function readBooking(typed: Typed, facts: FormFacts): Result<BookingDraft, FieldMessages> {
  return checkedBooking(typed, facts, readNames(typed))
}

/** The older booking is stored as the same kind: a name in one field, and only the fields it asks for (decision events-06). */
export function readOlderBooking(typed: Typed, facts: FormFacts): Result<BookingDraft, FieldMessages> {
  const name = line(typed, 'name')
  const [firstName = '', ...rest] = name.split(' ')
  const wrong: Record<string, string> = isName(name, demoLimits.name) ? {} : { name: demoTexts.name }
  return checkedBooking(typed, facts, { names: { firstName, lastName: rest.join(' ') }, wrong })
}

/** A wait-list entry as it is stored, or errors by field. */
export function readWaiting(typed: Typed, facts: FormFacts): Result<WaitDraft, FieldMessages> {
  const { names, wrong } = readNames(typed)
  const { contact, problems } = readContactOf(typed, facts, wrong)
  // A browser submits line breaks as two characters and counts them as one.
  const message = (typed['message'] ?? '').replaceAll('\r\n', '\n').trim()
  if (message.length > demoLimits.message) problems['message'] = demoTexts.message
  if (!isStorable(message)) problems['message'] = demoTexts.characters
  if (Object.keys(problems).length > 0) return err(problems)
  return ok({ ...names, ...contact, message: message || null })
}

type Names = Pick<Person, 'firstName' | 'lastName'>

function checkedBooking(
  typed: Typed,
  facts: FormFacts,
  { names, wrong }: { names: Names; wrong: Record<string, string> },
): Result<BookingDraft, FieldMessages> {
  const { contact, problems } = readContactOf(typed, facts, wrong)
  const orderNumber = line(typed, 'orderNumber')
  const dietary = line(typed, 'dietaryRequirements')
  const isAfterPurchase = facts.cookingDemoType === cookingDemoTypes.PostPurchaseOnly
  const isGoodNumber = orderNumber === '' ? !isAfterPurchase : /^[A-Za-z0-9-]{3,20}$/.test(orderNumber)
  if (!isGoodNumber) problems['orderNumber'] = demoTexts.orderNumber
  if (dietary.length > demoLimits.dietaryRequirements) problems['dietaryRequirements'] = demoTexts.dietaryRequirements
  if (!isStorable(dietary)) problems['dietaryRequirements'] = demoTexts.characters
  if (Object.keys(problems).length > 0) return err(problems)
  return ok({
    ...names,
    ...contact,
    orderNumber: orderNumber || null,
    dietaryRequirements: dietary || null,
    newsletter: ['on', 'true'].includes(typed['newsletter'] ?? ''),
  })
}

const line = (typed: Typed, field: string): string => (typed[field] ?? '').trim().replaceAll(/\s+/g, ' ')

const isName = (text: string, max: number): boolean => text.length >= 1 && text.length <= max && isStorable(text)

function readNames(typed: Typed): { names: Names; wrong: Record<string, string> } {
  const names = { firstName: line(typed, 'firstName'), lastName: line(typed, 'lastName') }
  const wrong: Record<string, string> = {}
  for (const name of ['firstName', 'lastName'] as const)
    if (!isName(names[name], demoLimits[name])) wrong[name] = demoTexts[name]
  return { names, wrong }
}

function readContactOf(
  typed: Typed,
  { country, maxGuests }: FormFacts,
  wrong: Record<string, string>,
): { contact: Omit<Person, keyof Names>; problems: Record<string, string> } {
  const guests = line(typed, 'guests')
  const contact = {
    email: line(typed, 'email').toLowerCase(),
    phone: line(typed, 'phone'),
    guests: /^\d{1,3}$/.test(guests) ? Number(guests) : 0,
  }
  const problems = { ...wrong }
  const email = emailProblem(contact.email)
  if (email !== null) problems['email'] = email
  const phone = phoneNumberProblem(contact.phone, country)
  if (phone !== null) problems['phone'] = phone
  if (contact.guests < 1 || contact.guests > maxGuests) problems['guests'] = guestsText(maxGuests)
  return { contact, problems }
}

/** An address of the list and of one demo. */
export const demosPath = (filters?: DemoFilters): string =>
  filters === undefined ? '/cooking-demos' : `/cooking-demos?${demoQuery(filters)}`
export const demoPath = (id: string): string => `/cooking-demos/${id}`
export const bookingPath = (token: string): string => `/cooking-demos/booking/${token}`

/** Why nothing was booked, waited for or answered; `fields` names each field and how it should be. */
export type DemoProblem =
  | { readonly code: 'unknown_demo' | 'unknown_booking' | 'full' }
  | { readonly code: 'fields'; readonly problems: FieldMessages }

/** One of an app's demos as its calls carry it (decision events). Money is dollars, instants are ISO texts. */
export type CookingDemo = {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly storeUri: string
  readonly storeName: string
  readonly brand: string
  readonly cookingDemoType: CookingDemoType
  readonly cookingDemoSubEventType: SubEventType
  readonly availability: Availability
  readonly startDateTime: string
  readonly endDateTime: string
  readonly timeZone: string
  readonly price: number
  readonly thumbnail: { readonly src: string; readonly alt: string } | null
}
export type CookingDemoList = {
  readonly items: readonly CookingDemo[]
  readonly totalCount: number
  readonly pageNo: number
  readonly recordsPerPage: number
}
export type CookingDemoDetail = CookingDemo & {
  readonly description: string
  readonly presenter: string | null
  readonly images: readonly { readonly src: string; readonly alt: string }[]
  readonly address: {
    readonly street: string
    readonly suburb: string
    readonly state: string | null
    readonly postcode: string
    readonly phone: string
  }
  readonly capacity: number
  readonly seatsRemaining: number
  readonly maxGuestsPerBooking: number
  readonly products: readonly { readonly sku: string; readonly title: string; readonly uri: string }[]
}

export type BookingAnswer = {
  readonly bookingReference: string
  readonly cookingDemoId: string
  readonly guests: number
  readonly status: 'Confirmed'
}

/** The fields of a demo, for staff and the demo data. */
export type NewCookingDemo = {
  readonly storeUri: string
  readonly title: string
  readonly summary: string
  readonly description: string
  readonly brand: string
  readonly presenter: string | null
  readonly cookingDemoType: CookingDemoType
  readonly cookingDemoSubEventType: SubEventType
  readonly startsAt: Date
  readonly endsAt: Date
  readonly priceCents: number
  readonly imageUrl: string | null
  readonly capacity: number
  /** Seats that were given away before it was put here. */
  readonly seatsTaken: number
  readonly maxGuests: number
  readonly isBookedByStore: boolean
  readonly skus: readonly string[]
  readonly isDemo: boolean
}

/** A seat that is taken, as its owner sees it by the link of a mail. */
export type OwnBooking = {
  readonly reference: string
  readonly app: AppCode
  readonly firstName: string
  readonly email: string
  readonly guests: number
  readonly isCancelled: boolean
  readonly hasSaidYes: boolean
  readonly demo: CookingDemoDetail
}
