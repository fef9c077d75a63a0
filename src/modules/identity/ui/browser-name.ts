/**
 * A readable name for a session's browser: 'Firefox on Windows'. User agents name other browsers too, so the most specific match is first.
 */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const

export function browserName(agent: string): string {
  const named = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => agent.includes(mark))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  return system === undefined ? (browser ?? 'Another program') : `${browser ?? 'A browser'} on ${system}`
}
