/**
 * The shop in development: Vite serves the browser's files and renders pages from the sources, so that a changed page or style shows at
 * once; a change of anything else starts the server anew in the same process and reloads the page.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'vite'
import { loadEnvironment } from '../src/platform/config/env-file.server.ts'
import { startsAnew } from './dev-changes.ts'

type Server = typeof import('../src/main.ts')

const socketServer = createHttpServer().listen(0)
await once(socketServer, 'listening')
const vite = await createServer({
  server: {
    middlewareMode: true,
    ws: { server: socketServer, clientPort: (socketServer.address() as AddressInfo).port },
  },
  appType: 'custom',
})

async function startServer(): Promise<Awaited<ReturnType<Server['start']>>> {
  const { start, pagesOf } = (await vite.ssrLoadModule('/src/main.ts')) as Server
  return start({
    env: loadEnvironment(process.cwd()),
    parts: [],
    pages: async (request, context) => {
      const build = (await vite.ssrLoadModule(
        'virtual:react-router/server-build',
      )) as import('react-router').ServerBuild
      const response = await pagesOf(build, 'development')(request, context)
      // Vite writes styles into the page by script and talks over a socket of its own: the policy is for pages as they are built.
      response.headers.delete('content-security-policy')
      return response
    },
    staticFolder: null,
    browserFiles: vite.middlewares,
    root: process.cwd(),
    say: (text) => console.log(text),
  })
}

async function report(error: unknown): Promise<void> {
  const { StartError } = (await vite.ssrLoadModule(
    '/src/platform/start-error.ts',
  )) as typeof import('../src/platform/start-error.ts')
  console.error(error instanceof StartError ? error.message : error)
}

let running: Awaited<ReturnType<Server['start']>> | null = null
try {
  running = await startServer()
  process.send?.('ready')
} catch (error) {
  await report(error)
  process.exit(1)
}

let restart = Promise.resolve()
vite.watcher.on('change', (file) => {
  if (!startsAnew(file, process.cwd())) return
  restart = restart.then(async () => {
    try {
      await running?.close()
      running = null
      running = await startServer()
      vite.ws.send({ type: 'full-reload' })
      console.log(`Started anew after a change of ${file.slice(process.cwd().length + 1)}.`)
    } catch (error) {
      // A typing mistake must not end the server: the next change tries again.
      console.error(error)
    }
  })
})

const stop = () => void restart.then(() => running?.close()).then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
