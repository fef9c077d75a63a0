import { optionsOf, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { securityRecords } from '../../../identity/security-log.server.ts'
import { securityEventTitles } from '../../../identity/security-log.ts'

export const securityResource: AdminResource = {
  name: 'security-events',
  title: 'Security log',
  one: 'security event',
  section: 'House',
  about: 'Sign-ins and failed ones, second factors, passwords and addresses of customers and staff. Kept for a year.',
  see: 'watch the machine',
  change: 'watch the machine',
  csv: 'watch the machine',
  records: securityRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'E-mail',
  columns: [
    { name: 'at', label: 'When', kind: 'instant', sorts: true },
    { name: 'kind', label: 'What', kind: 'tag', words: securityEventTitles },
    { name: 'email', label: 'Account' },
    { name: 'role', label: 'Role' },
    { name: 'agent', label: 'Device' },
    { name: 'country', label: 'Country' },
  ],
  filters: [
    { name: 'kind', label: 'What', options: optionsOf(securityEventTitles) },
    { name: 'whose', label: 'Whose', options: optionsOf({ staff: 'Staff', customers: 'Customers' }) },
  ],
  fields: () =>
    shownOnly([
      { name: 'at', label: 'When', kind: 'instant' },
      { name: 'kind', label: 'What', kind: 'choice', options: optionsOf(securityEventTitles) },
      { name: 'email', label: 'Account', kind: 'text', isPersonal: true },
      { name: 'role', label: 'Role', kind: 'text' },
      { name: 'agent', label: 'Device', kind: 'text' },
      { name: 'country', label: 'Country', kind: 'text' },
    ]),
  nameOf: (values) =>
    `${securityEventTitles[values['kind'] as keyof typeof securityEventTitles]}: ${String(values['email'])}`,
}
