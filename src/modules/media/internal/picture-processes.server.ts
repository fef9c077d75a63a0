import { fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { minutes, seconds } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { PictureAnswer, PictureTask } from './picture-tasks.ts'

/**
 * Processes that decode and encode pictures (picture-process.ts). They start with the first picture, run below the shop's own priority, and
 * end when there has been nothing to do for a while. A task that takes too long ends its process, and only that task fails.
 */

export interface PictureProcesses {
  /**
   * `later` for work that nobody waits for: it is done when nothing else is. A file over which the process ends counts as damaged. Rejects
   * with `TooManyPictures` when the queue is full.
   */
  run(task: PictureTask, urgency?: 'now' | 'later'): Promise<PictureAnswer>
  /** How many tasks are waiting or being done. */
  readonly pending: number
  close(): void
}

/** Nobody waits for the picture behind this many others. */
export class TooManyPictures extends Error {}

type Waiting = {
  readonly task: PictureTask
  readonly done: (answer: PictureAnswer) => void
  readonly failed: (error: Error) => void
}

const maxWaiting = 1_000

/** Beside the program's bundle, or the source where that runs. */
const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './picture-process.ts' : './picture-process.js', import.meta.url),
)

type Limits = { readonly timeLimitMs: number; readonly idleMs: number }

export function createPictureProcesses({
  log,
  count = Math.min(4, availableParallelism()),
  timeLimitMs = seconds(20),
  idleMs = minutes(5),
}: { readonly log: Pick<Log, 'warn'>; readonly count?: number } & Partial<Limits>): PictureProcesses {
  const queues = { now: [] as Waiting[], later: [] as Waiting[] }
  const processes = new Set<PictureProcess>()
  let isClosed = false

  const next = () => queues.now.shift() ?? queues.later.shift()

  function start(): PictureProcess {
    const started = startProcess({ timeLimitMs, idleMs }, work, (reason, wasBusy) => {
      processes.delete(started)
      if (wasBusy && !isClosed) log.warn({ reason }, 'a process that reads pictures ended')
      work()
    })
    processes.add(started)
    return started
  }

  function work(): void {
    for (;;) {
      const free = [...processes].find((one) => one.isFree)
      if (isClosed || (free === undefined && processes.size >= count)) return
      const waiting = next()
      if (waiting === undefined) return
      const chosen = free ?? start()
      chosen.give(waiting)
    }
  }

  return {
    run: (task, urgency = 'now') =>
      new Promise((done, failed) => {
        if (isClosed || queues[urgency].length >= maxWaiting)
          return failed(new TooManyPictures('too many pictures are waiting'))
        queues[urgency].push({ task, done, failed })
        work()
      }),
    get pending() {
      return queues.now.length + queues.later.length + [...processes].filter((one) => !one.isFree).length
    },
    close() {
      isClosed = true
      for (const one of processes) one.kill()
      for (const { failed } of [...queues.now.splice(0), ...queues.later.splice(0)])
        failed(new TooManyPictures('the program is ending'))
    },
  }
}

type PictureProcess = { readonly isFree: boolean; give(waiting: Waiting): void; kill(): void }

function startProcess(
  { timeLimitMs, idleMs }: Limits,
  onFree: () => void,
  onEnd: (reason: string, wasBusy: boolean) => void,
): PictureProcess {
  let current: Waiting | null = null
  let limit: NodeJS.Timeout | undefined
  let isLate = false
  const child = fork(program, {
    serialization: 'advanced',
    // None of the shop's secrets.
    env: { NODE_ENV: 'production' },
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=128'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)

  function finished(): Waiting | null {
    const waiting = current
    current = null
    clearTimeout(limit)
    return waiting
  }

  child.on('message', (answer: PictureAnswer) => {
    finished()?.done(answer)
    onFree()
    if (current === null) rest()
  })
  child.on('error', () => child.kill('SIGKILL'))
  child.once('exit', (code, signal) => {
    const reason = `the process that read the picture ended with ${signal ?? code}`
    const waiting = finished()
    // A file that ends its decoder is not one to show; one that only took long may be, when the machine has less to do.
    waiting?.done({ kind: 'problem', problem: isLate ? 'slow' : 'damaged', detail: reason })
    onEnd(reason, waiting !== null)
  })

  /** Without work it keeps nothing alive, and ends after a while. */
  function rest(): void {
    child.unref()
    child.channel?.unref()
    limit = setTimeout(() => child.connected && child.disconnect(), idleMs).unref()
  }

  return {
    get isFree() {
      return current === null && child.connected
    },
    give(waiting) {
      clearTimeout(limit)
      current = waiting
      limit = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, timeLimitMs)
      child.ref()
      child.channel?.ref()
      child.send(waiting.task)
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Pages come first. Some systems forbid it, and pictures are then made at the shop's own priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10)
  } catch {
    return
  }
}
