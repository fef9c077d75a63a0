import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openObjectStore } from './object-store.ts'
import { createS3, s3Bucket, s3Keys, type S3StandIn } from './s3.ts'

export type S3Server = {
  readonly port: number
  /** MEDIA_URL for it; other credentials or a prefix replace the stand-in's own. */
  url(options?: {
    readonly secret?: string
    readonly accessKey?: string
    readonly path?: string
    readonly query?: string
  }): string
  readonly slowDown: S3StandIn['slowDown']
  close(): Promise<void>
}

/** The stand-in for S3 by itself, in memory and on a free port. */
export async function startS3({ now = () => new Date() }: { readonly now?: () => Date } = {}): Promise<S3Server> {
  const store = openObjectStore(':memory:')
  const s3 = createS3({ store, now, log: () => {} })
  const server = createServer((incoming, outgoing) => {
    // A client that goes away is no error of the server's.
    s3.handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url({ secret = s3Keys.secretAccessKey, accessKey = s3Keys.accessKeyId, path = s3Bucket, query = '' } = {}) {
      return `s3://${accessKey}:${secret}@127.0.0.1:${port}/${path}?tls=off&style=path${query}`
    },
    slowDown: s3.slowDown,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      store.close()
    },
  }
}
