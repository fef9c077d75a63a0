import { accessTokenScheme, openApi } from '../platform/http/openapi.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { publicJson, shopEndpoint, type ApiContext } from './api.server.ts'
import { accountEndpoints } from './account/account.server.ts'
import { addressEndpoints } from './content/address.server.ts'
import { analyticsEndpoints } from './content/analytics.server.ts'
import { brandEndpoints } from './catalogue/brand.server.ts'
import { cartEndpoints } from './checkout/cart.server.ts'
import { checkoutEndpoints } from './checkout/checkout.server.ts'
import { compareEndpoints } from './catalogue/compare.server.ts'
import { contentEndpoints } from './content/content.server.ts'
import { cookingDemoEndpoints } from './content/cooking-demo.server.ts'
import { dealsClubEndpoints } from './account/deals-club.server.ts'
import { deliveryEndpoints } from './checkout/delivery.server.ts'
import { geoEndpoints } from './content/geo.server.ts'
import { goesWithEndpoints } from './checkout/goes-with.server.ts'
import { listingEndpoints } from './catalogue/listing.server.ts'
import { memberPriceEndpoints } from './catalogue/member-prices.server.ts'
import { monitoringEndpoints } from './content/monitoring.server.ts'
import { navbarEndpoints } from './content/navbar.server.ts'
import { notifyMeEndpoints } from './catalogue/notify-me.server.ts'
import { openedOrderScheme } from './checkout/order-requests.server.ts'
import { orderEndpoints } from './checkout/orders.server.ts'
import { paymentEndpoints } from './checkout/payment.server.ts'
import { priceHistoryEndpoints } from './catalogue/price-history.server.ts'
import { privacyEndpoints } from './account/privacy.server.ts'
import { savedCardEndpoints } from './account/saved-cards.server.ts'
import { productEndpoints } from './catalogue/product.server.ts'
import { promotionEndpoints } from './catalogue/promotion.server.ts'
import { redirectEndpoints } from './content/redirect.server.ts'
import { searchEndpoints } from './catalogue/search.server.ts'
import { sessionEndpoints } from './identity/session.server.ts'
import { settingsEndpoints } from './content/settings.server.ts'
import { staffEndpoints } from './account/staff.server.ts'
import { storeEndpoints } from './content/store.server.ts'
import { wishlistEndpoints } from './account/wishlists.server.ts'

/** Every call of the shop; `contract.ts` tells the browser of them. */
export const calls = [
  ...accountEndpoints,
  ...addressEndpoints,
  ...analyticsEndpoints,
  ...brandEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...compareEndpoints,
  ...contentEndpoints,
  ...cookingDemoEndpoints,
  ...dealsClubEndpoints,
  ...deliveryEndpoints,
  ...geoEndpoints,
  ...goesWithEndpoints,
  ...listingEndpoints,
  ...memberPriceEndpoints,
  ...monitoringEndpoints,
  ...navbarEndpoints,
  ...notifyMeEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...priceHistoryEndpoints,
  ...privacyEndpoints,
  ...savedCardEndpoints,
  ...productEndpoints,
  ...promotionEndpoints,
  ...redirectEndpoints,
  ...searchEndpoints,
  ...sessionEndpoints,
  ...settingsEndpoints,
  ...staffEndpoints,
  ...storeEndpoints,
  ...wishlistEndpoints,
]

export const apiDescription = openApi(
  {
    info: {
      title: 'Storefront API',
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The shop that serves this document' }],
    securitySchemes: {
      [accessTokenScheme]: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Access token issued by the identity host',
      },
      [openedOrderScheme]: {
        type: 'apiKey',
        in: 'cookie',
        name: 'order',
        description: 'Access to one order, opened by its number and email address or by an emailed link',
      },
    },
  },
  calls,
)

/** The same, and the one that describes them. */
export const endpoints: readonly Endpoint<ApiContext>[] = [
  ...calls,
  shopEndpoint({
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Description',
    summary: 'Returns this OpenAPI document.',
    answer: null,
    handle: () => publicJson(apiDescription),
  }),
]
