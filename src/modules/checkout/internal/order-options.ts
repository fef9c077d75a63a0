import type { Brand } from '../../../brands/brands.ts'
import type { Principal } from '../../identity/identity.ts'
import { isSeller, can } from '../../identity/policy.ts'
import { orderFlags, type RedirectProvider } from '../../payments/payments.ts'

/** The payment methods and options of an order: the table of decision payments-02, one row a flag. */

export type OptionFacts = {
  readonly principal: Principal
  readonly brand: Pick<Brand, 'offersCreditAccount'>
  /** The order is placed in a store: one of the app's is chosen. */
  readonly hasStore: boolean
  /** The agency is paid by itself, which only a card can do (decision payments-08). */
  readonly paysAgency: boolean
  /** Payment methods that redirect the shopper. */
  readonly redirects: Readonly<Partial<Record<RedirectProvider, unknown>>>
  /** Whether the shop has the settings of Zip in stores. */
  readonly takesZipInStore: boolean
  /** The cart has an install that costs something. */
  readonly hasPaidInstalls: boolean
  /** The flags that follow from the delivery, combined. */
  readonly delivered: number
}

const sells = ({ principal }: OptionFacts): boolean => isSeller(principal)

/** Whether a flag is among options that are added up. */
export const isGranted = (options: number, flag: number): boolean => (options & flag) !== 0

/** A flag that has no row is never set. */
const grants: readonly { readonly flag: number; readonly isSet: (facts: OptionFacts) => boolean }[] = [
  { flag: orderFlags.AfterPay, isSet: ({ redirects }) => redirects.afterpay !== undefined },
  { flag: orderFlags.PayPal, isSet: ({ redirects }) => redirects.paypal !== undefined },
  { flag: orderFlags.Zip, isSet: ({ redirects }) => redirects.zip !== undefined },
  {
    flag: orderFlags.CRAccount,
    isSet: ({ principal, brand }) => can(principal, 'buy on account', brand),
  },
  { flag: orderFlags.DeliveryInstructions, isSet: () => true },
  { flag: orderFlags.PaidInstalls, isSet: (facts) => facts.hasPaidInstalls },
  { flag: orderFlags.SetSalesperson, isSet: sells },
  { flag: orderFlags.StaffOnlyOtherPaymentMethod, isSet: sells },
  {
    flag: orderFlags.ZipInStore,
    isSet: (facts) => sells(facts) && facts.takesZipInStore && facts.hasStore && !facts.paysAgency,
  },
  { flag: orderFlags.CashAndCarry, isSet: (facts) => sells(facts) && facts.hasStore },
  ...[orderFlags.UniqueRequirements, orderFlags.WarehouseStorageCharge, orderFlags.InstallationContact].map((flag) => ({
    flag,
    isSet: ({ delivered }: OptionFacts) => isGranted(delivered, flag),
  })),
  {
    flag: orderFlags.WinningDeliveryServiceOverride,
    isSet: ({ principal, delivered }) =>
      can(principal, 'override a delivery') && isGranted(delivered, orderFlags.WinningDeliveryServiceOverride),
  },
]

/** The option flags of a checkout view, added up (OFLAG-01). */
export function orderOptions(facts: OptionFacts): number {
  return grants.reduce((sum, { flag, isSet }) => (isSet(facts) ? sum + flag : sum), 0)
}
