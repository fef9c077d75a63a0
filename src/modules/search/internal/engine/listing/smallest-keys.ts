// Positions are bounded by `count`, so `!` on a read hides nothing; this runs over every product of a listing.

/**
 * The keys of one page: those at `offset` up to `offset + limit` in ascending order, without sorting the others. Reorders the first
 * `count` entries of `keys`.
 */
export function smallestKeys(keys: Float64Array, count: number, offset: number, limit: number): Float64Array {
  const requested = Math.min(count, offset + limit)
  if (requested <= offset) return new Float64Array(0)
  // Keys that cannot be on the page are passed over as soon as enough smaller ones are known.
  const room = Math.max(1024, requested * 4)
  let held = 0
  let bound = Infinity
  for (let i = 0; i < count; i++) {
    const key = keys[i]!
    if (key >= bound) continue
    keys[held++] = key
    if (held === room) {
      select(keys, held, requested)
      held = requested
      bound = greatest(keys, requested)
    }
  }
  select(keys, held, requested)
  if (offset > 0) select(keys, requested, offset)
  return keys.slice(offset, requested).toSorted()
}

/** Moves the `requested` smallest of the first `count` keys to the front. */
function select(keys: Float64Array, count: number, requested: number): void {
  let [left, right] = [0, count - 1]
  while (left < right && requested <= right) {
    const pivot = middleOfThree(keys[left]!, keys[(left + right) >>> 1]!, keys[right]!)
    let [i, j] = [left, right]
    while (i <= j) {
      while (keys[i]! < pivot) i++
      while (keys[j]! > pivot) j--
      if (i > j) break
      const key = keys[i]!
      keys[i++] = keys[j]!
      keys[j--] = key
    }
    if (requested <= j) right = j
    else if (requested >= i) left = i
    else return
  }
}

function greatest(keys: Float64Array, count: number): number {
  let max = keys[0]!
  for (let i = 1; i < count; i++) if (keys[i]! > max) max = keys[i]!
  return max
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
