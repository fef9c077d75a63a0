import type { RecordValue, RecordValues } from '../../platform/records.ts'
import { accepted, refused, type Result } from '../../platform/result.ts'
import type { Member } from '../staff/staff.server.ts'
import { listWishOf, readTyped, type Field, type FieldFault } from './office.ts'
import type { Office } from './office.server.ts'
import type { OfficeParts, Resource } from './resource.server.ts'
import { beatRun, beginRun, type RunFault } from './runs-store.server.ts'

/** One field of many records at once: looked at first, then done record by record, each by its own rules and with its own line in the log. */

/** More are changed by an import. */
export const mostAtOnce = 20_000
const shownBefore = 50
const beatEvery = 100

/** What a field becomes, from what it is. */
export type BulkChange = (before: RecordValues) => RecordValue

export const bulkLists = ['products', 'prices', 'stock'] as const

/** Fields that many records may have in common. */
export const bulkFields = (resource: Resource): readonly Field[] =>
  resource
    .fields(null)
    .filter(
      ({ kind, isFixed, name }) =>
        isFixed === undefined &&
        name !== 'uri' &&
        (kind === 'switch' ||
          kind === 'choice' ||
          kind === 'choices' ||
          kind === 'money' ||
          kind === 'whole' ||
          kind === 'day' ||
          kind === 'text'),
    )

/** What was typed: a value, or for amounts a percentage such as −10 % that is taken of each. */
export function bulkChange(
  field: Field,
  form: URLSearchParams,
  timeZone: string,
): Result<BulkChange, readonly FieldFault[]> {
  const text = (form.get(field.name) ?? '').replaceAll('−', '-').trim()
  const [, percent] = (field.kind === 'money' ? /^([+-]\d{1,2}(?:\.\d)?) ?%$/.exec(text) : null) ?? []
  if (percent !== undefined)
    return accepted((before) => {
      const cents = before[field.name] ?? null
      return cents === null ? null : Math.round((Number(cents) * (100 + Number(percent))) / 100)
    })
  const { values, faults } = readTyped([field], form, { timeZone, isNew: false })
  if (faults.length > 0) return refused(faults)
  const value = values[field.name] ?? null
  return accepted(() => value)
}

export type BulkPreview = {
  readonly count: number
  /** The first of them that would become another. */
  readonly rows: readonly { readonly name: string; readonly before: RecordValue; readonly after: RecordValue }[]
}

export async function bulkPreview(
  { database }: Pick<OfficeParts, 'database'>,
  resource: Resource,
  { query, field, change }: { readonly query: URLSearchParams; readonly field: Field; readonly change: BulkChange },
): Promise<BulkPreview> {
  const wish = { ...listWishOf(query, resource), limit: shownBefore, cursor: null, isBackwards: false }
  const { records } = await resource.records.list(database.db, wish)
  const whole = await Promise.all(records.map(({ key }) => resource.records.read(database.db, key)))
  return {
    count: await resource.records.count(database.db, wish),
    rows: whole.flatMap((values) =>
      values === null
        ? []
        : [{ name: resource.nameOf(values), before: values[field.name] ?? null, after: change(values) }],
    ),
  }
}

/** Begins the work and answers its id at once; what it comes to is read by that. */
export async function beginBulk(
  { database, clock, ids }: Pick<OfficeParts, 'database' | 'clock' | 'ids'>,
  office: Pick<Office, 'set'>,
  member: Member,
  resource: Resource,
  { query, field, change }: { readonly query: URLSearchParams; readonly field: Field; readonly change: BulkChange },
): Promise<{ readonly id: string; readonly finished: Promise<void> }> {
  const wish = { ...listWishOf(query, resource), limit: 1_000, cursor: null, isBackwards: false }
  const keys: { key: string; name: string }[] = []
  for (let cursor = null as typeof wish.cursor | { key: string; value: string }; ;) {
    const page = await resource.records.list(database.db, { ...wish, cursor })
    keys.push(...page.records.map(({ key, values }) => ({ key, name: resource.nameOf(values) })))
    if (page.next === null || keys.length >= mostAtOnce) break
    cursor = page.next
  }
  const id = ids.uuid()
  const title = `${resource.title}: ${field.label}`
  await beginRun(database.db, { id, accountId: member.principal.userId, title, total: keys.length, now: clock.now() })
  const work = async () => {
    const faults: RunFault[] = []
    for (const [at, { key, name }] of keys.entries()) {
      const done = await office.set(member, resource, key, (before) => ({ [field.name]: change(before) }))
      if (!done.ok) {
        const { problem } = done
        const message =
          problem.code === 'validation'
            ? problem.faults.map((fault) => fault.message).join(' ')
            : problem.code === 'not_found'
              ? 'It is not there any more.'
              : 'You may not change it.'
        faults.push({ key, name, message })
      }
      const isFinished = at === keys.length - 1
      if (isFinished || at % beatEvery === beatEvery - 1)
        await beatRun(database.db, id, { done: at + 1, faults, now: clock.now(), isFinished })
    }
    if (keys.length === 0) await beatRun(database.db, id, { done: 0, faults, now: clock.now(), isFinished: true })
  }
  return { id, finished: work() }
}
