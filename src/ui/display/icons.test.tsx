import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { controlIcons } from './control-icons.ts'
import { detailIcons, Icon, sheetAddress, sheetVersions } from './icons.tsx'

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
  const namesIn = (sheet: string) => [...textOf(sheet).matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name)
  expect(namesIn('controls').toSorted()).toEqual(controlIcons.toSorted())
  expect(namesIn('details').toSorted()).toEqual(detailIcons.toSorted())
  expect(renderToStaticMarkup(<Icon name="heart" />)).toContain(`<use href="${sheetAddress('controls')}#heart">`)
  expect(renderToStaticMarkup(<Icon name="truck" />)).toContain(`<use href="${sheetAddress('details')}#truck">`)
})
