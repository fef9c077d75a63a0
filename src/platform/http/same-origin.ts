/**
 * Whether an unsafe request may act for the visitor (decision platform-06): Sec-Fetch-Site when the browser sends it, else Origin,
 * else Referer. A request with none of the three does not come from a browser and carries no ambient login worth stealing.
 */
export function isSameOriginRequest(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const own = new URL(request.url).host
  for (const name of ['origin', 'referer'] as const) {
    const value = request.headers.get(name)
    if (value !== null) return URL.canParse(value) && new URL(value).host === own
  }
  return true
}
