import { jobRecords } from '../../../platform/jobs/job-records.server.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import { ok } from '../../../platform/result.ts'
import { optionsOf, shownOnly, type AdminResource } from '../admin-resource.server.ts'

const jobStates = {
  created: 'Waiting',
  retry: 'Retrying',
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
    section: 'Organisation',
    about: 'Background jobs such as emails. A dead job has failed twelve times and is not retried until you retry it.',
    see: 'monitor the system',
    change: 'monitor the system',
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
        { name: 'data', label: 'Details', kind: 'json', isPersonal: true },
        { name: 'output', label: 'Last error', kind: 'json' },
      ]),
    nameOf: (values) => `Job ${String(values['name'])}`,
    actions: [
      {
        name: 'again',
        label: 'Retry',
        permission: 'monitor the system',
        isOffered: (values) => values['state'] === 'failed',
        async run({ key, values }) {
          await jobs.again(String(values['name']), key)
          return ok({ said: 'Retrying' })
        },
      },
    ],
  }
}
