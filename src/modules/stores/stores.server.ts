import type { Brand } from '../../brands/brands.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { createSerialQueue } from '../../platform/database/serial-queue.ts'
import type { GeoServices, PlaceRequest } from '../geo/geo.server.ts'
import type { MediaService } from '../media/media.server.ts'
import type { SalesPerson, Store } from './stores.ts'
import { allSalesPeople, allStores } from './stores-store.server.ts'

/** The showrooms of every app, in memory. */
export interface Stores {
  /** An app's stores by name; none for an app that sells online only (decision stores-07). */
  of(brand: Pick<Brand, 'app'>): readonly Store[]
  /** One of an app's stores, by its storeId or its storeUri. */
  find(brand: Pick<Brand, 'app'>, id: string): Store | null
  /** The store that whoever sent a request chose. */
  chosen(request: PlaceRequest): Promise<Store | null>
  /** Stores the choice for a year (decision stores-04); null when the app has no such store. */
  choose(request: PlaceRequest, storeId: number): Promise<Store | null>
  /** Who sells in an app's stores, by name. */
  salesPeople(brand: Pick<Brand, 'app'>): readonly SalesPerson[]
  /** Calls back after each change that was heard of. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

/** Triggers of the tables say it here, whoever changes them. */
const channel = 'stores_changed'

/** A process that did not make a change sees it within this time, at the first question after it. */
const stored = minutes(1)

export type StoresDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly geo: Pick<GeoServices, 'storeChosenBy' | 'visitorPlace'>
  readonly media: Pick<MediaService, 'shownIn' | 'subscribe'>
}

/** The frame of every page asks whether there are stores, so nobody waits for them: the last ones are answered while newer are read. */
export async function openStores({ database, clock, log, geo, media }: StoresDeps): Promise<Stores> {
  let byApp = new Map<string, Store[]>()
  let people: readonly SalesPerson[] = []
  let readAt = 0
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const found = media.shownIn(await allStores(database.db))
    const next = new Map<string, Store[]>()
    for (const { apps, store } of found) for (const app of apps) next.set(app, [...(next.get(app) ?? []), store])
    people = await allSalesPeople(database.db)
    byApp = next
  }

  function of(brand: Pick<Brand, 'app'>): readonly Store[] {
    const now = clock.now().getTime()
    if (now - readAt >= stored && reading === null) {
      readAt = now
      reading = read()
        .catch((error: unknown) => log.warn({ err: error }, 'stores could not be read; the last ones stay'))
        .finally(() => (reading = null))
    }
    return byApp.get(brand.app) ?? none
  }

  await read()
  readAt = clock.now().getTime()
  const listeners: (() => void)[] = []
  const refresh = createSerialQueue(
    async () => {
      await read()
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'stores' }, 'could not follow a change of the stores'),
  )
  const stop = await database.listen(channel, refresh, refresh)
  media.subscribe(refresh)
  const find: Stores['find'] = (brand, id) =>
    of(brand).find((store) => String(store.storeId) === id || store.storeUri === id) ?? null

  return {
    of,
    find,
    async chosen({ brand, visitor }) {
      const storeId = await geo.storeChosenBy(brand, visitor.visitorSecret)
      return storeId === null ? null : find(brand, String(storeId))
    },
    async choose(request, storeId) {
      const store = find(request.brand, String(storeId))
      if (store !== null) await geo.visitorPlace.save(request, { storeId })
      return store
    },
    salesPeople(brand) {
      const own = new Set(of(brand).map((store) => store.storeId))
      return people.filter((one) => own.has(one.storeId))
    },
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      await stop()
      await reading
    },
  }
}

const none: readonly Store[] = []
