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

/** A description of each feature setting: a new setting does not compile without one. */
const meanings: Readonly<Record<SettingName, Meaning>> = {
  countryCode: { kind: 'country', about: 'The country in the shop’s API responses.' },
  customerSupportNumber: { kind: 'text', about: 'The phone number in the header, footer and emails.' },
  PriceMatchEnabled: { kind: 'switch', about: 'Shows the price promise beside prices.' },
  PriceHistoryEnabled: { kind: 'switch', about: 'Shows the price history on product pages.' },
  NotifyMeCallbackExtended: {
    kind: 'switch',
    about: 'The waiting list asks for a phone number and a time to call.',
  },
  CrossSellEnabled: { kind: 'switch', about: 'Shows related products on product pages and in the cart.' },
  ReviewSummariesEnabled: { kind: 'switch', about: 'Shows the rating breakdown on product pages.' },
  YearsInBusiness: {
    kind: 'text',
    about: 'How many years we have been in business, as shown in the shop. Leave empty to show nothing.',
  },
  ComparePageEnabled: { kind: 'switch', about: 'Products can be compared.' },
  ComparePageHighlightDifferencesEnabled: { kind: 'switch', about: 'The comparison can show differences only.' },
  ComparePageHighlightToggleDefault: { kind: 'switch', about: 'The comparison starts with differences only.' },
  ComparePageReviewSummary: { kind: 'switch', about: 'The comparison has a row of reviews.' },
  QuickLinks: { kind: 'json', about: 'Links beside the menu: a list of {"title", "url"}.' },
  partialPaymentPercentage: {
    kind: 'percent',
    about: 'Minimum deposit as a percentage of the total. Leave empty for the default.',
  },
  IntercomEnabled: { kind: 'switch', about: 'Loads the chat, if the visitor has allowed it.' },
  IntercomAppId: { kind: 'text', about: 'The shop’s Intercom app id.' },
  CheckoutShowCalendarOnLoad: {
    kind: 'switch',
    about: 'The checkout shows delivery days before an address is entered.',
  },
  proformaShippingBrands: { kind: 'text', about: 'Brands delivered by their manufacturer, separated by commas.' },
  reviewMerchantId: { kind: 'text', about: 'Our Google Customer Reviews merchant id. Leave empty for no badge.' },
  charityName: {
    kind: 'text',
    about: 'The charity shown on order confirmations. Leave empty for none.',
  },
  charityBlurb: { kind: 'long', about: 'Text about the charity.' },
  charityScriptUrl: { kind: 'text', about: 'Script of the charity’s widget. Leave empty for none.' },
  newsletterOptInDefault: {
    kind: 'switch',
    about:
      'The box for news and offers at the checkout is ticked by default. The Spam Act 2003 asks for consent that you can prove later, and a pre-ticked box is weak proof. Each consent is stored with its wording, time and shop either way.',
  },
  taxNumber: { kind: 'text', about: 'The ABN or GST number on tax invoices.' },
  CallUsNowEnabled: { kind: 'switch', about: 'Shows ‘Call us now’ on product pages.' },
  NewPromotionsEnabled: {
    kind: 'switch',
    about: 'Shows promotions on product pages as panels; if off, as a plain list.',
  },
  WebexEnabled: {
    kind: 'switch',
    about: 'Offers a video call with an expert on store pages and the contact page.',
  },
  RecaptchaSiteKey: {
    kind: 'text',
    about: 'reCAPTCHA v2 key, for a tick box on the contact and registration forms. Leave empty for none.',
  },
  RecaptchaV3SiteKey: {
    kind: 'text',
    about: 'reCAPTCHA v3 key, which checks logins and orders in the background. Leave empty for none.',
  },
  CheckoutExpandedProductSwapEnabled: {
    kind: 'switch',
    about: 'Suggests a replacement at the checkout for a product that is no longer available.',
  },
  IsGooglePayExpressEnabled: {
    kind: 'switch',
    about: 'Offers Google Pay on product pages and in the cart, if the payment method is on as well.',
  },
  OTPEnabled: {
    kind: 'switch',
    about: 'Customers without a stronger second factor get a code by email when they log in.',
  },
  dealsClubEnabled: {
    kind: 'switch',
    about: 'Customers with an account join the Deals Club, and members pay the Deals Club prices.',
  },
  TipEnabled: { kind: 'switch', about: 'Offers a tip for the delivery crew at the checkout.' },
  TipMessaging: { kind: 'json', about: 'Text about tips: {"title", "blurb", "amounts": dollars}.' },
  LeaveATipMessage: { kind: 'text', about: 'The heading above the amounts.' },
  ZipConfig: {
    kind: 'json',
    about:
      'What Zip offers in Australia: {"minimumAmount", "maximumAmount", "repaymentPeriodMonths", "offerExpiry"}. Leave empty to use Payment methods.',
  },
  PaypalDisclaimer: { kind: 'long', about: 'Small print under PayPal at the checkout. Leave empty for none.' },
  BuyapowaEnabled: { kind: 'switch', about: 'Turns on the page /refer-a-friend.' },
  BuyapowaMarket: { kind: 'text', about: 'The market of the Buyapowa campaign: au or nz.' },
  BuyapowaMarketDomain: {
    kind: 'text',
    about: 'The Buyapowa host, for example shop.co-buying.example. Leave empty for no referral links.',
  },
  BuyapowaCampaignSlug: { kind: 'text', about: 'The name of the Buyapowa campaign.' },
  referralConfig: {
    kind: 'json',
    about: 'Text of /refer-a-friend: {"title", "blurb", "rewardAmount": dollars, "termsUrl"}.',
  },
  AreaTenPanEnabled: {
    kind: 'switch',
    about: 'Shows manufacturer content below the product description.',
  },
  AreaTenHeraEnabled: { kind: 'switch', about: 'Shows the manufacturer’s name and promise above the description.' },
  AreaTenScriptUrl: { kind: 'text', about: 'AreaTen’s script for both. Leave empty to keep our own text.' },
  VideoPlayerScriptUrl: { kind: 'text', about: 'A player for videos hosted by manufacturers. Leave empty for none.' },
  SchedulingScriptUrl: {
    kind: 'text',
    about: 'A booking script on the contact page, to choose a time to meet us. Leave empty for none.',
  },
  WebexScriptUrl: {
    kind: 'text',
    about: 'Webex’s script on the contact page, with WebexEnabled. Leave empty to start calls by message.',
  },
  ZipWidgetScriptUrl: {
    kind: 'text',
    about: 'Zip’s own explanation, on product pages and /zip. Leave empty to use ours only.',
  },
  postLogoutRoute: { kind: 'text', about: 'Where Logout in the staff toolbar goes. Leave empty for the login page.' },
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
  about: 'Features of each shop. A change takes effect within a second, without a restart.',
  see: 'use the back office',
  change: 'change settings',
  records: settingRecords,
  sort: { column: 'name', isDescending: false },
  searchHint: 'Name or value',
  columns: [
    { name: 'name', label: 'Name', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'value', label: 'Value' },
    { name: 'isSet', label: 'Customised', kind: 'switch' },
  ],
  filters: [
    { name: 'app', label: 'Shop', options: appOptions },
    { name: 'which', label: 'Which', options: optionsOf({ set: 'Customised' }) },
  ],
  fields: (values) => [
    { name: 'name', label: 'Name', kind: 'text', isFixed: 'always' },
    { name: 'app', label: 'Shop', kind: 'choice', options: appOptions, isFixed: 'always' },
    ...(values === null ? [] : [valueField(values['name'] as SettingName)]),
    { name: 'standard', label: 'Default', kind: 'text', isFixed: 'always' },
    { name: 'isSet', label: 'Customised', kind: 'switch', isFixed: 'always' },
  ],
  nameOf: (values) => `${String(values['name'])}, ${appNames[String(values['app'])] ?? ''}`,
  save: ({ tx }, key, values) => writeSetting(tx, key, String(values['value'] ?? '')),
  async remove({ tx }, key) {
    if (settingKey(key) !== null) await writeSetting(tx, key, null)
    return done
  },
  isRemovable: ({ isSet }) => isSet === true,
  removeLabel: 'Reset to default',
}
