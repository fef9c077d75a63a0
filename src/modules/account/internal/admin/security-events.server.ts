import { optionsOf, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { securityRecords } from '../../../identity/security-log.server.ts'
import { securityEventTitles } from '../../../identity/security-log.ts'

export const securityResource: AdminResource = {
  name: 'security-events',
  title: 'Security log',
  one: 'security event',
  many: 'security events',
  section: 'Organisation',
  about:
    'Logins, failed logins, and changes of passwords, email addresses and second factors, for customers and staff. Kept for a year.',
  see: 'monitor the system',
  change: 'monitor the system',
  csv: 'monitor the system',
  records: securityRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'Email',
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
