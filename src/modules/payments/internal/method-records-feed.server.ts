import type { Database } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import { methodRecords, type MethodRecord } from './methods-store.server.ts'

/** Triggers of the tables notify this channel, whoever changes them. */
const channel = 'payment_methods_changed'

/** The current terms of every payment method. */
export async function followMethodRecords({ database, log }: { readonly database: Database; readonly log: Log }) {
  let records: ReadonlyMap<string, MethodRecord> = new Map()
  const listeners: (() => void)[] = []

  async function readRecords(): Promise<void> {
    const before = JSON.stringify([...records])
    try {
      records = await methodRecords(database.db)
    } catch (error) {
      // Unknown terms: then only the card is offered (PAYO-13).
      records = new Map()
      log.error({ err: error, area: 'payment methods' }, 'the payment methods cannot be read; only cards are taken')
    }
    if (JSON.stringify([...records]) !== before) for (const listener of listeners) listener()
  }

  // One at a time: the last request wins.
  let queue = Promise.resolve()
  const follow = (): Promise<void> => (queue = queue.then(readRecords))
  const followSoon = () => void follow()
  const stop = await database.listen(channel, followSoon, followSoon)
  await follow()

  return {
    records: () => records,
    follow,
    subscribe: (listener: () => void) => void listeners.push(listener),
    async close() {
      await stop()
      await queue
    },
  }
}
