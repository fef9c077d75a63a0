export type SlotArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** A longer copy, zeros at the end. */
export function grown<T extends SlotArray>(array: T, length: number): T {
  const longer = emptyLike(array, length)
  longer.set(array)
  return longer
}

/** The entries at these ascending positions, in an array of `length`. Runs of neighbours are copied as one. */
export function picked<T extends SlotArray>(array: T, positions: Uint32Array, length: number): T {
  const entries = emptyLike(array, length)
  let start = 0
  for (let i = 1; i <= positions.length; i++) {
    const from = positions[start] ?? 0
    if (positions[i] === from + i - start) continue
    entries.set(array.subarray(from, from + i - start), start)
    start = i
  }
  return entries
}

/** Room for at least `needed`, doubling so that adding one at a time stays cheap. */
export function roomFor(needed: number, current: number): number {
  return needed <= current ? current : Math.max(needed, current * 2, 64)
}

function emptyLike<T extends SlotArray>(array: T, length: number): T {
  const make = array.constructor as new (length: number) => T
  return new make(length)
}
