import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // The server build has two entries (vite.config.ts), each with a file of its own.
  serverBuildFile: '[name].js',
  // All routes are known to the browser from the start: the manifest is small, and no extra request precedes a navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
