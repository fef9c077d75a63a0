import type { Brand } from '../../../brands/brands.ts'
import type { Settings } from '../../../brands/settings.server.ts'
import { dayIn, type Day } from '../../../platform/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'
import { dollarsOf } from '../../../platform/money.ts'
import { ok, err, type FieldError, type Result } from '../../../platform/result.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { noCartId, type Cart } from '../../cart/cart.ts'
import type { Delivery } from '../../delivery/delivery.server.ts'
import type { Zone } from '../../delivery/delivery.ts'
import type { Principal, Staff } from '../../identity/identity.ts'
import { isSeller } from '../../identity/policy.ts'
import type { OrderSnapshot } from '../../orders/orders.ts'
import { orderFlags, paymentOptions, type PaymentMethod } from '../../payments/payments.ts'
import type { PaymentConfiguration, SavedCards } from '../../payments/payments.server.ts'
import { isValidPrice } from '../../pricing/pricing.ts'
import type { Stores } from '../../stores/stores.server.ts'
import type { SalesPerson, Store } from '../../stores/stores.ts'
import { submitTexts, type CheckoutFacts, type CheckoutForm } from '../checkout.ts'
import { customerOf, withLockedValues, type CheckoutView } from './checkout-view.ts'
import { type StaffChoice } from './staff-choice.ts'
import { storageTerms } from '../delivery-plan.ts'
import { deliveryOptions } from '../delivery-plan.server.ts'
import { depositPercentageOf } from '../deposit.ts'
import { isGranted, orderOptions } from './order-options.ts'
import { productSwaps } from './product-swap.ts'
import { tipOfferOf, type TipOffer } from '../tip.ts'

/** The principal and the customer: the page's data about them, and their part in a submit. */

export type PeopleDeps = {
  readonly stores: Stores
  readonly catalogue: Pick<Catalogue, 'product' | 'productBySku' | 'all'>
  readonly delivery: Delivery
  readonly settings: Settings
  readonly paymentConfiguration: PaymentConfiguration
  readonly savedCards: Pick<SavedCards, 'isOn' | 'of'>
  readonly clock: Clock
}

export type PeopleProblem =
  | { readonly code: 'option_not_granted'; readonly field: string }
  | { readonly code: 'validation'; readonly message: string; readonly errors: readonly FieldError[] }

/** A submit as far as people decide it. */
export type Admitted = {
  /** With the values that are not the sender's to choose. */
  readonly form: CheckoutForm
  readonly sale: OrderSnapshot['sale']
  /** Where the goods are handed over today; null when they are delivered. */
  readonly counter: { readonly zone: Zone; readonly today: Day } | null
}

export interface People {
  view(brand: Brand, principal: Principal, cart: Cart | null, subdivision: string | null): Promise<CheckoutView>
  admit(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    requested: {
      readonly form: CheckoutForm
      readonly staff: StaffChoice
      readonly method: PaymentMethod
      readonly facts: CheckoutFacts
    },
  ): Promise<Result<Admitted, PeopleProblem>>
  /** Whether the principal may have our own crew deliver suppliers' goods (decision delivery-11). */
  canOverride(brand: Brand, principal: Principal, cart: Cart): Promise<boolean>
  /** Percent of an order's total that a deposit is at least. */
  depositPercentage(brand: Brand): number
  /** The tip amounts; null where no tip is offered. */
  tipOffer(brand: Brand): TipOffer | null
}

export function createPeople(deps: PeopleDeps): People {
  const { stores, settings, paymentConfiguration } = deps

  const depositPercentage = (brand: Brand): number => depositPercentageOf((name) => settings.text(brand, name))

  return {
    depositPercentage,
    tipOffer: (brand) => tipOfferOf((name) => settings.text(brand, name)),
    canOverride: async (brand, principal, cart) =>
      isGranted(await optionsFor(deps, brand, principal, cart, null), orderFlags.WinningDeliveryServiceOverride),
    async view(brand, principal, cart, subdivision) {
      const store = storeFor(deps, brand, principal, subdivision)
      const seller = isSeller(principal) ? principal : null
      const people = seller === null ? [] : stores.salesPeople(brand)
      const selected = sellerIn(people, store, seller)
      return {
        cartId: cart?.id ?? noCartId,
        customer: customerOf(principal, cart),
        stores:
          seller === null
            ? []
            : stores.of(brand).map((one) => ({
                subdivision: String(one.storeId),
                name: one.name,
                selected: one.storeId === store?.storeId,
              })),
        salesPeople: people.map((one) => ({
          code: one.code,
          name: one.name,
          subdivision: String(one.storeId),
          selected: one === selected,
        })),
        store:
          store === null
            ? null
            : {
                name: store.name,
                phone: store.phone,
                address: store.address,
                suburb: store.suburb,
                postcode: store.postcode,
                state: store.state ?? '',
              },
        opts: await optionsFor(deps, brand, principal, cart, store),
        partialPaymentPercentage: depositPercentage(brand),
        x509EncryptionKeys: await paymentConfiguration.encryptionKeys(brand, cart?.lines ?? []),
        extendedStorage: {
          freeDays: storageTerms.freeDays,
          feeCapPerDay: dollarsOf(storageTerms.feeCapPerDay),
          minimumPrice: dollarsOf(storageTerms.minimumPrice),
        },
        swaps: settings.isOn(brand, 'CheckoutExpandedProductSwapEnabled')
          ? productSwaps(brand, cart?.lines ?? [], deps.catalogue)
          : [],
        savesSession: brand.savesCheckoutSession && principal.kind !== 'staff',
        savedCards: await savedCardsOf(deps, brand, principal, cart),
      }
    },
    async admit(brand, principal, cart, { form, staff, method, facts }) {
      const store = storeFor(deps, brand, principal, staff.subdivision)
      const options = await optionsFor(deps, brand, principal, cart, store)
      const required: readonly (readonly [isRequested: boolean, flag: number, field: string])[] = [
        [paymentOptions[method] !== 0, paymentOptions[method], 'selectedPaymentOption'],
        [staff.subdivision !== null, orderFlags.SetSalesperson, 'subdivision'],
        [staff.salespersonCode !== null, orderFlags.SetSalesperson, 'salespersonCode'],
        [staff.cashAndCarry, orderFlags.CashAndCarry, 'cashAndCarry'],
        [
          staff.winningDeliveryServiceOverride,
          orderFlags.WinningDeliveryServiceOverride,
          'winningDeliveryServiceOverride',
        ],
      ]
      const denied = required.find(([isRequested, flag]) => isRequested && !isGranted(options, flag))
      if (denied !== undefined) return err({ code: 'option_not_granted', field: denied[2] })

      const own = withLockedValues(form, customerOf(principal, cart), facts)
      if (principal.kind !== 'staff') return ok({ form: own, sale: undefined, counter: null })
      const error = staffError(stores.salesPeople(brand), store, staff)
      if (error !== null) return err({ code: 'validation', message: submitTexts.form, errors: [error] })
      const counter = staff.cashAndCarry && store !== null ? await counterOf(deps, store) : null
      if (staff.cashAndCarry && counter === null) return err({ code: 'option_not_granted', field: 'cashAndCarry' })
      return ok({
        form: staff.cashAndCarry && store !== null ? atStore(own, store) : own,
        sale: {
          placedBy: principal.winningUserId,
          subdivision: store === null ? null : String(store.storeId),
          storeName: store?.name ?? null,
          salespersonCode: staff.salespersonCode ?? principal.salespersonCode,
          cashAndCarry: staff.cashAndCarry,
        },
        counter,
      })
    },
  }
}

