import { runWithNode } from './with-node.mjs'

await runWithNode('scripts/check.ts', process.argv.slice(2))
