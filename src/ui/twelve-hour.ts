/** '13:30' as '1:30 PM'. Hours below 12, and 24, are AM; what is no time of day is '' (FMT-07, decision ui-12). */
export function twelveHour(time: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):([0-5]\d)$/.exec(time) ?? []
  const hour = Number(hours)
  if (hours === '' || hour > 24 || (hour === 24 && minutes !== '00')) return ''
  return `${hour % 12 || 12}:${minutes} ${hour < 12 || hour === 24 ? 'AM' : 'PM'}`
}
