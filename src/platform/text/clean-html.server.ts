import sanitizeHtml from 'sanitize-html'
import { htmlOf, paragraph } from './markup.ts'

/**
 * HTML from people and feeds, reduced to what a page may show (decision platform-27): text blocks, headings, lists, tables, links and
 * images. No style, script, handler or frame. Links to other sites open in a new tab.
 */

const allowed =
  'p br hr div span blockquote pre code h1 h2 h3 h4 h5 h6 b strong i em u s small sub sup ul ol li dl dt dd ' +
  'table caption thead tbody tfoot tr th td a img figure figcaption'

const options: sanitizeHtml.IOptions = {
  allowedTags: allowed.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  // '//elsewhere.example' would be another site under our scheme.
  allowProtocolRelative: false,
  transformTags: {
    a(tagName, { href, title }) {
      const attribs: sanitizeHtml.Attributes = {}
      if (href !== undefined) attribs['href'] = href
      if (title !== undefined) attribs['title'] = title
      if (/^\s*https?:/i.test(href ?? '')) Object.assign(attribs, { target: '_blank', rel: 'noopener' })
      return { tagName, attribs }
    },
    img(tagName, { src, alt, title, width, height }) {
      const given = Object.entries({ src, alt: alt ?? '', title, width, height, loading: 'lazy' })
      return {
        tagName,
        attribs: Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined)),
      }
    },
  },
}

/** Ids that the frame of pages looks for itself. */
const ownIds: ReadonlySet<string> = new Set(['content', 'theme', 'footer', 'alert', 'alert-banner', 'redeem'])

const heading: sanitizeHtml.Transformer = (tagName, { id }) => ({
  tagName,
  attribs: id !== undefined && /^[a-z][a-z0-9-]{0,60}$/.test(id) && !ownIds.has(id) ? { id } : {},
})

const headings = ['h2', 'h3', 'h4'] as const

const documentOptions: sanitizeHtml.IOptions = {
  ...options,
  allowedAttributes: {
    ...(options.allowedAttributes as Record<string, string[]>),
    ...Object.fromEntries(headings.map((name) => [name, ['id']])),
  },
  transformTags: { ...options.transformTags, ...Object.fromEntries(headings.map((name) => [name, heading])) },
}

/** The same for text by staff: its headings keep ids, as link targets (CONF-21). */
export const cleanDocument = (html: string): string => sanitizeHtml(html, documentOptions)

export function cleanHtml(html: string): string {
  // Most descriptions of feeds are plain text, and parsing is the dear part of a large import.
  return /[<>&"]/.test(html) ? sanitizeHtml(html, options) : html
}

/** Plain text as a paragraph; '' stays ''. */
export const paragraphOf = (text: string): string => (text === '' ? '' : htmlOf(paragraph(text)))

/** HTML as lines of text, for those who read no markup: paragraphs stay apart, everything else is left out. */
export function plainText(html: string): string {
  const broken = html.replaceAll(/<(br|\/p|\/div|\/h[1-6]|\/li|\/tr|\/blockquote)\b[^<>]*>/gi, '$&\n')
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} })
  const read = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return read
    .split('\n')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '')
    .join('\n\n')
}
