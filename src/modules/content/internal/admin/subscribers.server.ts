import type { Database } from '../../../../platform/database/database.server.ts'
import { ok } from '../../../../platform/result.ts'
import { optionsOf, shownOnly, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { zoneOfApp } from '../../../admin/shown-values.ts'
import { endSubscription, subscriberRecords } from '../../content-records.server.ts'

const subscriberStates = { gets: 'Subscribed', requested: 'Not confirmed', ended: 'Unsubscribed' }

export function subscriberResource({ database }: { readonly database: Database }): AdminResource {
  return {
    name: 'newsletter',
    title: 'Newsletter',
    one: 'subscriber',
    many: 'subscribers',
    section: 'Content',
    about:
      'Newsletter subscribers. Customers confirm by a link in their own email; you can unsubscribe them here on request.',
    see: 'answer customers',
    change: 'answer customers',
    csv: 'manage content',
    records: subscriberRecords,
    sort: { column: 'requestedAt', isDescending: true },
    searchHint: 'Email',
    columns: [
      { name: 'email', label: 'Email', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'state', label: 'State', kind: 'tag', words: subscriberStates, sorts: true },
      { name: 'requestedAt', label: 'Requested', kind: 'instant', sorts: true },
      { name: 'confirmedAt', label: 'Confirmed', kind: 'instant' },
      { name: 'endedAt', label: 'Unsubscribed', kind: 'instant' },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf(subscriberStates) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'email', label: 'Email', kind: 'text', isPersonal: true },
        { name: 'app', label: 'Shop', kind: 'choice', options: appOptions },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(subscriberStates) },
        { name: 'requestedAt', label: 'Requested', kind: 'instant' },
        { name: 'confirmedAt', label: 'Confirmed', kind: 'instant' },
        { name: 'endedAt', label: 'Unsubscribed', kind: 'instant' },
      ]),
    nameOf: (values) => String(values['email'] ?? ''),
    actions: [
      {
        name: 'unsubscribe',
        label: 'Unsubscribe',
        permission: 'answer customers',
        isOffered: ({ state }) => state === 'gets',
        async run({ key, now }) {
          return (await endSubscription(database.db, key, now))
            ? ok({ said: 'Unsubscribed', before: { state: 'gets' }, after: { state: 'ended' } })
            : wrong('', 'They are already unsubscribed.')
        },
      },
    ],
    timeZone: (values) => zoneOfApp(values['app']),
  }
}
