import type { Database } from '../../../../platform/database/database.server.ts'
import { ok } from '../../../../platform/result.ts'
import { done, optionsOf, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Option } from '../../../admin/admin.ts'
import {
  confirmedAccount,
  countAdministrators,
  setPanelAddress,
  staffRecords,
  updateStaff,
} from '../../../identity/account-records.server.ts'
import { endSignInsAction } from './end-sign-ins.server.ts'
import { roleNames } from './role-names.ts'

const staffRoles = { sales: 'Salesperson', staff: 'Staff', administrator: 'Administrator' }

export function staffResource(deps: {
  readonly database: Database
  readonly choices: { readonly stores: readonly Option[] }
  readonly cmsUrl: string
}): AdminResource {
  const { choices, cmsUrl } = deps
  return {
    name: 'staff',
    title: 'Staff',
    one: 'staff member',
    many: 'staff members',
    section: 'Organisation',
    about:
      'Staff members and their roles. Salespeople sell and answer customers; staff manage the catalogue, content and deliveries; administrators also manage prices, refunds, settings and staff. A change logs them out.',
    see: 'manage staff',
    change: 'manage staff',
    records: staffRecords,
    sort: { column: 'lastName', isDescending: false },
    searchHint: 'Name or email',
    columns: [
      { name: 'email', label: 'Email', sorts: true },
      { name: 'firstName', label: 'First name' },
      { name: 'lastName', label: 'Last name', sorts: true },
      { name: 'role', label: 'Role', kind: 'tag', words: roleNames, sorts: true },
      { name: 'winningUserId', label: 'Number', sorts: true },
      { name: 'salespersonCode', label: 'Code' },
      { name: 'hasSecondFactor', label: 'Two-step verification', kind: 'switch' },
      { name: 'signedIn', label: 'Last login', kind: 'instant' },
    ],
    filters: [{ name: 'role', label: 'Role', options: optionsOf(staffRoles) }],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'email', label: 'Account email', kind: 'text', max: 254, isRequired: true, isFixed: 'once made', help: 'They need to register in the shop and confirm their email first.' },
      { name: 'role', label: 'Role', kind: 'choice', isRequired: true, options: optionsOf(staffRoles) },
      { name: 'winningUserId', label: 'Staff number', kind: 'text', max: 40, isRequired: true, pattern: /^[A-Za-z0-9-]{1,40}$/, patternHint: 'must be letters, digits and hyphens' },
      { name: 'salespersonCode', label: 'Salesperson code', kind: 'text', max: 12, pattern: /^[A-Z0-9]{2,12}$/, patternHint: 'must be 2 to 12 capital letters and digits', help: 'For salespeople.' },
      { name: 'subdivision', label: 'Store', kind: 'choice', options: choices.stores, help: 'For salespeople.' },
      { name: 'hasSecondFactor', label: 'Two-step verification', kind: 'switch', isFixed: 'always' },
    ],
    nameOf: (values) => `${String(values['firstName'] ?? '')} ${String(values['lastName'] ?? '')}`.trim(),
    async check({ tx, member }, values, key) {
      const errors = []
      const isSeller = values['role'] === 'sales'
      if (isSeller && (values['salespersonCode'] ?? null) === null)
        errors.push({ field: 'salespersonCode', message: 'A salesperson needs a code.' })
      if (!isSeller && (values['salespersonCode'] ?? null) !== null)
        errors.push({ field: 'salespersonCode', message: 'Only salespeople have a code.' })
      if (key === null && (await confirmedAccount(tx, String(values['email']))) === null)
        errors.push({ field: 'email', message: 'There is no confirmed customer account with this email address.' })
      if (key === member.principal.userId && values['role'] !== 'administrator')
        errors.push({ field: 'role', message: 'You cannot remove your own role. Ask another administrator.' })
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
      if (key === member.principal.userId) return wrong('', 'You cannot remove your own role.')
      if (before['role'] === 'administrator' && (await countAdministrators(tx)) < 2)
        return wrong('', 'There must be at least one administrator.')
      await updateStaff(
        tx,
        key,
        { role: 'customer', winningUserId: null, salespersonCode: null, subdivision: null },
        now,
      )
      await setPanelAddress(tx, key, null)
      return done
    },
    actions: [endSignInsAction(deps, 'manage staff')],
    removeLabel: 'Remove from staff',
  }
}
