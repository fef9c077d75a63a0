/** Calendar days as 'YYYY-MM-DD' text: they compare as text and have no time zone. */
export type Day = string

/** By time zone: creating a formatter takes longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The calendar day at an instant in a time zone. */
export function dayIn(timeZone: string, at: Date): Day {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formatters.set(timeZone, formatter)
  return formatter.format(at)
}

/** Minutes since midnight at an instant in a time zone. */
export function minuteOfDayIn(timeZone: string, at: Date): number {
  const formatter =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, formatter)
  const parts = formatter.format(at).split(':')
  return Number(parts[0]) * 60 + Number(parts[1])
}

export function addDays(day: Day, count: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The same day so many months later, or the last one of a month that has no such day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/** A day and the days after it, `count` in total. */
export function daysFrom(first: Day, count: number): readonly Day[] {
  const known = runs.get(first)
  if (known !== undefined && known.length >= count) return known.slice(0, count)
  const start = Date.parse(`${first}T00:00:00Z`)
  const days = Array.from({ length: count }, (_, at) => new Date(start + at * 86_400_000).toISOString().slice(0, 10))
  if (runs.size >= maxRuns) runs.clear()
  runs.set(first, days)
  return days
}

/** Most callers start from today, which is one of a few days around the world. */
const runs = new Map<Day, readonly Day[]>()
const maxRuns = 16

/** Whole days from one to the other; below zero when `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** ISO number of the weekday: Monday 1 to Sunday 7. */
export function weekdayOf(day: Day): number {
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8)].map(Number) as [number, number, number]
  return ((new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7) + 1
}

export type DateTriple = readonly [year: number, month: number, day: number]

export function tripleOf(day: Day): DateTriple {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}

/** The day a triple names, or null when there is no such day. */
export function dayOf([year, month, day]: DateTriple): Day | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const longWeekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const longMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** 'Tue 24 Nov'. */
export function shortDay(day: Day): string {
  const [, month, date] = tripleOf(day)
  return `${weekdays[weekdayOf(day) - 1]} ${date} ${months[month - 1]}`
}

/** 'Jun', and '2025' in January. */
export function shortMonth(day: Day): string {
  const [year, month] = tripleOf(day)
  return month === 1 ? String(year) : (months[month - 1] ?? '')
}

/** '3 June 2024'. */
export function plainDay(day: Day): string {
  const [year, month, date] = tripleOf(day)
  return `${date} ${longMonths[month - 1]} ${year}`
}

/** 'Monday, 3 June 2024'. */
export function longDay(day: Day): string {
  return `${longWeekdays[weekdayOf(day) - 1]}, ${plainDay(day)}`
}

/** 'June 2024'. */
export function monthTitle(day: Day): string {
  const [year, month] = tripleOf(day)
  return `${longMonths[month - 1]} ${year}`
}

/** 'YYYY-MM-DDTHH:mm' of a zone's clocks, as a form's field has it. */
export function clockTextIn(timeZone: string, at: Date): string {
  const minute = minuteOfDayIn(timeZone, at)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${dayIn(timeZone, at)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/**
 * The instant of a local time in a zone. For an hour that occurs twice it is the earlier one; for an invalid time it is an invalid date.
 */
export function instantIn(timeZone: string, text: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return new Date(Number.NaN)
  const requested = new Date(`${text}Z`).getTime()
  if (Number.isNaN(requested)) return new Date(Number.NaN)
  // The zone's offset around that time, which may differ just before.
  const offsetAt = (ms: number) => new Date(`${clockTextIn(timeZone, new Date(ms))}Z`).getTime() - ms
  const exact = [requested - 86_400_000, requested, requested + 86_400_000]
    .map((near) => requested - offsetAt(near))
    .filter((ms) => clockTextIn(timeZone, new Date(ms)) === text)
  return new Date(exact.length === 0 ? requested - offsetAt(requested) : Math.min(...exact))
}
