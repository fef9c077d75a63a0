import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { skipNumbers } from '../../modules/orders/order-numbers.server.ts'
import { unknownReferences } from '../../modules/payments/unknown-references.server.ts'
import { systemClock } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.server.ts'
import { createMetrics } from '../../platform/metrics/metrics.server.ts'
import { StartError } from '../../platform/start-error.ts'
import { noTracing } from '../../platform/tracing/tracing.ts'
import { countText } from '../../platform/text/count-text.ts'
import { withUnchangedDatabase } from '../installation.server.ts'
import type { Command } from '../operator-command.ts'
import { openServices } from '../services.server.ts'

/** What an operator does after a restore, for what happened after the moment that was restored (docs/operations.md). */
export const afterRestoreCommands: Readonly<Record<string, Command>> = {
  'numbers:skip': {
    usage: `npm run numbers:skip [-- --count NUMBER]

Leaves out the next numbers of orders and refunds, which customers may hold of orders that the restored database does not know.
Run it after a restore, before the shop opens.

  --count NUMBER   how many, 10000 by default`,
    async run(args, deps) {
      const { values } = parseArgs({ args, options: { count: { type: 'string', default: '10000' } } })
      const count = z.coerce.number().int().min(1).max(1_000_000).safeParse(values.count)
      if (!count.success) throw new StartError('--count: must be a whole number from 1 to 1000000.')
      return withUnchangedDatabase(deps, async ({ db }) => {
        const next = await skipNumbers(db, count.data)
        deps.write(`The next order is W${next.order}, the next refund ${next.refund}.`)
        return 0
      })
    },
  },
  'payments:unknown': {
    usage: `npm run payments:unknown -- --file FILE [--file FILE ...]

Finds payments that a provider has taken and the shop does not know: of orders that a restore lost. Give it the provider's own report
since the moment that was restored, in any format; it looks for the shop's references there, 26 letters and digits. Exits with 1 when
there are some: refund each at the provider, or place the order again with the customer.

  --file FILE   the report; may be given many times`,
    async run(args, deps) {
      const { values } = parseArgs({ args, options: { file: { type: 'string', multiple: true, default: [] } } })
      if (values.file.length === 0) throw new StartError('--file: must name the report of a provider.')
      const texts = await Promise.all(
        values.file.map((file) =>
          readFile(file, 'utf8').catch((error: Error) => {
            throw new StartError(`--file: ${file} cannot be read (${error.message}).`)
          }),
        ),
      )
      return withUnchangedDatabase(deps, async ({ db }) => {
        const { named, unknown } = await unknownReferences(db, texts.join('\n'))
        for (const reference of unknown) deps.write(reference)
        deps.write(`${countText(named, 'payment')} named, ${unknown.length} of them unknown.`)
        return unknown.length === 0 ? 0 : 1
      })
    },
  },
  'accounts:close': {
    usage: `npm run accounts:close -- --id ID [--id ID ...]

Closes accounts once more that a restored backup has brought back: erases their owners' data as if they had closed them again.
The log names every account that was closed ("an account was closed", closedAccountId). Nobody gets a mail. Of a staff account and
of one with credit it says why it cannot be closed, and exits with 1.

  --id ID   the account; may be given many times`,
    async run(args, deps) {
      const { values } = parseArgs({ args, options: { id: { type: 'string', multiple: true, default: [] } } })
      const wrong = values.id.find((id) => !z.uuid().safeParse(id).success)
      if (wrong !== undefined || values.id.length === 0)
        throw new StartError(
          `--id: must be the id of an account, as the log names it${wrong === undefined ? '' : `; ${wrong} is none`}.`,
        )
      return withUnchangedDatabase(deps, async (database, config) => {
        const log = createLog(config.LOG_LEVEL)
        const base = {
          config,
          database,
          clock: systemClock,
          ids: randomIds,
          log,
          metrics: createMetrics(),
          tracing: noTracing,
        }
        const services = await openServices(base)
        try {
          const outcomes = []
          for (const id of values.id) {
            const closed = await services.account.personalData.closeAgain(id)
            outcomes.push(closed.ok ? 'closed' : closed.problem.code)
            deps.write(`${id}  ${closed.ok ? 'closed' : closeProblemTexts[closed.problem.code]}`)
          }
          return outcomes.some((one) => one === 'staff' || one === 'credit') ? 1 : 0
        } finally {
          await services.close()
        }
      })
    },
  },
}

const closeProblemTexts = {
  gone: 'there is no such account, so nothing is to be closed',
  staff: 'NOT closed: it belongs to a member of staff. Take the role away in the back office first',
  credit: 'NOT closed: it buys on credit. Settle the credit account first',
  other_email: 'NOT closed',
}
