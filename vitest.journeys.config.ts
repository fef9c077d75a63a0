import { defineConfig } from 'vitest/config'

/** Whole journeys in a real Chromium against the built shop. Two files at a time: a journey waits for a third of its time, and two cores are what a machine must have. */
export default defineConfig({
  test: {
    include: ['tests/**/*.journey.ts'],
    globalSetup: 'tests/support/shops.ts',
    environment: 'node',
    maxWorkers: 2,
    // A worker keeps its browser and its shop from one file to the next.
    isolate: false,
    // What a page does when it is idle comes late on a busy machine; one second, the default, was too little.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
})
