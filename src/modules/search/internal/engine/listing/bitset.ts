import { grown, roomFor } from './typed-arrays.ts'

// Positions here come from loops over the array's own length, so `!` on a read hides nothing; these loops run for every request.

/** A set of slots, one bit each. */
export class Bitset {
  words = new Int32Array(0)

  has(bit: number): boolean {
    return hasBit(this.words, bit)
  }

  put(bit: number, isOn: boolean): void {
    const word = bit >>> 5
    if (word >= this.words.length) {
      if (!isOn) return
      this.words = grown(this.words, roomFor(word + 1, this.words.length))
    }
    if (isOn) this.words[word]! |= 1 << (bit & 31)
    else this.words[word]! &= ~(1 << (bit & 31))
  }

  /** The same members after slot `positions[i]` became slot `i`. */
  picked(positions: Uint32Array): Bitset {
    const picked = new Bitset()
    for (let i = 0; i < positions.length; i++) if (this.has(positions[i]!)) picked.put(i, true)
    return picked
  }
}

/** False for a bit beyond the words. */
export function hasBit(words: Int32Array, bit: number): boolean {
  return ((words[bit >>> 5]! >>> (bit & 31)) & 1) === 1
}

/** Writes the members in ascending order to `into`, which must have room, and answers how many there are. */
export function membersOf(words: Int32Array, into: Uint32Array): number {
  let count = 0
  for (let w = 0; w < words.length; w++) {
    let word = words[w]!
    while (word !== 0) {
      const lowest = word & -word
      into[count++] = (w << 5) + 31 - Math.clz32(lowest)
      word ^= lowest
    }
  }
  return count
}
