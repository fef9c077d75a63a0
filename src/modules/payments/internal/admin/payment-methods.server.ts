import { brandOf, type Brand } from '../../../../brands/brands.ts'
import type { Settings } from '../../../../brands/settings.server.ts'
import { optionsOf, removing, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Field } from '../../../admin/admin.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { moneyText } from '../../../admin/shown-values.ts'
import { methodKey, methodTermRecords, removeMethodTerms, writeMethodTerms } from '../../method-records.server.ts'
import {
  zipConfigOf,
  type ConfiguredMethod,
  type PaymentConfiguration,
  type ProviderState,
} from '../../payments.server.ts'
import type { ProviderCode } from '../../payments.ts'

const methodNames: Readonly<Record<ConfiguredMethod, string>> = {
  paypalbnpl: 'PayPal',
  afterpay: 'Afterpay',
  zipmoney: 'Zip',
  zipnz: 'Zip NZ',
  humm: 'Humm',
  klarna: 'Klarna',
  applepay: 'Apple Pay',
  googlepay: 'Google Pay',
}

const providerNames: Readonly<Record<ProviderCode, string>> = {
  card: 'Cards, Apple Pay and Google Pay (Adyen)',
  afterpay: 'Afterpay',
  paypal: 'PayPal',
  zip: 'Zip',
  'zip-in-store': 'Zip in store',
  'credit-account': 'Trade credit account',
}

const stateText = ({ isConfigured, isUp }: ProviderState): string =>
  !isConfigured
    ? 'Not configured, not offered'
    : isUp
      ? 'Configured, answering'
      : 'Configured, not answering: not offered'

/** What its amounts do, where that is not plain. */
const about: Readonly<Partial<Record<ConfiguredMethod, string>>> = {
  afterpay:
    'Afterpay says its limits itself, is asked each half hour, and they are not changed here. These count while it has said nothing.',
  paypalbnpl: 'PayPal takes any amount. Between these it says that the sum can be paid in four.',
  zipmoney: 'What the setting ZipConfig of this shop says counts in the place of these.',
  humm: 'Only said beside prices: nobody pays with it at the checkout.',
  klarna: 'Only said beside prices: nobody pays with it at the checkout.',
}

/** Which stand beside the card at the checkout, in an order. */
const isInOrder = (method: ConfiguredMethod): boolean =>
  method === 'paypalbnpl' || method === 'afterpay' || method === 'zipmoney' || method === 'zipnz'

function fieldsOf(method: ConfiguredMethod): readonly Field[] {
  const isTheirs = method === 'afterpay'
  const help = about[method]
  const limit: Omit<Extract<Field, { kind: 'money' }>, 'name' | 'label'> = {
    kind: 'money',
    min: 1,
    isRequired: true,
    ...(isTheirs ? { isFixed: 'always' } : {}),
  }
  return [
    { name: 'isEnabled', label: 'On', kind: 'switch' },
    { name: 'minimum', label: 'From an amount of', ...limit, ...(help === undefined ? {} : { help }) },
    { name: 'maximum', label: 'Up to an amount of', ...limit },
    ...(isInOrder(method)
      ? [
          {
            name: 'position',
            label: 'Position',
            kind: 'whole',
            min: 0,
            max: 1_000,
            isRequired: true,
            help: 'At the checkout, behind the card: the lowest first.',
          } as const,
        ]
      : []),
    ...(method === 'zipmoney'
      ? [
          { name: 'repaymentMonths', label: 'Months of repayment', kind: 'whole', min: 1, max: 120 } as const,
          {
            name: 'offerExpiry',
            label: 'Without interest before',
            kind: 'day',
            help: 'The last day is the one before.',
          } as const,
        ]
      : []),
  ]
}

export function paymentMethodResource({
  settings,
  paymentConfiguration,
}: {
  readonly settings: Pick<Settings, 'text'>
  readonly paymentConfiguration: Pick<PaymentConfiguration, 'terms' | 'isRangeTheirs' | 'offered' | 'providerStates'>
}): AdminResource {
  const saidBy = (method: ConfiguredMethod, brand: Brand): string =>
    method === 'zipmoney' && Object.keys(zipConfigOf(settings.text(brand, 'ZipConfig'))).length > 0
      ? 'The setting ZipConfig'
      : paymentConfiguration.isRangeTheirs(method, brand)
        ? methodNames[method]
        : 'Us'
  return {
    name: 'payment-methods',
    title: 'Ways to pay',
    one: 'way to pay',
    section: 'Shop',
    about:
      'Which ways to pay each shop offers beside the card, for which amounts and in which order. Terms that are changed here are the shop’s own from then on.',
    see: 'use the office',
    change: 'change settings',
    records: methodTermRecords,
    sort: { column: 'app', isDescending: false },
    columns: [
      { name: 'method', label: 'Way to pay', words: methodNames, sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'isEnabled', label: 'On', kind: 'switch', sorts: true },
      { name: 'minimum', label: 'From', kind: 'money', sorts: true },
      { name: 'maximum', label: 'Up to', kind: 'money', sorts: true },
      { name: 'position', label: 'Position', kind: 'number', sorts: true },
      { name: 'isOwn', label: 'Terms of its own', kind: 'switch' },
    ],
    filters: [
      { name: 'app', label: 'Shop', options: appOptions },
      { name: 'method', label: 'Way to pay', options: optionsOf(methodNames) },
      { name: 'which', label: 'Which', options: optionsOf({ own: 'With terms of their own' }) },
    ],
    fields: (values) => [
      { name: 'method', label: 'Way to pay', kind: 'choice', options: optionsOf(methodNames), isFixed: 'always' },
      { name: 'app', label: 'Shop', kind: 'choice', options: appOptions, isFixed: 'always' },
      ...(values === null ? [] : fieldsOf(values['method'] as ConfiguredMethod)),
      { name: 'isOwn', label: 'Terms of its own', kind: 'switch', isFixed: 'always' },
    ],
    nameOf: (values) =>
      `${methodNames[values['method'] as ConfiguredMethod] ?? ''}, ${appNames[String(values['app'])] ?? ''}`,
    check: async (_change, values) =>
      Number(values['maximum'] ?? 0) < Number(values['minimum'] ?? 0)
        ? [{ field: 'maximum', message: 'The highest amount must not be below the lowest.' }]
        : [],
    save: ({ tx }, key, values, before) => writeMethodTerms(tx, key, { ...before, ...values }),
    remove: removing(removeMethodTerms),
    isRemovable: ({ isOwn }) => isOwn === true,
    removeLabel: 'Back to the terms of all shops',
    overview: () => [
      {
        title: 'Payment providers',
        columns: ['Provider', 'State'],
        empty: '',
        rows: paymentConfiguration.providerStates().map((state) => [providerNames[state.code], stateText(state)]),
      },
    ],
    async related(key, values) {
      const offer = methodKey(key)
      if (offer === null) return []
      const { method, app } = offer
      const brand = brandOf(app)
      const terms = paymentConfiguration.terms(method, brand)
      const isOffered = paymentConfiguration.offered(method, brand) !== null
      return [
        {
          title: 'What counts in the shop now',
          columns: ['From', 'Up to', 'Limits said by', 'Offered'],
          empty:
            values['isEnabled'] === true ? 'Nothing: the limits of the provider are not known.' : 'Nothing: it is off.',
          rows:
            terms === null
              ? []
              : [
                  [
                    moneyText(terms.minimum),
                    moneyText(terms.maximum),
                    saidBy(method, brand),
                    isOffered ? 'Yes' : 'Not while the provider does not answer',
                  ],
                ],
        },
      ]
    },
  }
}
