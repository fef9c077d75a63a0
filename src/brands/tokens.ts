/**
 * The look of each theme: the only place where a colour, a size or a typeface is written. Components use the
 * custom properties that `themeCss` makes of this; tokens.test.ts computes the contrast of every pair that is used.
 */

export type Theme = 'wa' | 'andoo' | 'aol' | 'aoc' | 'wac' | 'hc' | 'fk'

export type Tokens = {
  readonly colour: {
    readonly ground: string
    readonly raised: string
    readonly sunken: string
    readonly inverse: string
    readonly inkStrong: string
    readonly inkSoft: string
    readonly inkFaint: string
    readonly onAccent: string
    readonly onInverse: string
    readonly onInverseSoft: string
    readonly line: string
    /** Borders of fields and controls: 3:1 against the ground. */
    readonly lineStrong: string
    readonly accent: string
    readonly accentHover: string
    readonly accentSoft: string
    /** The brand's second colour, for service and small marks; ink on it is `onHighlight`. */
    readonly highlight: string
    readonly onHighlight: string
    readonly sale: string
    readonly onSale: string
    readonly success: string
    readonly warning: string
    readonly danger: string
    readonly dangerSoft: string
    readonly focus: string
  }
  readonly radius: { readonly s: string; readonly m: string; readonly l: string; readonly pill: string }
  readonly font: {
    readonly family: Family | null
    readonly body: string
    readonly head: string
    readonly headWeight: number
    readonly headTracking: string
    readonly labelCase: 'none' | 'uppercase'
    readonly labelTracking: string
    readonly priceWeight: number
  }
  /** Scales paddings and card gaps: below 1 is denser. */
  readonly density: number
}

export type Family = 'cormorant' | 'nunito' | 'figtree' | 'public-sans' | 'archivo' | 'mulish'

