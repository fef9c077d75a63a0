import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known to the browser from the start: the manifest is small, and no extra request precedes a navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
