import type { Database } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import { methodRecords, type MethodRecord } from './methods-store.server.ts'

/** Triggers of the tables say it here, whoever changes them. */
const channel = 'payment_methods_changed'

/** What every method of paying offers, as the records have it now. */
export async function followMethodRecords({ database, log }: { readonly database: Database; readonly log: Log }) {
  let records: ReadonlyMap<string, MethodRecord> = new Map()
  const listeners: (() => void)[] = []

  async function readRecords(): Promise<void> {
    const before = JSON.stringify([...records])
    try {
      records = await methodRecords(database.db)
    } catch (error) {
      // Nobody can say what may be offered: then nothing is but the card (PAYO-13).
      records = new Map()
      log.error({ err: error, area: 'payment methods' }, 'the payment methods cannot be read; only cards are taken')
    }
    if (JSON.stringify([...records]) !== before) for (const listener of listeners) listener()
  }

  // One at a time: what was asked for last is what counts.
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
