import type { Database } from '../../../../platform/database/database.server.ts'
import { ok } from '../../../../platform/result.ts'
import { optionsOf, shownOnly, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { zoneOfApp } from '../../../admin/shown-values.ts'
import { endSubscription, subscriberRecords } from '../../content-records.server.ts'

const subscriberStates = { gets: 'Gets them', requested: 'Asked, no answer yet', ended: 'Wants none' }

export function subscriberResource({ database }: { readonly database: Database }): AdminResource {
  return {
    name: 'newsletter',
    title: 'Newsletter',
    one: 'subscriber',
    section: 'Content',
    about:
      'Who gets news by mail. Only they can say yes, from a link in their own mailbox; whoever tells us that they want none is taken off here.',
    see: 'answer customers',
    change: 'answer customers',
    csv: 'manage content',
    records: subscriberRecords,
    sort: { column: 'requestedAt', isDescending: true },
    searchHint: 'E-mail',
    columns: [
      { name: 'email', label: 'E-mail', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'state', label: 'State', kind: 'tag', words: subscriberStates, sorts: true },
      { name: 'requestedAt', label: 'Asked', kind: 'instant', sorts: true },
      { name: 'confirmedAt', label: 'Said yes', kind: 'instant' },
      { name: 'endedAt', label: 'Said no', kind: 'instant' },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf(subscriberStates) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'email', label: 'E-mail', kind: 'text', isPersonal: true },
        { name: 'app', label: 'Shop', kind: 'choice', options: appOptions },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(subscriberStates) },
        { name: 'requestedAt', label: 'Asked', kind: 'instant' },
        { name: 'confirmedAt', label: 'Said yes', kind: 'instant' },
        { name: 'endedAt', label: 'Said no', kind: 'instant' },
      ]),
    nameOf: (values) => String(values['email'] ?? ''),
    actions: [
      {
        name: 'unsubscribe',
        label: 'Send no more news',
        act: 'answer customers',
        isOffered: ({ state }) => state === 'gets',
        async run({ key, now }) {
          return (await endSubscription(database.db, key, now))
            ? ok({ said: 'No more news', before: { state: 'gets' }, after: { state: 'ended' } })
            : wrong('', 'They get none already.')
        },
      },
    ],
    timeZone: (values) => zoneOfApp(values['app']),
  }
}
