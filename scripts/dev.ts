/** The shop in development: Vite serves the browser's files and renders pages from the sources, so that a change shows at once. */
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'vite'

const vite = await createServer({
  server: { middlewareMode: true, hmr: { server: createHttpServer().listen(0) } },
  appType: 'custom',
})
const { start, isForPeople } = (await vite.ssrLoadModule('/src/server.ts')) as typeof import('../src/server.ts')
const { createRequestHandler } = await import('react-router')

try {
  const started = await start({
    env: process.env,
    parts: [],
    pages: async (request, context) => {
      const build = (await vite.ssrLoadModule(
        'virtual:react-router/server-build',
      )) as import('react-router').ServerBuild
      return createRequestHandler(build, 'development')(request, context)
    },
    staticFolder: null,
    browserFiles: vite.middlewares,
    root: process.cwd(),
    say: (text) => console.log(text),
  })
  process.send?.('ready')
  process.on('SIGTERM', () => void started.close().then(() => process.exit(0)))
  process.on('SIGINT', () => void started.close().then(() => process.exit(0)))
} catch (error) {
  console.error(isForPeople(error) ? error.message : error)
  process.exit(1)
}
