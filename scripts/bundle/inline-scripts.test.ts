import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { compileInlineScript } from './inline-scripts.ts'

const folder = mkdtempSync(join(tmpdir(), 'inline-scripts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.join('\n'))
  return path
}

test('a script is a call of a bundled function and adds no global names', async () => {
  const keys = write('keys.ts', [`export const unused = 'not here'`, `export const key: string = 'the-key'`])
  const file = write('mark.inline.ts', [
    `import { key } from './keys.ts'`,
    `export default function mark(): void { (globalThis as { marked?: string }).marked = key }`,
  ])
  const { text, sources } = await compileInlineScript(file)
  expect(sources.toSorted()).toEqual([keys, file].toSorted())
  expect(text).not.toContain('not here')
  const page: Record<string, unknown> = {}
  runInNewContext(text, page)
  expect(page).toEqual({ marked: 'the-key' })
})

test('a text that could close the script element fails the build', async () => {
  const file = write('end.inline.ts', [
    `export default function end(): void { document.title = '</' + document.title.trim() }`,
  ])
  await expect(compileInlineScript(file)).rejects.toThrow('could end its script element')
})
