import { jobRecords } from '../../../platform/jobs/job-records.server.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import { ok } from '../../../platform/result.ts'
import { optionsOf, shownOnly, type AdminResource } from '../admin-resource.server.ts'

const jobStates = {
  created: 'Waiting',
  retry: 'Tried again soon',
  active: 'Running',
  completed: 'Done',
  cancelled: 'Cancelled',
  failed: 'Dead',
}

export function jobResource({ jobs }: { readonly jobs: Pick<Jobs, 'again'> }): AdminResource {
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
      shownOnly([
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
