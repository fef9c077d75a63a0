import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Icon, sheetAddress, sheetOf, sheetVersions } from './icons.tsx'

const folder = join(import.meta.dirname, '../../../public/assets/icons')
const sheets = Object.keys(sheetVersions) as (keyof typeof sheetVersions)[]
const textOf = (sheet: string) => readFileSync(join(folder, `${sheet}.svg`), 'utf8').replaceAll('\r\n', '\n')

test('every icon sheet is loaded by its content version [BIZ-08]', () => {
  expect(readdirSync(folder).toSorted()).toEqual(sheets.map((sheet) => `${sheet}.svg`).toSorted())
  for (const sheet of sheets) {
    const version = createHash('sha256').update(textOf(sheet)).digest('hex').slice(0, 8)
    expect(sheetAddress(sheet)).toBe(`/assets/icons/${sheet}.svg?v=${version}`)
  }
  expect(new Set(Object.values(sheetVersions)).size).toBe(sheets.length)
})

test('every icon is in its declared sheet, once', () => {
  const found = Object.fromEntries(
    sheets.flatMap((sheet) => [...textOf(sheet).matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => [name, sheet])),
  )
  expect(found).toEqual(sheetOf)
  expect(renderToStaticMarkup(<Icon name="truck" />)).toContain(`<use href="${sheetAddress('details')}#truck">`)
})
