import { createServer, Socket, type AddressInfo, type Server } from 'node:net'

/**
 * A line to the server that can fall silent (nothing is refused and nothing is closed, there is just no answer) and break (what is open
 * is closed, and so is whatever comes). `calls` counts who came, `open` who is there.
 */
export async function openLine(database: string): Promise<{
  url: string
  state: { isSilent: boolean; isBroken: boolean; calls: number; open: number }
  break(): void
  close(): void
}> {
  const server = new URL(database)
  const state = { isSilent: false, isBroken: false, calls: 0, open: 0 }
  const sockets = new Set<Socket>()
  const line: Server = createServer((from) => {
    state.calls++
    if (state.isBroken) {
      from.destroy()
      return
    }
    const to = new Socket().connect(Number(server.port || 5432), server.hostname)
    for (const one of [from, to]) {
      sockets.add(one)
      one.on('error', () => {})
    }
    from.on('data', (data) => void (state.isSilent || to.write(data)))
    to.on('data', (data) => void (state.isSilent || from.write(data)))
    state.open++
    from.on('close', () => {
      state.open--
      to.destroy()
    })
    to.on('close', () => from.destroy())
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String((line.address() as AddressInfo).port)
  const hangUp = () => {
    for (const one of sockets) one.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    state,
    break() {
      state.isBroken = true
      hangUp()
    },
    close() {
      hangUp()
      line.close()
    },
  }
}
