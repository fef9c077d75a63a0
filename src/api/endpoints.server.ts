import { openApi } from '../platform/http/openapi.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { publicJson, shopEndpoint, type ApiContext } from './api.server.ts'
import { accountEndpoints } from './account.server.ts'
import { analyticsEndpoints } from './analytics.server.ts'
import { brandEndpoints } from './brand.server.ts'
import { cartEndpoints } from './cart.server.ts'
import { checkoutEndpoints } from './checkout.server.ts'
import { compareEndpoints } from './compare.server.ts'
import { contentEndpoints } from './content.server.ts'
import { cookingDemoEndpoints } from './cooking-demo.server.ts'
import { dealsClubEndpoints } from './deals-club.server.ts'
import { deliveryEndpoints } from './delivery.server.ts'
import { geoEndpoints } from './geo.server.ts'
import { listingEndpoints } from './listing.server.ts'
import { memberPriceEndpoints } from './member-prices.server.ts'
import { monitoringEndpoints } from './monitoring.server.ts'
import { navbarEndpoints } from './navbar.server.ts'
import { notifyMeEndpoints } from './notify-me.server.ts'
import { orderEndpoints } from './orders.server.ts'
import { paymentEndpoints } from './payment.server.ts'
import { priceHistoryEndpoints } from './price-history.server.ts'
import { privacyEndpoints } from './privacy.server.ts'
import { productEndpoints } from './product.server.ts'
import { promotionEndpoints } from './promotion.server.ts'
import { redirectEndpoints } from './redirect.server.ts'
import { searchEndpoints } from './search.server.ts'
import { sessionEndpoints } from './session.server.ts'
import { settingsEndpoints } from './settings.server.ts'
import { staffEndpoints } from './staff.server.ts'
import { storeEndpoints } from './store.server.ts'

/** Every call of the shop, and the one that describes them. */
const calls: readonly Endpoint<ApiContext>[] = [
  ...accountEndpoints,
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
  ...listingEndpoints,
  ...memberPriceEndpoints,
  ...monitoringEndpoints,
  ...navbarEndpoints,
  ...notifyMeEndpoints,
  ...orderEndpoints,
  ...paymentEndpoints,
  ...priceHistoryEndpoints,
  ...privacyEndpoints,
  ...productEndpoints,
  ...promotionEndpoints,
  ...redirectEndpoints,
  ...searchEndpoints,
  ...sessionEndpoints,
  ...settingsEndpoints,
  ...staffEndpoints,
  ...storeEndpoints,
]

export const apiDescription = openApi('Storefront API', '1', calls)

export const endpoints: readonly Endpoint<ApiContext>[] = [
  ...calls,
  shopEndpoint({
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Description',
    summary: 'This description.',
    answer: null,
    handle: () => publicJson(apiDescription),
  }),
]
