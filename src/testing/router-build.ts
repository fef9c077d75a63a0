import type { ServerBuild } from 'react-router'

type TestRoute = { readonly id: string; readonly path: string; readonly parentId?: string; readonly module: object }

/** A React Router server build of these routes only. */
export const routerBuild = (routes: Readonly<Record<string, TestRoute>>, handleRequest: unknown): ServerBuild =>
  ({
    routes,
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: Object.fromEntries(
        Object.values(routes).map(({ module: _module, ...route }) => [
          route.id,
          { ...route, hasLoader: true, module: `/assets/${route.id}.js` },
        ]),
      ),
      url: '/assets/manifest.js',
      version: '1',
    },
    entry: { module: { default: handleRequest } },
    future: {},
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  }) as unknown as ServerBuild
