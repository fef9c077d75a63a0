import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Types know nothing of the classes of a style sheet: one that is not in it would be `undefined` in the page and say nothing. */

const root = join(import.meta.dirname, '../..')
const importsOfStyles = /import (\w+) from '(\.[^']+\.module\.css)'/g

const withoutUrls = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/url\([^)]*\)/g, '')

/** Classes that a component asks of its style sheets and that are not in them, as `file: class`. */
function missingClasses(file: string): string[] {
  // What follows the name of an imported style sheet in an import statement is no class.
  const source = readFileSync(join(root, file), 'utf8')
  const code = source.replaceAll(/^import [\s\S]*?from '[^']+'$/gm, '')
  return [...source.matchAll(importsOfStyles)].flatMap(([, name = '', path = '']) => {
    const css = join(root, dirname(file), path)
    if (!existsSync(css)) return [`${file}: ${path}`]
    const classes = new Set(
      [...withoutUrls(readFileSync(css, 'utf8')).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, one]) => one),
    )
    const uses = [...code.matchAll(new RegExp(`(?<![.\\w])${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))].map(
      ([, a, b]) => a ?? b,
    )
    return uses.filter((one) => !classes.has(one)).map((one) => `${file}: ${String(one)}`)
  })
}

test('every class used by a component exists in its style sheet', () => {
  const files = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap(missingClasses)).toEqual([])
})

test('no style sheet is longer than 400 lines, like any other code file', () => {
  const sheets = globSync('src/**/*.css', { cwd: root })
  expect(sheets.length).toBeGreaterThan(80)
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  expect(sheets.filter((file) => lines(file) > 400)).toEqual([])
})
