import { optionsOf, shownOnly, type AdminResource } from '../admin-resource.server.ts'
import { auditRecords } from '../audit.server.ts'

export const auditResource: AdminResource = {
  name: 'audit',
  title: 'Audit log',
  one: 'entry',
  many: 'entries',
  section: 'Organisation',
  about: 'Everything staff did, and what they were denied. Entries cannot be changed or deleted.',
  see: 'monitor the system',
  change: 'monitor the system',
  records: auditRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'Action, subject or person',
  columns: [
    { name: 'at', label: 'When', kind: 'instant', sorts: true },
    { name: 'who', label: 'Who' },
    { name: 'act', label: 'What' },
    { name: 'subject', label: 'Of what' },
    { name: 'outcome', label: 'Outcome', kind: 'tag' },
    { name: 'app', label: 'Shop' },
  ],
  filters: [{ name: 'outcome', label: 'Outcome', options: optionsOf({ done: 'Done', refused: 'Refused' }) }],
  fields: () =>
    shownOnly([
      { name: 'at', label: 'When', kind: 'instant' },
      { name: 'who', label: 'Who', kind: 'text' },
      { name: 'act', label: 'What', kind: 'text' },
      { name: 'subject', label: 'Of what', kind: 'text' },
      { name: 'outcome', label: 'Outcome', kind: 'text' },
      { name: 'before', label: 'Before', kind: 'json' },
      { name: 'after', label: 'After', kind: 'json' },
      { name: 'hash', label: 'Hash of this entry and all before it', kind: 'text' },
    ]),
  nameOf: (values) => `${String(values['act'])}: ${String(values['subject'])}`,
}
