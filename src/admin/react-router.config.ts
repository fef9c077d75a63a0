import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: '.',
  buildDirectory: '../../build/admin',
  ssr: true,
  // The browser gets all routes at the start: no extra request precedes a navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
