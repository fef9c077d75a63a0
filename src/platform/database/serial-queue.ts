/**
 * Runs work that follows changes, one run at a time. A request during a run causes one more run afterwards, so that the last read wins; two
 * concurrent reads could finish in either order. A failed run is reported to `failed`, and the next one still runs.
 */
export function createSerialQueue(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let isRunning = false
  let isRequested = false

  async function run(): Promise<void> {
    isRunning = true
    while (isRequested) {
      isRequested = false
      await work().catch(failed)
    }
    isRunning = false
  }

  return () => {
    isRequested = true
    if (!isRunning) void run()
  }
}
