import { spawn } from 'node:child_process'
import { isAnswering } from './shop-process.ts'

/** An operator's shell command, with the processes it starts. */
export type Operator = {
  /** Its exit code; null when a signal ended it. */
  ended(): Promise<number | null>
  /** Waits until a URL responds. */
  isAnswering(url: string): Promise<void>
  /** Stops it and all processes it started. */
  stop(): Promise<void>
  /** Its output. */
  output(): string
}

/** These settings only, without those of the test run. */
export function operate(command: string, env: Readonly<Record<string, string>>): Operator {
  const written: string[] = []
  const { PATH = '', HOME = '' } = process.env
  // A process group, which is stopped as a whole: npm starts a shell, which starts the launcher, and so on.
  const child = spawn(command, {
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
  })
  child.stdout.on('data', (chunk: Buffer) => written.push(String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => written.push(String(chunk)))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return {
    ended: () => ended,
    isAnswering: (url) => isAnswering(url, child, written),
    async stop() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGTERM')
      await ended
    },
    output: () => written.join(''),
  }
}
