import { expect, test } from 'vitest'
import { calendarFile, type Appointment } from './calendar-file.ts'

const appointment: Appointment = {
  uid: 'D00000001@www.example.com',
  sequence: 0,
  madeAt: new Date('2026-11-24T00:00:00Z'),
  startsAt: new Date('2026-11-27T23:30:00Z'),
  endsAt: new Date('2026-11-28T01:00:00Z'),
  title: 'Bread; fish, and\\or cake',
  place: '12 Example Street',
  text: 'One\nTwo',
  url: 'https://www.example.com/cooking-demos/1',
  isCancelled: false,
}

test('an appointment is an iCalendar object with UTC times and escaped texts', () => {
  expect(calendarFile(appointment)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Storefront//Cooking demos//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:D00000001@www.example.com',
      'SEQUENCE:0',
      'DTSTAMP:20261124T000000Z',
      'DTSTART:20261127T233000Z',
      'DTEND:20261128T010000Z',
      'SUMMARY:Bread\\; fish\\, and\\\\or cake',
      'LOCATION:12 Example Street',
      'DESCRIPTION:One\\nTwo',
      'URL:https://www.example.com/cooking-demos/1',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('a cancelled appointment has its status', () => {
  const text = calendarFile({ ...appointment, isCancelled: true, sequence: 1 })
  expect(text).toContain('\r\nMETHOD:CANCEL\r\n')
  expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
  expect(text).toContain('\r\nSEQUENCE:1\r\n')
})

test('lines have at most 75 octets, split no character, and unfold to the same text', () => {
  const title = 'Crème brûlée 🍮 '.repeat(20)
  const text = calendarFile({ ...appointment, title })
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`\r\nSUMMARY:${title}\r\n`)
  expect(text.isWellFormed()).toBe(true)
})

test('a text cannot inject lines', () => {
  const text = calendarFile({
    ...appointment,
    title: 'A\r\nATTENDEE:mailto:x@example.com',
    url: 'https://e.example/\r\nX:1',
  })
  expect(text.split('\r\n').filter((line) => /^(ATTENDEE|X)/.test(line))).toEqual([])
})
