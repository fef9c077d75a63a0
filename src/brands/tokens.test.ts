import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tokensOf, themeCss, type Theme, type Tokens } from './tokens.ts'

/** Contrast as WCAG 2.2 computes it, of every pair of colours that the stylesheets put on each other. */

type Colour = keyof Tokens['colour']

/** Text on a surface: 4.5 to 1 (success criterion 1.4.3). */
const text: Readonly<Partial<Record<Colour, readonly Colour[]>>> = {
  inkStrong: ['ground', 'raised', 'sunken', 'accentSoft', 'dangerSoft'],
  inkSoft: ['ground', 'raised', 'sunken', 'accentSoft'],
  inkFaint: ['ground', 'raised', 'sunken'],
  onAccent: ['accent', 'accentHover', 'success'],
  onInverse: ['inverse'],
  inverse: ['onInverse', 'onInverseSoft'],
  onInverseSoft: ['inverse'],
  onHighlight: ['highlight'],
  onSale: ['sale'],
  raised: ['danger'],
  sale: ['ground', 'raised', 'sunken'],
  success: ['ground', 'raised', 'sunken'],
  warning: ['ground', 'raised', 'sunken'],
  danger: ['ground', 'raised', 'sunken', 'dangerSoft'],
}
/** Edges of controls, marks of what is chosen, and the ring of focus: 3 to 1 (1.4.11, 2.4.13). */
const marks: Readonly<Partial<Record<Colour, readonly Colour[]>>> = {
  lineStrong: ['ground', 'raised', 'sunken'],
  accent: ['ground', 'raised', 'sunken', 'accentSoft'],
  danger: ['ground', 'raised'],
  focus: ['ground', 'raised', 'sunken', 'accentSoft'],
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Pairs that do not reach their contrast, as sentences. */
function failures(tokens: Tokens, pairs: typeof text, min: number): string[] {
  return Object.entries(pairs).flatMap(([ink, surfaces]) =>
    surfaces
      .map((surface) => ({ surface, ratio: contrast(tokens.colour[ink as Colour], tokens.colour[surface]) }))
      .filter(({ ratio }) => ratio < min)
      .map(({ surface, ratio }) => `${ink} on ${surface} is ${ratio.toFixed(2)} to 1`),
  )
}

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
})

describe.each(Object.entries(tokensOf))('the theme %s', (_theme, tokens) => {
  test('uses six-digit colours', () => {
    for (const colour of Object.values(tokens.colour)) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('has text contrast of at least 4.5 to 1 on every surface', () => {
    expect(failures(tokens, text, 4.5)).toEqual([])
  })

  test('has contrast of at least 3 to 1 for controls, selection and focus on every surface', () => {
    expect(failures(tokens, marks, 3)).toEqual([])
  })
})

const root = join(import.meta.dirname, '../..')
const sheets = globSync('src/**/*.css', { cwd: root }).map((file) => ({
  file,
  css: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))
const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

test.each(['footer.css', 'header.module.css', 'service-strip.module.css'])(
  'the dark surface of %s uses its text colour for the focus ring',
  (name) => {
    const css = sheets.find(({ file }) => file.includes('modules/navigation/') && file.endsWith(`/${name}`))?.css ?? ''
    const dark = [...css.matchAll(/\{([^{}]*background: var\(--inverse\)[^{}]*)\}/g)].map(([, body]) => body)
    expect(dark.length).toBeGreaterThan(0)
    for (const body of dark) expect(body).toContain('--focus: var(--on-inverse)')
  },
)

test('every text colour that a style sheet puts on a surface is one of the pairs above', () => {
  const unknown = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
      const ink = /(?<![-\w])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
      const surface = /background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
      if (ink === undefined || surface === undefined) return []
      return text[camel(ink) as Colour]?.includes(camel(surface) as Colour)
        ? []
        : [`${file} ${selector.trim()}: ${ink} on ${surface}`]
    }),
  )
  expect(unknown).toEqual([])
})

test('every colour that a style sheet names exists in the themes', () => {
  const themes = Object.keys(tokensOf) as Theme[]
  const declared = new Set([...themeCss(tokensOf[themes[0] ?? 'wa']).matchAll(/--([\w-]+):/g)].map(([, name]) => name))
  const own = new Set(sheets.flatMap(({ css }) => [...css.matchAll(/--([\w-]+)\s*:/g)].map(([, name]) => name)))
  // Properties that elements set in their style attributes.
  const set = new Set(
    globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/['`]--([\w-]+)[':]/g)].map(([, name]) => name),
    ),
  )
  const missing = sheets.flatMap(({ file, css }) =>
    [...css.matchAll(/var\(--([\w-]+)\s*[),]/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !declared.has(name) && !own.has(name) && !set.has(name))
      .map((name) => `${file}: --${name}`),
  )
  expect(missing).toEqual([])
})
