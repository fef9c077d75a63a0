import type { Services } from '../../composition/services.server.ts'
import type { PageCache } from './page-cache.server.ts'

/** Invalidates cached pages when their data changes, in this process or in another. */
export function invalidateCachedPages(services: Services, pageCache: PageCache): void {
  const clear = () => pageCache.clear()
  services.catalogue.subscribe({
    reset: clear,
    changed: (changes) => pageCache.drop(['listings', ...changes.map((change) => `product:${change.id}`)]),
    upsellsChanged: clear,
    taxonomyChanged: clear,
  })
  services.search.words.subscribe(() => pageCache.drop(['listings']))
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
