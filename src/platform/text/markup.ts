/**
 * HTML, XML and SVG that the program writes where React does not: texts that a database stores, feeds, drawings, and parts of a page that
 * every response pays for. No file writes a tag by hand (tests/program/markup.test.ts), so none can forget to escape.
 */

/** Markup whose texts are escaped, so that no plain string passes as markup. */
export class Markup {
  readonly text: string
  /** For `text` that is escaped already, by React for example. `element` makes everything else. */
  constructor(text: string) {
    this.text = text
  }
}

type Content = string | number | Markup | null | readonly Content[]

type Attributes = Readonly<Record<string, string | number | Markup | null>>

/** An element, its values escaped. An attribute that is null is left out; an element without content closes itself. */
export function element(name: string, attributes: Attributes, ...content: readonly Content[]): Markup {
  let start = `<${name}`
  for (const attribute in attributes) {
    const value = attributes[attribute] ?? null
    if (value !== null) start += ` ${attribute}="${textOf(value)}"`
  }
  return new Markup(content.length === 0 ? `${start}/>` : `${start}>${textOf(content)}</${name}>`)
}

function textOf(content: Content): string {
  if (typeof content === 'string') return escaped(content)
  if (content instanceof Markup) return content.text
  if (content === null) return ''
  return typeof content === 'number' ? String(content) : content.map(textOf).join('')
}

/** Text inside an element or a quoted attribute. XML 1.0 allows no control characters but tab and line ends, escaped or not. */
export const escaped = (text: string): string =>
  special.test(text) ? text.replace(everySpecial, (character) => entities[character] ?? ' ') : text

// Most texts have nothing to escape, and looking costs half of what replacing does.
const special = /[&<>"\p{Cc}]/u
const everySpecial = /[&<>"]|(?![\t\n\r])\p{Cc}/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A file of XML with its root element. */
export const xmlDocument = (root: Markup): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`

/** Elements that begin on a line each. */
export const lines = (elements: readonly Markup[]): Markup => new Markup(elements.map(({ text }) => text).join('\n'))

/** HTML as a database stores it and staff edit it. */
export const htmlOf = (...blocks: readonly Markup[]): string => lines(blocks).text

export const paragraph = (...content: readonly Content[]): Markup => element('p', {}, ...content)
export const heading = (text: string, id: string | null = null): Markup => element('h2', { id }, text)
export const strong = (text: string): Markup => element('strong', {}, text)
export const link = (href: string, text: string): Markup => element('a', { href }, text)
export const phoneLink = (number: string): Markup => link(`tel:${number.replaceAll(' ', '')}`, number)

export const list = (name: 'ul' | 'ol', items: readonly Content[]): Markup =>
  element(
    name,
    {},
    items.map((item) => element('li', {}, item)),
  )
