import type { AppCode } from '../../brands/apps.ts'
import type { Database, Reader } from '../../platform/database/database.server.ts'
import { createSerialQueue } from '../../platform/database/serial-queue.ts'
import type { Log } from '../../platform/log.server.ts'
import { defaultSynonyms } from './internal/engine/text/synonyms.ts'

/** What the shop's people want search to make of words: what means the same, and which products come first for a term. */
export interface SearchWords {
  /** Phrases that mean the same, by group. */
  readonly synonyms: readonly (readonly string[])[]
  /** The skus that come first for a term, as search state holds it. */
  pinsOf(app: AppCode, term: string): readonly string[]
  /** Calls back after each change. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

/** A trigger of the tables says it here, whoever changes them. */
const channel = 'search_words_changed'

export async function openSearchWords({ database, log }: { database: Database; log: Log }): Promise<SearchWords> {
  const listeners: (() => void)[] = []
  let words = await readWords(database.db)
  const refresh = createSerialQueue(
    async () => {
      words = await readWords(database.db)
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'search' }, 'could not follow a change of synonyms or pins'),
  )
  const stop = await database.listen(channel, refresh, refresh)
  return {
    get synonyms() {
      return words.synonyms
    },
    pinsOf: (app, term) => words.pins.get(`${app} ${term}`) ?? [],
    subscribe: (listener) => void listeners.push(listener),
    close: stop,
  }
}

async function readWords(db: Reader) {
  const synonyms = await db.selectFrom('search_synonym').select('words').orderBy('id').execute()
  const pins = await db.selectFrom('search_pin').selectAll().execute()
  return {
    synonyms: synonyms.map(({ words }) => words),
    pins: new Map(pins.map(({ app, term, skus }) => [`${app} ${term}`, skus])),
  }
}

/** What a new shop starts with. */
export async function insertDefaultSynonyms(db: Reader): Promise<void> {
  await db
    .insertInto('search_synonym')
    .values(defaultSynonyms.map((words) => ({ words: [...words] })))
    .execute()
}
