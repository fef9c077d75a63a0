import type { Database } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import type { Brand } from './brands.ts'

/**
 * Feature settings (decisions platform-19 and platform-20): texts by app, which somebody changes while the shop runs. All of them are in
 * memory and follow a change in every process; where nobody has set one its default counts.
 */

export interface Settings {
  /** The value as it stands, or its default. */
  text(brand: SettingBrand, name: SettingName): string
  /** Whether a switch says 'true'. */
  isOn(brand: SettingBrand, name: SettingName): boolean
  /** Calls back after each change, of whatever setting. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

export type SettingName = keyof typeof defaults
type SettingBrand = Pick<Brand, 'app' | 'pricePromise'>

/** The settings that are read somewhere; a part that reads another one adds it here. */
const defaults = {
  /** Off on hc, aoc and wac, which promise nothing. */
  PriceMatchEnabled: (brand) => String(brand.pricePromise !== null),
  PriceHistoryEnabled: () => 'false',
  NotifyMeCallbackExtended: () => 'false',
  CrossSellEnabled: () => 'true',
  ReviewSummariesEnabled: () => 'true',
  YearsInBusiness: () => '',
  ComparePageEnabled: () => 'true',
  ComparePageHighlightDifferencesEnabled: () => 'true',
  ComparePageHighlightToggleDefault: () => 'false',
  ComparePageReviewSummary: () => 'false',
  QuickLinks: () => '[]',
  /** Percent of an order's total that a deposit is at least; empty for the usual one (decision payments-15). */
  partialPaymentPercentage: () => '',
  IntercomEnabled: () => 'false',
  IntercomAppId: () => '',
  /** Dates show for the chosen place before an address is typed (decision delivery-14). */
  CheckoutShowCalendarOnLoad: () => 'true',
  /** Brands that their maker delivers, with commas between them (decision cart-13). */
  proformaShippingBrands: () => 'Miele',
  /** Of the customer-review service, whose badge shows where there is one (SHELL-03). */
  reviewMerchantId: () => '',
  /** Whom the shop gives to, on the confirmation of an order; no name, no widget (decision orders-07). These are for the demo. */
  charityName: () => 'Demo charity',
  charityBlurb: ({ app }) =>
    `With a part of what it earns, this shop would give ${app === 'andoo' || app === 'fk' ? 'a bed' : 'a fridge'} to a family that has none. This is a demonstration: nobody gives or gets anything.`,
  charityScriptUrl: () => '',
} as const satisfies Record<string, (brand: SettingBrand) => string>

export const settingsChannel = 'settings_changed'

export async function openSettings({ database, log }: { database: Database; log: Log }): Promise<Settings> {
  const listeners: (() => void)[] = []
  let values = await read(database)
  const refresh = () =>
    void read(database).then(
      (fresh) => {
        values = fresh
        for (const listener of listeners) listener()
      },
      (error: unknown) => log.error({ err: error, area: 'settings' }, 'could not follow a change of the settings'),
    )
  const stop = await database.listen(settingsChannel, refresh, refresh)
  const text: Settings['text'] = (brand, name) => values.get(`${brand.app} ${name}`) ?? defaults[name](brand)
  return {
    text,
    isOn: (brand, name) => text(brand, name) === 'true',
    subscribe: (listener) => void listeners.push(listener),
    close: stop,
  }
}

async function read(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.db.selectFrom('setting').selectAll().execute()
  return new Map(rows.map((row) => [`${row.app} ${row.name}`, row.value]))
}
