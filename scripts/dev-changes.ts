import { relative } from 'node:path'
import { isForTests } from './test-support.ts'

/** Components that only the server renders: mails, papers, the drawings of a page's fixed parts, the frame of mails. */
const onServerOnly = /\.server\.tsx$|\/mail\/|^src\/brands\//

/**
 * Whether the server starts anew after a change of a file. Vite brings what the browser renders up to date by itself; everything else is held
 * by the running program. Tests are part of neither.
 */
export function startsAnew(file: string, root: string): boolean {
  const path = relative(root, file).replaceAll('\\', '/')
  if (!path.startsWith('src/') || isForTests(path)) return false
  return path.endsWith('.ts') || (path.endsWith('.tsx') && onServerOnly.test(path))
}
