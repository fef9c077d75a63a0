import { accepted } from '../../../platform/result.ts'
import { jobRecords } from '../../../platform/job-records.server.ts'
import { exceptionRecords } from '../../payments/exception-records.server.ts'
import { auditRecords } from '../../staff/audit.server.ts'
import type { Field } from '../office.ts'
import { optionsOf, type OfficeParts, type Resource } from '../resource.server.ts'
import { appNames, appOptions } from '../words.ts'

const fixed = (fields: readonly Field[]): readonly Field[] => fields.map((field) => ({ ...field, isFixed: 'always' }))

const jobStates = {
  created: 'Waiting',
  retry: 'Tried again soon',
  active: 'Running',
  completed: 'Done',
  cancelled: 'Cancelled',
  failed: 'Dead',
}

export function jobResource({ jobs }: OfficeParts): Resource {
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
          return accepted({ said: 'It is tried again' })
        },
      },
    ],
  }
}

const exceptionKinds = {
  unknown: 'Nobody knows how it ended',
  late: 'Money without an order',
  stuck: 'Refund that is refused',
}

export const exceptionResource: Resource = {
  name: 'payment-exceptions',
  title: 'Payment exceptions',
  one: 'exception',
  section: 'House',
  about:
    'Payments that do not fit: look them up at the provider by the reference. They leave this list when they are settled.',
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
}

export const auditResource: Resource = {
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
