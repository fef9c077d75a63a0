import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy between two programs that carries bytes faithfully until it is told not to. A fault
 * holds for connections that are open and for new ones, until it is mended. Then what was held back is delivered late, as a network does.
 */

export const faultKinds = [
  /** 100 to 400 ms later, each piece its own. */
  'latency',
  /** A thousand bytes a second. */
  'narrow',
  'refused',
  /** Cut after some bytes of the caller. */
  'cut-request',
  /** Cut after some bytes of the answer. */
  'cut-answer',
  /** The end of a connection is not passed on. */
  'slow-close',
  /** Accepted, and nothing comes through either way. */
  'black-hole',
  /** Everything arrives, in pieces of a few bytes. */
  'sliced',
  /** The request arrives and its answer does not. */
  'one-way',
  /** Every request arrives twice, on a connection of its own each; for HTTP only. */
  'duplicate',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type FaultyProxy = {
  readonly port: number
  /** Where it leads from now on; connections that are open are cut. */
  aim(port: number): void
  fail(kind: FaultKind): void
  mend(): void
  close(): Promise<void>
}

const cutAfterBytes = 300
const sliceBytes = 7
const narrowBytesEachSecond = 1_000

type Way = 'request' | 'answer'

export async function openFaultyProxy(options: {
  readonly target: number
  /** From 0 to below 1; a run with the same seed has the same faults. */
  readonly random: () => number
}): Promise<FaultyProxy> {
  const { random } = options
  let target = options.target
  let fault: FaultKind | null = null
  const links = new Set<Link>()

  const server: Server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {})
    if (fault === 'refused') {
      near.resetAndDestroy()
      return
    }
    const link = openLink(near, { target, random, fault: () => fault })
    links.add(link)
    near.once('close', () => links.delete(link))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port,
    aim(port) {
      target = port
      for (const link of links) link.cut()
    },
    fail(kind) {
      fault = kind
      if (kind === 'refused') for (const link of links) link.cut()
    },
    mend() {
      fault = null
      for (const link of links) link.deliver()
    },
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const link of links) link.cut()
      await closed
    },
  }
}

type Link = { cut(): void; deliver(): void }

function openLink(
  near: Socket,
  { target, random, fault }: { target: number; random: () => number; fault: () => FaultKind | null },
): Link {
  const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
  for (const socket of [near, far]) socket.setNoDelay(true)
  far.on('error', () => near.destroy())
  let isCut = false
  const cut = () => {
    if (isCut) return
    isCut = true
    near.resetAndDestroy()
    far.resetAndDestroy()
  }
  const ways = [carry('request', near, far), carry('answer', far, near)]
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
  return { cut, deliver: () => ways.forEach((way) => way.deliver()) }

  function carry(way: Way, from: Socket, to: Socket): { deliver(): void } {
    let held: Buffer[] = []
    let carried = 0
    let isEnded = false
    /** Pieces keep their order whatever each of them waits for. */
    let turn: Promise<void> = Promise.resolve()

    const write = (piece: Buffer) => {
      if (!to.destroyed && to.writable) to.write(piece)
    }
    const later = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds).unref())

    async function pass(piece: Buffer): Promise<void> {
      const now = fault()
      if (isHeld(now, way) || held.length > 0) {
        held.push(piece)
        return
      }
      if (now === 'latency') await later(100 + random() * 300)
      if (now === 'narrow') await later((piece.length / narrowBytesEachSecond) * 1_000)
      if ((now === 'cut-request' && way === 'request') || (now === 'cut-answer' && way === 'answer')) {
        const room = Math.max(0, cutAfterBytes - carried)
        carried += piece.length
        if (piece.length > room) {
          write(piece.subarray(0, room))
          cut()
          return
        }
      }
      if (now === 'sliced') {
        for (let at = 0; at < piece.length; at += sliceBytes) {
          write(piece.subarray(at, at + sliceBytes))
          if (at % 140 === 0) await later(0)
        }
        return
      }
      if (now === 'duplicate' && way === 'request') repeat(piece, target)
      write(piece)
    }

    from.on('data', (piece: Buffer) => {
      turn = turn.then(() => pass(piece))
    })
    from.once('end', () => {
      isEnded = true
      turn = turn.then(() => {
        if (fault() !== 'slow-close' && held.length === 0) to.end()
      })
    })
    return {
      deliver() {
        turn = turn.then(() => {
          const late = held
          held = []
          for (const piece of late) write(piece)
          if (isEnded) to.end()
        })
      },
    }
  }
}

const isHeld = (fault: FaultKind | null, way: Way): boolean =>
  fault === 'black-hole' || (fault === 'one-way' && way === 'answer')

/** The same request once more; nobody waits for its answer. A body that comes in a piece of its own is no request and is left alone. */
function repeat(piece: Buffer, target: number): void {
  if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(piece.toString('latin1', 0, 2_048))) return
  const again = connect({ port: target, host: '127.0.0.1' })
  again.on('error', () => {})
  again.on('data', () => {})
  again.end(piece)
}
