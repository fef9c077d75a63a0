import { data } from 'react-router'
import type { Route } from './+types/cooking-demo-booking.ts'
import { demoTexts } from '../../../modules/events/events.ts'
import { demoLimit } from '../../../modules/events/events.server.ts'
import { BookingPage } from '../../../modules/events/ui/booking-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { pageTypeMeta } from '../../head/page-type.ts'
import { typedFields } from '../product/sold-product.server.ts'

/** The booking page behind a mailed link. A GET changes nothing. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const {
    brand,
    now,
    services: { events },
  } = context.get(requestContext)
  const booking = await events.booking(brand, params.token)
  if (booking === null) throw data(null, { status: 404 })
  const isPast = new Date(booking.demo.startDateTime) <= now()
  return { booking, token: params.token, companyName: brand.companyName, isPast }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const { intent, guests = '' } = await typedFields(request)
  if (shop.visitor.waitFor(demoLimit) > 0) {
    return data({ kind: 'error' as const, text: 'Too many attempts. Please try again later.' }, { status: 429 })
  }
  const booking = await shop.services.events.booking(shop.brand, params.token)
  if (booking === null) throw data(null, { status: 404 })
  const answer = await shop.services.events.rsvp(shop.brand, {
    cookingDemoId: booking.demo.id,
    bookingReference: booking.reference,
    email: booking.email,
    attending: intent === 'come',
    guests: Number(guests),
  })
  if (answer.ok) {
    const text = answer.value.attending
      ? 'Thank you. We look forward to seeing you.'
      : 'Your booking is cancelled and your seats have been released.'
    return data({ kind: 'success' as const, text })
  }
  const { problem } = answer
  const [text = demoTexts.past] =
    problem.code === 'fields' ? Object.values(problem.problems) : ['This booking is already cancelled.']
  return data({ kind: 'error' as const, text }, { status: 400 })
}

export const meta = () => [
  { title: 'Your booking' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
  pageTypeMeta('generic'),
]

export default function CookingDemoBooking({ loaderData, actionData }: Route.ComponentProps) {
  return <BookingPage {...loaderData} notice={actionData ?? null} />
}
