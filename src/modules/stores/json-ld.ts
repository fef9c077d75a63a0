import type { Store } from './stores.ts'

/** A store for search engines (schema.org Store). */
export function storeJsonLd(store: Store, { companyName, origin }: { companyName: string; origin: string }) {
  const url = `${origin}/stores/${store.storeUri}`
  return {
    '@type': 'Store',
    '@id': `${url}#store`,
    name: `${companyName} ${store.name}`,
    url,
    telephone: store.phone,
    ...(store.email === null ? {} : { email: store.email }),
    ...(store.description === '' ? {} : { description: store.description }),
    ...(store.thumbImg === null ? {} : { image: new URL(store.thumbImg.src, origin).href }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: store.address,
      addressLocality: store.suburb,
      ...(store.state === null ? {} : { addressRegion: store.state }),
      postalCode: store.postcode,
      addressCountry: store.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: store.latitude, longitude: store.longitude },
    // Nobody can just walk into a store that asks for an appointment.
    openingHoursSpecification: store.isAppointmentOnly
      ? []
      : store.openTimes.flatMap(({ day, openTime, closeTime }) =>
          openTime === null || closeTime === null
            ? []
            : [
                {
                  '@type': 'OpeningHoursSpecification',
                  dayOfWeek: `https://schema.org/${day}`,
                  opens: openTime,
                  closes: closeTime,
                },
              ],
        ),
  }
}
