import { isDatabaseAway } from './database-away.ts'

export type PartialReads = {
  /** False once a read found the database away. */
  readonly isWhole: boolean
  /** What a read gives; `without` while the database is away. Other errors are thrown. */
  or<T>(read: () => Promise<T>, without: T): Promise<T>
}

/**
 * Reads of a page that can be shown without them. After the first that found the database away no other is tried: each might wait seconds
 * for it.
 */
export function createPartialReads(): PartialReads {
  let isWhole = true
  return {
    get isWhole() {
      return isWhole
    },
    async or(read, without) {
      if (!isWhole) return without
      try {
        return await read()
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        isWhole = false
        return without
      }
    },
  }
}
