import { ok } from '../../../platform/result.ts'
import { jobRecords } from '../../../platform/jobs/job-records.server.ts'
import { exceptionRecords } from '../../payments/exception-records.server.ts'
import { securityEventTitles } from '../../identity/security-log.ts'
import { securityRecords } from '../../identity/security-log.server.ts'
import { paymentScriptRecords, policyReportRecords } from '../../payments/policy-reports.server.ts'
import { auditRecords } from '../../staff/audit.server.ts'
import type { Field } from '../admin.ts'
import type { ResolvedThing } from '../../checkout/resolve.server.ts'
import {
  optionsOf,
  wrong,
  type AdminResourceDeps,
  type RecordAction,
  type AdminResource,
} from '../admin-resource.server.ts'
import { appNames, appOptions } from '../labels.ts'

const fixed = (fields: readonly Field[]): readonly Field[] => fields.map((field) => ({ ...field, isFixed: 'always' }))

const jobStates = {
  created: 'Waiting',
  retry: 'Tried again soon',
  active: 'Running',
  completed: 'Done',
  cancelled: 'Cancelled',
  failed: 'Dead',
}

export function jobResource({ jobs }: AdminResourceDeps): AdminResource {
  return {
    name: 'jobs',
    title: 'Jobs',
    one: 'job',
    section: 'House',
    about:
      'Mails and other work for later. A dead one was tried twelve times; nothing is done about it until somebody asks for it again.',
    see: 'watch the machine',
    change: 'watch the machine',
    records: jobRecords,
    sort: { column: 'createdOn', isDescending: true },
    searchHint: 'Name or id',
    columns: [
      { name: 'name', label: 'What', sorts: true },
      { name: 'state', label: 'State', kind: 'tag', words: jobStates, sorts: true },
      { name: 'retryCount', label: 'Tried again', kind: 'number', sorts: true },
      { name: 'createdOn', label: 'Made', kind: 'instant', sorts: true },
      { name: 'startAfter', label: 'Not before', kind: 'instant' },
      { name: 'completedOn', label: 'Ended', kind: 'instant' },
    ],
    filters: [{ name: 'state', label: 'State', options: optionsOf(jobStates) }],
    fields: () =>
      fixed([
        { name: 'name', label: 'What', kind: 'text' },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(jobStates) },
        { name: 'retryCount', label: 'Tried again', kind: 'whole' },
        { name: 'createdOn', label: 'Made', kind: 'instant' },
        { name: 'completedOn', label: 'Ended', kind: 'instant' },
        { name: 'data', label: 'What it is about', kind: 'json', isPersonal: true },
        { name: 'output', label: 'What it said last', kind: 'json' },
      ]),
    nameOf: (values) => `Job ${String(values['name'])}`,
    actions: [
      {
        name: 'again',
        label: 'Do it again',
        act: 'watch the machine',
        isOffered: (values) => values['state'] === 'failed',
        async run({ key, values }) {
          await jobs.again(String(values['name']), key)
          return ok({ said: 'It is tried again' })
        },
      },
    ],
  }
}

const exceptionKinds = {
  unknown: 'Nobody knows how it ended',
  unverified: 'Ended without an answer',
  late: 'Money without an order',
  stuck: 'Refund that is refused',
}

const resolutions = {
  'not-paid': 'The provider took no money',
  paid: 'The provider took the money',
  returned: 'The money was given back at the provider',
} as const

const resolveTexts = {
  nothing_to_resolve: 'It has been settled meanwhile. Nothing was changed.',
  wrong_resolution: 'Money that is to go back can only be marked as given back.',
  reference_used: 'Another payment has this reference at the provider.',
} as const

const isResolution = (text: string): text is keyof typeof resolutions => text in resolutions

/** What the key of an exception names: 'unknown-{attempt}', 'stuck-{refund}-{sequence}'. */
function resolvedThing(key: string): ResolvedThing | null {
  const [kind = '', id = '', sequence = ''] = key.split('-')
  if (kind === 'unknown' || kind === 'unverified') return { kind: 'payment', attemptId: id }
  if (kind === 'late') return { kind: 'late', attemptId: id }
  return kind === 'stuck' ? { kind: 'refund', refundId: id, sequence: Number(sequence) } : null
}

/** Staff say what they found in the provider's own portal; it stands in the log with the reason. */
function resolveAction({ paymentResolution }: Pick<AdminResourceDeps, 'paymentResolution'>): RecordAction {
  return {
    name: 'resolve',
    label: 'Resolve',
    about:
      "Look the payment up in the provider's portal first. “Took the money” places the order, or gives the money back where the payment had ended; the other two end it and free the cart.",
    act: 'refund',
    isDangerous: true,
    isOffered: () => true,
    fields: ({ kind }) => [
      {
        name: 'resolution',
        label: "What the provider's portal says",
        kind: 'choice',
        isRequired: true,
        options:
          kind === 'late' || kind === 'stuck' ? optionsOf({ returned: resolutions.returned }) : optionsOf(resolutions),
      },
      {
        name: 'providerRef',
        label: 'Reference at the provider',
        kind: 'text',
        max: 120,
        help: 'For money that was taken. Zip in a store: location/number.',
      },
      { name: 'reason', label: 'How you know', kind: 'text', isRequired: true, max: 300 },
    ],
    async run({ key, member, typed, values }) {
      const thing = resolvedThing(key)
      const kind = String(typed['resolution'] ?? '')
      const providerRef = String(typed['providerRef'] ?? '').trim() || String(values['providerRef'] ?? '')
      const reason = String(typed['reason'] ?? '').trim()
      if (thing === null || !isResolution(kind)) return wrong('resolution', 'Please choose what the provider says.')
      if (kind === 'paid' && providerRef === '')
        return wrong('providerRef', 'Please give the reference under which the provider took the money.')
      const resolution = kind === 'paid' ? { kind, providerRef } : { kind }
      const by = member.principal.winningUserId
      const done = await paymentResolution.resolve(thing, resolution, { by, reason })
      if (!done.ok) return wrong('', resolveTexts[done.problem.code])
      return ok({ said: 'Resolved', before: values, after: { ...resolution, reason } })
    },
  }
}

