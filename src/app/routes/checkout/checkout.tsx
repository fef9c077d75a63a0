import type { Route } from './+types/checkout.ts'
import { timeZoneOf } from '../../../brands/apps.ts'
import { dayIn } from '../../../platform/calendar.ts'
import { toCartResponse } from '../../../modules/cart/cart.ts'
import { depositPercentageOf } from '../../../modules/checkout/deposit.ts'
import { isPossible } from '../../../modules/checkout/pickup.ts'
import { tipOfferOf } from '../../../modules/checkout/tip.ts'
import { CheckoutPage } from '../../../modules/checkout/ui/checkout-page.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { zipTermsOf } from '../../../modules/payments/payments.server.ts'
import { useSite } from '../../../modules/navigation/ui/use-site.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { brand, services, now } = shop
  const { payments, settings } = services
  const inCart = await services.cart.visitor.current(shop)
  const redirects = payments.paysAgency(inCart?.lines ?? []) ? {} : payments.redirects(brand)
  const chosen = await services.geo.visitorPlace.current(shop)
  return {
    cart: toCartResponse(inCart, { depositPercentage: depositPercentageOf((name) => settings.text(brand, name)) }),
    place:
      chosen === null
        ? null
        : {
            suburb: chosen.suburb,
            state: chosen.state ?? '',
            postcode: chosen.postcode,
            fullAddress: chosen.fullAddress,
            lat: chosen.lat,
            lng: chosen.lng,
          },
    newsletterDefault: settings.isOn(brand, 'newsletterOptInDefault'),
    asksForPoNumber: brand.asksForPoNumber,
    unavailableText: brand.explainsUnavailableDelivery
      ? `Unfortunately delivery is not currently available for your order. Please call us to see if we can make alternative arrangements ${brand.supportNumber}`
      : `Delivery is not currently available to this location. Please choose another address or call ${brand.supportNumber}.`,
    delivery: {
      chargesStorage: brand.chargesStorage,
      asksOnLoad: settings.isOn(brand, 'CheckoutShowCalendarOnLoad'),
      unavailableIsBanner: brand.explainsUnavailableDelivery,
    },
    redirects: {
      ...redirects,
      zipTerms: zipTermsOf(redirects.zip, dayIn(timeZoneOf[brand.country], now())),
      paypalDisclaimer: settings.text(brand, 'PaypalDisclaimer'),
    },
    forcesZip: services.site.isDevelopment && new URL(request.url).searchParams.get('forceZip') === '1',
    addressSource: services.geo.addressSource(brand.country),
    // A choice only where all of the cart can be had so.
    offersPickup: inCart !== null && (await services.checkout.pickupOptions(brand, inCart, null)).some(isPossible),
    tip: tipOfferOf((name) => settings.text(brand, name)),
    savesSession: brand.savesCheckoutSession,
    takesCards: payments.isConfigured('card'),
    encryptionKeys: await payments.encryptionKeys(brand, inCart?.lines ?? []),
  }
}

export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })

export const meta = () => [{ title: 'Checkout' }, { name: 'robots', content: 'noindex' }, pageTypeMeta('checkout')]

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  return site === undefined ? null : <CheckoutPage {...loaderData} site={site} />
}
