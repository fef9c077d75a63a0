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
      ? 'Configured, available'
      : 'Configured, not responding, not offered'

/** Explains the amounts, where that is needed. */
const about: Readonly<Partial<Record<ConfiguredMethod, string>>> = {
  afterpay: 'Afterpay sets its own limits, which we read every half hour. These apply until it responds.',
  paypalbnpl: 'PayPal accepts any amount. Between these it offers four payments.',
  zipmoney: 'This shop’s ZipConfig setting overrides these.',
  humm: 'Only shown beside prices, not offered at the checkout.',
  klarna: 'Only shown beside prices, not offered at the checkout.',
}

/** Methods beside the card at the checkout, in an order. */
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
    { name: 'minimum', label: 'Minimum amount', ...limit, ...(help === undefined ? {} : { help }) },
    { name: 'maximum', label: 'Maximum amount', ...limit },
    ...(isInOrder(method)
      ? [
          {
            name: 'position',
            label: 'Position',
            kind: 'whole',
            min: 0,
            max: 1_000,
            isRequired: true,
            help: 'At the checkout, after the card, lowest first.',
          } as const,
        ]
      : []),
    ...(method === 'zipmoney'
      ? [
          { name: 'repaymentMonths', label: 'Repayment months', kind: 'whole', min: 1, max: 120 } as const,
          {
            name: 'offerExpiry',
            label: 'Interest free until',
            kind: 'day',
            help: 'The day before is the last interest free day.',
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
    title: 'Payment methods',
    one: 'payment method',
    section: 'Shop',
    about:
      'Payment methods each shop offers besides cards, with their limits and order. Terms changed here apply to that shop only.',
    see: 'use the back office',
    change: 'change settings',
    records: methodTermRecords,
    sort: { column: 'app', isDescending: false },
    columns: [
      { name: 'method', label: 'Payment method', words: methodNames, sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'isEnabled', label: 'On', kind: 'switch', sorts: true },
      { name: 'minimum', label: 'From', kind: 'money', sorts: true },
      { name: 'maximum', label: 'Up to', kind: 'money', sorts: true },
      { name: 'position', label: 'Position', kind: 'number', sorts: true },
      { name: 'isOwn', label: 'Own terms', kind: 'switch' },
    ],
    filters: [
      { name: 'app', label: 'Shop', options: appOptions },
      { name: 'method', label: 'Payment method', options: optionsOf(methodNames) },
      { name: 'which', label: 'Which', options: optionsOf({ own: 'With own terms' }) },
    ],
    fields: (values) => [
      { name: 'method', label: 'Payment method', kind: 'choice', options: optionsOf(methodNames), isFixed: 'always' },
      { name: 'app', label: 'Shop', kind: 'choice', options: appOptions, isFixed: 'always' },
      ...(values === null ? [] : fieldsOf(values['method'] as ConfiguredMethod)),
      { name: 'isOwn', label: 'Own terms', kind: 'switch', isFixed: 'always' },
    ],
    nameOf: (values) =>
      `${methodNames[values['method'] as ConfiguredMethod] ?? ''}, ${appNames[String(values['app'])] ?? ''}`,
    check: async (_change, values) =>
      Number(values['maximum'] ?? 0) < Number(values['minimum'] ?? 0)
        ? [{ field: 'maximum', message: 'The maximum must not be below the minimum.' }]
        : [],
    save: ({ tx }, key, values, before) => writeMethodTerms(tx, key, { ...before, ...values }),
    remove: removing(removeMethodTerms),
    isRemovable: ({ isOwn }) => isOwn === true,
    removeLabel: 'Reset to the default terms',
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
          title: 'Current terms in the shop',
          columns: ['From', 'Up to', 'Limits set by', 'Offered'],
          empty: values['isEnabled'] === true ? 'None: the provider’s limits are not known.' : 'None: it is off.',
          rows:
            terms === null
              ? []
              : [
                  [
                    moneyText(terms.minimum),
                    moneyText(terms.maximum),
                    saidBy(method, brand),
                    isOffered ? 'Yes' : 'Not while the provider is not responding',
                  ],
                ],
        },
      ]
    },
  }
}
