// Positions are bounded by `count`, so `!` on a read hides nothing; this runs over every product of a listing.

/**
 * The keys of one page: those at `offset` up to `offset + limit` in ascending order, without sorting the others. Reorders the first
 * `count` entries of `keys`.
 */
export function smallestKeys(keys: Float64Array, count: number, offset: number, limit: number): Float64Array {
  const wanted = Math.min(count, offset + limit)
  if (wanted <= offset) return new Float64Array(0)
  // Keys that cannot be on the page are passed over as soon as enough smaller ones are known.
  const room = Math.max(1024, wanted * 4)
  let held = 0
  let bound = Infinity
  for (let i = 0; i < count; i++) {
    const key = keys[i]!
    if (key >= bound) continue
    keys[held++] = key
    if (held === room) {
      select(keys, held, wanted)
      held = wanted
      bound = greatest(keys, wanted)
    }
  }
  select(keys, held, wanted)
  if (offset > 0) select(keys, wanted, offset)
  return keys.slice(offset, wanted).toSorted()
}

/** Moves the `wanted` smallest of the first `count` keys to the front. */
function select(keys: Float64Array, count: number, wanted: number): void {
  let [left, right] = [0, count - 1]
  while (left < right && wanted <= right) {
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
    if (wanted <= j) right = j
    else if (wanted >= i) left = i
    else return
  }
}

function greatest(keys: Float64Array, count: number): number {
  let most = keys[0]!
  for (let i = 1; i < count; i++) if (keys[i]! > most) most = keys[i]!
  return most
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
