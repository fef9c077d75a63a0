import type { SettingName } from '../../../brands/settings.server.ts'
import { done, optionsOf, type AdminResource } from '../admin-resource.server.ts'
import type { Field } from '../admin.ts'
import { appNames, appOptions, countryOptions } from '../labels.ts'
import { settingKey, settingRecords, writeSetting } from './setting-records.server.ts'

type Meaning = { readonly about: string } & (
  | { readonly kind: 'switch' | 'text' | 'long' }
  | { readonly kind: 'json' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'country' }
)

/** What each feature setting does: a new one does not build before it stands here. */
const meanings: Readonly<Record<SettingName, Meaning>> = {
  countryCode: { kind: 'country', about: 'The country that calls of the shop tell.' },
  customerSupportNumber: { kind: 'text', about: 'The telephone number in header, foot and mails.' },
  PriceMatchEnabled: { kind: 'switch', about: 'Shows the price promise beside prices.' },
  PriceHistoryEnabled: { kind: 'switch', about: 'Shows on product pages what was asked before.' },
  NotifyMeCallbackExtended: {
    kind: 'switch',
    about: 'The waiting list asks for a telephone number and a time to call.',
  },
  CrossSellEnabled: { kind: 'switch', about: 'Shows on product pages and in the cart what goes with a product.' },
  ReviewSummariesEnabled: { kind: 'switch', about: 'Shows on product pages how many gave how many stars.' },
  YearsInBusiness: { kind: 'text', about: 'How long we have been there, as the shop says it. Empty: it says nothing.' },
  ComparePageEnabled: { kind: 'switch', about: 'Products can be compared.' },
  ComparePageHighlightDifferencesEnabled: { kind: 'switch', about: 'The comparison can show differences alone.' },
  ComparePageHighlightToggleDefault: { kind: 'switch', about: 'The comparison starts with differences alone.' },
  ComparePageReviewSummary: { kind: 'switch', about: 'The comparison has a row of reviews.' },
  QuickLinks: { kind: 'json', about: 'Links beside the menu: a list of {"title", "url"}.' },
  partialPaymentPercentage: {
    kind: 'percent',
    about: 'Percent of a total that a deposit is at least. Empty: the usual one.',
  },
  IntercomEnabled: { kind: 'switch', about: 'Loads the chat, where a visitor has allowed it.' },
  IntercomAppId: { kind: 'text', about: 'The shop’s id at the chat.' },
  CheckoutShowCalendarOnLoad: { kind: 'switch', about: 'The checkout shows delivery days before an address is typed.' },
  proformaShippingBrands: { kind: 'text', about: 'Brands that their maker delivers, with commas between them.' },
  reviewMerchantId: { kind: 'text', about: 'Our id at the customer-review service. Empty: no badge.' },
  charityName: {
    kind: 'text',
    about: 'Whom the shop gives to, on the confirmation of an order. Empty: nothing is said.',
  },
  charityBlurb: { kind: 'long', about: 'What is said of it.' },
  charityScriptUrl: { kind: 'text', about: 'The widget of the charity. Empty: none.' },
  newsletterOptInDefault: {
    kind: 'switch',
    about:
      'The box for news and offers at the checkout is ticked to begin with. The Spam Act 2003 asks for consent that you can show later, and a box that somebody else has ticked is weak proof of it. Each consent is kept with its words, time and shop either way.',
  },
  taxNumber: { kind: 'text', about: 'The ABN or GST number on tax invoices.' },
  CallUsNowEnabled: { kind: 'switch', about: 'Shows ‘Call us now’ on product pages.' },
  NewPromotionsEnabled: { kind: 'switch', about: 'Shows promotions on product pages as panels; off: as a plain list.' },
  WebexEnabled: {
    kind: 'switch',
    about: 'Offers a video call with an expert on pages of stores and the contact page.',
  },
  RecaptchaSiteKey: {
    kind: 'text',
    about: 'Key of reCAPTCHA v2: a box to tick on the contact and register forms. Empty asks nothing.',
  },
  RecaptchaV3SiteKey: {
    kind: 'text',
    about: 'Key of reCAPTCHA v3: looks at logins and orders without asking. Empty does nothing.',
  },
  CheckoutExpandedProductSwapEnabled: {
    kind: 'switch',
    about: 'Suggests a product at the checkout in the place of one that cannot be bought any more.',
  },
  IsGooglePayExpressEnabled: {
    kind: 'switch',
    about: 'Buys with Google Pay from product pages and the cart, where the payment method is on as well.',
  },
  OTPEnabled: {
    kind: 'switch',
    about: 'Customers without a better second step get a code by mail when they log in.',
  },
  dealsClubEnabled: {
    kind: 'switch',
    about: 'Customers with an account join the Deals Club, and members pay the Deals Club prices.',
  },
  TipEnabled: { kind: 'switch', about: 'Asks at the checkout for a tip for the crew.' },
  TipMessaging: { kind: 'json', about: 'What is said of it: {"title", "blurb", "amounts": dollars}.' },
  LeaveATipMessage: { kind: 'text', about: 'The words over the amounts.' },
  ZipConfig: {
    kind: 'json',
    about:
      'What Zip offers in Australia: {"minimumAmount", "maximumAmount", "repaymentPeriodMonths", "offerExpiry"}. Empty: as recorded.',
  },
  PaypalDisclaimer: { kind: 'long', about: 'Small print under PayPal at the checkout. Empty: none.' },
  BuyapowaEnabled: { kind: 'switch', about: 'The page /refer-a-friend is there.' },
  BuyapowaMarket: { kind: 'text', about: 'The market of its campaign at Buyapowa: au or nz.' },
  BuyapowaMarketDomain: {
    kind: 'text',
    about: 'The host of Buyapowa, as shop.co-buying.example. Empty: no program, no links.',
  },
  BuyapowaCampaignSlug: { kind: 'text', about: 'The name of the campaign there.' },
  referralConfig: {
    kind: 'json',
    about: 'What /refer-a-friend says: {"title", "blurb", "rewardAmount": dollars, "termsUrl"}.',
  },
  AreaTenPanEnabled: {
    kind: 'switch',
    about: 'Shows below the description of a product what its maker says of itself.',
  },
  AreaTenHeraEnabled: { kind: 'switch', about: 'Shows the name and the promise of the maker over the description.' },
  AreaTenScriptUrl: { kind: 'text', about: 'AreaTen’s program for both. Empty: our own words stay.' },
  VideoPlayerScriptUrl: { kind: 'text', about: 'A player for videos that makers keep elsewhere. Empty: none.' },
  SchedulingScriptUrl: {
    kind: 'text',
    about: 'A program to choose a time to meet us, on the contact page. Empty: none.',
  },
  WebexScriptUrl: {
    kind: 'text',
    about: 'Webex’s program, on the contact page, with WebexEnabled. Empty: a message begins the call.',
  },
  ZipWidgetScriptUrl: { kind: 'text', about: 'Zip’s own explanation, on product pages and /zip. Empty: ours alone.' },
  postLogoutRoute: { kind: 'text', about: 'Where Logout of the bar leads. Empty: to the login.' },
}

