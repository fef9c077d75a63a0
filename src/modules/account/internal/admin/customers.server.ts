import type { Database } from '../../../../platform/database/database.server.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import { optionsOf, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Field } from '../../../admin/admin.ts'
import { moneyText, timeText } from '../../../admin/shown-values.ts'
import { customerRecords, updateCustomer } from '../../../identity/account-records.server.ts'
import { orderRecords } from '../../../orders/order-records.server.ts'
import { setCreditLimit } from '../../../payments/credit-store.server.ts'
import { endSignInsAction } from './end-sign-ins.server.ts'
import { roleNames } from './role-names.ts'

export function customerResource(deps: { readonly database: Database }): AdminResource {
  const { database } = deps
  return {
    name: 'customers',
    title: 'Customers',
    one: 'customer',
    section: 'Orders',
    about:
      'Customers with an account. They change their own name and address; you set whether they are a trade customer.',
    see: 'use the back office',
    change: 'set prices',
    csv: 'manage staff',
    records: customerRecords,
    sort: { column: 'createdAt', isDescending: true },
    searchHint: 'Name or email',
    columns: [
      { name: 'email', label: 'Email', sorts: true },
      { name: 'firstName', label: 'First name' },
      { name: 'lastName', label: 'Last name', sorts: true },
      { name: 'role', label: 'Kind', words: roleNames, sorts: true },
      { name: 'companyName', label: 'Company' },
      { name: 'isConfirmed', label: 'Confirmed', kind: 'switch' },
      { name: 'createdAt', label: 'Since', kind: 'instant', sorts: true },
    ],
    filters: [{ name: 'role', label: 'Kind', options: optionsOf({ customer: 'Customer', trade: 'Trade customer' }) }],
    fields: () => [
      {
        name: 'role',
        label: 'Kind',
        kind: 'choice',
        isRequired: true,
        options: optionsOf({ customer: 'Customer', trade: 'Trade customer' }),
      },
      { name: 'hasApprovedCredit', label: 'Can buy on account', kind: 'switch', help: 'For trade customers.' },
      { name: 'creditLimit', label: 'Credit limit', kind: 'money', help: 'In Australian dollars.' },
      { name: 'savedCards', label: 'Saved cards', kind: 'number', isFixed: 'always' },
      { name: 'creditOwed', label: 'Amount owed', kind: 'money', isFixed: 'always' },
      ...(
        [
          { name: 'email', label: 'Email', kind: 'text' },
          { name: 'firstName', label: 'First name', kind: 'text' },
          { name: 'lastName', label: 'Last name', kind: 'text' },
          { name: 'phone', label: 'Phone', kind: 'text' },
          { name: 'companyName', label: 'Company', kind: 'text' },
          { name: 'abn', label: 'ABN', kind: 'text' },
          { name: 'isConfirmed', label: 'Email confirmed', kind: 'switch' },
          { name: 'newsletter', label: 'Newsletter', kind: 'switch' },
          { name: 'createdAt', label: 'Since', kind: 'instant' },
        ] as const satisfies readonly Field[]
      ).map((field) => ({ ...field, isFixed: 'always', isPersonal: true }) as const),
    ],
    nameOf: (values) => `${String(values['firstName'] ?? '')} ${String(values['lastName'] ?? '')}`.trim() || 'Customer',
    actions: [endSignInsAction(deps, 'administer')],
    check: async (_change, values) => creditErrors(values),
    async save({ tx }, key, values) {
      await updateCustomer(tx, key, values)
      // The one storefront that sells on account is Australian.
      const limit = values['creditLimit']
      if (limit !== undefined) await setCreditLimit(tx, key, 'AUD', typeof limit === 'number' ? limit : null)
    },
    async related(_key, values) {
      const input = {
        search: String(values['email']),
        filters: {},
        sort: { column: 'placedAt', isDescending: true },
        cursor: null,
        isBackwards: false,
        limit: 20,
      }
      const { records } = await orderRecords.list(database.db, input)
      return [
        {
          title: 'Orders',
          columns: ['Order', 'Placed', 'Total', 'Goods'],
          empty: 'No orders with this email address.',
          rows: records
            .filter((order) => order.values['email'] === values['email'])
            .map((order) => [
              { text: String(order.values['webOrderId']), href: `/office/orders/${order.key}` },
              timeText(String(order.values['placedAt']), 'Australia/Sydney'),
              moneyText(Number(order.values['total'])),
              String(order.values['stage']),
            ]),
        },
      ]
    },
  }
}

/** A credit account needs a limit, which must not be below the amount owed. */
function creditErrors({ role, hasApprovedCredit, creditLimit, creditOwed }: RecordValues) {
  const canOwe = hasApprovedCredit === true
  if (canOwe && role !== 'trade')
    return [{ field: 'hasApprovedCredit', message: 'Only trade customers can buy on account.' }]
  if (typeof creditLimit !== 'number')
    return canOwe ? [{ field: 'creditLimit', message: 'Please enter a credit limit.' }] : []
  return typeof creditOwed === 'number' && creditLimit < creditOwed
    ? [{ field: 'creditLimit', message: 'The customer already owes more than this.' }]
    : []
}
