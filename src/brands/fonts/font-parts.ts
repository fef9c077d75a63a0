/** What the font files of this folder are made of (`npm run fonts`), and what fonts.css must say of them. */

/** A family by the first part of its file names, its package, the package's file of the Latin alphabet, and the weights that brands set. */
export const fontSources: readonly {
  readonly family: string
  readonly package: string
  readonly file: string
  readonly weights: readonly [min: number, max: number] | null
}[] = [
  variable('archivo', [400, 900]),
  variable('figtree', [400, 800]),
  variable('mulish', [400, 800]),
  variable('nunito', [400, 700]),
  variable('public-sans', [400, 800]),
  {
    family: 'cormorant',
    package: '@fontsource/cormorant-garamond',
    file: 'cormorant-garamond-latin-600-normal.woff2',
    weights: null,
  },
]

/** Pairs of letters closer together, and digits of one width for columns of prices. The packages' other features are not used. */
export const fontFeatures: readonly string[] = ['kern', 'tnum']

/** Code points, the last one included. */
type Range = readonly [first: number, last: number]

// Printable ASCII but # < = > @ [ \ ] ^ _ ` { | } ~, and what the texts of the shop have on almost every page: no-break space, © ° ² ³ · × é,
// dashes, quotation marks, • … ™ → −
const basic: readonly Range[] = [
  [0x20, 0x22],
  [0x24, 0x3b],
  [0x3f, 0x3f],
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb0, 0xb0],
  [0xb2, 0xb3],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xe9, 0xe9],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2122, 0x2122],
  [0x2192, 0x2192],
  [0x2212, 0x2212],
]

// The rest of ASCII and Latin-1, and Œ œ ı ‚ „ † ‹ › € ↑ ↓.
const rest: readonly Range[] = [
  [0x23, 0x23],
  [0x3c, 0x3e],
  [0x40, 0x40],
  [0x5b, 0x60],
  [0x7b, 0x7e],
  [0xa1, 0xa8],
  [0xaa, 0xaf],
  [0xb1, 0xb1],
  [0xb4, 0xb6],
  [0xb8, 0xd6],
  [0xd8, 0xe8],
  [0xea, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x201a, 0x201a],
  [0x201e, 0x201e],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
]

// Ā ā Ē ē Ī ī Ō ō Ū ū
const macrons: readonly Range[] = [
  [0x100, 0x101],
  [0x112, 0x113],
  [0x12a, 0x12b],
  [0x14c, 0x14d],
  [0x16a, 0x16b],
]

/** The files of a family: the end of their names, the alphabet of the package they come from, their characters and `unicode-range`. */
export const fontParts = [
  { part: 'basic', from: 'latin', ranges: basic },
  { part: 'rest', from: 'latin', ranges: rest },
  { part: 'macrons', from: 'latin-ext', ranges: macrons },
].map(({ ranges, ...part }) => ({
  ...part,
  characters: ranges.map(([first, last]) => span(first, last)).join(''),
  unicodeRange: ranges.map(([first, last]) => rangeText(first, last)).join(', '),
}))

function span(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

function rangeText(first: number, last: number): string {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  return first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`
}

function variable(family: string, weights: readonly [number, number]) {
  return { family, package: `@fontsource-variable/${family}`, file: `${family}-latin-wght-normal.woff2`, weights }
}
