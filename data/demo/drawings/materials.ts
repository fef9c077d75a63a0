import { svg, times } from './svg.ts'

export type Nature = 'metal' | 'paint' | 'glass' | 'wood' | 'fabric' | 'leather' | 'stone' | 'weave'

export type Material = {
  readonly name: string
  readonly nature: Nature
  readonly base: string
  /** How strongly it answers the light: 0.5 is matte, 1 ordinary, 1.8 polished. */
  readonly sheen: number
}

const made = (nature: Nature, base: string, sheen = 1) => ({ nature, base, sheen })

const table = {
  stainless: made('metal', '#c5c7c8'),
  'dark-stainless': made('metal', '#5c5f63', 0.8),
  black: made('paint', '#26282a', 1.1),
  white: made('paint', '#f1f1ef', 0.8),
  'glass-black': made('glass', '#17191c'),
  red: made('paint', '#b0231f', 1),
  cream: made('paint', '#eee2c8'),
  sage: made('paint', '#a5b299'),
  chrome: made('metal', '#cfd3d6', 1.7),
  brass: made('metal', '#bf9d5a', 1.1),
  'matte-black': made('paint', '#2d2e2f', 0.7),
  oak: made('wood', '#c9a475'),
  walnut: made('wood', '#74503a'),
  ash: made('wood', '#dfcfb4'),
  linen: made('fabric', '#ddd6c9'),
  sand: made('fabric', '#c9b598'),
  charcoal: made('fabric', '#4d4f53'),
  navy: made('fabric', '#2e3c58'),
  forest: made('fabric', '#385443'),
  clay: made('fabric', '#b36f53'),
  blush: made('fabric', '#dab4a8'),
  grey: made('fabric', '#9c9e9f'),
  'leather-tan': made('leather', '#a2683d'),
  'leather-black': made('leather', '#2d2a29'),
  marble: made('stone', '#e9e6e2'),
  rattan: made('weave', '#c49c68'),
} as const

export type Finish = keyof typeof table

export const finishes: readonly Finish[] = Object.keys(table) as Finish[]

const materials = new Map<string, Material>(Object.entries(table).map(([name, row]) => [name, { name, ...row }]))

export function material(finish: string): Material {
  const found = materials.get(finish)
  if (!found) throw new RangeError(`There is no finish '${finish}' to draw with; known are ${finishes.join(', ')}`)
  return found
}

/** The same colour as cloth: a sofa in sage is upholstered, not lacquered. */
export function asFabric(m: Material): Material {
  const soft = m.nature === 'fabric' || m.nature === 'leather' || m.nature === 'weave'
  return soft ? m : { name: `${m.name}-cloth`, nature: 'fabric', base: m.base, sheen: 1 }
}

/** The same colour on a hard shell: a kettle in navy is enamel, not cloth. */
export function asShell(m: Material): Material {
  const hard = m.nature === 'metal' || m.nature === 'paint' || m.nature === 'glass'
  return hard ? m : { name: `${m.name}-shell`, nature: 'paint', base: m.base, sheen: 1 }
}

// Colours are shifted in OKLab, where equal steps look equal, so that shadows keep their hue.

type Lab = readonly [lightness: number, a: number, b: number]

const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const gamma = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055)