const system = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`
const sans = (name: string) => `'${name}', '${name} fallback', ${system}`

const status = {
  success: '#1d6b3a',
  warning: '#8a4b00',
  danger: '#b3171f',
  dangerSoft: '#fdeeee',
}

const white = '#ffffff'

const wa: Tokens = {
  colour: {
    ground: '#fdfbf8',
    raised: white,
    sunken: '#f4f0ea',
    inverse: '#1b1916',
    inkStrong: '#1b1916',
    inkSoft: '#564f47',
    inkFaint: '#6e665c',
    onAccent: white,
    onInverse: '#fdfbf8',
    onInverseSoft: '#cfc6b8',
    line: '#e6dfd5',
    lineStrong: '#8d8377',
    accent: '#1b1916',
    accentHover: '#3a352e',
    accentSoft: '#f1ebe1',
    highlight: '#80602a',
    onHighlight: white,
    sale: '#9c2b23',
    onSale: white,
    ...status,
    focus: '#80602a',
  },
  radius: { s: '0', m: '0', l: '0', pill: '0' },
  font: {
    family: 'cormorant',
    body: sans('Figtree'),
    head: `'Cormorant', 'Cormorant fallback', Georgia, 'Times New Roman', serif`,
    headWeight: 600,
    headTracking: '-0.01em',
    labelCase: 'uppercase',
    labelTracking: '0.09em',
    priceWeight: 500,
  },
  density: 1,
}

const wac: Tokens = {
  ...wa,
  colour: {
    ...wa.colour,
    ground: '#fcfdfe',
    sunken: '#eff2f5',
    inverse: '#14202b',
    inkStrong: '#14202b',
    inkSoft: '#48545f',
    inkFaint: '#5f6b76',
    onInverse: '#fcfdfe',
    onInverseSoft: '#c1cad2',
    line: '#dde3e8',
    lineStrong: '#7d8995',
    accent: '#14202b',
    accentHover: '#2e3f4e',
    accentSoft: '#e8edf1',
  },
  radius: { s: '2px', m: '2px', l: '2px', pill: '2px' },
  density: 0.86,
}

const andoo: Tokens = {
  colour: {
    ground: '#fbf8f3',
    raised: white,
    sunken: '#f1ebe1',
    inverse: '#0f3b3d',
    inkStrong: '#1f2b2b',
    inkSoft: '#4c5857',
    inkFaint: '#616c6a',
    onAccent: white,
    onInverse: '#fbf8f3',
    onInverseSoft: '#b9cfcd',
    line: '#e5dccf',
    lineStrong: '#8a8577',
    accent: '#0f5558',
    accentHover: '#0b4143',
    accentSoft: '#e2eeec',
    highlight: '#a5532f',
    onHighlight: white,
    sale: '#a5432a',
    onSale: white,
    ...status,
    focus: '#0f5558',
  },
  radius: { s: '8px', m: '14px', l: '24px', pill: '999px' },
  font: {
    family: 'nunito',
    body: sans('Nunito'),
    head: sans('Nunito'),
    headWeight: 700,
    headTracking: '-0.015em',
    labelCase: 'none',
    labelTracking: '0',
    priceWeight: 700,
  },
  density: 1.08,
}

const aol: Tokens = {
  colour: {
    ground: white,
    raised: white,
    sunken: '#f3f6fb',
    inverse: '#0a2357',
    inkStrong: '#10203b',
    inkSoft: '#45536c',
    inkFaint: '#5d6a81',
    onAccent: white,
    onInverse: white,
    onInverseSoft: '#c3d2f0',
    line: '#dfe5ef',
    lineStrong: '#7c8aa3',
    accent: '#0b55d9',
    accentHover: '#0844b0',
    accentSoft: '#e8f0fe',
    highlight: '#ffc83d',
    onHighlight: '#2a1e00',
    sale: '#c4102b',
    onSale: white,
    ...status,
    focus: '#0b55d9',
  },
  radius: { s: '6px', m: '10px', l: '16px', pill: '999px' },
  font: {
    family: 'figtree',
    body: sans('Figtree'),
    head: sans('Figtree'),
    headWeight: 800,
    headTracking: '-0.02em',
    labelCase: 'none',
    labelTracking: '0',
    priceWeight: 800,
  },
  density: 1,
}

const aoc: Tokens = {
  colour: {
    ground: white,
    raised: white,
    sunken: '#f2f4f7',
    inverse: '#25364a',
    inkStrong: '#1a2533',
    inkSoft: '#4a5767',
    inkFaint: '#606d7d',
    onAccent: white,
    onInverse: white,
    onInverseSoft: '#c5cfdb',
    line: '#dce1e8',
    lineStrong: '#7e8a99',
    accent: '#3b5877',
    accentHover: '#2c445e',
    accentSoft: '#e9eef4',
    highlight: '#25364a',
    onHighlight: white,
    sale: '#a3262b',
    onSale: white,
    ...status,
    focus: '#3b5877',
  },
  radius: { s: '3px', m: '4px', l: '6px', pill: '4px' },
  font: {
    family: 'public-sans',
    body: sans('Public Sans'),
    head: sans('Public Sans'),
    headWeight: 700,
    headTracking: '-0.01em',
    labelCase: 'none',
    labelTracking: '0',
    priceWeight: 700,
  },
  density: 0.84,
}

const hc: Tokens = {
  colour: {
    ground: white,
    raised: white,
    sunken: '#f4f4f4',
    inverse: '#0d0d0d',
    inkStrong: '#0d0d0d',
    inkSoft: '#474747',
    inkFaint: '#616161',
    onAccent: white,
    onInverse: white,
    onInverseSoft: '#cfcfcf',
    line: '#dedede',
    lineStrong: '#858585',
    accent: '#0d0d0d',
    accentHover: '#333333',
    accentSoft: '#f0f0f0',
    highlight: '#d3121b',
    onHighlight: white,
    sale: '#d3121b',
    onSale: white,
    ...status,
    focus: '#d3121b',
  },
  radius: { s: '0', m: '2px', l: '2px', pill: '2px' },
  font: {
    family: 'archivo',
    body: sans('Archivo'),
    head: sans('Archivo'),
    headWeight: 800,
    headTracking: '-0.03em',
    labelCase: 'uppercase',
    labelTracking: '0.02em',
    priceWeight: 900,
  },
  density: 0.88,
}

const fk: Tokens = {
  colour: {
    ground: '#faf9f5',
    raised: white,
    sunken: '#f0eee6',
    inverse: '#1c3a2b',
    inkStrong: '#1d2620',
    inkSoft: '#4a564e',
    inkFaint: '#616c64',
    onAccent: white,
    onInverse: '#faf9f5',
    onInverseSoft: '#bed0c4',
    line: '#e2dfd4',
    lineStrong: '#868a7e',
    accent: '#23583c',
    accentHover: '#1a442e',
    accentSoft: '#e5efe8',
    highlight: '#6d5a1e',
    onHighlight: white,
    sale: '#a03a1e',
    onSale: white,
    ...status,
    focus: '#23583c',
  },
  radius: { s: '6px', m: '10px', l: '14px', pill: '999px' },
  font: {
    family: 'mulish',
    body: sans('Mulish'),
    head: sans('Mulish'),
    headWeight: 800,
    headTracking: '-0.02em',
    labelCase: 'none',
    labelTracking: '0',
    priceWeight: 800,
  },
  density: 1.06,
}

export const tokensOf: Readonly<Record<Theme, Tokens>> = { wa, andoo, aol, aoc, wac, hc, fk }

/** The theme as custom properties of the root element. */
export function themeCss(tokens: Tokens): string {
  const { colour, radius, font, density } = tokens
  const declarations = [
    ...Object.entries(colour).map(([name, value]) => `--${kebab(name)}:${value}`),
    ...Object.entries(radius).map(([name, value]) => `--radius-${name}:${value}`),
    `--font-body:${font.body}`,
    `--font-head:${font.head}`,
    `--head-weight:${font.headWeight}`,
    `--head-tracking:${font.headTracking}`,
    `--label-case:${font.labelCase}`,
    `--label-tracking:${font.labelTracking}`,
    `--price-weight:${font.priceWeight}`,
    `--density:${density}`,
  ]
  return `:root{${declarations.join(';')}}`
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
