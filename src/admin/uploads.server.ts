import { fileTexts, maxFileBytes, type knownFile, type KnownFile } from '../platform/files/file-kinds.server.ts'
import { isStorable } from '../platform/database/storable.ts'
import { cardNumberText, holdsCardNumber } from '../platform/text/card-numbers.ts'

/** Files that forms send: read only when they are small enough, and taken only when they are what they say. */

const maxTableBytes = 20 * 1_048_576

/**
 * The one table of a form: text in UTF-8, as its name says. It is full of barcodes and numbers of suppliers, so it is not searched for
 * card numbers, which have no place in any of its columns.
 */
export async function sentTable(
  request: Request,
): Promise<{ readonly name: string; readonly text: string } | { readonly error: string }> {
  if (!(lengthOf(request) <= maxTableBytes)) return { error: 'The file must be at most 20 MB.' }
  const file = (await request.formData()).get('file')
  if (!(file instanceof File) || file.size === 0) return { error: 'Please choose a file.' }
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return { error: 'The file must be a CSV or TSV file.' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return isStorable(text) ? { name: file.name, text } : { error: 'The file contains invalid characters.' }
  } catch {
    return { error: 'The file is not in UTF-8. Please save it as UTF-8.' }
  }
}

export type SentFile = {
  readonly file: KnownFile
  readonly name: string
  readonly title: string
  readonly place: string
}

/** The one picture or document of a form, with what it shows and where it goes. */
export async function sentFile(
  request: Request,
  readFile: typeof knownFile,
): Promise<SentFile | { readonly error: string }> {
  // A little more for the form around it.
  if (!(lengthOf(request) <= maxFileBytes + 10_000)) return { error: 'The file must be at most 20 MB.' }
  const form = await request.formData()
  const [file, title, place] = [form.get('file'), form.get('title'), form.get('place')]
  if (!(file instanceof File) || file.size === 0) return { error: 'Please choose a file.' }
  const read = await readFile(Buffer.from(await file.arrayBuffer()), { name: file.name, declared: file.type })
  if (!read.ok) return { error: read.problem }
  const words = typeof title === 'string' && isStorable(title) ? title.replaceAll(/[\s|]+/g, ' ').trim() : ''
  if (words === '') return { error: 'Please enter an alt text or title.' }
  if (holdsCardNumber(words)) return { error: cardNumberText }
  return {
    file: read.value,
    name: file.name,
    title: words.slice(0, 120),
    place: typeof place === 'string' ? place : '',
  }
}

/** What a script checks before it sends a file. */
export const uploadLimits = { maxBytes: maxFileBytes, tooLarge: fileTexts.size } as const

export const maxFilesAtOnce = 200
/** Read into memory before the first is looked at. With script each file is a request of its own. */
const maxRequestBytes = 100 * 1_048_576

/** The files of a form with a field for several. */
export async function sentFiles(
  request: Request,
): Promise<{ readonly files: readonly File[]; readonly form: FormData } | { readonly error: string }> {
  if (!(lengthOf(request) <= maxRequestBytes))
    return { error: 'Together the files must be at most 100 MB. Please upload fewer at once.' }
  const form = await request.formData()
  // A field without a choice sends a file without a name.
  const files = form.getAll('file').filter((one) => one instanceof File && one.name !== '') as File[]
  if (files.length === 0) return { error: 'Please choose a file.' }
  if (files.length > maxFilesAtOnce)
    return { error: `Please choose at most ${maxFilesAtOnce} files at once; you chose ${files.length}.` }
  return { files, form }
}

const lengthOf = (request: Request): number => Number(request.headers.get('content-length') ?? Number.NaN)
