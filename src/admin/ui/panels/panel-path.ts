/** The address of a salesperson's panel; undefined parameters are left out. */
export function panelPath(
  panel: 'project' | 'customer' | 'reminders' | 'reminders/create' | 'reminders/stats',
  query: { readonly salesperson: string } & Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/panel/${panel}?${new URLSearchParams(given).toString()}`
}
