import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { knownFile, maxFileBytes } from './file-kinds.server.ts'
import { glbOf } from './glb-for-tests.ts'

const read = (bytes: Buffer, name = 'a.jpg', declared = 'image/jpeg') => knownFile(bytes, { name, declared })
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])

test('the bytes determine the file type, and name and type must agree', async () => {
  const mismatch = { ok: false, problem: 'The file name’s extension does not match its content.' }
  expect(await read(jpeg, 'a.png', 'image/png')).toEqual(mismatch)
  expect(await read(jpeg, 'a.jpg', 'text/html')).toEqual(mismatch)
  expect(await read(jpeg, 'a.JPEG', '')).toEqual({ ok: true, value: { kind: 'jpg', bytes: jpeg } })
  const avif = Buffer.from('\0\0\0\x20ftypavif\0\0\0\0', 'latin1')
  expect(await read(avif, 'a.avif', 'image/avif')).toMatchObject({ ok: true, value: { kind: 'avif' } })
})

const unknownKind = 'The file must be a JPEG, PNG, WebP or AVIF picture, or a PDF.'
const unknownProductKind =
  'The file must be a JPEG, PNG, WebP or AVIF picture, a PDF, a GLB model, an MP4 or WebM video, or WebVTT captions.'

test.each([
  ['empty', Buffer.alloc(0), 'The file is empty.'],
  ['too large', Buffer.concat([jpeg, Buffer.alloc(maxFileBytes)]), 'The file must be at most 20 MB.'],
  ['an archive', Buffer.from('PK\x03\x04'), unknownKind],
  ['a GIF', Buffer.from('GIF89a'), unknownKind],
  ['a vector drawing', Buffer.from('\u{3c}svg onload="alert(1)"/>'), unknownKind],
  [
    'a PNG that moves',
    Buffer.concat([png, Buffer.from('acTL....IDAT')]),
    'The picture is animated. Please upload a still picture.',
  ],
  [
    'a sequence of AVIF pictures',
    Buffer.from('\0\0\0\x20ftypavis', 'latin1'),
    'The picture is animated. Please upload a still picture.',
  ],
])('a file that is %s is rejected', async (_what, bytes, problem) => {
  expect(await read(bytes, bytes.subarray(1, 4).toString() === 'PNG' ? 'a.png' : 'a.jpg', '')).toEqual({
    ok: false,
    problem,
  })
})

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

test('a product can have a 3D model, videos and captions; nothing else can', async () => {
  const model = glbOf({ asset: { version: '2.0' }, meshes: [{}] })
  const files = [
    ['glb', model, 'model/gltf-binary'],
    ['glb', model, 'application/octet-stream'],
    ['mp4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'), 'video/mp4'],
    ['webm', Buffer.from('\x1a\x45\xdf\xa3\x9fB\x82\x84webm', 'latin1'), 'video/webm'],
    ['vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nThe door opens.\n'), 'text/vtt'],
    ['vtt', Buffer.from('\uFEFFWEBVTT'), ''],
  ] as const
  for (const [kind, bytes, declared] of files) {
    const name = `a.${kind}`
    expect(await knownFile(bytes, { name, declared, isOfProduct: true })).toEqual({ ok: true, value: { kind, bytes } })
    expect(await knownFile(bytes, { name, declared })).toEqual({ ok: false, problem: unknownKind })
  }
})

test.each([
  ['a QuickTime film', Buffer.from('\0\0\0\x14ftypqt  ', 'latin1'), unknownProductKind],
  ['a Matroska film', Buffer.from('\x1a\x45\xdf\xa3\x9fB\x82\x88matroska', 'latin1'), unknownProductKind],
  ['a text that begins like captions', Buffer.from('WEBVTTX'), unknownProductKind],
  [
    'captions in another character set',
    Buffer.from('WEBVTT\n\ncaf\xe9', 'latin1'),
    'The captions are not in UTF-8. Please save them again as WebVTT in UTF-8.',
  ],
  ['a broken model', glbOf({}, { version: 3 }), 'The 3D model is incomplete. Please export it again.'],
])('%s is rejected, also for a product', async (_what, bytes, problem) => {
  expect(await knownFile(bytes, { name: null, declared: '', isOfProduct: true })).toEqual({ ok: false, problem })
})
