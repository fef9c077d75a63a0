import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fontParts, fontSources } from './font-parts.ts'

const styleSheet = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8').replaceAll(/\s+/g, ' ')

test.each(fontSources.flatMap(({ family, weights }) => fontParts.map((part) => ({ family, weights, ...part }))))(
  'the style sheet has the $part characters of $family with their range',
  ({ family, weights, part, unicodeRange }) => {
    const file = `${family}-${part}.woff2`
    const rule = styleSheet.split('@font-face').find((one) => one.includes(`url('./${file}')`))
    expect(rule, `fonts.css does not have ${file}`).toContain(`unicode-range: ${unicodeRange};`)
    expect(rule).toContain(`font-weight: ${weights?.join(' ') ?? 600};`)
    expect(statSync(join(import.meta.dirname, file)).size).toBeGreaterThan(500)
  },
)

test('no character is in two files of a family', () => {
  const characters = fontParts.flatMap((part) => [...part.characters])
  expect(characters).toHaveLength(new Set(characters).size)
})

// With the headers of an answer, what a new connection sends before it waits for the browser: ten packets (RFC 6928).
test('each file of which a page waits comes in one round trip', () => {
  const sizes = fontSources.map(({ family }) => {
    const { size } = statSync(join(import.meta.dirname, `${family}-basic.woff2`))
    return { family, fits: size <= 13_800 }
  })
  // hc sets its prices in the heaviest weight, which no smaller file has.
  expect(sizes.filter(({ fits }) => !fits)).toEqual([{ family: 'archivo', fits: false }])
})
