import { makeTemplates } from './database.ts'

/** Before the first test file of a run. */
export const setup = makeTemplates
