import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy between two programs that forwards bytes unchanged until it is given a fault. A fault
 * applies to open and new connections until it is cleared. Then what was held back is delivered late, as on a real network.
 */

export const faultKinds = [
  /** Each chunk is delayed by 100 to 400 ms. */
  'latency',
  /** 200 ms there and back, and one chunk in twenty is lost: it arrives when it has been sent again, and those after it wait for it. */
  'lossy',
  /** 1,000 bytes a second. */
  'narrow',
  'refused',
  /** Cut after some bytes of the request. */
  'cut-request',
  /** Cut after some bytes of the response. */
  'cut-answer',
  /** The end of a connection is not passed on. */
  'slow-close',
  /** Accepts connections and forwards nothing in either direction. */
  'black-hole',
  /** Everything arrives in chunks of a few bytes. */
  'sliced',
  /** The request arrives; its response does not. */
  'one-way',
  /** Every request arrives twice, each on its own connection; HTTP only. */
  'duplicate',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type FaultyProxy = {
  readonly port: number
  /** Changes the upstream; open connections are cut. */
  aim(port: number): void
  fail(kind: FaultKind): void
  mend(): void
  close(): Promise<void>
}

const cutAfterBytes = 300
const sliceBytes = 7
const narrowBytesEachSecond = 1_000
const lostShare = 0.05

type Way = 'request' | 'answer'

export async function openFaultyProxy(options: {
  readonly target: number
  /** From 0 to below 1; the same seed gives the same faults. */
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
    /** Chunks keep their order whatever their delay. */
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
      if (now === 'lossy') await later(100 + (random() < lostShare ? 200 + random() * 600 : 0))
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

/** Repeats the request and ignores the response. A body in a chunk of its own is not a request and is not repeated. */
function repeat(piece: Buffer, target: number): void {
  if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(piece.toString('latin1', 0, 2_048))) return
  const again = connect({ port: target, host: '127.0.0.1' })
  again.on('error', () => {})
  again.on('data', () => {})
  again.end(piece)
}
