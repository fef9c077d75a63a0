import { hash } from 'node:crypto'

/**
 * The content policy of a page by hash. Inline scripts and styles that we write carry a nonce made for
 * this one rendering; their hashes go into the policy. What came in through data has no nonce, gets no hash and never runs, and the
 * page stays the same for everyone, so it can be cached.
 */
export function contentPolicy(
  html: string,
  nonce: string,
  formTargets: readonly string[],
  allowed: Allowances = noAllowances,
): string {
  const { script, style } = hashesOf(html, nonce)
  return [
    `default-src 'self'`,
    `script-src 'self' ${[...script, ...allowed.script].join(' ')}`,
    // Browsers ignore 'unsafe-inline' beside a hash.
    `style-src 'self' ${allowed.inlineStyle ? `'unsafe-inline'` : [...style].join(' ')}`,
    // Attributes, not sheets: popups are placed by script, and React writes the style of a bar's length as an attribute.
    `style-src-attr 'unsafe-inline'`,
    // Pictures on other hosts are fetched by the shop and served as its own.
    directive('img-src', ['data:', ...allowed.image]),
    directive('connect-src', allowed.connect),
    directive('font-src', allowed.font),
    ...(allowed.frame.length > 0 ? [directive('frame-src', allowed.frame)] : []),
    ...(allowed.media.length > 0 ? [directive('media-src', allowed.media)] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'self'`,
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
  ].join('; ')
}

const directive = (name: string, hosts: readonly string[]): string => [name, `'self'`, ...hosts].join(' ')

/** What a policy allows beyond the site itself, by kind of content: hosts of third-party scripts on a page. */
export type Allowances = {
  readonly script: readonly string[]
  readonly connect: readonly string[]
  readonly frame: readonly string[]
  readonly font: readonly string[]
  readonly media: readonly string[]
  readonly image: readonly string[]
  /** Style sheets that a script writes into the page, which no hash can identify. */
  readonly inlineStyle: boolean
}

export const noAllowances: Allowances = {
  script: [],
  connect: [],
  frame: [],
  font: [],
  media: [],
  image: [],
  inlineStyle: false,
}

/** Walks from mark to mark, because a pattern tried at every `<` of a page costs more than rendering some pages. */
function hashesOf(html: string, nonce: string): Record<'script' | 'style', ReadonlySet<string>> {
  const found = { script: new Set<string>(), style: new Set<string>() }
  const mark = ` nonce="${nonce}"`
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const start = html.lastIndexOf('<', at)
    const tag = html.slice(start + 1, html.indexOf(' ', start))
    if (tag !== 'script' && tag !== 'style') continue
    const from = html.indexOf('>', at) + 1
    const content = html.slice(from, html.indexOf(`</${tag}>`, from))
    if (content !== '') found[tag].add(hashOf(content))
  }
  return found
}

const known = new Map<string, string>()

/** Most inline scripts are the same on every page of a type; those with a page's data are long and are hashed each time. */
function hashOf(content: string): string {
  const canBeStored = content.length < 4_096
  const stored = canBeStored ? known.get(content) : undefined
  if (stored !== undefined) return stored
  const made = `'sha256-${hash('sha256', content, 'base64')}'`
  if (canBeStored && known.size < 1_000) known.set(content, made)
  return made
}

/** JSON for a script element: every `<` in it is part of a string, so that none can close the element. */
export function jsonInScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
