import type { Demo } from '../../src/composition/demo.server.ts'
import { demoIllustrator } from './drawings/illustrator.ts'
import { seedDemoData } from './seed.server.ts'

/** The demonstration, as a start outside production loads it. */
export const demo: Demo = { seed: seedDemoData, illustrator: demoIllustrator }
