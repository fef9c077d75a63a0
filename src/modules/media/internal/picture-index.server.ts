import type { Database } from '../../../platform/database/database.server.ts'
import { createSerialQueue } from '../../../platform/database/serial-queue.ts'
import type { Log } from '../../../platform/log.server.ts'
import { picturesAt, ownPictures, type IndexedPicture } from './media-store.server.ts'
import { mediaChannel } from './uploads.server.ts'

/** Texts of feeds name pictures without end; those of later texts stay placeholders. */
const maxForeign = 20_000

/**
 * The pictures that records and texts name, in memory, since every page asks for some: all of ours, and of those on other hosts the ones
 * that somebody has asked for. Other processes' changes follow within a second.
 */
export async function openPictureIndex({
  database,
  log,
  want,
}: {
  readonly database: Pick<Database, 'db' | 'listen'>
  readonly log: Log
  /** Has pictures on other hosts fetched. */
  readonly want: (addresses: readonly string[]) => Promise<void>
}) {
  let pictures = await ownPictures(database.db)
  /** Addresses on other hosts that have been asked for, whether they have a picture or not. */
  const foreign = new Set<string>()
  let requested: string[] = []
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const report = (error: unknown) =>
    log.error({ err: error, area: 'media' }, 'could not follow a change of the pictures')

  // In one queue: a full read that ends later than a look-up would forget what that found.
  let isOutdated = false
  const follow = createSerialQueue(async () => {
    const addresses = requested
    requested = []
    const isFull = isOutdated
    isOutdated = false
    try {
      const found = await picturesAt(database.db, isFull ? [...foreign] : addresses)
      pictures = new Map([...(isFull ? await ownPictures(database.db) : pictures), ...found])
      if (isFull || found.size > 0) changed()
      await want(addresses.filter((address) => !found.has(address)))
    } catch (error) {
      isOutdated ||= isFull
      // The next page that names them has them looked up again.
      for (const address of addresses) foreign.delete(address)
      throw error
    }
  }, report)
  const refresh = () => {
    isOutdated = true
    follow()
  }

  const stop = await database.listen(mediaChannel, refresh, refresh)
  return {
    at: (address: string): IndexedPicture | undefined => pictures.get(address),

    /** The picture of an address on another host; undefined until it has been fetched, which this begins. */
    atForeign(address: string): IndexedPicture | undefined {
      const known = pictures.get(address)
      if (known === undefined && !foreign.has(address) && foreign.size < maxForeign) {
        foreign.add(address)
        // All that a page names are looked up together.
        if (requested.push(address) === 1) setImmediate(follow)
      }
      return known
    },

    /** A picture of which nothing else can be known yet. */
    add: (address: string, picture: IndexedPicture) => void (pictures.has(address) || pictures.set(address, picture)),
    subscribe: (listener: () => void) => void listeners.push(listener),
    close: stop,
  }
}
