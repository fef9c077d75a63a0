import { grown, roomFor } from '../listing/typed-arrays.ts'

// Slots come from the index and are below the length of the array that `put` makes room in, so `!` on a read hides nothing.

const maxLength = 255

/** By slot, how many words a text of each product has, counted to 255: a word says more about a product in a short text. */
export class TextLengths {
  /** By slot. */
  of = new Uint8Array(0)
  private words = 0
  private texts = 0

  put(slot: number, length: number): void {
    if (slot >= this.of.length) this.of = grown(this.of, roomFor(slot + 1, this.of.length))
    const counted = Math.min(maxLength, length)
    this.of[slot] = counted
    this.words += counted
    this.texts++
  }

  /** How many words a text has on average; 1 when there are none. */
  get average(): number {
    return this.texts === 0 ? 1 : Math.max(1, this.words / this.texts)
  }

  /**
   * By length, what a word weighs: 1 in a text of average length, less in a longer one. `share` says how much the length counts, from 0,
   * not at all, to 1, in proportion (the b of BM25). Texts shorter than a quarter of the average count as that.
   */
  factors(share: number): Float32Array {
    const { average } = this
    return Float32Array.from({ length: maxLength + 1 }, (_, length) => {
      return 1 / (1 - share + share * Math.max(0.25, length / average))
    })
  }

  /** Renumbers the slots; `newSlotOf` is -1 for those that go. */
  compact(newSlotOf: Int32Array): void {
    const before = this.of
    this.of = new Uint8Array(before.length)
    this.words = 0
    this.texts = 0
    for (const [slot, newSlot] of newSlotOf.entries()) if (newSlot >= 0) this.put(newSlot, before[slot] ?? 0)
  }
}
