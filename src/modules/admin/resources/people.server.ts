import { ok } from '../../../platform/result.ts'
import {
  confirmedAccount,
  countAdministrators,
  customerRecords,
  endSignIns,
  setPanelAddress,
  staffRecords,
  updateCustomer,
  updateStaff,
} from '../../identity/account-records.server.ts'
import { orderRecords } from '../../orders/order-records.server.ts'
import { setCreditLimit } from '../../payments/payments-store.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import type { Field } from '../admin.ts'
import { moneyText, timeText } from '../shown-values.ts'
import {
  done,
  optionsOf,
  wrong,
  type AdminResourceDeps,
  type RecordAction,
  type AdminResource,
} from '../admin-resource.server.ts'

/** For an account that somebody else may be using (ASVS 5.0.0, 7.4.5). */
const endSignInsAction = ({ database }: AdminResourceDeps, act: RecordAction['act']): RecordAction => ({
  name: 'end-sign-ins',
  label: 'End sign-ins',
  about: 'Logs them out of every shop, panel and browser at once. They can log in again.',
  act,
  isDangerous: true,
  isOffered: () => true,
  async run({ key, now }) {
    await database.transaction((tx) => endSignIns(tx, key, now))
    return ok({ said: 'Sign-ins ended' })
  },
})

