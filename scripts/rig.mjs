import { runWithNode } from './with-node.mjs'

await runWithNode('rig/rig.ts', process.argv.slice(2))
