import type { AppCode } from '../../../brands/apps.ts'

const maxEntries = 5_000

/** Adds an entry and, when there are too many, evicts the oldest. */
export function keep<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value): void {
  const [oldest] = entries.keys()
  if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest)
  entries.set(key, value)
}

export function keepByApp<Value>(
  entries: Map<number, Map<AppCode, Value>>,
  id: number,
  app: AppCode,
  value: Value,
): void {
  const ofProduct = entries.get(id)
  if (ofProduct === undefined) keep(entries, id, new Map([[app, value]]))
  else ofProduct.set(app, value)
}
