import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'sandbox/**/*.test.ts', 'data/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    // One a core; left to itself it would leave one of two cores idle.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
