import { createHash } from 'node:crypto'

/**
 * The content policy of a page by hash (architecture.md section 4.3). Inline scripts and styles that we write carry a nonce made for
 * this one rendering; their hashes go into the policy. What came in through data has no nonce, gets no hash and never runs, and the
 * page stays the same for everyone, so it can be cached.
 */
export function contentPolicy(html: string, nonce: string, formTargets: readonly string[]): string {
  const scripts = hashesOf(html, 'script', nonce)
  const styles = hashesOf(html, 'style', nonce)
  return [
    `default-src 'self'`,
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    // Attributes, not sheets: popups are placed by script, and React writes the style of a bar's length as an attribute.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: https:`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'self'`,
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
  ].join('; ')
}

function hashesOf(html: string, tag: 'script' | 'style', nonce: string): string[] {
  const hashes = new Set<string>()
  for (const [, content = ''] of html.matchAll(
    new RegExp(`<${tag}(?=[^>]* nonce="${nonce}")[^>]*>([\\s\\S]*?)</${tag}>`, 'g'),
  )) {
    if (content !== '') hashes.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  return [...hashes]
}

/** JSON that may stand in a script element: cannot close it, open a comment, or break a line of code. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
