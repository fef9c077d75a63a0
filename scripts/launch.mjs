/** `node scripts/launch.mjs [--node-option …] SCRIPT [argument …]`: every npm script goes through here, see with-node.mjs. */
import { runWithNode } from './with-node.mjs'

const given = process.argv.slice(2)
const at = given.findIndex((one) => !one.startsWith('--'))
await runWithNode(given[at], given.slice(at + 1), given.slice(0, at))
