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

test('a JPEG keeps its picture and leaves out notes, comments and what is behind its end', () => {
  const secret = part(0xfe, Buffer.from('12 Hidden Lane'))
  const kept = read(jpeg(exif(1), secret, frame(40, 30)))
  const bytes = kept.ok ? kept.value.bytes : expect.fail(kept.problem)
  expect(bytes.subarray(-6)).toEqual(Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd9]))
  expect(bytes.includes(frame(40, 30))).toBe(true)
  for (const word of ['Exif', 'Hidden', 'script']) expect(bytes.includes(word)).toBe(false)
})

test.each([
  ['turned by a note', jpeg(exif(6), frame(40, 30)), 'The picture is turned by a note in the file. Please save it upright.'],
  ['too wide', jpeg(frame(8_001, 10)), 'The picture must have at most 8,000 pixels a side and 40 million in all.'],
  ['without a picture', jpeg(), 'The picture is damaged. Please save it again.'],
  ['cut off', jpeg(frame(40, 30)).subarray(0, 20), 'The picture is damaged. Please save it again.'],
])('a JPEG that is %s is refused', (_what, bytes, message) => {
  expect(read(bytes)).toEqual({ ok: false, problem: message })
}) // prettier-ignore

test('a WebP keeps its picture and says no more that there were notes', () => {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.byteLength)
    return Buffer.concat([Buffer.from(type), size, data])
  }
  const lossless = Buffer.from([0x2f, 39, 0x40, 7, 0, 0])
  const flags = Buffer.from([0b0011_1100, 0, 0, 0, 39, 0, 0, 29, 0, 0])
  const body = Buffer.concat([chunk('VP8X', flags), chunk('VP8L', lossless), chunk('EXIF', Buffer.from('Hidden')), chunk('XMP ', Buffer.from('Lane'))]) // prettier-ignore
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.byteLength + 4, 4)
  const kept = read(Buffer.concat([head, body]), 'a.webp', 'image/webp')
  const bytes = kept.ok ? kept.value.bytes : expect.fail(kept.problem)
  expect(bytes.subarray(12)).toEqual(Buffer.concat([chunk('VP8X', Buffer.from([0b0001_0000, ...flags.subarray(1)])), chunk('VP8L', lossless)])) // prettier-ignore
  expect(bytes.readUInt32LE(4)).toBe(bytes.byteLength - 8)
})

test('what a file is says its bytes, and its name and type have to agree', () => {
  expect(read(jpeg(frame(4, 3)), 'a.png', 'image/png').ok).toBe(false)
  expect(read(jpeg(frame(4, 3)), 'a.jpg', 'text/html').ok).toBe(false)
  expect(read(jpeg(frame(4, 3)), 'a.JPEG', '').ok).toBe(true)
  expect(read(Buffer.from('PK\x03\x04'), 'a.zip', 'application/zip').ok).toBe(false)
})
