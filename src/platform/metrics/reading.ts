/** Values that a query answers: read when somebody scrapes, at most once in a while, and never waited for longer than a scrape allows. */

export type Sample<Name extends string> = {
  readonly gauge: Name
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export type Reading<Name extends string> = {
  readonly name: string
  readonly gauges: Readonly<Record<Name, { readonly help: string; readonly labels: readonly string[] }>>
  /** Scrapes within this time get the same values. */
  readonly maxAgeMs: number
  readonly timeoutMs: number
  read(): Promise<readonly Sample<Name>[]>
}

/** Reads, or returns null where the reading fails or takes too long; one that still runs is not begun again. `now` counts milliseconds. */
export function createReading<Name extends string>(
  { maxAgeMs, timeoutMs, read }: Reading<Name>,
  now: () => number,
): () => Promise<readonly Sample<Name>[] | null> {
  let running: Promise<readonly Sample<Name>[] | null> | null = null
  let last: { readonly samples: readonly Sample<Name>[] | null; readonly at: number } | null = null

  async function begin(): Promise<readonly Sample<Name>[] | null> {
    const samples = await read().catch(() => null)
    last = { samples, at: now() }
    running = null
    return samples
  }

  return async () => {
    if (running === null && last !== null && now() - last.at < maxAgeMs) return last.samples
    running ??= begin()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<null>((done) => {
      timer = setTimeout(() => done(null), timeoutMs)
      timer.unref()
    })
    try {
      return await Promise.race([running, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