export const exceptionResource = (parts: Pick<AdminResourceDeps, 'paymentResolution'>): AdminResource => ({
  name: 'payment-exceptions',
  title: 'Payment exceptions',
  one: 'exception',
  section: 'House',
  about:
    'Payments that do not fit: look them up at the provider by the reference. They leave this list when they are settled or resolved.',
  see: 'watch the machine',
  change: 'watch the machine',
  records: exceptionRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'Reference',
  columns: [
    { name: 'at', label: 'When', kind: 'instant', sorts: true },
    { name: 'kind', label: 'What', words: exceptionKinds, sorts: true },
    { name: 'provider', label: 'Provider', sorts: true },
    { name: 'cents', label: 'Amount', kind: 'money', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'providerRef', label: 'Reference' },
  ],
  filters: [
    { name: 'kind', label: 'What', options: optionsOf(exceptionKinds) },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    fixed([
      { name: 'kind', label: 'What', kind: 'choice', options: optionsOf(exceptionKinds) },
      { name: 'what', label: 'More', kind: 'long' },
      { name: 'at', label: 'When', kind: 'instant' },
      { name: 'provider', label: 'Provider', kind: 'text' },
      { name: 'providerRef', label: 'Reference at the provider', kind: 'text' },
      { name: 'attemptId', label: 'Our reference', kind: 'text' },
      { name: 'cents', label: 'Amount', kind: 'money' },
      { name: 'currency', label: 'Currency', kind: 'text' },
    ]),
  nameOf: (values) => exceptionKinds[values['kind'] as keyof typeof exceptionKinds],
  actions: [resolveAction(parts)],
})

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
    fixed([
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

export const paymentScriptResource: AdminResource = {
  name: 'payment-scripts',
  title: 'Payment page scripts',
  one: 'script',
  section: 'House',
  about:
    'Every script that may run where customers pay, why, and who answers for it (PCI DSS 6.4.3). It changes with the program.',
  see: 'watch the machine',
  change: 'watch the machine',
  records: paymentScriptRecords,
  sort: { column: 'name', isDescending: false },
  searchHint: 'Name or address',
  columns: [
    { name: 'name', label: 'Script', sorts: true },
    { name: 'address', label: 'Address' },
    { name: 'reason', label: 'Reason' },
    { name: 'owner', label: 'Owner' },
    { name: 'whole', label: 'Known to be whole by', kind: 'tag' },
  ],
  filters: [],
  fields: () =>
    fixed([
      { name: 'name', label: 'Script', kind: 'text' },
      { name: 'address', label: 'Address', kind: 'text' },
      { name: 'reason', label: 'Reason', kind: 'long' },
      { name: 'owner', label: 'Owner', kind: 'text' },
      { name: 'whole', label: 'Known to be whole by', kind: 'text' },
    ]),
  nameOf: (values) => String(values['name']),
}

export const policyReportResource: AdminResource = {
  name: 'policy-reports',
  title: 'Content policy reports',
  one: 'report',
  section: 'House',
  about: 'What browsers blocked, or would have, on pages where customers pay, counted by day (PCI DSS 11.6.1).',
  see: 'watch the machine',
  change: 'watch the machine',
  records: policyReportRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'Page, directive or address',
  columns: [
    { name: 'at', label: 'Last', kind: 'instant', sorts: true },
    { name: 'page', label: 'Page' },
    { name: 'directive', label: 'Directive' },
    { name: 'blocked', label: 'Blocked' },
    { name: 'disposition', label: 'What became of it', kind: 'tag' },
    { name: 'count', label: 'Times', kind: 'number' },
  ],
  filters: [
    { name: 'disposition', label: 'What became of it', options: optionsOf({ enforce: 'Blocked', report: 'Reported' }) },
  ],
  fields: () =>
    fixed([
      { name: 'at', label: 'Last', kind: 'instant' },
      { name: 'page', label: 'Page', kind: 'text' },
      { name: 'directive', label: 'Directive', kind: 'text' },
      { name: 'blocked', label: 'Blocked', kind: 'text' },
      { name: 'disposition', label: 'What became of it', kind: 'text' },
      { name: 'count', label: 'Times', kind: 'whole' },
    ]),
  nameOf: (values) => `${String(values['directive'])}: ${String(values['blocked'])}`,
}

export const auditResource: AdminResource = {
  name: 'audit',
  title: 'Log',
  one: 'entry',
  section: 'House',
  about: 'What the shop’s own people did and what they were refused. It is only ever added to.',
  see: 'watch the machine',
  change: 'watch the machine',
  records: auditRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'What, of what or who',
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
    fixed([
      { name: 'at', label: 'When', kind: 'instant' },
      { name: 'who', label: 'Who', kind: 'text' },
      { name: 'act', label: 'What', kind: 'text' },
      { name: 'subject', label: 'Of what', kind: 'text' },
      { name: 'outcome', label: 'Outcome', kind: 'text' },
      { name: 'before', label: 'Before', kind: 'json' },
      { name: 'after', label: 'After', kind: 'json' },
      { name: 'hash', label: 'Mark of this entry and all before it', kind: 'text' },
    ]),
  nameOf: (values) => `${String(values['act'])}: ${String(values['subject'])}`,
}
