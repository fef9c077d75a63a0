/**
 * The shop in development: Vite serves the browser's files and renders pages from the sources, so that a changed page or style shows at
 * once; a change of anything else starts the server anew in the same process and reloads the page.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type InlineConfig } from 'vite'
import { loadEnvironment } from '../src/platform/config/env-file.server.ts'
import type { AdminBuild } from '../src/admin/entry.server.tsx'
import { startsAnew } from './dev-changes.ts'

type Server = typeof import('../src/main.ts')

const vite = await createServer(await middleware())
/** The back office and the panels are an application of their own, on the staff host. */
const viteAdmin = await createServer({ ...(await middleware()), root: 'src/admin' })

/** What a dev server as part of ours needs: a WebSocket on a port of its own. */
async function middleware(): Promise<InlineConfig> {
  const socketServer = createHttpServer().listen(0)
  await once(socketServer, 'listening')
  const { port } = socketServer.address() as AddressInfo
  return { server: { middlewareMode: true, ws: { server: socketServer, clientPort: port } }, appType: 'custom' }
}

/**
 * Vite writes styles into the page by script and talks over a socket of its own: the policy of a page is for pages as they are built. Without
 * any, a page would get that of the pipeline, which allows nothing.
 */
const policy = "object-src 'none'"

async function startServer(): Promise<Awaited<ReturnType<Server['start']>>> {
  const { start, adminPagesOf, pagesOf } = (await vite.ssrLoadModule('/src/main.ts')) as Server
  return start({
    env: loadEnvironment(process.cwd()),
    parts: [],
    pages: async (request, context) => {
      const build = (await vite.ssrLoadModule(
        'virtual:react-router/server-build',
      )) as import('react-router').ServerBuild
      const response = await pagesOf(build, 'development')(request, context)
      response.headers.set('content-security-policy', policy)
      return response
    },
    pageTemplates: [],
    staticFolder: null,
    browserFiles: vite.middlewares,
    admin: {
      adminPages: async (request, known) => {
        const build = (await viteAdmin.ssrLoadModule('virtual:react-router/server-build')) as AdminBuild
        const response = await adminPagesOf(build, 'development')(request, known)
        response.headers.set('content-security-policy', policy)
        return response
      },
      adminTemplates: [],
      adminFiles: viteAdmin.middlewares,
    },
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
      for (const one of [vite, viteAdmin]) one.ws.send({ type: 'full-reload' })
      console.log(`Started anew after a change of ${file.slice(process.cwd().length + 1)}.`)
    } catch (error) {
      // A syntax error must not end the server: the next change tries again.
      console.error(error)
    }
  })
})

const stop = () => void restart.then(() => running?.close()).then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
