import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** A document that names a file which has moved sends its reader nowhere. */

const root = join(import.meta.dirname, '../..')
const unwritten = new Set(['node_modules', 'build', '.git', '.cache', '.react-router', 'var'])
const files = globSync('**/*.{ts,tsx,css,sql,mjs,md}', { cwd: root, exclude: (name) => unwritten.has(name) })
const documents = files.filter((file) => file.endsWith('.md'))

/** Paths in backticks that name a file with a folder: `platform/money.ts`; `{module}` and `…` stand for any name. */
const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|css|sql|mjs))`/g)].map(([, path = '']) => path)

test('every file path named in a document exists', () => {
  const missing = documents.flatMap((file) =>
    namedFiles(readFileSync(join(root, file), 'utf8'))
      .filter(
        (path) =>
          !files.some(
            (one) => one === path || one.endsWith(`/${path}`) || one === normalize(join(dirname(file), path)),
          ),
      )
      .map((path) => `${file}: ${path}`),
  )
  expect(documents.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
})

test('every formatter exception says why on the line before', () => {
  const bare = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      return lines.flatMap((line, at) =>
        /(\/\/|\/\*) prettier-ignore/.test(line) && !/^\s*(\/\/ \w|\*\/|.*\*\/$)/.test(lines[at - 1] ?? '')
          ? [`${file}:${at + 1}`]
          : [],
      )
    })
  expect(bare).toEqual([])
})
