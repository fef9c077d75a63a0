import type { Database } from '../platform/database/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { createSerialQueue } from '../platform/database/serial-queue.ts'
import type { Brand } from './brands.ts'

/**
 * Feature settings (decisions platform-19 and platform-20): texts by app, which somebody changes while the shop runs. All of them are in
 * memory and follow a change in every process; where nobody has set one its default counts.
 */

export interface Settings {
  /** The value as it stands, or its default. */
  text(brand: SettingBrand, name: SettingName): string
  /** Every setting of an app with the value that holds, by name. */
  all(brand: SettingBrand): readonly { readonly name: SettingName; readonly value: string }[]
  /** Whether a switch says 'true'. */
  isOn(brand: SettingBrand, name: SettingName): boolean
  /** Calls back after each change, of whatever setting. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

export type SettingName = keyof typeof defaults
type SettingBrand = Pick<Brand, 'app' | 'pricePromise' | 'country' | 'supportNumber' | 'newsletterDefault'>

/** The settings that are read somewhere; a part that reads another one adds it here. */
const defaults = {
  /** 'AU' or 'NZ' (decision brands-06). */
  countryCode: (brand) => brand.country,
  /** Empty is the brand's own (decision brands-05). */
  customerSupportNumber: (brand) => brand.supportNumber,
  /** Off on hc, aoc and wac, which promise nothing. */
  PriceMatchEnabled: (brand) => String(brand.pricePromise !== null),
  PriceHistoryEnabled: () => 'false',
  NotifyMeCallbackExtended: () => 'false',
  CrossSellEnabled: () => 'true',
  /** 'Call us now' on a product's page. */
  CallUsNowEnabled: () => 'true',
  /** Accounts join the Deals Club, whose members have prices of their own (decision 0041). */
  dealsClubEnabled: () => 'false',
  /** Promotions of a product as panels; a plain list where it is off. */
  NewPromotionsEnabled: () => 'true',
  /** 'Video call with an expert' on pages of stores and on the contact page. */
  WebexEnabled: () => 'false',
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
  /** At the checkout a product like it is suggested in the place of one that cannot be bought any more. */
  CheckoutExpandedProductSwapEnabled: () => 'false',
  /** Something for the crew at the checkout; JSON `{ title, blurb, amounts: dollars[] }`; its label (decision platform-20). */
  TipEnabled: () => 'false',
  TipMessaging: () => '',
  LeaveATipMessage: () => 'Leave a tip for our delivery team',
  /** JSON `{ minimumAmount, maximumAmount, repaymentPeriodMonths, offerExpiry }`, in place of what the records say of Zip in Australia. */
  ZipConfig: () => '',
  /** Under PayPal, where it is chosen. */
  PaypalDisclaimer: () => '',
  /** Site keys of reCAPTCHA: a box on the contact and register forms; something invisible at login and checkout. '' asks nothing. */
  RecaptchaSiteKey: () => '',
  RecaptchaV3SiteKey: () => '',
  /** A button that buys with Google Pay on product pages and in the cart. */
  IsGooglePayExpressEnabled: () => 'false',
  /** A code by mail is the second step of a login, for whoever has set up no better one (decision platform-20). */
  OTPEnabled: () => 'false',
  /** Brands that their maker delivers, with commas between them (decision cart-13). */
  proformaShippingBrands: () => 'Miele',
  /** Of the customer-review service, whose badge shows where there is one (SHELL-03). */
  reviewMerchantId: () => '',
  /** Whom the shop gives to, on the confirmation of an order; no name, no widget (decision orders-07). */
  charityName: () => '',
  charityBlurb: () => '',
  charityScriptUrl: () => '',
  /** What tax invoices name the seller by: the ABN, or the GST number of New Zealand. */
  taxNumber: () => '',
  /** Whether the box for news and offers at the checkout is ticked to begin with (CHK-08, CHK-09). */
  newsletterOptInDefault: ({ newsletterDefault }) => String(newsletterDefault),
  /** '/refer-a-friend', and the program that makes links to pass on. */
  BuyapowaEnabled: () => 'false',
  BuyapowaMarket: ({ country }) => country.toLowerCase(),
  /** The host of the program; empty is none. */
  BuyapowaMarketDomain: () => '',
  BuyapowaCampaignSlug: () => 'refer-a-friend',
  /** JSON `{ title, blurb, rewardAmount: dollars, termsUrl }` (decision platform-20). */
  referralConfig: () => '{}',
  /** What the maker says of itself below a product's description, and over it; a program of others says it where it has an address. */
  AreaTenPanEnabled: () => 'false',
  AreaTenHeraEnabled: () => 'false',
  AreaTenScriptUrl: () => '',
  /** Addresses of programs of others; empty is none. `ui/third-parties/third-parties.ts` says where each runs. */
  VideoPlayerScriptUrl: () => '',
  SchedulingScriptUrl: () => '',
  WebexScriptUrl: () => '',
  ZipWidgetScriptUrl: () => '',
  /** Where Logout of the bar of whoever has signed in leads; empty for the login (STAFF-19). */
  postLogoutRoute: () => '',
} as const satisfies Record<string, (brand: SettingBrand) => string>

export const settingNames = Object.keys(defaults) as readonly SettingName[]
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(defaults, name)

/** What a setting says while nobody has set it. */
export const standardSetting = (brand: SettingBrand, name: SettingName): string => defaults[name](brand)

export const settingsChannel = 'settings_changed'

export async function openSettings({ database, log }: { database: Database; log: Log }): Promise<Settings> {
  const listeners: (() => void)[] = []
  // Empty, which is every default, when they cannot be had (SETT-08, decision platform-19).
  let values = await read(database).catch((error: unknown) => {
    log.error({ err: error, area: 'settings' }, 'could not read the settings; every default counts')
    return new Map() as ReadonlyMap<string, string>
  })
  const refresh = createSerialQueue(
    async () => {
      values = await read(database)
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'settings' }, 'could not follow a change of the settings'),
  )
  const stop = await database.listen(settingsChannel, refresh, refresh)
  const text: Settings['text'] = (brand, name) => values.get(`${brand.app} ${name}`) ?? defaults[name](brand)
  return {
    text,
    all: (brand) =>
      (Object.keys(defaults) as SettingName[]).toSorted().map((name) => ({ name, value: text(brand, name) })),
    isOn: (brand, name) => text(brand, name) === 'true',
    subscribe: (listener) => void listeners.push(listener),
    close: stop,
  }
}

async function read(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.db.selectFrom('setting').selectAll().execute()
  return new Map(rows.map((row) => [`${row.app} ${row.name}`, row.value]))
}
