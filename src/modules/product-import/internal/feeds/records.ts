import type { z } from 'zod'
import type { ImportItem } from '../../import-options.ts'
import { productRecord } from '../../../catalogue/product/product-record.ts'
import type { FeedRow } from './feed.ts'
import type { Mapping } from './mappings/mapping.ts'
import { cut } from './mappings/measures.ts'

/** Rows through a mapping into checked records. A row that fails is refused alone, with its line, its field and the reason. */
export async function* itemsOf(
  rows: AsyncIterable<FeedRow>,
  mapping: Mapping,
  onSkip: (skip: { line: number; why: string }) => void = () => {},
): AsyncGenerator<ImportItem> {
  for await (const row of rows) {
    const { line } = row
    if (row.fields === undefined) {
      yield { line, sku: null, field: 'row', reason: row.error }
      continue
    }
    const mapped = mapping.map(row.fields)
    if (mapped.kind === 'skipped') {
      onSkip({ line, why: mapped.why })
      continue
    }
    if (mapped.kind === 'refused') {
      yield { line, sku: mapped.sku, field: mapped.field, reason: mapped.reason }
      continue
    }
    const sku = typeof mapped.input.sku === 'string' ? mapped.input.sku : null
    if (JSON.stringify(mapped.input).includes('\uFFFD')) {
      yield { line, sku, field: 'text', reason: 'is not valid UTF-8: save the file as UTF-8' }
      continue
    }
    const checked = productRecord.safeParse(mapped.input)
    if (checked.success) {
      yield { line, record: checked.data }
      continue
    }
    const issue = checked.error.issues[0]
    const path = (issue?.path ?? []).map(String)
    const [root = 'row', ...rest] = path
    const field = [mapping.columnOf(root), ...rest].join('.')
    const value = valueAt(mapped.input, path)
    yield { line, sku, field, reason: issue === undefined ? 'is not usable' : reasonOf(issue, value) }
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const step of path) inner = (inner as Record<string, unknown> | null | undefined)?.[step]
  return inner
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'is missing'
  const shown = typeof value === 'object' ? '' : `, not "${cut(String(value), 60)}"`
  if (issue.code === 'too_big') return `${isText(value) ? 'is longer than' : 'is above'} ${issue.maximum}${shown}`
  if (issue.code === 'too_small') {
    // The schema's own words where it has some.
    if (issue.origin === 'array') return issue.message
    return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}${shown}`
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}${shown}`
  if (issue.code === 'invalid_type') return `must be ${issue.expected}${shown}`
  return `${issue.message}${shown}`
}

const isText = (value: unknown): boolean => typeof value === 'string'