/** Guests and staff have none. The agency is paid by cards that are typed: its account stores none (decision 0070). */
async function savedCardsOf(
  { savedCards, paymentConfiguration }: PeopleDeps,
  { app }: Brand,
  principal: Principal,
  cart: Cart | null,
): Promise<CheckoutView['savedCards']> {
  const isMember = principal.kind === 'member' || principal.kind === 'trade'
  if (!isMember || !savedCards.isOn || paymentConfiguration.paysAgency(cart?.lines ?? [])) return null
  return savedCards.of({ accountId: principal.userId, app })
}

/**
 * The salesperson credited with an order: the principal where they sell in that store, or else the first (STFC-05, decision checkout-26).
 */
function sellerIn(people: readonly SalesPerson[], store: Store | null, seller: Staff | null): SalesPerson | undefined {
  const there = people.filter((one) => one.storeId === store?.storeId)
  return there.find((one) => one.code === seller?.salespersonCode) ?? there[0]
}

function staffError(people: readonly SalesPerson[], store: Store | null, staff: StaffChoice): FieldError | null {
  if (staff.subdivision !== null && String(store?.storeId) !== staff.subdivision)
    return { field: 'subdivision', message: 'Please choose a store of the list' }
  const sellsThere = people.some((one) => one.code === staff.salespersonCode && one.storeId === store?.storeId)
  return staff.salespersonCode === null || sellsThere
    ? null
    : { field: 'salespersonCode', message: 'Please choose a salesperson of the store' }
}

/** An order collected in store uses the store's own address and phone number (decision checkout-27). */
function atStore(form: CheckoutForm, store: Store): CheckoutForm {
  const { address, suburb, postcode, phone } = store
  return {
    ...form,
    phoneNumber: phone,
    deliveryAddress: { ...form.deliveryAddress, address, suburb, postcode, state: store.state ?? '' },
  }
}

/** The store chosen by staff, or else the store they work in; null for everyone else, and where the app has no such store. */
function storeFor(
  { stores }: PeopleDeps,
  brand: Brand,
  principal: Principal,
  subdivision: string | null,
): Store | null {
  if (!isSeller(principal)) return null
  const chosen = subdivision === null ? null : stores.find(brand, subdivision)
  return chosen ?? (principal.subdivision === null ? null : stores.find(brand, principal.subdivision))
}

async function optionsFor(
  deps: PeopleDeps,
  brand: Brand,
  principal: Principal,
  cart: Cart | null,
  store: Store | null,
): Promise<number> {
  const { paymentConfiguration } = deps
  const paysAgency = cart !== null && paymentConfiguration.paysAgency(cart.lines)
  return orderOptions({
    principal,
    brand,
    hasStore: store !== null,
    paysAgency,
    redirects: paysAgency ? {} : paymentConfiguration.redirects(brand),
    takesZipInStore: paymentConfiguration.isConfigured('zip-in-store'),
    hasPaidInstalls: cart?.lines.some((line) => isValidPrice(line.install?.price)) ?? false,
    delivered: cart === null ? 0 : await deliveryOptions(deps, brand, cart),
  })
}

/** The goods leave the warehouse that serves the store, and the day is the store's. */
async function counterOf({ delivery, clock }: PeopleDeps, store: Store): Promise<Admitted['counter']> {
  const zone = await delivery.zoneOf(store)
  return zone === null ? null : { zone, today: dayIn(store.timeZone, clock.now()) }
}