function valueField(name: SettingName): Field {
  const { kind, about } = meanings[name]
  const base = { name: 'value', label: 'Value', help: about } as const
  switch (kind) {
    case 'switch':
      return { ...base, kind: 'choice', isRequired: true, options: optionsOf({ true: 'On', false: 'Off' }) }
    case 'country':
      return { ...base, kind: 'choice', isRequired: true, options: countryOptions }
    case 'percent':
      return {
        ...base,
        kind: 'text',
        max: 3,
        initial: '',
        pattern: /^([1-9]\d?|100)$/,
        patternHint: 'must be 1 to 100',
      }
    case 'json':
      return { ...base, kind: 'json', isRequired: true }
    case 'long':
      return { ...base, kind: 'long', max: 1_000 }
    case 'text':
      return { ...base, kind: 'text', max: 300, initial: '' }
  }
}

export const settingResource: AdminResource = {
  name: 'settings',
  title: 'Settings',
  one: 'setting',
  section: 'Shop',
  about: 'What each shop does and does not. A change counts in every process within a second, without a restart.',
  see: 'use the office',
  change: 'change settings',
  records: settingRecords,
  sort: { column: 'name', isDescending: false },
  searchHint: 'Name or value',
  columns: [
    { name: 'name', label: 'Name', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'value', label: 'Value' },
    { name: 'isSet', label: 'Set by us', kind: 'switch' },
  ],
  filters: [
    { name: 'app', label: 'Shop', options: appOptions },
    { name: 'which', label: 'Which', options: optionsOf({ set: 'Set by us' }) },
  ],
  fields: (values) => [
    { name: 'name', label: 'Name', kind: 'text', isFixed: 'always' },
    { name: 'app', label: 'Shop', kind: 'choice', options: appOptions, isFixed: 'always' },
    ...(values === null ? [] : [valueField(values['name'] as SettingName)]),
    { name: 'standard', label: 'While nobody sets it', kind: 'text', isFixed: 'always' },
    { name: 'isSet', label: 'Set by us', kind: 'switch', isFixed: 'always' },
  ],
  nameOf: (values) => `${String(values['name'])}, ${appNames[String(values['app'])] ?? ''}`,
  save: ({ tx }, key, values) => writeSetting(tx, key, String(values['value'] ?? '')),
  async remove({ tx }, key) {
    if (settingKey(key) !== null) await writeSetting(tx, key, null)
    return done
  },
  isRemovable: ({ isSet }) => isSet === true,
  removeLabel: 'Back to the standard',
}
