import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { isForTests } from '../../scripts/checks/test-support.ts'

/**
 * No string holds a tag, so no file can forget to escape (CWE-79). Pages and mails are JSX; other markup is made by `element` of
 * src/platform/text/markup.ts. Two tags of templates write markup: `html` of the sandbox escapes every value, and `svg` of the demonstration's
 * drawings gets numbers and colours of their own.
 */

const tag = /<\/?[a-z][\w:-]*(\s|\/?>|$)/i
const templateTags: readonly unknown[] = ['html', 'svg']

type Node = {
  readonly type?: string
  readonly tag?: { readonly name?: string }
  readonly quasi?: { readonly expressions: unknown }
  readonly value?: unknown
}

function textOf({ type, value }: Node): string {
  if (type === 'TemplateElement') return (value as { readonly raw: string }).raw
  return type === 'Literal' && typeof value === 'string' ? value : ''
}

/** The strings and parts of templates that hold a tag. */
function writtenTags(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    const text = textOf(one)
    if (tag.test(text)) found.push(`${file}: ${text.trim().slice(0, 80)}`)
    const isMarkup = one.type === 'TaggedTemplateExpression' && templateTags.includes(one.tag?.name)
    for (const inner of Object.values(isMarkup ? [one.quasi?.expressions] : node)) visit(inner)
  }
  visit(parseSync(file, source).program)
  return found
}

test('tags are found in strings and templates, not in JSX, types, patterns and templates that escape', () => {
  const count = (source: string) => writtenTags('a.tsx', source).length
  expect(['a = "<p>"', 'a = `<a href="${b}`', 'a = `<p${b}`', "a = '</p>'", "html`${'<br/>'}`"].map(count)).toEqual([
    1, 1, 1, 1, 1,
  ])
  expect(
    ['a = <p>text</p>', 'sql<boolean>`a < b and c < d`', 'a = /<p>/', 'html`<p>${a}</p>`', "a = '<!DOCTYPE html>'"].map(
      count,
    ),
  ).toEqual([0, 0, 0, 0, 0])
})

test('no string of the program, the sandbox or the demonstration holds a tag', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('{src,sandbox,data}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isForTests(file))
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => writtenTags(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})
