import { z } from 'zod'
import {
  demosPerPage,
  maxDemosPerPage,
  readDemoQuery,
  demoTexts,
  type DemoProblem,
} from '../../modules/events/events.ts'
import { demoLimit } from '../../modules/events/events.server.ts'
import { timeZoneOf } from '../../brands/apps.ts'
import { dayIn } from '../../platform/calendar.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError, httpProblem, type Problem } from '../../platform/http/problem.ts'
import type { Result } from '../../platform/result.ts'
import type { Typed } from '../../platform/forms/typed-form.ts'
import { personalJson, shopEndpoint, moneySchema, perAddress } from '../api.server.ts'
import { imageSchema } from '../catalogue/product-schemas.server.ts'

const tag = 'Cooking demos'

const instant = z.string().meta({ description: 'Date and time, UTC' })

const demo = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  storeUri: z.string(),
  storeName: z.string(),
  brand: z.string(),
  cookingDemoType: z
    .literal([0, 1, 2])
    .meta({ description: 'PrePurchaseOnly 0, PostPurchaseOnly 1, OpenToEveryone 2' }),
  cookingDemoSubEventType: z.literal([0, 1, 2]),
  availability: z.literal([0, 1, 2]).meta({ description: 'Available 0, WaitList 1, ContactStore 2' }),
  startDateTime: instant,
  endDateTime: instant,
  timeZone: z.string(),
  price: moneySchema,
  thumbnail: imageSchema.nullable(),
})

const detail = demo.extend({
  description: z.string().meta({ description: 'Sanitised HTML' }),
  presenter: z.string().nullable(),
  images: z.array(imageSchema),
  address: z.object({
    street: z.string(),
    suburb: z.string(),
    state: z.string().nullable(),
    postcode: z.string(),
    phone: z.string(),
  }),
  capacity: z.int(),
  seatsRemaining: z.int(),
  maxGuestsPerBooking: z.int(),
  products: z.array(z.object({ sku: z.string(), title: z.string(), uri: z.string() })),
})

const text = z.string().max(2_000)
const person = { firstName: text, lastName: text, email: text, phone: text, guests: z.int() }
const bookingAnswer = z.object({
  bookingReference: z.string(),
  cookingDemoId: z.string(),
  guests: z.int(),
  status: z.literal('Confirmed'),
})

/** The body of a call as the fields of a form. */
const typedOf = (body: Readonly<Record<string, string | number | boolean | null>>): Typed =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === null ? '' : String(value)]))

const problemOf: {
  readonly [Code in DemoProblem['code']]: (problem: Extract<DemoProblem, { code: Code }>) => Problem
} = {
  unknown_demo: () => notFound,
  unknown_booking: () => notFound,
  full: () => httpProblem(409, 'full', demoTexts.full),
  fields: ({ problems }) => ({
    status: 400,
    type: 'validation',
    errors: Object.entries(problems).map(([field, message = '']) => ({ field, message, code: 'validation' })),
  }),
}

/** Its value, or its problem as the caller gets it. */
function valueOf<Value>(done: Result<Value, DemoProblem>): Value {
  if (done.ok) return done.value
  throw new ProblemError(problemOf[done.problem.code](done.problem as never))
}

const filter = z.string().max(100).optional()

