import { render } from '@react-email/render'
import type { EffectiveBrand } from '../../../brands/brands.ts'
import { mailSender } from '../../../brands/mail-sender.ts'
import { MailLayout } from '../../../brands/mail-layout.tsx'
import type { Mail } from '../../../platform/mail/mail.server.ts'
import { plainText } from '../../../platform/text/plain-text.ts'
import { calendarFile } from '../internal/calendar-file.ts'
import { bookingPath, demoPath } from '../events.ts'
import type { DemoMail } from '../demo-mails.ts'
import { placeText, whenText } from '../internal/when.ts'
import { countText } from '../../../platform/text/count-text.ts'

type Kind = DemoMail['order']['kind']

const titles: Readonly<Record<Kind, string>> = {
  booked: 'Your seats are booked',
  cancelled: 'Your booking is cancelled',
  waits: 'You are on the wait list',
  seat_free: 'A seat is free',
}

/** Mails about a demo. A booking includes its calendar invitation, and a cancellation removes it from the calendar. */
export async function demoMail(
  mail: DemoMail,
  { brand, now, from }: { brand: EffectiveBrand; now: Date; from: string | undefined },
): Promise<Mail> {
  const { order, demo, booking } = mail
  const title = titles[order.kind]
  const own = booking === null ? null : new URL(bookingPath(booking.token), brand.origin).href
  const html = await render(<Body mail={mail} brand={brand} title={title} own={own} />)
  const id = `cooking-demo-${order.kind}-${'bookingId' in order ? order.bookingId : order.waitId}`
  return {
    id,
    app: brand.app,
    sender: mailSender(brand, 'orders', from),
    recipient: mail.to,
    subject: `${title}: ${demo.title}`,
    html,
    plain: plainText(html),
    ...(booking === null || own === null
      ? {}
      : {
          calendar: {
            method: order.kind === 'cancelled' ? ('CANCEL' as const) : ('PUBLISH' as const),
            filename: `cooking-demo-${booking.reference}.ics`,
            content: bookingCalendar(
              { reference: booking.reference, demo, isCancelled: order.kind === 'cancelled' },
              { brand, link: own, now },
            ),
          },
        }),
  }
}

/** A booking as an appointment; the file of a mail and the one of the booking's page are of one appointment. */
export function bookingCalendar(
  { reference, demo, isCancelled }: { reference: string; demo: DemoMail['demo']; isCancelled: boolean },
  { brand, link, now }: { brand: Pick<EffectiveBrand, 'origin' | 'companyName'>; link: string; now: Date },
): string {
  return calendarFile({
    uid: `${reference}@${new URL(brand.origin).hostname}`,
    sequence: isCancelled ? 1 : 0,
    madeAt: now,
    startsAt: new Date(demo.startDateTime),
    endsAt: new Date(demo.endDateTime),
    title: demo.title,
    place: `${brand.companyName} ${demo.storeName}, ${placeText(demo)}`,
    text: `${demo.summary}\nYour reference: ${reference}\nTo change or cancel: ${link}`,
    url: link,
    isCancelled,
  })
}

function Body({
  mail,
  brand,
  title,
  own,
}: {
  mail: DemoMail
  brand: EffectiveBrand
  title: string
  own: string | null
}) {
  const { order, demo, guests, booking, firstName } = mail
  const page = new URL(demoPath(demo.id), brand.origin).href
  const seats = countText(guests, 'seat')
  const link = { color: brand.tokens.colour.accent }
  const text = { margin: '0 0 16px' }
  return (
    <MailLayout brand={brand} title={title}>
      <p style={text}>Hello {firstName},</p>
      {order.kind === 'booked' && (
        <p style={text}>
          We have booked {seats} for you at this session. Your reference is <b>{booking?.reference}</b>.
        </p>
      )}
      {order.kind === 'cancelled' && (
        <p style={text}>
          Your booking {booking?.reference} of {seats} is cancelled. If you did not cancel it, please book again or call
          the store on {demo.address.phone}.
        </p>
      )}
      {order.kind === 'waits' && (
        <p style={text}>
          This session is full. We will email you when {seats} {guests === 1 ? 'becomes' : 'become'} available.
        </p>
      )}
      {order.kind === 'seat_free' && (
        <p style={text}>
          {seats} at this session {guests === 1 ? 'has' : 'have'} become available. Seats go to whoever books first:{' '}
          <a href={page} style={link}>
            book now
          </a>
          .
        </p>
      )}
      <p style={text}>
        <b>{demo.title}</b>
        <br />
        {whenText(demo)}
        <br />
        {brand.companyName} {demo.storeName}, {placeText(demo)}
      </p>
      {order.kind === 'booked' && own !== null && (
        <p style={text}>
          <a href={own} style={link}>
            Confirm, change or cancel your booking
          </a>
          . A calendar invitation is attached.
        </p>
      )}
      <p style={{ margin: 0, color: brand.tokens.colour.inkSoft }}>
        Questions? {brand.supportText}: {brand.supportNumber}. If this was not you, someone may have mistyped their
        address.
      </p>
    </MailLayout>
  )
}
