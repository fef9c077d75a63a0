/** Whether somebody who typed this meant a page of the web: a whole address of at most 500 characters, whose host has a name with a dot. */
export function isWebAddress(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.')
}
