import { spawn } from 'node:child_process'
import { isAnswering } from './shop-process.ts'

/** A command of an operator as it is typed into a shell, with what it starts. */
export type Operator = {
  /** Its exit code; null when a signal ended it. */
  ended(): Promise<number | null>
  /** Waits until an address answers that it serves. */
  isAnswering(url: string): Promise<void>
  /** Ends it and all that it started. */
  stop(): Promise<void>
  /** What it has written. */
  output(): string
}

/** The settings are these and none of the tests' own. */
export function operate(command: string, env: Readonly<Record<string, string>>): Operator {
  const written: string[] = []
  const { PATH = '', HOME = '' } = process.env
  // A group of its own, which is ended as a whole: npm starts a shell, which starts the launcher, and so on.
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
