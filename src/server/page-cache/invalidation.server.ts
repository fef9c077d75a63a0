import type { Services } from '../../composition/services.server.ts'
import type { Invalidated } from './purge.server.ts'

/** Invalidates cached pages when their data changes, in this process or in another: those of the page cache, then those of caches in front. */
export function invalidateCachedPages(services: Services, ...caches: readonly Invalidated[]): void {
  const clear = () => {
    for (const cache of caches) cache.clear()
  }
  const drop = (tags: readonly string[]) => {
    for (const cache of caches) cache.drop(tags)
  }
  services.catalogue.subscribe({
    reset: clear,
    changed: (changes) => drop(['listings', ...changes.map((change) => `product:${change.id}`)]),
    upsellsChanged: clear,
    taxonomyChanged: clear,
  })
  services.search.words.subscribe(() => drop(['listings']))
  // Sales start and end by themselves, and another process may have changed them.
  services.promotions.onChange(clear)
  services.content.subscribe(clear)
  services.stores.subscribe(clear)
  services.catalogue.tariffs.subscribe(clear)
  // Cards and pages show the price in instalments.
  services.payments.subscribe(clear)
  services.settings.subscribe(clear)
  // The header is on every page.
  services.navigation.subscribe(clear)
}
