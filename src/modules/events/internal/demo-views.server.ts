import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import { dollarsOf } from '../../../platform/money.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { MediaService } from '../../media/media.server.ts'
import type { StoredDemo } from '../events-store.server.ts'
import {
  availabilities,
  availabilityOf,
  demoTexts,
  type CookingDemo,
  type CookingDemoDetail,
  type CookingDemoType,
  type SubEventType,
} from '../events.ts'

/** A demo for display, and whether it can still be booked. */
export type DemoViews = {
  shown(demo: StoredDemo): CookingDemo
  detailed(demo: StoredDemo, brand: Pick<Shown, 'app'>): CookingDemoDetail
  /** Why nothing can be done about its seats any more; null when it can. */
  closedText(demo: StoredDemo): string | null
}

/** The site a demo is shown on. */
export type Shown = Pick<Brand, 'app' | 'country'>

export const idOf = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
export const isIn = (demo: StoredDemo | null, { app }: Shown): demo is StoredDemo =>
  demo !== null && demo.store_apps.includes(app)
export const seatsRemaining = (demo: StoredDemo) => demo.capacity - demo.seats_taken

export function createDemoViews({
  catalogue,
  clock,
  media,
}: {
  readonly catalogue: Pick<Catalogue, 'productBySku'>
  readonly clock: Clock
  readonly media: Pick<MediaService, 'shown' | 'shownIn'>
}): DemoViews {
  const availability = (demo: StoredDemo) =>
    availabilityOf(
      { isBookedByStore: demo.is_booked_by_store, startsAt: demo.starts_at, seatsRemaining: seatsRemaining(demo) },
      clock.now(),
    )

  function shown(demo: StoredDemo): CookingDemo {
    return {
      id: String(demo.id),
      title: demo.title,
      summary: demo.summary,
      storeUri: demo.store_uri,
      storeName: demo.store_name,
      brand: demo.brand,
      cookingDemoType: demo.demo_type as CookingDemoType,
      cookingDemoSubEventType: demo.sub_event_type as SubEventType,
      availability: availability(demo),
      startDateTime: demo.starts_at.toISOString(),
      endDateTime: demo.ends_at.toISOString(),
      timeZone: demo.store_time_zone,
      price: dollarsOf(demo.price_cents),
      thumbnail: demo.image_url === null ? null : { src: media.shown(demo.image_url), alt: '' },
    }
  }

  function detailed(demo: StoredDemo, { app }: Pick<Shown, 'app'>): CookingDemoDetail {
    return {
      ...shown(demo),
      description: media.shownIn(demo.description),
      presenter: demo.presenter,
      images: demo.image_url === null ? [] : [{ src: media.shown(demo.image_url), alt: '' }],
      address: {
        street: demo.store_address,
        suburb: demo.store_suburb,
        state: demo.store_state,
        postcode: demo.store_postcode,
        phone: demo.store_phone,
      },
      capacity: demo.capacity,
      seatsRemaining: seatsRemaining(demo),
      maxGuestsPerBooking: demo.max_guests,
      products: demo.skus.flatMap((sku) => {
        const product = catalogue.productBySku(sku)
        if (product === null || product.offers[app] === undefined) return []
        return [{ sku, title: product.title, uri: product.uri }]
      }),
    }
  }

  function closedText(demo: StoredDemo): string | null {
    if (demo.starts_at <= clock.now()) return demoTexts.past
    return availability(demo) === availabilities.ContactStore ? demoTexts.contactStore : null
  }

  return { shown, detailed, closedText }
}
