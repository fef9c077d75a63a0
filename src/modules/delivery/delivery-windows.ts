import type { Day } from '../../platform/calendar.ts'

/** The parts of a delivery day that a crew can promise (decision 0066): '07:00-12:00' in the warehouse's time. */

export const windowPattern = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/

/** Whether a text is a window that ends after it begins. */
export function isWindow(text: string): boolean {
  const [from = '', to = ''] = text.split('-')
  return windowPattern.test(text) && from < to
}

/** The windows of a day: none on the day of the order itself, of which a part has passed. */
export const windowsOn = (windows: readonly string[], day: Day | null, today: Day | null): readonly string[] =>
  day === null || day === today ? [] : windows

/** '7 am to 12 pm'. */
export function windowText(window: string): string {
  return window.split('-').map(hourText).join(' to ')
}

function hourText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`
}
