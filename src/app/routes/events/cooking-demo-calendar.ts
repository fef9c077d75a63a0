import type { Route } from './+types/cooking-demo-calendar.ts'
import { bookingPath } from '../../../modules/events/events.ts'
import { bookingCalendar } from '../../../modules/events/mail/demo-mail.tsx'
import { requestContext } from '../../../composition/request-context.ts'

/** The appointment of a booking as a file. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const {
    brand,
    now,
    services: { events },
  } = context.get(requestContext)
  const booking = await events.booking(brand, params.token)
  if (booking === null) throw new Response(null, { status: 404 })
  const link = new URL(bookingPath(params.token), request.url).href
  return new Response(bookingCalendar(booking, { brand, link, now: now() }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="cooking-demo-${booking.reference}.ics"`,
      'cache-control': 'private, no-store',
    },
  })
}
