import { SaxesParser, type SaxesTagNS } from 'saxes'
import { addField, FeedError, type FeedRow } from './feed.ts'

/**
 * Google Merchant product data as XML, RSS 2.0 (`item`) or Atom (`entry`), read as it streams. Fields carry Google's names without a
 * prefix; where the plain element and Google's have the same name (title, link, Atom's id) Google's counts.
 */

export const merchantNamespace = 'http://base.google.com/ns/1.0'
const atomNamespace = 'http://www.w3.org/2005/Atom'

const longestItem = 4_000_000

/** XML knows five names for characters; feeds written by hand use those of HTML as well. */
// A table, one row a line.
// prettier-ignore
const entities = {
  nbsp: '\u00A0', copy: '©', reg: '®', trade: '™', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”',
  hellip: '…', bull: '•', middot: '·', times: '×', deg: '°', plusmn: '±', sup2: '²', sup3: '³', frac12: '½', frac14: '¼',
  micro: 'µ', eacute: 'é', egrave: 'è', uuml: 'ü', ouml: 'ö', auml: 'ä', szlig: 'ß', euro: '€', pound: '£',
}

type Open = { readonly name: string; readonly isGoogle: boolean; readonly parts: Record<string, unknown>; text: string }

export async function* merchantXml(text: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  // Feeds that forget to declare the usual prefix still mean it.
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: { g: merchantNamespace } })
  Object.assign(parser.ENTITIES, entities)
  const rows: FeedRow[] = []
  let item: { line: number; google: Record<string, unknown>; plain: Record<string, unknown>; size: number } | null =
    null
  let problem: string | null = null
  let isFeed = false
  /** The elements open inside the item, outermost first. */
  let open: Open[] = []

  parser.on('error', (error) => {
    const reason = error.message.replace(/^(?:[^\s:]*:)?\d+:\d+:\s*/, '')
    if (item === null) throw new FeedError(`Line ${parser.line}: the file is not well-formed XML (${reason}).`)
    problem ??= `is not well-formed XML at line ${parser.line}: ${reason}`
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (item === null) {
      if (['rss', 'feed', 'RDF', 'channel'].includes(tag.local)) isFeed = true
      if (tag.local === 'item' || tag.local === 'entry') {
        item = { line: parser.line, google: {}, plain: {}, size: 0 }
        open = []
        problem = null
      }
      return
    }
    const isGoogle = tag.uri === merchantNamespace
    const opened: Open = { name: tag.local, isGoogle, parts: {}, text: '' }
    // <link href="…"/> of Atom.
    const href = tag.attributes['href']?.value
    if (tag.uri === atomNamespace && tag.local === 'link' && href !== undefined) opened.text = href
    open.push(opened)
  })
  const addText = (text: string) => {
    const inner = open.at(-1)
    if (item === null || inner === undefined) return
    item.size += text.length
    if (item.size > longestItem) throw new FeedError(`The item of line ${item.line} is longer than 4 MB.`)
    inner.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (item === null) return
    const closed = open.pop()
    if (closed === undefined) {
      rows.push(
        problem === null
          ? { line: item.line, fields: { ...item.plain, ...item.google } }
          : { line: item.line, error: problem },
      )
      item = null
      return
    }
    const value = Object.keys(closed.parts).length > 0 ? closed.parts : closed.text.trim()
    if (value === '') return
    const parent = open.at(-1)
    if (parent !== undefined) addField(parent.parts, closed.name, value)
    else addField(closed.isGoogle ? item.google : item.plain, closed.name, value)
  })

  for await (const chunk of withWholeAmpersands(text)) {
    parser.write(chunk)
    yield* rows.splice(0)
  }
  // A file that ends in the middle was cut off on its way, and what it no longer names is not gone.
  if (item !== null) throw new FeedError('The file ends in the middle of an item. It was probably cut off.')
  parser.close()
  if (!isFeed) throw new FeedError('The file is not a product feed: neither RSS nor Atom.')
  yield* rows.splice(0)
}

/**
 * 'Fish & chips' with the ampersand as it should have been written: the commonest fault of feeds made by hand, and one after which an
 * XML parser cannot find its way back.
 */
async function* withWholeAmpersands(text: AsyncIterable<string>): AsyncGenerator<string> {
  const bare = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,9});)/gi
  // Longer than any entity and than '<![CDATA[': what may be cut in two by a chunk is held back.
  const reach = 12
  let rest = ''
  let isData = false
  for await (const chunk of text) {
    rest += chunk
    let done = ''
    for (;;) {
      const mark = isData ? ']]>' : '<![CDATA['
      const found = rest.indexOf(mark)
      if (found === -1) break
      const part = rest.slice(0, found + mark.length)
      done += isData ? part : part.replaceAll(bare, '&amp;')
      rest = rest.slice(part.length)
      isData = !isData
    }
    let end = Math.max(rest.length - reach, 0)
    const ampersand = rest.lastIndexOf('&', end)
    if (ampersand > end - reach && ampersand !== -1) end = ampersand
    const part = rest.slice(0, end)
    rest = rest.slice(end)
    yield done + (isData ? part : part.replaceAll(bare, '&amp;'))
  }
  yield isData ? rest : rest.replaceAll(bare, '&amp;')
}
