import { isAppCode } from '../../brands/apps.ts'
import type { FieldError } from '../../platform/result.ts'
import type { AdminMember } from './admin.ts'
import type { AdminService } from './admin.server.ts'
import type { AdminResource } from './admin-resource.server.ts'

/** Redirects of a spreadsheet: app, old address, new address, a line each. */

export type ImportedRedirects = {
  readonly stored: number
  readonly errors: readonly { readonly line: number; readonly text: string; readonly message: string }[]
}

const max = 5_000

/** Saves every valid line, in order: one that makes a loop with earlier ones is rejected. */
export async function importRedirects(
  admin: Pick<AdminService, 'create'>,
  member: AdminMember,
  resource: AdminResource,
  text: string,
): Promise<ImportedRedirects> {
  const errors: ImportedRedirects['errors'][number][] = []
  let stored = 0
  const lines = text.split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    const cells = cellsOf(line)
    if (line.trim() === '' || (at === 0 && !isAppCode(cells[0] ?? ''))) continue
    const refuse = (message: string) => void errors.push({ line: at + 1, text: line, message })
    if (at >= max) {
      refuse(`At most ${max} lines at once.`)
      break
    }
    const [app = '', source = '', destination = '', ...more] = cells
    if (!isAppCode(app) || more.length > 0) {
      refuse('Each line needs a shop, an old address and a new address.')
      continue
    }
    const made = await admin.create(member, resource, new URLSearchParams({ app, source, destination }))
    if (made.ok) stored++
    else
      refuse(
        made.problem.code === 'validation'
          ? made.problem.errors.map((error: FieldError) => error.message).join(' ')
          : 'You do not have permission to do this.',
      )
  }
  return { stored, errors }
}

/** A quoted or plain cell with the separator that ends it. */
const cellPatterns = {
  '\t': /^ *(?:"((?:[^"]|"")*)" *|([^\t]*))(?:\t|$)/,
  ';': /^\s*(?:"((?:[^"]|"")*)"\s*|([^;]*))(?:;|$)/,
  ',': /^\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/,
} as const

/** The cells of a line, separated by commas, semicolons or tabs, with quotes around those that contain a separator. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') && !line.includes(',') ? ';' : ','
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [whole = '', quoted, plain = ''] = cellPatterns[separator].exec(rest) ?? []
    cells.push((quoted ?? plain).replaceAll('""', '"').trim())
    if (whole === '' || !whole.endsWith(separator)) return cells
    rest = rest.slice(whole.length)
  }
}
