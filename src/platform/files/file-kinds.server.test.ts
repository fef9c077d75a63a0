import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { knownFile } from './file-kinds.server.ts'

const part = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.byteLength + 2, 2)
  return Buffer.concat([head, data])
}
const exif = (orientation: number) => {
  const notes = Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  notes.writeUInt16BE(orientation, 24)
  return part(0xe1, notes)
}
const frame = (width: number, height: number) => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return part(0xc0, data)
}
const jpeg = (...parts: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...parts,
    part(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd9]),
    Buffer.from('<script>behind the end</script>'),
  ])
const read = (bytes: Buffer, name = 'a.jpg', declared = 'image/jpeg') => knownFile(bytes, { name, declared })

test('a JPEG keeps its image and loses metadata, comments and trailing data', async () => {
  const secret = part(0xfe, Buffer.from('12 Hidden Lane'))
  const stored = await read(jpeg(exif(1), secret, frame(40, 30)))
  const bytes = stored.ok ? stored.value.bytes : expect.fail(stored.problem)
  expect(bytes.subarray(-6)).toEqual(Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd9]))
  expect(bytes.includes(frame(40, 30))).toBe(true)
  for (const word of ['Exif', 'Hidden', 'script']) expect(bytes.includes(word)).toBe(false)
})

test.each([
  ['turned by a note', jpeg(exif(6), frame(40, 30)), 'The picture is rotated by its metadata. Please save it upright.'],
  ['too wide', jpeg(frame(8_001, 10)), 'The picture must have at most 8,000 pixels per side and 40 million in total.'],
  ['without a picture', jpeg(), 'The picture is damaged. Please save it again.'],
  ['cut off', jpeg(frame(40, 30)).subarray(0, 20), 'The picture is damaged. Please save it again.'],
])('a JPEG that is %s is rejected', async (_what, bytes, message) => {
  expect(await read(bytes)).toEqual({ ok: false, problem: message })
})

test('a WebP keeps its image and loses its metadata flags', async () => {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.byteLength)
    return Buffer.concat([Buffer.from(type), size, data])
  }
  const lossless = Buffer.from([0x2f, 39, 0x40, 7, 0, 0])
  const flags = Buffer.from([0b0011_1100, 0, 0, 0, 39, 0, 0, 29, 0, 0])
  const body = Buffer.concat([
    chunk('VP8X', flags),
    chunk('VP8L', lossless),
    chunk('EXIF', Buffer.from('Hidden')),
    chunk('XMP ', Buffer.from('Lane')),
  ])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.byteLength + 4, 4)
  const stored = await read(Buffer.concat([head, body]), 'a.webp', 'image/webp')
  const bytes = stored.ok ? stored.value.bytes : expect.fail(stored.problem)
  expect(bytes.subarray(12)).toEqual(
    Buffer.concat([chunk('VP8X', Buffer.from([0b0001_0000, ...flags.subarray(1)])), chunk('VP8L', lossless)]),
  )
  expect(bytes.readUInt32LE(4)).toBe(bytes.byteLength - 8)
})

test('the bytes determine the file type, and name and type must agree', async () => {
  expect((await read(jpeg(frame(4, 3)), 'a.png', 'image/png')).ok).toBe(false)
  expect((await read(jpeg(frame(4, 3)), 'a.jpg', 'text/html')).ok).toBe(false)
  expect((await read(jpeg(frame(4, 3)), 'a.JPEG', '')).ok).toBe(true)
  expect((await read(Buffer.from('PK\x03\x04'), 'a.zip', 'application/zip')).ok).toBe(false)
})

function png(width: number, height: number, { depth = 8, colour = 2 } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.byteLength)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour], 8)
  const samples = colour === 2 ? 3 : 4
  const pixels = deflateSync(Buffer.alloc(height * (1 + width * samples * (depth / 8))), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test(
  'a PNG of 8,000 × 5,000 pixels is re-encoded while the process keeps responding',
  { timeout: 120_000 },
  async () => {
    const large = png(8_000, 5_000)
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const stored = await read(large, 'a.png', 'image/png')
    clearInterval(timer)
    expect(stored).toMatchObject({ ok: true, value: { kind: 'png' } })
    // Other work had its turns in between.
    expect(turns).toBeGreaterThan(10)
  },
)

const pdf = (body: string | Buffer) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
    Buffer.from('\n%%EOF\n'),
  ])
const objects = (text: string, dictionary = '/Type /ObjStm /Filter /FlateDecode') =>
  Buffer.concat([
    Buffer.from(`4 0 obj << ${dictionary} >> stream\n`),
    deflateSync(Buffer.from(text)),
    Buffer.from('\nendstream endobj'),
  ])

test.each([
  ['plain', pdf('1 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj')],
  ['with a letter of its name by number', pdf('1 0 obj << /S /J#61vaScript /J#53 (x) >> endobj')],
  ['with every letter by number', pdf('1 0 obj << /S /#4a#61#76#61#53#63#72#69#70#74 >> endobj')],
  ['packed in a stream of objects', pdf(objects('1 0 << /S /JavaScript >>'))],
  [
    'packed, by number, in a stream named by number',
    pdf(objects('<< /S /J#61vaScript >>', '/Type /Obj#53tm /Filter /Fl#61teDecode')),
  ],
  ['packed in a way that is not read', pdf(objects('<< >>', '/Type /ObjStm /Filter /LZWDecode'))],
  ['as a file in it', pdf('1 0 obj << /Type /Embedded#46ile >> endobj')],
  [
    'behind a string that looks like the beginning of a stream',
    pdf('1 0 obj << /X (stream\n) /S /JavaScript /JS (app.alert(1)) /Y (endstream) >> endobj'),
  ],
  ['between comments that look like a stream', pdf('%stream\n1 0 obj << /S /JavaScript /JS (x) >> endobj\n%endstream')],
  [
    'packed, in an object whose head is on two lines',
    pdf(
      objects('1 0 << /S /JavaScript >>', '/Type /ObjStm /Filter /FlateDecode')
        .toString('latin1')
        .replace('4 0 obj', '4 0\nobj') as never,
    ),
  ],
  [
    'packed with a predictor',
    pdf(objects('<< /JS (x) >>', '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>')),
  ],
  ['by its short name alone, packed', pdf(objects('<< /A << /JS (x) >> >>'))],
  ['as a form with programs', pdf('1 0 obj << /AcroForm << /XFA 2 0 R >> >> endobj')],
])('a PDF with a program %s is rejected', async (_what, bytes) => {
  const problem = 'The PDF contains scripts or attached files. Please save it without them.'
  expect(await read(bytes, 'a.pdf', 'application/pdf')).toEqual({ ok: false, problem })
})

test('a PDF with a password is rejected, and compressed pictures and fonts are not searched', async () => {
  expect(await read(pdf('trailer << /Encrypt 5 0 R >>'), 'a.pdf', 'application/pdf')).toMatchObject({ ok: false })
  const picture = pdf('1 0 obj << /Subtype /Image >> stream\n\x01/JS \x02 \nendstream endobj')
  expect(await read(picture, 'a.pdf', 'application/pdf')).toMatchObject({ ok: true })
  expect(await read(pdf(objects('<< /Type /Page >>')), 'a.pdf', 'application/pdf')).toMatchObject({ ok: true })
})
