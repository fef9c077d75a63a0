import { countryOfApp, isAppCode, type AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import { accepted, refused, type FieldError, type Result } from '../../platform/result.ts'
import { importTable, tableHead } from '../product-import/product-table.server.ts'
import { neededFields, tableFields, type TableColumns, type TableField } from '../product-import/product-table.ts'
import type { Member } from '../staff/staff.ts'
import type { OfficeParts } from './resource.server.ts'
import { beatRun, beginRun, type RunFault, type Upload } from './runs-store.server.ts'

/** Products of an uploaded table: its columns are named by a person, tried, and taken in. */

export type ImportWish = {
  readonly columns: TableColumns
  readonly categoryUri: string
  readonly apps: readonly AppCode[]
  readonly isTrial: boolean
}

const mostFaultsKept = 20_000
const beatEvery = 2_000

/** What a mapping screen said; else what is missing. */
export function importWishOf(
  { catalogue }: Pick<OfficeParts, 'catalogue'>,
  form: URLSearchParams,
  known: readonly string[],
): Result<ImportWish, readonly FieldError[]> {
  const faults: FieldError[] = []
  const columns = Object.fromEntries(
    (Object.keys(tableFields) as TableField[]).flatMap((field) => {
      const column = form.get(`column:${field}`) ?? ''
      return known.includes(column) ? [[field, column]] : []
    }),
  ) as TableColumns
  for (const field of neededFields)
    if (columns[field] === undefined)
      faults.push({
        field: `column:${field}`,
        message: `Please say which column is the ${tableFields[field].toLowerCase()}.`,
      })
  const categoryUri = form.get('category') ?? ''
  if (catalogue.category(categoryUri) === null)
    faults.push({ field: 'category', message: 'Please choose a category for rows that name none of ours.' })
  const apps = form.getAll('apps').filter(isAppCode)
  if (apps.length === 0) faults.push({ field: 'apps', message: 'Please say which shops sell them.' })
  if (new Set(apps.map((app) => countryOfApp[app])).size > 1)
    faults.push({ field: 'apps', message: 'Prices of one table are of one currency: choose shops of one country.' })
  if (faults.length > 0) return refused(faults)
  return accepted({ columns, categoryUri, apps, isTrial: form.get('act') !== 'import' })
}

/** Begins the work and answers its id at once. */
export async function beginImport(
  { database, catalogue, clock, ids }: Pick<OfficeParts, 'database' | 'catalogue' | 'clock' | 'ids'>,
  member: Member,
  upload: Upload,
  wish: ImportWish,
): Promise<{ readonly id: string; readonly finished: Promise<void> }> {
  const id = ids.uuid()
  const total = (await tableHead(upload.text))?.rows ?? 0
  const title = `${wish.isTrial ? 'Trial of ' : ''}${upload.name}`
  await beginRun(database.db, { id, accountId: member.principal.userId, title, total, now: clock.now() })
  const [app = 'aol'] = wish.apps
  const work = async () => {
    const faults: RunFault[] = []
    let beaten = 0
    let beating = Promise.resolve()
    const said = await importTable(database, {
      ...wish,
      text: upload.text,
      categories: catalogue.categories,
      currency: brandOf(app).currency,
      now: clock.now(),
      onReject({ line, sku, field, reason }) {
        if (faults.length < mostFaultsKept)
          faults.push({
            key: String(line),
            name: `Line ${line}${sku === null ? '' : `, ${sku}`}`,
            message: `${field} ${reason}`,
          })
      },
      onProgress(read) {
        if (read - beaten < beatEvery) return
        beaten = read
        const now = clock.now()
        beating = beating.then(() => beatRun(database.db, id, { done: read, faults: [], now, isFinished: false }))
      },
    })
    await beating
    await beatRun(database.db, id, { done: total, faults, now: clock.now(), isFinished: true, said })
  }
  return { id, finished: work() }
}
