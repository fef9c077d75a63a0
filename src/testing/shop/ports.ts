import type { RequestListener } from 'node:http'
import { listen } from '../../platform/http/listen.server.ts'

/** A port that is open before its server exists: the configuration names the port, and the server needs the configuration. */
export async function openPort(part: string, setting: 'PORT' | 'IDENTITY_PORT' | 'CMS_PORT') {
  let handler: RequestListener = (_incoming, outgoing) => outgoing.writeHead(503).end()
  const listening = await listen({
    part,
    setting,
    host: '127.0.0.1',
    port: 0,
    onRequest: (incoming, outgoing) => handler(incoming, outgoing),
  })
  return {
    port: listening.port,
    url: `http://127.0.0.1:${listening.port}`,
    answerWith(next: RequestListener): void {
      handler = next
    },
    close: () => listening.close(0),
  }
}
