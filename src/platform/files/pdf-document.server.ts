import { createRequire } from 'node:module'

/** A business paper, an invoice or a quote, as a PDF: A4, one font with the macrons of Māori names, as many pages as its lines need. */

export type PdfRow = {
  readonly text: string
  readonly note: string
  readonly quantity: string
  readonly each: string
  readonly amount: string
}
export type PdfSum = { readonly text: string; readonly amount: string; readonly isStrong?: true }

/** What stands on it, word for word. */
export type PdfDocument = {
  readonly title: string
  readonly seller: readonly string[]
  /** The first one names the paper among its kind: its number. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Beside each other; at most two. */
  readonly blocks: readonly (readonly [heading: string, lines: readonly string[]])[]
  readonly rows: readonly PdfRow[]
  readonly sums: readonly PdfSum[]
  /** Further sums under headings of their own; those without any are left out. */
  readonly sections: readonly (readonly [heading: string, sums: readonly PdfSum[]])[]
  /** Whole sentences below everything. */
  readonly notes: readonly string[]
  readonly footer: string
}

const margin = 48
const ink = '#1a1a1a'
const soft = '#5f5f5f'
const line = '#cccccc'

/** Beside the program, as every library it runs with. */
const fontFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/public-sans/${name}.ttf`)

export async function renderPdf(
  paper: PdfDocument,
  made: { readonly at: Date; readonly lang: string },
): Promise<Buffer> {
  // A library of some megabytes, which only this needs.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: made.lang,
    displayTitle: true,
    info: {
      Title: `${paper.title} ${paper.facts[0]?.[1] ?? ''}`,
      Author: paper.seller[0] ?? '',
      CreationDate: made.at,
    },
    font: fontFile('400Regular/PublicSans_400Regular'),
  })
  doc.registerFont('plain', fontFile('400Regular/PublicSans_400Regular'))
  doc.registerFont('bold', fontFile('700Bold/PublicSans_700Bold'))
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })

  const left = margin
  const right = doc.page.width - margin
  const width = right - left
  const bottom = doc.page.height - margin - 24

  const text = (
    value: string,
    x: number,
    y: number,
    {
      bold = false,
      size = 9.5,
      colour = ink,
      ...options
    }: { bold?: boolean; size?: number; colour?: string; width?: number; align?: 'right' | 'left' } = {},
  ) =>
    doc
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(colour)
      .text(value, x, y, options)
  const rule = (y: number) => doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor(line).stroke()

  // Who sells, and which paper it is.
  const [seller = '', ...sellerLines] = paper.seller
  text(seller, left, margin, { bold: true, size: 17, width: width * 0.55 })
  let y = doc.y + 2
  for (const one of sellerLines) {
    text(one, left, y, { colour: soft })
    y = doc.y
  }
  text(paper.title, left, margin, { bold: true, size: 17, width, align: 'right' })
  let factY = doc.y + 4
  const factX = left + width * 0.56
  for (const [name, value] of paper.facts) {
    text(name, factX, factY, { colour: soft, width: 78 })
    text(value, factX + 82, factY, { width: right - factX - 82 })
    factY = doc.y
  }
  y = Math.max(y, factY) + 20

  const half = width / 2 - 12
  let lowest = y
  for (const [at, [title, lines]] of paper.blocks.entries()) {
    const x = left + at * (half + 24)
    text(title, x, y, { bold: true, width: half })
    for (const one of lines) text(one, x, doc.y, { width: half })
    lowest = Math.max(lowest, doc.y)
  }
  y = lowest + 22

  // The goods: each row is as high as its longest text, and no row is cut in two.
  const columns = { text: left, quantity: left + width * 0.6, each: left + width * 0.68, amount: left + width * 0.84 }
  const amountWidth = width * 0.16
  const head = () => {
    text('Description', columns.text, y, { bold: true })
    text('Qty', columns.quantity, y, { bold: true, width: width * 0.07, align: 'right' })
    text('Each', columns.each, y, { bold: true, width: amountWidth, align: 'right' })
    text('Amount', columns.amount, y, { bold: true, width: amountWidth, align: 'right' })
    y = doc.y + 4
    rule(y)
    y += 6
  }
  const room = (height: number, again?: () => void) => {
    if (y + height <= bottom) return
    doc.addPage()
    y = margin
    again?.()
  }
  head()
  const textWidth = width * 0.57
  for (const row of paper.rows) {
    const height =
      doc.font('plain').fontSize(9.5).heightOfString(row.text, { width: textWidth }) + (row.note === '' ? 0 : 12)
    room(height + 8, head)
    text(row.quantity, columns.quantity, y, { width: width * 0.07, align: 'right' })
    text(row.each, columns.each, y, { width: amountWidth, align: 'right' })
    text(row.amount, columns.amount, y, { width: amountWidth, align: 'right' })
    text(row.text, columns.text, y, { width: textWidth })
    if (row.note !== '') text(row.note, columns.text, doc.y, { size: 8, colour: soft, width: textWidth })
    y = doc.y + 8
  }
  rule(y)
  y += 10

  // An amount may be wide: the names beside it leave it a quarter of the page.
  const nameWidth = width * 0.74
  const sums = (entries: PdfDocument['sums']) => {
    for (const { text: name, amount, isStrong = false } of entries) {
      const size = isStrong ? 11 : 9.5
      const height = doc
        .font(isStrong ? 'bold' : 'plain')
        .fontSize(size)
        .heightOfString(name, { width: nameWidth })
      room(height + 6)
      text(amount, left, y, { bold: isStrong, size, width, align: 'right' })
      text(name, left, y, { bold: isStrong, size, width: nameWidth, align: 'right' })
      y = doc.y + 5
    }
  }
  sums(paper.sums)
  for (const [heading, entries] of paper.sections) {
    if (entries.length === 0) continue
    y += 10
    room(40)
    text(heading, left, y, { bold: true, size: 11 })
    y = doc.y + 4
    sums(entries)
  }
  if (paper.notes.length > 0) y += 10
  for (const note of paper.notes) {
    room(doc.font('plain').fontSize(9.5).heightOfString(note, { width }) + 6)
    text(note, left, y, { width })
    y = doc.y + 6
  }

  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    // Below the margin nothing may begin a page of its own.
    doc.page.margins.bottom = 0
    const footY = doc.page.height - margin
    text(paper.footer, left, footY, { size: 7.5, colour: soft, width: width * 0.8 })
    text(`Page ${page + 1} of ${count}`, left, footY, { size: 7.5, colour: soft, width, align: 'right' })
  }
  doc.end()
  return done
}
