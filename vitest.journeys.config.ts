import { defineConfig } from 'vitest/config'

/** Whole journeys in a real Chromium against the built shop. One file at a time: two cores are what a machine must have. */
export default defineConfig({
  test: {
    include: ['tests/**/*.journey.ts'],
    globalSetup: 'tests/support/first-data.ts',
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
})