export function customerResource(parts: AdminResourceDeps): AdminResource {
  const { database } = parts
  return {
    name: 'customers',
    title: 'Customers',
    one: 'customer',
    section: 'Orders',
    about: 'Who has an account. Their name and address are theirs to change; whether they buy as a business is ours.',
    see: 'use the office',
    change: 'set prices',
    csv: 'manage staff',
    records: customerRecords,
    sort: { column: 'createdAt', isDescending: true },
    searchHint: 'Name or e-mail',
    columns: [
      { name: 'email', label: 'E-mail', sorts: true },
      { name: 'firstName', label: 'First name' },
      { name: 'lastName', label: 'Last name', sorts: true },
      { name: 'role', label: 'Kind', words: roleNames, sorts: true },
      { name: 'companyName', label: 'Company' },
      { name: 'isConfirmed', label: 'Confirmed', kind: 'switch' },
      { name: 'createdAt', label: 'Since', kind: 'instant', sorts: true },
    ],
    filters: [{ name: 'role', label: 'Kind', options: optionsOf({ customer: 'Customer', trade: 'Trade customer' }) }],
    fields: () => [
      { name: 'role', label: 'Kind', kind: 'choice', isRequired: true, options: optionsOf({ customer: 'Customer', trade: 'Trade customer' }) },
      { name: 'hasApprovedCredit', label: 'May buy on account', kind: 'switch', help: 'For trade customers.' },
      { name: 'creditLimit', label: 'May owe at most', kind: 'money', help: 'On account, in Australian dollars.' },
      { name: 'creditOwed', label: 'Owes now', kind: 'money', isFixed: 'always' },
      ...(
        [
          { name: 'email', label: 'E-mail', kind: 'text' },
          { name: 'firstName', label: 'First name', kind: 'text' },
          { name: 'lastName', label: 'Last name', kind: 'text' },
          { name: 'phone', label: 'Telephone', kind: 'text' },
          { name: 'companyName', label: 'Company', kind: 'text' },
          { name: 'abn', label: 'ABN', kind: 'text' },
          { name: 'isConfirmed', label: 'E-mail is confirmed', kind: 'switch' },
          { name: 'newsletter', label: 'Newsletter', kind: 'switch' },
          { name: 'createdAt', label: 'Since', kind: 'instant' },
        ] as const satisfies readonly Field[]
      ).map((field) => ({ ...field, isFixed: 'always', isPersonal: true }) as const),
    ], // prettier-ignore
    nameOf: (values) => `${String(values['firstName'] ?? '')} ${String(values['lastName'] ?? '')}`.trim() || 'Customer',
    actions: [endSignInsAction(parts, 'administer')],
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
          empty: 'Nothing was ordered with this address.',
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

/** An account needs a limit, and none may be below what is owed. */
function creditErrors({ role, hasApprovedCredit, creditLimit, creditOwed }: RecordValues) {
  const canOwe = hasApprovedCredit === true
  if (canOwe && role !== 'trade')
    return [{ field: 'hasApprovedCredit', message: 'Only trade customers buy on account.' }]
  if (typeof creditLimit !== 'number')
    return canOwe ? [{ field: 'creditLimit', message: 'Please say how much may be owed at most.' }] : []
  return typeof creditOwed === 'number' && creditLimit < creditOwed
    ? [{ field: 'creditLimit', message: 'More than this is owed already.' }]
    : []
}

const roleNames: Readonly<Record<string, string>> = {
  customer: 'Customer',
  trade: 'Trade customer',
  sales: 'Salesperson',
  staff: 'Staff',
  administrator: 'Administrator',
}
const staffRoles = { sales: 'Salesperson', staff: 'Staff', administrator: 'Administrator' }

export function staffResource(parts: AdminResourceDeps): AdminResource {
  const { choices, cmsUrl } = parts
  return {
    name: 'staff',
    title: 'Staff',
    one: 'member of staff',
    section: 'House',
    about:
      'Who works here, and as what. Salespeople sell and answer; staff keep catalogue, content and deliveries; administrators do all of it, and prices, refunds, settings and this list. A change ends their sign-ins.',
    see: 'manage staff',
    change: 'manage staff',
    records: staffRecords,
    sort: { column: 'lastName', isDescending: false },
    searchHint: 'Name or e-mail',
    columns: [
      { name: 'email', label: 'E-mail', sorts: true },
      { name: 'firstName', label: 'First name' },
      { name: 'lastName', label: 'Last name', sorts: true },
      { name: 'role', label: 'Role', kind: 'tag', words: roleNames, sorts: true },
      { name: 'winningUserId', label: 'Number', sorts: true },
      { name: 'salespersonCode', label: 'Code' },
      { name: 'hasSecondFactor', label: 'Second step', kind: 'switch' },
      { name: 'signedIn', label: 'Last here', kind: 'instant' },
    ],
    filters: [{ name: 'role', label: 'Role', options: optionsOf(staffRoles) }],
    fields: () => [
      { name: 'email', label: 'E-mail of their account', kind: 'text', max: 254, isRequired: true, isFixed: 'once made', help: 'They register in the shop and confirm it first.' },
      { name: 'role', label: 'Role', kind: 'choice', isRequired: true, options: optionsOf(staffRoles) },
      { name: 'winningUserId', label: 'Number in the house', kind: 'text', max: 40, isRequired: true, pattern: /^[A-Za-z0-9-]{1,40}$/, patternHint: 'must be letters, digits and hyphens' },
      { name: 'salespersonCode', label: 'Salesperson code', kind: 'text', max: 12, pattern: /^[A-Z0-9]{2,12}$/, patternHint: 'must be 2 to 12 capitals and digits', help: 'For salespeople.' },
      { name: 'subdivision', label: 'Store they work in', kind: 'choice', options: choices.stores, help: 'For salespeople.' },
      { name: 'hasSecondFactor', label: 'Has a second step', kind: 'switch', isFixed: 'always' },
    ], // prettier-ignore
    nameOf: (values) => `${String(values['firstName'] ?? '')} ${String(values['lastName'] ?? '')}`.trim(),
    async check({ tx, member }, values, key) {
      const errors = []
      const isSeller = values['role'] === 'sales'
      if (isSeller && (values['salespersonCode'] ?? null) === null)
        errors.push({ field: 'salespersonCode', message: 'A salesperson needs a code.' })
      if (!isSeller && (values['salespersonCode'] ?? null) !== null)
        errors.push({ field: 'salespersonCode', message: 'Only salespeople have a code.' })
      if (key === null && (await confirmedAccount(tx, String(values['email']))) === null)
        errors.push({ field: 'email', message: 'There is no customer’s account with this address that is confirmed.' })
      if (key === member.principal.userId && values['role'] !== 'administrator')
        errors.push({ field: 'role', message: 'You cannot take your own role away. Ask another administrator.' })
      return errors
    },
    async save({ tx, now }, key, values) {
      await updateStaff(tx, key, values, now)
    },
    async create({ tx, now }, { email, hasSecondFactor: _shown, ...values }) {
      const key = await confirmedAccount(tx, String(email))
      if (key === null) return wrong('email', 'There is no such account.')
      await updateStaff(tx, key, values, now)
      await setPanelAddress(tx, key, cmsUrl)
      return ok(key)
    },
    async remove({ tx, now, member }, key, before) {
      if (key === member.principal.userId) return wrong('', 'You cannot take your own role away.')
      if (before['role'] === 'administrator' && (await countAdministrators(tx)) < 2)
        return wrong('', 'One administrator has to stay.')
      await updateStaff(
        tx,
        key,
        { role: 'customer', winningUserId: null, salespersonCode: null, subdivision: null },
        now,
      )
      await setPanelAddress(tx, key, null)
      return done
    },
    actions: [endSignInsAction(parts, 'manage staff')],
    removeLabel: 'They no longer work here',
  }
}
