import { countryOfApp, isAppCode, type AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import { err, ok, type FieldError, type Result } from '../../platform/result.ts'
import type { AdminMember } from '../admin/admin.ts'
import { beatRun, beginRun, type RunError, type Upload } from '../admin/runs-store.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { importTable, tableHead } from './product-table.server.ts'
import { neededFields, tableFields, type TableColumns, type TableField } from './product-table.ts'

/** Products of an uploaded table: its columns are named by a person, tried, and taken in. */

export type ImportInput = {
  readonly columns: TableColumns
  readonly categoryUri: string
  readonly apps: readonly AppCode[]
  readonly isTrial: boolean
}

const maxErrorsStored = 20_000
const beatEvery = 2_000

/** What a mapping screen said; else what is missing. */
export function importInputOf(
  { catalogue }: { readonly catalogue: Pick<Catalogue, 'category'> },
  form: URLSearchParams,
  known: readonly string[],
): Result<ImportInput, readonly FieldError[]> {
  const errors: FieldError[] = []
  const columns = Object.fromEntries(
    (Object.keys(tableFields) as TableField[]).flatMap((field) => {
      const column = form.get(`column:${field}`) ?? ''
      return known.includes(column) ? [[field, column]] : []
    }),
  ) as TableColumns
  for (const field of neededFields)
    if (columns[field] === undefined)
      errors.push({
        field: `column:${field}`,
        message: `Please choose the column for ${tableFields[field].toLowerCase()}.`,
      })
  const categoryUri = form.get('category') ?? ''
  if (catalogue.category(categoryUri) === null)
    errors.push({ field: 'category', message: 'Please choose a category for rows without a known one.' })
  const apps = form.getAll('apps').filter(isAppCode)
  if (apps.length === 0) errors.push({ field: 'apps', message: 'Please choose the shops that sell them.' })
  if (new Set(apps.map((app) => countryOfApp[app])).size > 1)
    errors.push({ field: 'apps', message: 'All prices in a file have one currency: choose shops of one country.' })
  if (errors.length > 0) return err(errors)
  return ok({ columns, categoryUri, apps, isTrial: form.get('intent') !== 'import' })
}

type ImportDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'categories'>
  readonly clock: Clock
  readonly ids: Ids
}

/** Begins the work and answers its id at once. */
export async function beginImport(
  { database, catalogue, clock, ids }: ImportDeps,
  member: AdminMember,
  upload: Upload,
  input: ImportInput,
): Promise<{ readonly id: string; readonly finished: Promise<void> }> {
  const id = ids.uuid()
  const total = (await tableHead(upload.text))?.rows ?? 0
  const title = `${input.isTrial ? 'Trial of ' : ''}${upload.name}`
  await beginRun(database.db, { id, accountId: member.principal.userId, title, total, now: clock.now() })
  const [app = 'aol'] = input.apps
  const work = async () => {
    const errors: RunError[] = []
    let beaten = 0
    let beating = Promise.resolve()
    const said = await importTable(database, {
      ...input,
      text: upload.text,
      categories: catalogue.categories,
      currency: brandOf(app).currency,
      now: clock.now(),
      onReject({ line, sku, field, reason }) {
        if (errors.length < maxErrorsStored)
          errors.push({
            key: String(line),
            name: `Line ${line}${sku === null ? '' : `, ${sku}`}`,
            message: `${field} ${reason}`,
          })
      },
      onProgress(read) {
        if (read - beaten < beatEvery) return
        beaten = read
        const now = clock.now()
        beating = beating.then(() => beatRun(database.db, id, { done: read, errors: [], now, isFinished: false }))
      },
    })
    await beating
    await beatRun(database.db, id, { done: total, errors, now: clock.now(), isFinished: true, said })
  }
  return { id, finished: work() }
}
