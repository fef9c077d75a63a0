import { clockTextIn, plainDay } from '../../platform/calendar.ts'

/** '13:30' as '1:30 PM'. Hours below 12, and 24, are AM; an invalid time is '' (FMT-07, decision ui-12). */
export function twelveHour(time: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):([0-5]\d)$/.exec(time) ?? []
  const hour = Number(hours)
  if (hours === '' || hour > 24 || (hour === 24 && minutes !== '00')) return ''
  return `${hour % 12 || 12}:${minutes} ${hour < 12 || hour === 24 ? 'AM' : 'PM'}`
}

/** '3 June 2024, 1:30 PM' on the clocks of a zone; of the reader's own where none is given. */
export function momentText(at: Date, timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const [day = '', time = ''] = clockTextIn(timeZone, at).split('T')
  return `${plainDay(day)}, ${twelveHour(time)}`
}
