/** Runs work for each item, at most so many at a time. A failure of one is the caller's to catch: it keeps none of the others waiting. */
export async function inParallel<Item>(
  items: readonly Item[],
  max: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, lane))
}
