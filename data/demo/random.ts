/** Everything here that looks random comes from a seed, so the same catalogue is written on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different members, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
  /** The value, moved by up to `share` of itself either way. */
  near(value: number, share: number): number
}

export function randomFrom(seed: string): Random {
  let state = seedOf(seed)

  // mulberry32: small, fast and good enough to lay out shelves.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[Math.floor(next() * list.length)] as T
  }

  return {
    next,
    pick,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    some(list, count) {
      const left = list.map((_, position) => position)
      while (left.length > count) left.splice(Math.floor(next() * left.length), 1)
      return left.map((position) => list[position] as (typeof list)[number])
    },
    near: (value, share) => value * (1 + (next() * 2 - 1) * share),
  }
}

function seedOf(text: string): number {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5
  for (let position = 0; position < text.length; position++) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193)
  }
  return hash
}
