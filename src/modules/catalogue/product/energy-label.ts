import type { ProductSummary } from '../catalogue.ts'
import { element, type Markup } from '../../../platform/text/markup.ts'
import { numberText } from '../../../platform/text/number-text.ts'
import { countText } from '../../../platform/text/count-text.ts'

/**
 * The energy rating of a product as the label of Australia and New Zealand shows it: a band that ends in the last star, half stars cut in
 * two, and a second arch for seven to ten stars (AS/NZS 2040.2:2021 §5.3 and §5.4). The label itself is a trade mark that makers print;
 * this says so.
 */

type EnergyFigures = {
  /** From 1 to 10 in halves. */
  readonly stars: number
  readonly kwhPerYear: number
}

/** The figures of a product's label; null unless it has both, and as many stars as a label can show. */
export function energyFiguresOf({ stars, kwhPerYear }: ProductSummary['energy']): EnergyFigures | null {
  if (stars === null || kwhPerYear === null) return null
  return stars >= 1 && stars <= 10 && Number.isInteger(stars * 2) ? { stars, kwhPerYear } : null
}

const [width, height] = [360, 600]
const [red, yellow, ink, white] = ['#d7182a', '#ffe600', '#1c1c1c', '#ffffff']
const centre = { x: width / 2, y: 220 }
/** The radii between which a band of stars runs. */
const lower = { inner: 84, outer: 128 }
const upper = { inner: 134, outer: 166 }
const lowerStars = 6
const upperStars = 4

/** SVG. `title` is the product's name. */
export function energyLabel({ stars, kwhPerYear }: EnergyFigures, title: string): string {
  const isSuper = stars > lowerStars
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `Energy rating of ${title}: ${countText(stars, 'star')}, ${kwhText(kwhPerYear)} kWh per year`,
      'font-family': 'Arial, Helvetica, sans-serif',
    },
    element('rect', {
      x: 2,
      y: 2,
      width: width - 4,
      height: height - 4,
      rx: 18,
      fill: yellow,
      stroke: ink,
      'stroke-width': 4,
    }),
    isSuper ? band(upper, upperStars, stars - lowerStars) : null,
    band(lower, lowerStars, Math.min(stars, lowerStars)),
    text('ENERGY', 184, 22, 800),
    text('RATING', 209, 22, 800),
    text('The more stars, the more energy efficient', 252, 15, 400),
    element('rect', {
      x: 20,
      y: 276,
      width: width - 40,
      height: 70,
      rx: 8,
      fill: white,
      stroke: ink,
      'stroke-width': 2,
    }),
    ...lines(title).map((line, at, all) => text(line, 318 + (at - (all.length - 1) / 2) * 22, 16, 700)),
    element('rect', {
      x: 20,
      y: 360,
      width: width - 40,
      height: 158,
      rx: 8,
      fill: white,
      stroke: red,
      'stroke-width': 6,
    }),
    text('Energy consumption', 390, 19, 700),
    text(kwhText(kwhPerYear), 464, 76, 800, red),
    text('kWh per year', 502, 22, 700),
    text('Drawn from the maker’s figures; the label on the', 546, 13, 400),
    text('appliance counts. Compare at energyrating.gov.au', 564, 13, 400),
  ).text
}

type Band = { readonly inner: number; readonly outer: number }

/** Half a ring of stars, filled from the left. */
function band({ inner, outer }: Band, count: number, earned: number): Markup[] {
  const middle = (inner + outer) / 2
  const size = (outer - inner) * 0.36
  return [
    ring({ inner, outer }, 0, 1, white),
    ring({ inner, outer }, 0, earned / count, red),
    ...Array.from({ length: count }, (_, at) =>
      star(pointAt(middle, (at + 0.5) / count), size, at < earned ? yellow : white),
    ),
  ]
}

/** A point of the half circle: 0 is on the left, 1 on the right. */
function pointAt(radius: number, share: number) {
  const angle = Math.PI * (1 - share)
  return { x: centre.x + radius * Math.cos(angle), y: centre.y - radius * Math.sin(angle) }
}

function ring({ inner, outer }: Band, from: number, to: number, fill: string): Markup {
  const [a, b, c, d] = [pointAt(outer, from), pointAt(outer, to), pointAt(inner, to), pointAt(inner, from)]
  const arc = `M${pointText(a)}A${outer} ${outer} 0 0 1 ${pointText(b)}L${pointText(c)}A${inner} ${inner} 0 0 0 ${pointText(d)}Z`
  return element('path', { d: arc, fill, stroke: ink, 'stroke-width': 2 })
}

function star(middle: Point, size: number, fill: string): Markup {
  const points = Array.from({ length: 10 }, (_, tip) => {
    const radius = tip % 2 === 0 ? size : size * 0.42
    const angle = (tip * Math.PI) / 5 - Math.PI / 2
    return pointText({ x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) })
  })
  return element('path', { d: `M${points.join('L')}Z`, fill, stroke: ink, 'stroke-width': 1.5 })
}

type Point = { readonly x: number; readonly y: number }
const pointText = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`

const kwhText = (kwh: number): string => numberText(Math.round(kwh), true)

const text = (content: string, y: number, size: number, weight: number, fill: string = ink): Markup =>
  element('text', { x: centre.x, y, 'text-anchor': 'middle', 'font-size': size, 'font-weight': weight, fill }, content)

/** The name in at most two lines. */
function lines(title: string): string[] {
  const found: string[] = []
  for (const word of title.split(/\s+/)) {
    const last = found.at(-1)
    if (last !== undefined && last.length + word.length < 34) found[found.length - 1] = `${last} ${word}`
    else found.push(word)
  }
  return found.length > 2 ? [found[0] ?? '', `${(found[1] ?? '').slice(0, 32)}…`] : found
}
