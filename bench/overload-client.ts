/** The process that asks at a constant rate: a request is sent when it is due, over a socket that is free or a new one. */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Overload, OverloadResult } from './overload.ts'

/** A browser gives up after so long: what comes later is no good. */
const patienceMs = 2_000
const maxSockets = 2_000

process.on('message', (load: Overload) => {
  void measure(load).then((result) => process.send?.(result))
})

async function measure({ port, paths, perSecond, seconds }: Overload): Promise<OverloadResult> {
  /** Each asks for a page of its own, by a price that no product has, so that no two share a rendering. */
  const requestOf = (turn: number) => {
    const path = paths[turn % paths.length] ?? '/'
    return `GET ${path}?filter=price:0-${1_000_000 + turn} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/html\r\n\r\n`
  }
  const free: Socket[] = []
  const refusedMilliseconds: number[] = []
  let [open, good, failed, sent] = [0, 0, 0, 0]
  // The first third fills the queues and is not counted.
  const startedAt = performance.now()
  const countedFrom = startedAt + (seconds * 1_000) / 3
  const endsAt = startedAt + seconds * 1_000

  function ask(dueAt: number): void {
    const socket = free.pop() ?? fresh()
    if (socket === null) return void failed++
    let head = ''
    let missing = -1
    const onData = (chunk: Buffer) => {
      if (missing < 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      const now = performance.now()
      if (dueAt >= countedFrom) {
        const status = head.slice(9, 12)
        if (status === '200' && now - dueAt <= patienceMs) good++
        else if (status === '503') refusedMilliseconds.push(now - dueAt)
        else failed++
      }
      socket.off('data', onData)
      free.push(socket)
    }
    socket.on('data', onData)
    socket.write(requestOf(sent))
  }

  function fresh(): Socket | null {
    if (open >= maxSockets) return null
    open++
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    socket.on('error', () => void failed++)
    return socket
  }

  const money = watchMoney(port, countedFrom, endsAt)
  while (performance.now() < endsAt) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    for (; sent < due; sent++) ask(startedAt + (sent / perSecond) * 1_000)
    await wait(2)
  }
  const recoverySeconds = await recovery(port, paths[0] ?? '/')
  await wait(patienceMs)
  return {
    goodPerSecond: good / ((seconds * 2) / 3),
    refusedMilliseconds,
    failedShare: failed / sent,
    ...(await money),
    recoverySeconds,
  }
}

/** A shopper who looks at a cart ten times a second, all the while. */
async function watchMoney(
  port: number,
  from: number,
  until: number,
): Promise<Pick<OverloadResult, 'moneyMilliseconds' | 'moneyFailed'>> {
  const moneyMilliseconds: number[] = []
  let moneyFailed = 0
  while (performance.now() < until) {
    const requestedAt = performance.now()
    const status = await fetch(`http://127.0.0.1:${port}/api/cart/`).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    if (requestedAt >= from) {
      moneyMilliseconds.push(performance.now() - requestedAt)
      if (status !== 200) moneyFailed++
    }
    await wait(100)
  }
  return { moneyMilliseconds, moneyFailed }
}

/** Seconds until ten pages in a row are answered, each within 200 ms. */
async function recovery(port: number, path: string): Promise<number> {
  const endedAt = performance.now()
  for (let inARow = 0, turn = 0; inARow < 10 && performance.now() - endedAt < 30_000; turn++) {
    const requestedAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}?filter=price:0-${9_000_000 + turn}`)
    await answer.arrayBuffer()
    inARow = answer.status === 200 && performance.now() - requestedAt < 200 ? inARow + 1 : 0
    if (answer.status !== 200) await wait(50)
  }
  return (performance.now() - endedAt) / 1_000
}