export const cookingDemoEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/cookingdemo',
    tag,
    summary: 'Lists upcoming cooking demos. Without a store, brand, type or day: those of today and tomorrow.',
    query: z.object({
      sortDirection: filter.meta({ description: 'By start time: None 0, Ascending 1, Descending 2' }),
      pageNo: filter.meta({ description: 'Page number, from 0' }),
      storeUri: filter,
      brand: filter,
      cookingDemoType: filter.meta({ description: 'PrePurchaseOnly 0, PostPurchaseOnly 1, OpenToEveryone 2' }),
      cookingDemoSubEventType: filter,
      startDate: filter.meta({ description: "First day, inclusive, in the site's time zone, such as 2026-11-24" }),
      endDate: filter.meta({ description: 'Last day, inclusive' }),
      recordsPerPage: filter.meta({ description: `Default ${demosPerPage}, at most ${maxDemosPerPage}` }),
    }),
    answer: z.object({ items: z.array(demo), totalCount: z.int(), pageNo: z.int(), recordsPerPage: z.int() }),
    problems: [400],
    async handle({ context: { shop }, query: { recordsPerPage = '', ...requested } }) {
      const today = dayIn(timeZoneOf[shop.brand.country], shop.now())
      const read = readDemoQuery(requested, today)
      const problems: Record<string, string> = read.ok ? {} : ({ ...read.problem } as Record<string, string>)
      const isAny = recordsPerPage === '' || recordsPerPage.startsWith('-')
      const size = isAny ? demosPerPage : Number(recordsPerPage)
      if (!Number.isInteger(size) || size < 1 || size > maxDemosPerPage)
        problems['recordsPerPage'] = `recordsPerPage: must be a whole number from 1 to ${maxDemosPerPage}`
      if (!read.ok || Object.keys(problems).length > 0)
        throw new ProblemError(problemOf.fields({ code: 'fields', problems }))
      return personalJson(await shop.services.events.list(shop.brand, read.value, size))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/cookingdemo/:id',
    tag,
    summary: 'Returns a cooking demo.',
    params: z.object({ id: z.string().max(20) }),
    answer: detail,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const found = await shop.services.events.detail(shop.brand, params.id)
      if (found === null) throw new ProblemError(notFound)
      return personalJson(found)
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cookingdemo/rsvp',
    tag,
    summary: "Confirms a booking's seats or releases those not needed.",
    body: z.object({
      cookingDemoId: text,
      bookingReference: text.nullable(),
      email: text,
      attending: z.boolean(),
      guests: z.int().meta({ description: 'At most the booked seats; ignored when cancelling' }),
    }),
    answer: z.object({ rsvpId: z.string(), attending: z.boolean() }),
    problems: [400, 404, 429],
    limit: perAddress(demoLimit),
    async handle({ context: { shop }, body }) {
      return personalJson(valueOf(await shop.services.events.rsvp(shop.brand, body)))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/cookingdemo/booking',
    tag,
    summary: 'Books seats. Older form of POST /api/v2/cookingdemo/booking, with the same effect.',
    body: z.object({ cookingDemoId: text, name: text, email: text, phone: text, guests: z.int() }),
    answer: bookingAnswer,
    success: 201,
    problems: [400, 404, 409, 429],
    limit: perAddress(demoLimit),
    async handle({ context: { shop }, body: { cookingDemoId, ...body } }) {
      return personalJson(
        valueOf(await shop.services.events.bookOlder(shop.brand, { cookingDemoId, typed: typedOf(body) })),
        201,
      )
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/v2/cookingdemo/booking',
    tag,
    summary: 'Books seats at a cooking demo without an account.',
    body: z.object({
      cookingDemoId: text,
      ...person,
      orderNumber: text.nullable().meta({ description: 'Required for a demo of type PostPurchaseOnly' }),
      dietaryRequirements: text.nullable().meta({ description: 'At most 150 characters' }),
      newsletter: z.boolean(),
    }),
    answer: bookingAnswer,
    success: 201,
    problems: [400, 404, 409, 429],
    limit: perAddress(demoLimit),
    async handle({ context: { shop }, body: { cookingDemoId, ...body } }) {
      return personalJson(
        valueOf(await shop.services.events.book(shop.brand, { cookingDemoId, typed: typedOf(body) })),
        201,
      )
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/v2/cookingdemo/wait-list',
    tag,
    summary: 'Joins the waiting list of a full cooking demo.',
    body: z.object({
      cookingDemoId: text,
      ...person,
      message: text.nullable().meta({ description: 'At most 500 characters' }),
    }),
    answer: z.object({
      enquiryId: z.string(),
      position: z.int().meta({ description: 'Position on the waiting list, from 1' }),
    }),
    success: 201,
    problems: [400, 404, 429],
    limit: perAddress(demoLimit),
    async handle({ context: { shop }, body: { cookingDemoId, ...body } }) {
      return personalJson(
        valueOf(await shop.services.events.wait(shop.brand, { cookingDemoId, typed: typedOf(body) })),
        201,
      )
    },
  }),
]