function oklab(hex: string): Lab {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r, g, b] = [channel(1), channel(3), channel(5)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function hexOf([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const byte = (c: number) => {
    const value = Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(0, c)))))
    return value.toString(16).padStart(2, '0')
  }
  return `#${byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)}${byte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}

// Bounded by the finishes and the handful of shades the kit asks for; colour arithmetic would otherwise be half the work.
const shades = new Map<string, string>()

/** The colour `steps` lighter (or, below zero, darker); 100 steps lead from black to white. */
export function shade(base: string, steps: number): string {
  const rounded = Math.round(steps)
  if (rounded === 0) return base
  const key = base + String(rounded)
  const known = shades.get(key)
  if (known) return known
  const [lightness, a, b] = oklab(base)
  const lit = Math.min(0.995, Math.max(0.06, lightness + rounded / 100))
  const chroma = Math.max(0.3, 1 - Math.abs(rounded) / (rounded > 0 ? 60 : 80))
  const made = hexOf([lit, a * chroma, b * chroma])
  shades.set(key, made)
  return made
}

export function isLight(m: Material): boolean {
  return oklab(m.base)[0] > 0.8
}

export function isDark(m: Material): boolean {
  return oklab(m.base)[0] < 0.45
}

/**
 * How a surface meets the studio's one soft light, high on the left: `face` looks at the camera, `top` at the ceiling, `side` away
 * from the light, `inside` is in a cavity; `post` is round and upright, `rail` round and level, `pad` a cushion, `ball` a knob.
 */
export type Role = 'face' | 'top' | 'side' | 'inside' | 'post' | 'rail' | 'pad' | 'ball'

type Stop = readonly [offset: number, steps: number]
type Light = { readonly axis: string; readonly stops: readonly Stop[] }

const across = 'x2="1" y2="0"'
const down = 'x2="0" y2="1"'
const slant = 'x2=".6" y2="1"'

// A table, one row a line.
// prettier-ignore
const plainLight: Record<Role, Light> = {
  face: { axis: slant, stops: [[0, 3], [0.45, 0], [1, -6]] },
  top: { axis: down, stops: [[0, -1], [1, 5]] },
  side: { axis: down, stops: [[0, -9], [1, -15]] },
  inside: { axis: down, stops: [[0, -20], [0.35, -12], [1, -9]] },
  post: { axis: across, stops: [[0, -12], [0.14, -3], [0.34, 6], [0.6, -1], [0.9, -14], [1, -10]] },
  rail: { axis: down, stops: [[0, 1], [0.2, 7], [0.5, 0], [0.85, -13], [1, -17]] },
  pad: { axis: down, stops: [[0, 3], [0.14, 5], [0.5, 0], [0.8, -5], [1, -14]] },
  ball: { axis: '', stops: [[0, 12], [0.45, 1], [1, -16]] },
}

// A table, one row a line.
// prettier-ignore
const metalLight: Record<Role, Light> = {
  face: { axis: across, stops: [[0, -9], [0.05, -2], [0.2, 5], [0.36, 8], [0.6, 0], [0.86, -5], [1, -11]] },
  top: { axis: slant, stops: [[0, -3], [0.4, 8], [0.7, 1], [1, -4]] },
  side: { axis: down, stops: [[0, -14], [1, -22]] },
  inside: { axis: down, stops: [[0, -30], [0.4, -18], [1, -8]] },
  post: { axis: across, stops: [[0, -28], [0.13, -10], [0.3, 12], [0.4, 13], [0.58, -4], [0.84, -28], [0.94, -16], [1, -24]] },
  rail: { axis: down, stops: [[0, -6], [0.16, 12], [0.34, 10], [0.52, -6], [0.82, -28], [0.93, -14], [1, -22]] },
  pad: { axis: down, stops: [[0, 6], [0.5, 0], [1, -16]] },
  ball: { axis: '', stops: [[0, 14], [0.35, 4], [0.75, -16], [1, -26]] },
}

const answer: Record<Nature, number> = {
  metal: 1,
  paint: 1,
  glass: 0.9,
  wood: 0.75,
  fabric: 0.95,
  leather: 1.35,
  stone: 0.6,
  weave: 0.8,
}

export function gradient(id: string, m: Material, role: Role): string {
  const { axis, stops } = (m.nature === 'metal' ? metalLight : plainLight)[role]
  const strength = m.sheen * answer[m.nature]
  const inner = stops.map(
    ([at, steps]) => svg`<stop offset="${String(at)}" stop-color="${shade(m.base, steps * strength)}"/>`,
  )
  if (role === 'ball')
    return svg`<radialGradient id="${id}" cx=".38" cy=".3" r=".75">${inner.join('')}</radialGradient>`
  return svg`<linearGradient id="${id}" x1="0" y1="0" ${axis}>${inner.join('')}</linearGradient>`
}

/** Along the length of the grain or the brush: level, or upright. */
export type Grain = 'level' | 'upright'

/** A small repeatable "noise" so that grain looks grown but every run draws the same. */
function noise(seed: string): () => number {
  let state = 7
  for (const char of seed) state = (state * 31 + (char.codePointAt(0) ?? 0)) % 2147483647
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

function brushed(dark: boolean): string {
  const chance = noise('brush')
  const strokes = (colour: string, opacity: string) => {
    const d = times(5, () => svg`M${chance() * 90} ${Math.floor(chance() * 24) + 0.5}h${60 + chance() * 90}`)
    return svg`<path d="${d.join('')}" stroke="${colour}" stroke-opacity="${String(opacity)}"/>`
  }
  return strokes('#fff', dark ? '.035' : '.16') + strokes('#000', dark ? '.06' : '.04')
}

function grain(m: Material): string {
  const chance = noise(m.name)
  const stroke = (width: number, opacity: string, lines: number, steps: number) => {
    const d = times(lines, () => {
      const y = chance() * 96
      const sway = () => y + (chance() - 0.5) * 9
      return svg`M0 ${y}C60 ${sway()} 110 ${sway()} 170 ${sway()}S290 ${y} 340 ${y}`
    })
    return svg`<path d="${d.join('')}" stroke="${shade(m.base, steps)}" stroke-width="${String(width)}" stroke-opacity="${String(opacity)}"/>`
  }
  return stroke(0.8, '.35', 9, -14) + stroke(2.4, '.22', 4, -10) + stroke(5, '.2', 2, 6)
}

function weave(m: Material): string {
  return svg`<path d="M0 1h3M3 4h3" stroke="${shade(m.base, 9)}" stroke-opacity=".28"/><path d="M1 3v3M4.5 0v3" stroke="${shade(m.base, -10)}" stroke-opacity=".24"/>`
}

function veins(m: Material): string {
  const vein = (d: string, width: number, opacity: string) =>
    svg`<path d="${d}" stroke="${shade(m.base, -30)}" stroke-width="${String(width)}" stroke-opacity="${String(opacity)}"/>`
  return (
    vein('M-10 90C60 70 90 130 160 120S270 40 330 60S400 110 430 90', 1.2, '.4') +
    vein('M-10 96C60 80 95 142 165 128S270 52 330 70S400 118 430 98', 7, '.1') +
    vein('M40 260C90 200 130 240 170 190S240 110 300 150S370 230 410 200M170 190C190 240 240 230 260 262', 0.9, '.35') +
    vein('M40 264C90 206 134 250 174 196S244 120 300 160S370 240 410 206', 5, '.09')
  )
}

function cane(m: Material): string {
  const strand = (d: string, steps: number) =>
    svg`<path d="${d}" stroke="${shade(m.base, steps)}" stroke-width="4.6" stroke-opacity=".7"/>`
  const gap = svg`<path d="M0 0h12v12h-12z" fill="${shade(m.base, -28)}" fill-opacity=".5"/>`
  return gap + strand('M3 -1v14', -7) + strand('M9 -1v14', -4) + strand('M0 3h6', 4) + strand('M6 9h6', 7)
}

export function isTextured(m: Material): boolean {
  return m.nature === 'metal' ? m.sheen <= 1.5 : m.nature !== 'paint' && m.nature !== 'glass' && m.nature !== 'leather'
}

/** The pattern laid over a lit surface, for materials that are textured. */
export function texture(id: string, m: Material, along: Grain): string {
  const turn = along === 'upright' ? ' patternTransform="rotate(90)"' : ''
  const tile = (width: number, height: number, inner: string) =>
    svg`<pattern id="${id}" width="${String(width)}" height="${String(height)}" patternUnits="userSpaceOnUse" fill="none"${turn}>${inner}</pattern>`
  switch (m.nature) {
    case 'metal':
      return tile(240, 24, brushed(isDark(m)))
    case 'wood':
      return tile(340, 96, grain(m))
    case 'fabric':
      return tile(6, 6, weave(m))
    case 'stone':
      return tile(420, 280, veins(m))
    case 'weave':
      return tile(12, 12, cane(m))
    case 'paint':
    case 'glass':
    case 'leather':
      return ''
  }
}
