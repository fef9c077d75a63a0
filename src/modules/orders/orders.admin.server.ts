import { optionsOf, shownOnly, type AdminResource } from '../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import { zoneOfApp } from '../admin/shown-values.ts'
import {
  cancelAction,
  refundAction,
  rescheduleAction,
  pickupAction,
  transitionAction,
  type OrderActionDeps,
} from './internal/admin/order-actions.server.ts'
import { orderRelated, type OrderRelatedDeps } from './internal/admin/order-related.server.ts'
import { orderRecords } from './order-records.server.ts'

/** Admin lists and actions of orders. */

export type OrdersAdminDeps = OrderActionDeps & OrderRelatedDeps

export const ordersAdmin = (deps: OrdersAdminDeps) => ({ orders: orderResource(deps) })

const stageNames = { placed: 'Placed', 'on-its-way': 'On its way', delivered: 'Delivered', cancelled: 'Cancelled' }
const goodsNames = { ...stageNames, 'ready-for-pickup': 'Ready for pickup', collected: 'Collected' }

const stateNames = {
  paid: 'Paid',
  'deposit-paid': 'Deposit paid',
  'on-account': 'On account',
  'awaiting-payment': 'To be paid in store',
}

function orderResource(deps: OrdersAdminDeps): AdminResource {
  return {
    name: 'orders',
    title: 'Orders',
    one: 'order',
    section: 'Orders',
    about: 'All orders, with their payments, deliveries and history.',
    see: 'use the back office',
    change: 'change orders',
    csv: 'change orders',
    records: orderRecords,
    sort: { column: 'placedAt', isDescending: true },
    searchHint: 'Order number, or start of an email',
    columns: [
      { name: 'webOrderId', label: 'Order', sorts: true },
      { name: 'placedAt', label: 'Placed', kind: 'instant', sorts: true },
      { name: 'name', label: 'Customer' },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'total', label: 'Total', kind: 'money' },
      { name: 'credited', label: 'Refunded', kind: 'money' },
      { name: 'goods', label: 'Goods', kind: 'tag', words: goodsNames },
      { name: 'state', label: 'Payment', kind: 'tag', words: stateNames },
      { name: 'deliversOn', label: 'Delivery', kind: 'day' },
      { name: 'pickup', label: 'Pickup' },
    ],
    filters: [
      { name: 'stage', label: 'Goods', options: optionsOf(stageNames) },
      { name: 'state', label: 'Payment', options: optionsOf(stateNames) },
      {
        name: 'which',
        label: 'Which',
        options: optionsOf({ refunded: 'With refunds', owed: 'With balance due', pickup: 'Pickup in store' }),
      },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'webOrderId', label: 'Order', kind: 'text' },
        { name: 'placedAt', label: 'Placed', kind: 'instant' },
        { name: 'app', label: 'Shop', kind: 'choice', options: appOptions },
        { name: 'goods', label: 'Goods', kind: 'choice', options: optionsOf(goodsNames) },
        { name: 'state', label: 'Payment', kind: 'choice', options: optionsOf(stateNames) },
        { name: 'deliversOn', label: 'Delivery day', kind: 'day' },
        { name: 'window', label: 'Delivery window', kind: 'text' },
        { name: 'pickup', label: 'Pick up at', kind: 'text' },
        { name: 'readyAt', label: 'Ready from', kind: 'instant' },
        { name: 'pickupHours', label: 'Opening hours', kind: 'lines' },
        { name: 'total', label: 'Total', kind: 'money' },
        { name: 'credited', label: 'Refunded', kind: 'money' },
        { name: 'balance', label: 'Balance due', kind: 'money' },
        { name: 'name', label: 'Name', kind: 'text', group: 'Customer', isPersonal: true },
        { name: 'email', label: 'Email', kind: 'text', group: 'Customer', isPersonal: true },
        { name: 'phone', label: 'Phone', kind: 'text', group: 'Customer', isPersonal: true },
        { name: 'address', label: 'Address', kind: 'long', group: 'Customer', isPersonal: true },
        { name: 'instructions', label: 'Delivery instructions', kind: 'long', group: 'Customer', isPersonal: true },
        { name: 'access', label: 'Way to the door', kind: 'lines', group: 'Customer', isPersonal: true },
      ]),
    nameOf: (values) => `Order ${String(values['webOrderId'] ?? '')}`,
    timeZone: (values) => zoneOfApp(values['app']),
    actions: [
      transitionAction(deps, 'dispatch', 'Mark as dispatched', 'placed'),
      transitionAction(deps, 'deliver', 'Mark as delivered', 'on-its-way'),
      pickupAction(deps, 'ready', 'dispatch', 'Ready for pickup', 'placed'),
      pickupAction(deps, 'collect', 'deliver', 'Collected', 'on-its-way'),
      rescheduleAction(deps),
      refundAction(deps),
      cancelAction(deps),
    ],
    related: (key, values) => orderRelated(deps, key, zoneOfApp(values['app'])),
  }
}
