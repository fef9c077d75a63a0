/** An appointment as a calendar takes it (RFC 5545). */
export type Appointment = {
  /** The same for every file about it, so that a later one takes the place of an earlier. */
  readonly uid: string
  /** Grows with every change. */
  readonly sequence: number
  readonly madeAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly title: string
  readonly place: string
  readonly text: string
  readonly url: string
  readonly isCancelled: boolean
}

/** The calendar file: line endings as the standard requires, at most 75 octets a line, and texts escaped. */
export function calendarFile(appointment: Appointment): string {
  const { uid, sequence, madeAt, startsAt, endsAt, title, place, text, url, isCancelled } = appointment
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Storefront//Cooking demos//EN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${instant(madeAt)}`,
    `DTSTART:${instant(startsAt)}`,
    `DTEND:${instant(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url.replaceAll(/[\r\n]/g, '')}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** '20261124T000000Z'. */
const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

/** A long line is folded with a space; no character is split. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let text = ''
  let room = 75
  for (const character of line) {
    const size = encoder.encode(character).length
    if (size > room) {
      text += '\r\n '
      room = 74
    }
    text += character
    room -= size
  }
  return text
}
