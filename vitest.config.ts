import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { inlineScripts } from './scripts/bundle/inline-scripts.ts'

/** What runs in the imitation of a browser, whose state one file must not leave to the next, and what measures its process. */
const pages = [
  'src/**/*.test.tsx',
  'src/ui/**/*.test.ts',
  'src/modules/*/{ui,internal/ui}/**/*.test.ts',
  'src/modules/geo/address-lookup.test.ts',
  'src/modules/product-import/internal/feeds/feed-file.server.test.ts',
  'src/platform/database/prepared-statements.server.test.ts',
  'tests/program/hostile-input.test.ts',
]

/** What works with a whole shop and its database, left out by `--mode rules`. Projects do not heed `--exclude`. */
const withShop = [
  '**/*.server.test.ts',
  'src/modules/checkout/ui/checkout-*.test.tsx',
  'src/modules/checkout/internal/ui/delivery/delivery-choices.test.tsx',
]

export default defineConfig(({ mode }) => ({
  plugins: [inlineScripts()],
  test: {
    environment: 'node',
    // Rules need no database.
    globalSetup: mode === 'rules' ? [] : ['src/testing/set-up.ts'],
    // More than cores, because tests of pages and of processes wait for a third of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // The whole shop is imported once a worker and not once a file.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One second, the default, is too little on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: pages,
          exclude: ['node_modules/**', ...(mode === 'rules' ? withShop : [])],
          setupFiles: ['src/testing/fresh-modules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: [
            'src/**/*.test.ts',
            'tests/program/*.test.ts',
            'sandbox/**/*.test.ts',
            'data/**/*.test.ts',
            'scripts/**/*.test.ts',
            'fault-injection/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['node_modules/**', ...pages, ...(mode === 'rules' ? withShop : [])],
        },
      },
    ],
  },
}))
