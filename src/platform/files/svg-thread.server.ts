import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/**
 * Renders SVG to PNG in a worker thread: rendering and encoding take tens of milliseconds, which would block other requests. The thread
 * starts with the first picture, and does not keep the process alive.
 */
export type SvgThread = (svg: string) => Promise<Buffer>

type Answer = { readonly id: number } & ({ readonly png: Uint8Array } | { readonly error: string })

/** Text, because the program is one bundle, in which no other file is there to start a thread with. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { Resvg } = require(workerData.library)
parentPort.on('message', ({ id, svg }) => {
  try {
    const png = new Uint8Array(new Resvg(svg, workerData.options).render().asPng())
    parentPort.postMessage({ id, png }, [png.buffer])
  } catch (error) {
    parentPort.postMessage({ id, fault: String(error) })
  }
})`

/** With these fonts alone, and no other file of the machine. Paths are absolute. */
export function createSvgThread(font: { readonly files: readonly string[]; readonly family: string }): SvgThread {
  const waiting = new Map<number, { done(png: Buffer): void; failed(error: Error): void }>()
  let thread: Worker | null = null
  let count = 0

  function started(): Worker {
    const options = { font: { loadSystemFonts: false, fontFiles: font.files, defaultFontFamily: font.family } }
    const library = createRequire(import.meta.url).resolve('@resvg/resvg-js')
    const made = new Worker(program, { eval: true, workerData: { library, options } })
    made.on('message', (answer: Answer) => {
      const requested = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) made.unref()
      if ('png' in answer) requested?.done(Buffer.from(answer.png.buffer))
      else requested?.failed(new Error(answer.error))
    })
    const over = (error: Error) => {
      if (thread === made) thread = null
      for (const requested of waiting.values()) requested.failed(error)
      waiting.clear()
    }
    made.on('error', over)
    made.on('exit', (code) => over(new Error(`the thread that draws pictures ended with ${code}`)))
    return made
  }

  return (svg) =>
    new Promise<Buffer>((done, failed) => {
      thread ??= started()
      const id = ++count
      waiting.set(id, { done, failed })
      // A pending picture keeps the process alive; the thread itself does not.
      thread.ref()
      thread.postMessage({ id, svg }, [])
    })
}
