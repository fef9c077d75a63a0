import { grown, roomFor } from './typed-arrays.ts'

// Slots and places are bounded by `length`, so `!` on a read hides nothing; merging runs over every product.

/** More waiting slots than this are merged in one go through everything; fewer are each put in their place. */
const fewEnoughToInsert = 500

/**
 * All slots, 0 up to the last one added, in one order that is kept up as slots are added. New slots wait until somebody asks for the
 * order. Slots that were removed stay in their places until `compact`. Ties go to the lesser tie-breaker, so that the order is total.
 */
export class SortedOrder {
  /** The first `length` entries; the rest is room to grow. */
  private order = new Uint32Array(0)
  private length = 0
  private ranks = new Uint32Array(0)
  /** Made when somebody asks, because listings do not. */
  private sharedRanks: Uint32Array | null = null
  private waiting: number[] = []
  private readonly keyOf: (slot: number) => string | number
  private readonly tieBreakerOf: (slot: number) => number

  constructor(keyOf: (slot: number) => string | number, tieBreakerOf: (slot: number) => number) {
    this.keyOf = keyOf
    this.tieBreakerOf = tieBreakerOf
  }

  add(slot: number): void {
    this.waiting.push(slot)
  }

  /** Slots by place; what stands after the last place means nothing. */
  slots(): Uint32Array {
    this.settle()
    return this.order
  }

  /** Places by slot: the inverse of `slots`. */
  places(): Uint32Array {
    this.settle()
    return this.ranks
  }

  /** By slot, the place of the first with the same key: equal slots are equal here, whatever the tie-breaker says. */
  sharedPlaces(): Uint32Array {
    this.settle()
    if (this.sharedRanks === null) {
      this.sharedRanks = new Uint32Array(this.order.length)
      let [first, key]: [number, string | number | null] = [0, null]
      for (let place = 0; place < this.length; place++) {
        const slot = this.order[place]!
        const own = this.keyOf(slot)
        if (own !== key) [first, key] = [place, own]
        this.sharedRanks[slot] = first
      }
    }
    return this.sharedRanks
  }

  /** Keeps the order of the slots that stay, under their new numbers. `newSlotOf` is -1 for the others. */
  compact(newSlotOf: Int32Array): void {
    let length = 0
    for (let place = 0; place < this.length; place++) {
      const slot = newSlotOf[this.order[place]!]!
      if (slot >= 0) this.order[length++] = slot
    }
    this.length = length
    this.waiting = this.waiting.map((slot) => newSlotOf[slot]!).filter((slot) => slot >= 0)
    this.rank()
  }

  bytes(): number {
    return this.order.byteLength + this.ranks.byteLength + (this.sharedRanks?.byteLength ?? 0)
  }

  private settle(): void {
    if (this.waiting.length === 0) return
    const room = roomFor(this.length + this.waiting.length, this.order.length)
    if (room > this.order.length) this.order = grown(this.order, room)
    const incoming = this.waiting.toSorted((a, b) => (this.isBefore(a, b) ? -1 : 1))
    if (incoming.length > fewEnoughToInsert) this.merge(incoming)
    else this.insert(incoming)
    this.length += this.waiting.length
    this.waiting = []
    this.rank()
  }

  private rank(): void {
    if (this.ranks.length < this.length) this.ranks = new Uint32Array(this.order.length)
    for (let place = 0; place < this.length; place++) this.ranks[this.order[place]!] = place
    this.sharedRanks = null
  }

  private merge(incoming: readonly number[]): void {
    // From the last place to the first, so that nothing is overwritten that was not yet moved.
    let old = this.length - 1
    let place = this.length + incoming.length - 1
    for (let next = incoming.length - 1; next >= 0; place--) {
      const comesLast = old >= 0 && this.isBefore(incoming[next]!, this.order[old]!)
      this.order[place] = comesLast ? this.order[old--]! : incoming[next--]!
    }
  }

  private insert(incoming: readonly number[]): void {
    let end = this.length
    for (let next = incoming.length - 1; next >= 0; next--) {
      const place = this.placeFor(incoming[next]!)
      this.order.copyWithin(place + next + 1, place, end)
      this.order[place + next] = incoming[next]!
      end = place
    }
  }

  /** How many of the settled slots come before this one; exact because later ones are put in first. */
  private placeFor(slot: number): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.isBefore(this.order[middle]!, slot)) low = middle + 1
      else high = middle
    }
    return low
  }

  private isBefore(a: number, b: number): boolean {
    const keyA = this.keyOf(a)
    const keyB = this.keyOf(b)
    return keyA === keyB ? this.tieBreakerOf(a) < this.tieBreakerOf(b) : keyA < keyB
  }
}
