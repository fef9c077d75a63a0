import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { delimited } from './delimited.ts'
import { FeedError, type FeedFormat, type FeedRow } from './feed.ts'
import { jsonLines } from './jsonl.ts'
import { merchantXml } from './merchant-xml.ts'

/** A feed on disk, compressed or not, read once from front to back in constant memory. */
export type FeedFile = {
  readonly size: number
  /** Bytes of the file taken so far, to show how far it is. */
  bytesRead(): number
  readonly rows: AsyncGenerator<FeedRow>
}

const readers = {
  jsonl: jsonLines,
  csv: (text) => delimited(text),
  tsv: (text) => delimited(text, { delimiter: '\t' }),
  xml: merchantXml,
} satisfies Record<FeedFormat, (text: AsyncIterable<string>) => AsyncGenerator<FeedRow>>

export async function openFeed(path: string, format: FeedFormat): Promise<FeedFile> {
  const { size } = await stat(path)
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const bytes = (await isGzip(path)) ? pipeline(file, createGunzip(), () => {}) : file
  return { size, bytesRead: () => file.bytesRead, rows: readers[format](textOf(bytes)) }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** UTF-8, or UTF-16 where the file says so as spreadsheets do. Bytes that are no text become U+FFFD and their row is refused later. */
async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(encodingOf(chunk))
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('Z_')) throw error
    throw new FeedError('The compressed file is damaged or was cut off.')
  }
  yield decoder?.decode() ?? ''
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}
