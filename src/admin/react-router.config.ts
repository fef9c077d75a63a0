import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: '.',
  buildDirectory: '../../build/admin',
  ssr: true,
  // All routes are known to the browser from the start: no extra request precedes a navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
