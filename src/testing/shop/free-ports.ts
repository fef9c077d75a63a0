import { createServer } from 'node:net'

/**
 * Below the ports that systems hand out for connections (from 32768 on Linux, 49152 elsewhere): a port of those can be taken between the
 * moment it is found free and the moment a started program listens on it. And above 10080, which browsers refuse.
 */
const FIRST_PORT = 10_100
const PORTS_PER_PROCESS = 350
const SHARES = 64

const sharesFirst = FIRST_PORT + (process.pid % SHARES) * PORTS_PER_PROCESS
let next = Math.floor(Math.random() * PORTS_PER_PROCESS)

/** Ports of this machine that nobody listens on now, each another one, and none that a process beside this one finds at the same time. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let tries = 0; ports.length < count; tries++) {
    if (tries >= PORTS_PER_PROCESS) throw new Error(`No ${count} free ports from ${sharesFirst} on.`)
    const port = sharesFirst + (next++ % PORTS_PER_PROCESS)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', () => done(false))
    server.listen(port, () => server.close(() => done(true)))
  })
}
