import type { IncomingMessage } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

class TooLargeError extends Error {}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a response's body and decodes it, with at most `maxBytes` before and after: a small body can decode to a very large one (CWE-409).
 * Throws when it is cut, malformed or aborted.
 */
export async function readLimited(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | 'too-large' | 'unknown-encoding'> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = decoders[encoding]
  if (decoder === undefined && encoding !== 'identity' && encoding !== '') return 'unknown-encoding'
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return 'too-large'
  const parts: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const part of limited(source, maxBytes)) parts.push(part)
  }
  try {
    if (decoder === undefined) await pipeline(response, collect, { signal })
    else await pipeline(Readable.from(limited(response, maxBytes)), decoder(), collect, { signal })
  } catch (error) {
    if (error instanceof TooLargeError) return 'too-large'
    throw error
  }
  return Buffer.concat(parts)
}

async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of source) {
    bytes += part.length
    if (bytes > maxBytes) throw new TooLargeError()
    yield part
  }
}
