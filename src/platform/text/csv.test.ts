import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test('a spreadsheet file has no formulas, and quotes what needs it', () => {
  expect(csvRow(['=1+1', '+61 2', '-x', '@a', 'a,b', 'say "hi"', -5, true, null])).toBe(
    `'=1+1,'+61 2,'-x,'@a,"a,b","say ""hi""",-5,true,\r\n`,
  )
})
