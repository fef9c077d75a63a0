import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ServerBuild } from 'react-router'
import { adminPagesOf } from '../admin/admin-pages.server.ts'
import * as entry from '../admin/entry.server.tsx'
import * as root from '../admin/root.tsx'
import routes from '../admin/routes.ts'
import { templatesOf } from '../platform/http/route-templates.ts'

/** The staff host's pages without a build: its own routes, and no files for the browser. */

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']

const modules = import.meta.glob<Module>('../admin/routes/**/*.tsx', { eager: true })

function routesOf(entries: readonly RouteConfigEntry[], parentId: string): Routes {
  const found = entries.flatMap(({ children = [], ...route }) => {
    const module = modules[`../admin/${route.file}`]
    if (module === undefined) throw new Error(`there is no ${route.file}`)
    const id = route.id ?? route.file.replace(/\.tsx$/, '')
    const { path, index, caseSensitive } = route
    const given = Object.entries({ path, index, caseSensitive }).filter(([, value]) => value !== undefined)
    return [[id, { ...Object.fromEntries(given), id, parentId, module }], ...Object.entries(routesOf(children, id))]
  })
  return Object.fromEntries(found) as Routes
}

const all: Routes = {
  root: { id: 'root', path: '', module: root as Module },
  ...routesOf(routes, 'root'),
}

const assets: ServerBuild['assets']['routes'] = Object.fromEntries(
  Object.values(all).map((route) => {
    const { module, ...rest } = route as NonNullable<typeof route>
    const has = {
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasErrorBoundary: 'ErrorBoundary' in module,
      hasClientAction: false,
      hasClientLoader: false,
      hasClientMiddleware: false,
    }
    const none = {
      clientActionModule: undefined,
      clientLoaderModule: undefined,
      clientMiddlewareModule: undefined,
      hydrateFallbackModule: undefined,
    }
    return [rest.id, { ...rest, ...has, ...none, module: `/${rest.id}.js` }]
  }),
)

export const adminTemplates = templatesOf(all)

export const adminPages = adminPagesOf(
  {
    entry: { module: entry },
    routes: all,
    assets: { entry: { imports: [], module: '/entry.js' }, routes: assets, url: '/manifest.js', version: 'test' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {} as ServerBuild['future'],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  },
  'production',
)
