import { reactRouter } from '@react-router/dev/vite'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { classNames } from '../../vite.config.ts'

/** The back office and the staff panels: a build of their own, so that nothing of them is sent to shoppers. */
export default defineConfig({
  plugins: [reactRouter()],
  css: { modules: classNames },
  // Development runs two servers beside each other.
  cacheDir: join(import.meta.dirname, '../../node_modules/.vite-admin'),
  publicDir: false,
  build: {
    target: 'es2022',
    // Inlined assets would need `data:` in the content policy.
    assetsInlineLimit: 0,
  },
  environments: { ssr: { build: { minify: false } } },
  server: { fs: { allow: ['../..'] } },
})
