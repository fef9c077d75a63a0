import { optionsOf, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { paymentScriptRecords, policyReportRecords } from '../../policy-reports.server.ts'

export const paymentScriptResource: AdminResource = {
  name: 'payment-scripts',
  title: 'Payment page scripts',
  one: 'script',
  section: 'Organisation',
  about:
    'Every script allowed on payment pages, with its reason and owner (PCI DSS 6.4.3). The list is part of each release.',
  see: 'monitor the system',
  change: 'monitor the system',
  records: paymentScriptRecords,
  sort: { column: 'name', isDescending: false },
  searchHint: 'Name or address',
  columns: [
    { name: 'name', label: 'Script', sorts: true },
    { name: 'address', label: 'Address' },
    { name: 'reason', label: 'Reason' },
    { name: 'owner', label: 'Owner' },
    { name: 'whole', label: 'Integrity by', kind: 'tag' },
  ],
  filters: [],
  fields: () =>
    shownOnly([
      { name: 'name', label: 'Script', kind: 'text' },
      { name: 'address', label: 'Address', kind: 'text' },
      { name: 'reason', label: 'Reason', kind: 'long' },
      { name: 'owner', label: 'Owner', kind: 'text' },
      { name: 'whole', label: 'Integrity by', kind: 'text' },
    ]),
  nameOf: (values) => String(values['name']),
}

export const policyReportResource: AdminResource = {
  name: 'policy-reports',
  title: 'Content policy reports',
  one: 'report',
  section: 'Organisation',
  about: 'What browsers blocked, or would have blocked, on payment pages, counted by day (PCI DSS 11.6.1).',
  see: 'monitor the system',
  change: 'monitor the system',
  records: policyReportRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'Page, directive or address',
  columns: [
    { name: 'at', label: 'Last', kind: 'instant', sorts: true },
    { name: 'page', label: 'Page' },
    { name: 'directive', label: 'Directive' },
    { name: 'blocked', label: 'Blocked' },
    { name: 'disposition', label: 'Result', kind: 'tag' },
    { name: 'count', label: 'Times', kind: 'number' },
  ],
  filters: [{ name: 'disposition', label: 'Result', options: optionsOf({ enforce: 'Blocked', report: 'Reported' }) }],
  fields: () =>
    shownOnly([
      { name: 'at', label: 'Last', kind: 'instant' },
      { name: 'page', label: 'Page', kind: 'text' },
      { name: 'directive', label: 'Directive', kind: 'text' },
      { name: 'blocked', label: 'Blocked', kind: 'text' },
      { name: 'disposition', label: 'Result', kind: 'text' },
      { name: 'count', label: 'Times', kind: 'whole' },
    ]),
  nameOf: (values) => `${String(values['directive'])}: ${String(values['blocked'])}`,
}
