import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'

/** Every page address of the staff host on one screen. Errors are shown inside the layout around the page. */
const withErrors = (id: string, children: RouteConfigEntry[]): RouteConfigEntry[] => [
  layout('routes/errors.tsx', { id }, children),
]

export default caseSensitive([
  route(
    'office',
    'routes/back-office.tsx',
    withErrors('back-office-errors', [
      index('routes/dashboard/dashboard.tsx'),
      route('dashboard.csv', 'routes/dashboard/dashboard-csv.tsx'),
      route('find', 'routes/dashboard/find.tsx'),
      route('log-out', 'routes/session/log-out.tsx'),
      route('bulk', 'routes/bulk/bulk.tsx'),
      route('runs/:id.csv', 'routes/bulk/run-csv.tsx'),
      route('runs/:id', 'routes/bulk/run.tsx'),
      route('import', 'routes/bulk/import.tsx'),
      route('import/:id', 'routes/bulk/import-columns.tsx'),
      route('redirect-import', 'routes/bulk/redirect-import.tsx'),
      route('media', 'routes/media/library.tsx'),
      route('media/new', 'routes/media/upload.tsx'),
      route('media/assign', 'routes/media/assign.tsx'),
      route('media/problems', 'routes/media/problems.tsx'),
      route('media/pick', 'routes/media/pick.tsx'),
      route('media/:key', 'routes/media/file.tsx'),
      route('media/:key/files', 'routes/media/replace.tsx'),
      route(':list.csv', 'routes/records/list-csv.tsx'),
      route(':list', 'routes/records/list.tsx'),
      route(':list/new', 'routes/records/new-record.tsx'),
      route(':list/:key', 'routes/records/record.tsx'),
      route(':list/:key/files', 'routes/records/record-files.tsx'),
      route('*', 'routes/not-found.tsx', { id: 'back-office-not-found' }),
    ]),
  ),
  route(
    'panel',
    'routes/panels/panel.tsx',
    withErrors('panel-errors', [
      route('product', 'routes/panels/product.tsx'),
      layout('routes/panels/seller-panels.tsx', [
        route('project', 'routes/panels/project.tsx'),
        route('customer', 'routes/panels/customer.tsx'),
        route('reminders', 'routes/panels/reminders.tsx'),
        route('reminders/create', 'routes/panels/reminder.tsx'),
        route('reminders/stats', 'routes/panels/reminder-stats.tsx'),
      ]),
      route('*', 'routes/not-found.tsx', { id: 'panel-not-found' }),
    ]),
  ),
  route('logged-out', 'routes/session/logged-out.tsx'),
  route('*', 'routes/not-found.tsx'),
]) satisfies RouteConfig

function caseSensitive(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children === undefined ? {} : { children: caseSensitive(entry.children) }),
  }))
}
