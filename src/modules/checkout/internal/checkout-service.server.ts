import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { Geography } from '../../geo/geo.server.ts'
import type { OrderSnapshot } from '../../orders/orders.ts'
import { attemptById, checkAllOf } from '../../payments/payments-store.server.ts'
import { chargeOf } from '../../payments/payment-exceptions-store.server.ts'
import { type PeopleDeps, createPeople } from './people.server.ts'
import { type ProviderDeps, createProviderCalls } from './payment/provider-calls.server.ts'
import { settle } from '../settle.server.ts'
import type { Checkout } from './checkout-service.ts'
import { availability } from './availability.server.ts'
import { findPickupOptions } from './pickup.server.ts'
import { createSubmit } from './submit.server.ts'
import { createPaymentReturns } from './payment/payment-returns.server.ts'
import { createReconciler } from './payment/reconciler.server.ts'
import { capture, reverse } from './payment/payment-jobs.server.ts'

/** Checkout: dates and prices for the cart, submit, returns from providers, and the reconciliation of open payments. */

export type CheckoutDeps = ProviderDeps &
  PeopleDeps & {
    readonly catalogue: Catalogue
    readonly geography: Geography
  }

export function createCheckout(deps: CheckoutDeps): Checkout {
  const { database, clock } = deps
  const people = createPeople(deps)
  const calls = createProviderCalls(deps)
  return {
    availability: (...cartAndPlace) => availability(deps, ...cartAndPlace),
    pickupOptions: (...cartAndPlace) => findPickupOptions(deps, ...cartAndPlace),
    view: people.view,
    canOverride: people.canOverride,
    submit: createSubmit({ ...deps, people, calls }),
    ...createPaymentReturns({ ...deps, calls }),
    attempt: (id) => attemptById<OrderSnapshot>(database.db, id),
    charge: (attempt) => chargeOf(database.db, attempt),
    settle: (attemptId, outcome, cause) => settle(deps, attemptId, outcome, cause),
    ...createReconciler({ ...deps, calls }),
    recovered: (provider) => checkAllOf(database.db, provider, clock.now()),
    reverse: (attemptId, providerRef) => reverse(deps, attemptId, providerRef),
    capture: (attemptId) => capture(deps, attemptId),
  }
}
