import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** Requests per second at a number of connections, asked for by a process of its own. */

export type Load = {
  readonly port: number
  /** Each connection takes every n-th of them in turn, so that no two of them wait for the same rendering. */
  readonly paths: readonly string[]
  readonly encoding: 'br' | 'identity'
  readonly connections: number
  readonly seconds: number
}

export type LoadResult = {
  readonly requestsPerSecond: number
  readonly milliseconds: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
}

export type LoadClient = {
  run(load: Load): Promise<LoadResult>
  /** Requests per second. */
  measure(load: Load): Promise<number>
  close(): void
}

export function startLoadClient(): LoadClient {
  const child = fork(join(import.meta.dirname, 'load-client.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  async function run(load: Load): Promise<LoadResult> {
    const result = await ask(child, load)
    const failed = Object.entries(result.statuses).filter(([status]) => status !== '200')
    if (failed.length > 0) throw new Error(`${load.paths[0]}: answers ${JSON.stringify(result.statuses)}`)
    return result
  }
  return {
    run,
    measure: async (load) => (await run(load)).requestsPerSecond,
    close: () => child.kill(),
  }
}

function ask(child: ChildProcess, load: Load): Promise<LoadResult> {
  return new Promise((done, fail) => {
    const onExit = () => fail(new Error('The load client has ended.'))
    child.once('exit', onExit)
    child.once('message', (result) => {
      child.off('exit', onExit)
      done(result as LoadResult)
    })
    child.send(load)
  })
}
