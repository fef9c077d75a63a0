import { runWithNode } from './with-node.mjs'

await runWithNode('scripts/run.ts', process.argv.slice(2))
