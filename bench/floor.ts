import { fork } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'
import { classNames } from '../vite.config.ts'
import type { FloorOrder } from './floor/server.ts'

/** Starts the floors that the shop's pages are measured against. */

export type Floor = { readonly port: number; close(): void }

const project = join(import.meta.dirname, '..')

/** Bundles the shop's components for rendering without the rest of the shop; the same compiler settings as the shop's own build. */
export async function bundleTrees(): Promise<string> {
  const folder = join(project, 'build/bench')
  await build({
    root: project,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    css: { modules: classNames },
    build: {
      ssr: join(import.meta.dirname, 'floor/trees.tsx'),
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
    },
  })
  return join(folder, 'trees.js')
}

export async function startFloor(order: FloorOrder): Promise<Floor> {
  const child = fork(join(import.meta.dirname, 'floor/server.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const port = await new Promise<number>((done, fail) => {
    child.once('message', (message) => done(Number(message)))
    child.once('exit', () => fail(new Error('The floor did not start.')))
    child.send(order)
  })
  return { port, close: () => void child.kill() }
}
