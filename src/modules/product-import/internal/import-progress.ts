import type { ImportProgress } from '../import-options.ts'
import { countText } from '../../../platform/text/count-text.ts'

/** How far an import is: a bar that is written over on a terminal, a line now and then anywhere else. */
export class ImportProgressLine {
  readonly #out: { readonly isTerminal: boolean; write(text: string): void }
  readonly #feed: { readonly size: number; bytesRead(): number }
  readonly #startedAt = performance.now()
  #shownAt = Number.NEGATIVE_INFINITY
  #phase: ImportProgress['phase'] = 'reading'

  constructor(
    out: { readonly isTerminal: boolean; write(text: string): void },
    feed: { readonly size: number; bytesRead(): number },
  ) {
    this.#out = out
    this.#feed = feed
  }

  show({ phase, read, rejected }: ImportProgress): void {
    const now = performance.now()
    const every = this.#out.isTerminal ? 100 : 10_000
    if (phase === this.#phase && now - this.#shownAt < every) return
    this.#phase = phase
    this.#shownAt = now
    const share = Math.min(this.#feed.bytesRead() / Math.max(this.#feed.size, 1), 1)
    const rows = `${countText(read, 'row')}, ${rejected.toLocaleString('en-AU')} rejected`
    const rate = `${Math.round((read / Math.max(now - this.#startedAt, 1)) * 1_000).toLocaleString('en-AU')} a second`
    const text = phase === 'reading' ? `${Math.floor(share * 100)} %  ${rows}, ${rate}` : `${rows}, ${phaseText[phase]}`
    if (!this.#out.isTerminal) return this.#out.write(`${text}\n`)
    const filled = Math.round((phase === 'reading' ? share : 1) * 24)
    this.#out.write(`\r\u001B[K[${'#'.repeat(filled)}${'-'.repeat(24 - filled)}] ${text}`)
  }

  /** Leaves the line of the bar. */
  end(): void {
    if (this.#out.isTerminal) this.#out.write('\r\u001B[K')
  }
}

const phaseText = { reading: '', merging: 'writing them to the catalogue', merged: 'done' } as const
