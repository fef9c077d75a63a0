import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** The files of imports: text in UTF-8, compressed with gzip or not, read line by line. */

/** The file as a whole cannot be right, so nothing was imported. The message says what to check. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError'
}

export type ImportFile = {
  readonly size: number
  bytesRead(): number
  /** From the first line again at every call. */
  lines(): AsyncGenerator<string>
}

export async function openImportFile(path: string): Promise<ImportFile> {
  const { size } = await stat(path)
  const start = await firstBytes(path)
  if (start.subarray(0, 2).toString('latin1') === 'PK') {
    throw new ImportRefusedError(`${path} is a zip archive. Unpack it and name the text file inside.`)
  }
  if (['fffe', 'feff'].includes(start.toString('hex'))) {
    throw new ImportRefusedError(`${path} is encoded in UTF-16. Save it as UTF-8.`)
  }
  const isCompressed = start[0] === 0x1f && start[1] === 0x8b
  let bytesRead = () => 0
  return {
    size,
    bytesRead: () => bytesRead(),
    lines() {
      const file = createReadStream(path, { highWaterMark: 256 * 1024 })
      bytesRead = () => file.bytesRead
      // Not `compose`, which now and then lets the error of a file that was cut off escape the loop that reads it.
      return linesOf(isCompressed ? pipeline(file, createGunzip(), () => {}) : file)
    },
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer
  } finally {
    await file.close()
  }
}

/** A line in bytes is never longer; what is, is no table, and would fill the memory. */
const longestLine = 1_000_000

/** Bytes that are not UTF-8 become U+FFFD, and their row is rejected. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > longestLine) {
        throw new ImportRefusedError(`A line is longer than ${longestLine} characters: this is no table of text.`)
      }
    }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_') !== true) throw error
    throw new ImportRefusedError('The compressed file is damaged or was cut off.')
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

/** The cells of one line; a quoted cell may contain commas and doubled quotes. Null where a quote is not closed. */
export function csvCells(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] === '"') {
      const cell = quotedCell(line, at + 1)
      if (cell === null) return null
      cells.push(cell.text)
      at = cell.end + 1
    } else {
      const comma = line.indexOf(',', at)
      const end = comma === -1 ? line.length : comma
      cells.push(line.slice(at, end))
      at = end + 1
    }
  }
  return cells
}

/** The text from behind the opening quote, and where the comma after the closing one is. */
function quotedCell(line: string, from: number): { text: string; end: number } | null {
  let text = ''
  let at = from
  for (;;) {
    const quote = line.indexOf('"', at)
    if (quote === -1) return null
    text += line.slice(at, quote)
    if (line[quote + 1] !== '"') {
      const isLast = quote + 1 === line.length
      return isLast || line[quote + 1] === ',' ? { text, end: quote + 1 } : null
    }
    text += '"'
    at = quote + 2
  }
}
