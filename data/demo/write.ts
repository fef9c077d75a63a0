/** node data/demo/write.ts [--count N] [--today 2026-11-20] > demo.jsonl */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { demoProducts } from './catalogue.ts'

const { values } = parseArgs({
  options: { count: { type: 'string' }, today: { type: 'string', default: '2026-11-20' } },
})
const count = values.count === undefined ? undefined : Number(values.count)
if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
  throw new Error(`--count must be a whole number above zero, not ${values.count}`)
}

// A reader such as `head` may hang up early; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

let waiting = ''
for (const { model: _, ...record } of demoProducts({
  today: values.today,
  ...(count === undefined ? {} : { count }),
})) {
  waiting += `${JSON.stringify(record)}\n`
  if (waiting.length > 256_000) {
    if (!process.stdout.write(waiting)) await once(process.stdout, 'drain')
    waiting = ''
  }
}
process.stdout.write(waiting)
