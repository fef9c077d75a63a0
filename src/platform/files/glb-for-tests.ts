/** A GLB file with this content, or a broken one. */
export function glbOf(
  json: unknown,
  { version = 2, chunkBytes }: { readonly version?: number; readonly chunkBytes?: number } = {},
): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.byteLength % 4)) % 4, ' ')])
  const header = Buffer.alloc(20)
  header.write('glTF', 'latin1')
  header.writeUInt32LE(version, 4)
  header.writeUInt32LE(20 + padded.byteLength, 8)
  header.writeUInt32LE(chunkBytes ?? padded.byteLength, 12)
  header.write('JSON', 16, 'latin1')
  return Buffer.concat([header, padded])
}
