/**
 * The process that asks: keeps a number of connections busy and counts what comes back. It speaks HTTP over bare sockets, because a
 * full client takes more of a core than the servers it is to measure, and two cores are all there is.
 */
import { connect, type Socket } from 'node:net'
import type { Load, LoadResult } from './load.ts'

const headEnd = Buffer.from('\r\n\r\n')
/** As a server writes it, and as node:http does by itself. */
const lengthNames = [Buffer.from('\r\ncontent-length: '), Buffer.from('\r\nContent-Length: ')]

process.on('message', (load: Load) => {
  void measure(load).then((result) => process.send?.(result))
})

async function measure({ port, paths, encoding, connections, seconds }: Load): Promise<LoadResult> {
  const milliseconds: number[] = []
  const statuses: Record<string, number> = {}
  let isOver = false
  const startedAt = performance.now()
  const running = Array.from({ length: connections }, (_, at) => {
    const own = paths.filter((_, place) => place % connections === at)
    const requests = (own.length > 0 ? own : [paths[at % paths.length]]).map((path) =>
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/html\r\naccept-encoding: ${encoding}\r\n\r\n`,
      ),
    )
    return keepAsking(connect(port, '127.0.0.1'), requests, (status, took) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      milliseconds.push(took)
      return !isOver
    })
  })
  setTimeout(() => (isOver = true), seconds * 1_000)
  await Promise.all(running)
  const took = (performance.now() - startedAt) / 1_000
  return { requestsPerSecond: milliseconds.length / took, milliseconds, statuses }
}

function lengthIn(head: Buffer, end: number): number | null {
  for (const name of lengthNames) {
    const at = head.indexOf(name)
    if (at === -1 || at > end) continue
    const from = at + name.length
    return Number(head.toString('latin1', from, head.indexOf(13, from)))
  }
  return null
}

/** Asks again as soon as an answer is complete, until `onAnswer` says no. */
function keepAsking(
  socket: Socket,
  requests: readonly Buffer[],
  onAnswer: (status: string, milliseconds: number) => boolean,
): Promise<void> {
  return new Promise((done, fail) => {
    let sentAt = 0
    let turn = 0
    let status = ''
    let missing = 0
    let head: Buffer | null = null
    const ask = () => {
      sentAt = performance.now()
      socket.write(requests[turn++ % requests.length] ?? '')
    }
    socket.setNoDelay(true)
    socket.on('connect', ask)
    socket.on('error', fail)
    socket.on('data', (chunk) => {
      if (missing === 0) {
        head = head === null ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(headEnd)
        if (end === -1) return
        // Read as bytes, and no more of them than it takes: the longer the head, the more the client would be what is measured.
        const length = lengthIn(head, end)
        if (length === null)
          return void fail(new Error(`An answer without a length:\n${head.toString('latin1', 0, end)}`))
        status = head.toString('latin1', 9, 12)
        missing = length - (head.length - end - headEnd.length)
        head = null
      } else missing -= chunk.length
      if (missing > 0) return
      if (onAnswer(status, performance.now() - sentAt)) return ask()
      socket.destroy()
      done()
    })
  })
}
