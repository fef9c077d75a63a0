/** Text inside XML or SVG, in an element or in a quoted attribute. */
export function escapeXml(text: string): string {
  // XML 1.0 allows no control characters but tab and line ends, escaped or not.
  const allowed = Array.from(text, (char) => ((char.codePointAt(0) ?? 0) < 32 && !/[\t\n\r]/.test(char) ? ' ' : char))
  return allowed
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
