import { grown, roomFor } from './typed-arrays.ts'

// List numbers and offsets come from this file alone, so `!` on a read hides nothing; every search walks these lists.

const none = 0xffffffff

/**
 * Many growing lists of slots in one typed array: for each word, the products that hold it, with eight bits of what is known about
 * the place. An entry is slot * 256 + bits. Slots are handed out in ascending order, so each list is sorted by itself. A list has
 * room for the next power of two; one that outgrows it moves, and its old place is taken by a shorter one.
 */
export class SlotLists {
  pool = new Uint32Array(1024)
  starts = new Uint32Array(256)
  lengths = new Uint32Array(256)
  size = 0
  private poolEnd = 0
  /** By power of two, the first unused place of that size; each unused place holds the position of the next. */
  private readonly holes = new Uint32Array(32).fill(none)

  create(): number {
    const list = this.size++
    if (list >= this.starts.length) {
      this.starts = grown(this.starts, roomFor(list + 1, this.starts.length))
      this.lengths = grown(this.lengths, this.starts.length)
    }
    return list
  }

  append(list: number, slot: number, bits: number): void {
    const length = this.lengths[list]!
    // A list is full when its length is a power of two.
    if ((length & (length - 1)) === 0) this.move(list, length, Math.max(length * 2, 1))
    this.pool[this.starts[list]! + length] = slot * 256 + bits
    this.lengths[list] = length + 1
  }

  /** Copies of these lists, in this order, with the slots renumbered; `newSlotOf` is -1 for slots to drop. */
  compacted(lists: Uint32Array, newSlotOf: Int32Array): SlotLists {
    const compacted = new SlotLists()
    compacted.pool = new Uint32Array(this.pool.length)
    for (const list of lists) {
      const copy = compacted.create()
      const start = compacted.poolEnd
      const end = this.starts[list]! + this.lengths[list]!
      let length = 0
      for (let at = this.starts[list]!; at < end; at++) {
        const slot = newSlotOf[this.pool[at]! >>> 8]!
        if (slot >= 0) compacted.pool[start + length++] = slot * 256 + (this.pool[at]! & 255)
      }
      compacted.starts[copy] = start
      compacted.lengths[copy] = length
      compacted.poolEnd = start + (length === 0 ? 0 : 2 ** Math.ceil(Math.log2(length)))
    }
    compacted.pool = compacted.pool.slice(0, Math.max(1024, compacted.poolEnd))
    return compacted
  }

  isEmptyWithout(list: number, newSlotOf: Int32Array): boolean {
    const end = this.starts[list]! + this.lengths[list]!
    for (let at = this.starts[list]!; at < end; at++) if (newSlotOf[this.pool[at]! >>> 8]! >= 0) return false
    return true
  }

  /** Whether any slot of the list is in the set. */
  some(list: number, has: (slot: number, bits: number) => boolean): boolean {
    const end = this.starts[list]! + this.lengths[list]!
    for (let at = this.starts[list]!; at < end; at++) if (has(this.pool[at]! >>> 8, this.pool[at]! & 255)) return true
    return false
  }

  bytes(): number {
    return this.pool.byteLength + this.starts.byteLength + this.lengths.byteLength
  }

  private move(list: number, length: number, room: number): void {
    const size = 31 - Math.clz32(room)
    let start = this.holes[size]!
    if (start === none) {
      start = this.poolEnd
      this.poolEnd += room
      if (this.poolEnd > this.pool.length) this.pool = grown(this.pool, Math.ceil(this.poolEnd * 1.5))
    } else {
      this.holes[size] = this.pool[start]!
    }
    if (length > 0) {
      const old = this.starts[list]!
      this.pool.copyWithin(start, old, old + length)
      this.pool[old] = this.holes[size - 1]!
      this.holes[size - 1] = old
    }
    this.starts[list] = start
  }
}
