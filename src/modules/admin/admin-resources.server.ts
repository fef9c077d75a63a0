import { contentResource, menuResource, redirectResource, subscriberResource } from './resources/content.server.ts'
import {
  dayResource,
  holidayResource,
  rangeResource,
  serviceResource,
  supplierResource,
  tierResource,
  warehouseResource,
} from './resources/delivery.server.ts'
import { attendeeResource, demoResource } from './resources/events.server.ts'
import {
  auditResource,
  exceptionResource,
  jobResource,
  paymentScriptResource,
  policyReportResource,
  securityResource,
} from './resources/system.server.ts'
import { orderResource } from './resources/orders.server.ts'
import { paymentMethodResource } from './resources/payment-methods.server.ts'
import { customerResource, staffResource } from './resources/people.server.ts'
import { priceScheduleResource } from './resources/price-schedules.server.ts'
import { priceResource } from './resources/prices.server.ts'
import { productResource } from './resources/products.server.ts'
import {
  couponResource,
  giftCardResource,
  promotionResource,
  rewardResource,
  saleResource,
} from './resources/promotions.server.ts'
import {
  contactResource,
  notifyResource,
  priceMatchResource,
  questionResource,
  reviewResource,
} from './resources/questions.server.ts'
import { pinResource, searchRedirectResource, synonymResource, termResource } from './resources/search.server.ts'
import { settingResource, tariffResource } from './resources/shop.server.ts'
import { stockResource } from './resources/stock.server.ts'
import { salespersonResource, storeResource } from './resources/stores.server.ts'
import { attributeResource, brandResource, categoryResource } from './resources/taxonomy.server.ts'
import type { AdminResourceDeps, AdminResource } from './admin-resource.server.ts'

/** The lists of the back office, in the order of its menu. */
export function everyResource(parts: AdminResourceDeps): readonly AdminResource[] {
  return [
    orderResource(parts),
    customerResource(parts),
    productResource(parts),
    priceResource(parts),
    priceScheduleResource,
    stockResource(parts),
    categoryResource(parts),
    attributeResource(parts),
    brandResource,
    tariffResource,
    promotionResource(parts),
    rewardResource,
    saleResource(parts),
    couponResource(parts),
    giftCardResource,
    contentResource(parts),
    menuResource(parts),
    redirectResource(parts),
    subscriberResource(parts),
    dayResource(parts),
    rangeResource(parts),
    tierResource,
    serviceResource(parts),
    supplierResource,
    holidayResource,
    warehouseResource,
    reviewResource(parts),
    questionResource(parts),
    contactResource(parts),
    priceMatchResource(parts),
    notifyResource,
    storeResource,
    salespersonResource(parts),
    demoResource(parts),
    attendeeResource(parts),
    termResource,
    synonymResource,
    pinResource(parts),
    searchRedirectResource,
    settingResource,
    paymentMethodResource(parts),
    staffResource(parts),
    exceptionResource(parts),
    jobResource(parts),
    auditResource,
    securityResource,
    paymentScriptResource,
    policyReportResource,
  ]
}
