import { ok } from '../../../../platform/result.ts'
import { removing, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { redirectErrorOf, redirectRecords, removeRedirect, writeRedirect } from '../../content-records.server.ts'

export function redirectResource({ ownHosts }: { readonly ownHosts: ReadonlySet<string> }): AdminResource {
  return {
    name: 'redirects',
    title: 'Redirects',
    one: 'redirect',
    section: 'Content',
    about: 'Addresses that have moved. Redirect loops and addresses outside our shops are rejected.',
    see: 'use the back office',
    change: 'manage content',
    records: redirectRecords,
    sort: { column: 'source', isDescending: false },
    searchHint: 'Old or new address',
    columns: [
      { name: 'source', label: 'Old address', sorts: true },
      { name: 'destination', label: 'New address', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
    ],
    filters: [{ name: 'app', label: 'Shop', options: appOptions }],
    links: [{ label: 'Import', href: '/office/redirect-import', permission: 'manage content' }],
    fields: () => [
      { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, isFixed: 'once made', options: appOptions },
      { name: 'source', label: 'Old address', kind: 'text', max: 2_000, isRequired: true, isFixed: 'once made' },
      { name: 'destination', label: 'New address', kind: 'text', max: 2_000, isRequired: true },
    ],
    nameOf: (values) => String(values['source'] ?? ''),
    async check({ tx }, values) {
      const { app, source, destination } = values
      const error = await redirectErrorOf(
        tx,
        { app: String(app), source: String(source), destination: String(destination) },
        ownHosts,
      )
      return error === null
        ? []
        : [
            {
              field: error.field,
              message: `${error.field === 'source' ? 'The old' : 'The new'} address ${error.message}.`,
            },
          ]
    },
    async save({ tx }, _key, values, before) {
      const { app, source, destination } = { ...before, ...values }
      await writeRedirect(tx, { app: String(app), source: String(source), destination: String(destination) })
    },
    async create({ tx }, { app, source, destination }) {
      const redirect = { app: String(app), source: String(source), destination: String(destination) }
      return ok(await writeRedirect(tx, redirect))
    },
    remove: removing(removeRedirect),
    shopPath: (values) => String(values['source']),
  }
}
