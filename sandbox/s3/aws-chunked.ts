/**
 * The body of `content-encoding: aws-chunked`: chunks with their length in hexadecimal on a line before them, and trailers after the last,
 * which is empty. Null when it is cut or malformed. Trailers, which hold checksums, are not compared.
 */
export function decodeAwsChunked(body: Buffer): Buffer | null {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = body.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const [size = ''] = body.toString('latin1', at, lineEnd).split(';')
    if (!/^[0-9a-f]{1,8}$/i.test(size)) return null
    const length = Number.parseInt(size, 16)
    const start = lineEnd + 2
    if (length === 0) return Buffer.concat(parts)
    if (body.toString('latin1', start + length, start + length + 2) !== '\r\n') return null
    parts.push(body.subarray(start, start + length))
    at = start + length + 2
  }
}
