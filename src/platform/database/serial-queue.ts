/**
 * Work that follows changes, one run at a time: asked for while it runs it is done once more afterwards, so that what was read last is what
 * counts. Two reads at once could end in either order. A run that fails is told to `failed`, and the next one is made all the same.
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
