import { promisify } from 'node:util'
import { constants as zlib, inflate } from 'node:zlib'

/** Reasons to reject a PDF. */
export type PdfProblem = 'cut-off' | 'active' | 'locked' | 'large'

/** Names (ISO 32000-1) that make a PDF run something, send something or carry files. */
const activeNames =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA|GoToE|Movie|Sound|Rendition)\b/
/** Three letters, which compressed pictures contain by chance: searched in names only and not in compressed data. */
const shortActiveName = 'JS'

/** The limit on decompressed data, pictures excluded: more would block other requests. */
const maxInflatedBytes = 20_000_000
const inflateStream = promisify(inflate)

/**
 * Scans a PDF for scripts, attachments and encryption: the names of its objects, and all compressed data. Names are read as viewers read
 * them, outside strings and comments and with their escapes (7.3.5); an active name anywhere in the bytes counts too, so that a difference
 * between this parser and a viewer's hides nothing. Null for a PDF that is passive.
 */
export async function pdfProblem(bytes: Buffer): Promise<PdfProblem | null> {
  const text = bytes.toString('latin1')
  if (!text.slice(-1_024).includes('%%EOF')) return 'cut-off'
  if (activeNames.test(withNamesRead(text))) return 'active'
  const { names, streams } = readPdf(text)
  if (names.has('Encrypt')) return 'locked'
  if (names.has(shortActiveName)) return 'active'
  let left = maxInflatedBytes
  for (const stream of streams) {
    const holdsObjects = stream.names.has('ObjStm')
    if (stream.names.has('Image') && !holdsObjects) continue
    // Filters that are not decoded here are not allowed for objects.
    if (holdsObjects && [...stream.names].some((name) => /Decode/.test(name) && name !== 'FlateDecode')) return 'active'
    const inflated = await inflateStream(bytes.subarray(stream.from, stream.to), {
      maxOutputLength: left,
      finishFlush: zlib.Z_SYNC_FLUSH,
    }).catch((error: NodeJS.ErrnoException) => (error.code === 'ERR_BUFFER_TOO_LARGE' ? ('too much' as const) : null))
    if (inflated === 'too much') return 'large'
    if (inflated === null) {
      if (holdsObjects && stream.names.has('FlateDecode')) return 'active'
      continue
    }
    left -= inflated.byteLength
    const content = withNamesRead(inflated.toString('latin1'))
    if (activeNames.test(content)) return 'active'
    if (holdsObjects && readPdf(content).names.has(shortActiveName)) return 'active'
  }
  return null
}

/** '/J#61vaScript' is the name JavaScript: any character of a name may be written as a hex escape (7.3.5). */
const withNamesRead = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type Stream = { readonly names: ReadonlySet<string>; readonly from: number; readonly to: number }

const nextToken = /%[^\r\n]*|\(|\/([^\s()<>[\]{}/%]*)|\bstream\r?\n|\bobj\b/g

/** The names of a file, and its streams with the names of their dictionaries. */
function readPdf(text: string): { names: ReadonlySet<string>; streams: readonly Stream[] } {
  const names = new Set<string>()
  const streams: Stream[] = []
  let own = new Set<string>()
  nextToken.lastIndex = 0
  for (let found = nextToken.exec(text); found !== null; found = nextToken.exec(text)) {
    const [token, name] = found
    const end = found.index + token.length
    if (token === '(') nextToken.lastIndex = endOfString(text, end)
    else if (name !== undefined) {
      const read = withNamesRead(name)
      names.add(read)
      own.add(read)
    } else if (token === 'obj') own = new Set()
    else if (token.startsWith('stream')) {
      const to = text.indexOf('endstream', end)
      streams.push({ names: own, from: end, to: to === -1 ? text.length : to })
      nextToken.lastIndex = to === -1 ? text.length : to + 'endstream'.length
      own = new Set()
    }
  }
  return { names, streams }
}

/** Behind the bracket that closes a string; brackets inside it come in pairs or escaped (7.3.4.2). */
function endOfString(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return text.length
}
