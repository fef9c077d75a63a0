import { createRequire } from 'node:module'

/** An invoice or a quote as a PDF: A4, one font that has the macrons of Māori names, as many pages as its lines need. */

export type PdfRow = {
  readonly text: string
  readonly note: string
  readonly quantity: string
  readonly each: string
  readonly amount: string
}
export type PdfSum = { readonly text: string; readonly amount: string; readonly isStrong?: true }

/** The document's content, word for word. */
export type PdfDocument = {
  readonly title: string
  readonly seller: readonly string[]
  /** The first one is the document's number. */
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
  content: PdfDocument,
  made: { readonly at: Date; readonly lang: string },
): Promise<Buffer> {
  const doc = await openDocument(content, made)
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const page = createLayout(doc)
  let y = drawHeading(page, content) + 20
  y = drawBlocks(page, content.blocks, y) + 22
  y = drawRows(page, content.rows, y) + 10
  y = drawSums(page, content.sums, y)
  for (const [heading, sums] of content.sections) {
    if (sums.length === 0) continue
    y = page.roomFor(40, y + 10)
    page.text(heading, page.left, y, { bold: true, size: 11 })
    y = drawSums(page, sums, doc.y + 4)
  }
  drawNotes(page, content.notes, y)
  drawFooters(page, content.footer)
  doc.end()
  return done
}

async function openDocument(
  { title, facts, seller }: PdfDocument,
  made: { readonly at: Date; readonly lang: string },
): Promise<PDFKit.PDFDocument> {
  // A library of some megabytes, which only this needs.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: made.lang,
    displayTitle: true,
    info: { Title: `${title} ${facts[0]?.[1] ?? ''}`, Author: seller[0] ?? '', CreationDate: made.at },
    font: fontFile('400Regular/PublicSans_400Regular'),
  })
  doc.registerFont('plain', fontFile('400Regular/PublicSans_400Regular'))
  doc.registerFont('bold', fontFile('700Bold/PublicSans_700Bold'))
  return doc
}

type TextStyle = {
  readonly bold?: boolean
  readonly size?: number
  readonly colour?: string
  readonly width?: number
  readonly align?: 'right' | 'left'
}

type Layout = ReturnType<typeof createLayout>

/** The page's measures in points, and what draws on it. */
function createLayout(doc: PDFKit.PDFDocument) {
  const left = margin
  const right = doc.page.width - margin
  const bottom = doc.page.height - margin - 24
  return {
    doc,
    left,
    right,
    width: right - left,
    text(
      value: string,
      x: number,
      y: number,
      { bold = false, size = 9.5, colour = ink, ...options }: TextStyle = {},
    ): void {
      doc
        .font(bold ? 'bold' : 'plain')
        .fontSize(size)
        .fillColor(colour)
        .text(value, x, y, options)
    },
    heightOf(value: string, width: number, { bold = false, size = 9.5 }: TextStyle = {}): number {
      return doc
        .font(bold ? 'bold' : 'plain')
        .fontSize(size)
        .heightOfString(value, { width })
    },
    rule(y: number): void {
      doc.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor(line).stroke()
    },
    /** Where something of this height goes: at `y`, or at the top of a new page. */
    roomFor(height: number, y: number): number {
      if (y + height <= bottom) return y
      doc.addPage()
      return margin
    },
  }
}

/** Seller on the left, title and facts on the right. Answers the lowest point, as all that draw do. */
function drawHeading({ doc, text, left, right, width }: Layout, { title, seller, facts }: PdfDocument): number {
  const [name = '', ...lines] = seller
  text(name, left, margin, { bold: true, size: 17, width: width * 0.55 })
  let sellerY = doc.y + 2
  for (const one of lines) {
    text(one, left, sellerY, { colour: soft })
    sellerY = doc.y
  }
  text(title, left, margin, { bold: true, size: 17, width, align: 'right' })
  let factY = doc.y + 4
  const factX = left + width * 0.56
  for (const [label, value] of facts) {
    text(label, factX, factY, { colour: soft, width: 78 })
    text(value, factX + 82, factY, { width: right - factX - 82 })
    factY = doc.y
  }
  return Math.max(sellerY, factY)
}

function drawBlocks({ doc, text, left, width }: Layout, blocks: PdfDocument['blocks'], y: number): number {
  const half = width / 2 - 12
  let lowest = y
  for (const [at, [heading, lines]] of blocks.entries()) {
    const x = left + at * (half + 24)
    text(heading, x, y, { bold: true, width: half })
    for (const one of lines) text(one, x, doc.y, { width: half })
    lowest = Math.max(lowest, doc.y)
  }
  return lowest
}

/** The goods: each row is as high as its longest text, no row is cut in two, and a new page repeats the heads of the columns. */
function drawRows(
  { doc, text, rule, roomFor, heightOf, left, width }: Layout,
  rows: readonly PdfRow[],
  top: number,
): number {
  const columns = { text: left, quantity: left + width * 0.6, each: left + width * 0.68, amount: left + width * 0.84 }
  const amountWidth = width * 0.16
  const textWidth = width * 0.57
  const drawHead = (at: number): number => {
    text('Description', columns.text, at, { bold: true })
    text('Qty', columns.quantity, at, { bold: true, width: width * 0.07, align: 'right' })
    text('Each', columns.each, at, { bold: true, width: amountWidth, align: 'right' })
    text('Amount', columns.amount, at, { bold: true, width: amountWidth, align: 'right' })
    rule(doc.y + 4)
    return doc.y + 10
  }
  let y = drawHead(top)
  for (const row of rows) {
    const room = roomFor(heightOf(row.text, textWidth) + (row.note === '' ? 0 : 12) + 8, y)
    y = room === y ? y : drawHead(room)
    text(row.quantity, columns.quantity, y, { width: width * 0.07, align: 'right' })
    text(row.each, columns.each, y, { width: amountWidth, align: 'right' })
    text(row.amount, columns.amount, y, { width: amountWidth, align: 'right' })
    text(row.text, columns.text, y, { width: textWidth })
    if (row.note !== '') text(row.note, columns.text, doc.y, { size: 8, colour: soft, width: textWidth })
    y = doc.y + 8
  }
  rule(y)
  return y
}

/** Amounts may be wide: the labels beside them leave a quarter of the page. */
function drawSums({ doc, text, roomFor, heightOf, left, width }: Layout, sums: readonly PdfSum[], top: number): number {
  const nameWidth = width * 0.74
  let y = top
  for (const { text: name, amount, isStrong = false } of sums) {
    const size = isStrong ? 11 : 9.5
    y = roomFor(heightOf(name, nameWidth, { bold: isStrong, size }) + 6, y)
    text(amount, left, y, { bold: isStrong, size, width, align: 'right' })
    text(name, left, y, { bold: isStrong, size, width: nameWidth, align: 'right' })
    y = doc.y + 5
  }
  return y
}

function drawNotes({ doc, text, roomFor, heightOf, left, width }: Layout, notes: readonly string[], top: number): void {
  let y = top + 10
  for (const note of notes) {
    y = roomFor(heightOf(note, width) + 6, y)
    text(note, left, y, { width })
    y = doc.y + 6
  }
}

function drawFooters({ doc, text, left, width }: Layout, footer: string): void {
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    // Below the margin no block may start a new page.
    doc.page.margins.bottom = 0
    const y = doc.page.height - margin
    text(footer, left, y, { size: 7.5, colour: soft, width: width * 0.8 })
    text(`Page ${at + 1} of ${count}`, left, y, { size: 7.5, colour: soft, width, align: 'right' })
  }
}
