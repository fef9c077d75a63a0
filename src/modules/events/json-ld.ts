import { availabilities, demoPath, type CookingDemoDetail } from './events.ts'

/** A demo for search engines (schema.org Event). */
export function demoJsonLd(
  demo: CookingDemoDetail,
  {
    companyName,
    origin,
    currency,
    country,
  }: { companyName: string; origin: string; currency: string; country: string },
) {
  const url = origin + demoPath(demo.id)
  const { street, suburb, state, postcode } = demo.address
  return {
    '@type': 'Event',
    '@id': `${url}#event`,
    name: demo.title,
    description: demo.summary,
    url,
    startDate: demo.startDateTime,
    endDate: demo.endDateTime,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    maximumAttendeeCapacity: demo.capacity,
    remainingAttendeeCapacity: demo.seatsRemaining,
    ...(demo.thumbnail === null ? {} : { image: new URL(demo.thumbnail.src, origin).href }),
    ...(demo.presenter === null ? {} : { performer: { '@type': 'Person', name: demo.presenter } }),
    organizer: { '@type': 'Organization', name: companyName, url: `${origin}/` },
    location: {
      '@type': 'Place',
      name: `${companyName} ${demo.storeName}`,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: suburb,
        ...(state === null ? {} : { addressRegion: state }),
        postalCode: postcode,
        addressCountry: country,
      },
    },
    offers: {
      '@type': 'Offer',
      url,
      price: demo.price.toFixed(2),
      priceCurrency: currency,
      availability:
        demo.availability === availabilities.WaitList ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
    },
  }
}
