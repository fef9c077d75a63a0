import { relative } from 'node:path'
import { isForTests } from './checks/test-support.ts'

/** Components that only the server renders: emails, PDFs and the fixed parts of pages. */
const onServerOnly = /\.server\.tsx$|\/mail\/|^src\/brands\//

/**
 * Whether the server restarts after a file changes. Vite updates what the browser renders by itself; everything else is held
 * by the running program. Tests are part of neither.
 */
export function startsAnew(file: string, root: string): boolean {
  const path = relative(root, file).replaceAll('\\', '/')
  if (!path.startsWith('src/') || isForTests(path)) return false
  return path.endsWith('.ts') || (path.endsWith('.tsx') && onServerOnly.test(path))
}
