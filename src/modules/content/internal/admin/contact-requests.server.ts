import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { ok } from '../../../../platform/result.ts'
import { optionsOf, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { zoneOfApp } from '../../../admin/shown-values.ts'
import { contactRecords, markAnswered } from '../../content-records.server.ts'

const topics = { Sales: 'Sales', Delivery: 'Delivery', Order: 'Order', Other: 'Other' }

export function contactResource({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): AdminResource {
  const mark = (name: string, label: string, isAnswered: boolean) =>
    ({
      name,
      label,
      permission: 'answer customers',
      isOffered: (values) => (values['answeredAt'] === null) === isAnswered,
      async run({ key }) {
        await markAnswered(database.db, key, isAnswered ? clock.now() : null)
        return ok({ said: label, after: { isAnswered } })
      },
    }) as const satisfies NonNullable<AdminResource['actions']>[number]
  return {
    name: 'contact',
    title: 'Contact requests',
    one: 'request',
    section: 'Questions',
    about: 'Messages sent from the contact page.',
    see: 'answer customers',
    change: 'answer customers',
    records: contactRecords,
    sort: { column: 'createdAt', isDescending: true },
    searchHint: 'Reference, name, email or order',
    columns: [
      { name: 'reference', label: 'Reference', sorts: true },
      { name: 'createdAt', label: 'Asked', kind: 'instant', sorts: true },
      { name: 'topic', label: 'About', words: topics, sorts: true },
      { name: 'name', label: 'Name' },
      { name: 'orderNumber', label: 'Order' },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'answeredAt', label: 'Answered', kind: 'instant' },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf({ waiting: 'Waiting', answered: 'Answered' }) },
      { name: 'topic', label: 'About', options: optionsOf(topics) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'reference', label: 'Reference', kind: 'text' },
        { name: 'createdAt', label: 'Asked', kind: 'instant' },
        { name: 'topic', label: 'About', kind: 'text' },
        { name: 'orderNumber', label: 'Order', kind: 'text' },
        { name: 'name', label: 'Name', kind: 'text', isPersonal: true },
        { name: 'email', label: 'Email', kind: 'text', isPersonal: true },
        { name: 'phone', label: 'Phone', kind: 'text', isPersonal: true },
        { name: 'postcode', label: 'Postcode', kind: 'text', isPersonal: true },
        { name: 'message', label: 'Message', kind: 'long', isPersonal: true },
        { name: 'answeredAt', label: 'Answered', kind: 'instant' },
      ]),
    nameOf: (values) => `Request ${String(values['reference'])}`,
    actions: [mark('answered', 'Mark as answered', true), mark('reopen', 'Mark as not answered', false)],
    timeZone: (values) => zoneOfApp(values['app']),
  }
}
