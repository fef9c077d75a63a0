import type { ProductSummary } from '../catalogue.ts'
import { element, type Markup } from '../../../platform/text/markup.ts'
import { numberText } from '../../../platform/text/number-text.ts'

/** A product's outline from the front and from the side, to scale, with its measures and something that everybody knows the size of. */

type Dimensions = { readonly widthMm: number; readonly heightMm: number; readonly depthMm: number }

/** The three measures of a product; null unless all are known. */
export function dimensionsOf({ widthMm, heightMm, depthMm }: ProductSummary['size']): Dimensions | null {
  return widthMm === null || heightMm === null || depthMm === null ? null : { widthMm, heightMm, depthMm }
}

const ink = '#3b3f44'
const faint = '#8b9198'
const [width, height] = [960, 640]
const margin = { left: 92, right: 48, top: 44, bottom: 104 }
/** Between the outlines, with room for a number between them. */
const gap = 104

type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/** What stands beside the product for comparison: a person, or a drink can beside what is small. */
const companions = {
  person: { widthMm: 460, heightMm: 1_700, note: 'The person is 170 cm tall.' },
  can: { widthMm: 66, heightMm: 115, note: 'The can holds 330 mL.' },
} as const

/** SVG with `title` for screen readers. */
export function dimensionDrawing(size: Dimensions, title: string): string {
  const { widthMm, heightMm, depthMm } = size
  const kind = Math.max(widthMm, heightMm, depthMm) > 450 ? 'person' : 'can'
  const companion = companions[kind]
  const free = width - margin.left - margin.right - gap * 2
  const scale = Math.min(
    free / (widthMm + depthMm + companion.widthMm),
    (height - margin.top - margin.bottom) / Math.max(heightMm, companion.heightMm),
  )
  const tallest = Math.max(heightMm, companion.heightMm) * scale
  const floor = (height + tallest + margin.top - margin.bottom) / 2
  const box = (x: number, mm: { widthMm: number; heightMm: number }): Box => {
    const [w, h] = [mm.widthMm * scale, mm.heightMm * scale]
    return { x, y: floor - h, w, h }
  }
  const used = (widthMm + depthMm + companion.widthMm) * scale
  const front = box(margin.left + (free - used) / 2, size)
  const side = box(front.x + front.w + gap, { widthMm: depthMm, heightMm })
  const beside = box(side.x + side.w + gap, companion)
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title },
    element('rect', { width, height, fill: '#fff' }),
    pathOf(`M${tenths(front.x - 40)} ${tenths(floor)}H${tenths(beside.x + beside.w + 24)}`, faint),
    outline(front),
    outline(side),
    kind === 'person' ? person(beside) : can(beside),
    element(
      'g',
      { 'font-family': 'sans-serif', 'font-size': 22, fill: ink },
      across(front, floor, widthMm, 'Width'),
      across(side, floor, depthMm, 'Depth'),
      upright(front, heightMm),
      caption(floor, companion.note),
    ),
  ).text
}

const tenths = (value: number): string => String(Math.round(value * 10) / 10)

const pathOf = (d: string, stroke: string, fill = 'none'): Markup =>
  element('path', { d, fill, stroke, 'stroke-width': 1.4, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })

const outline = (box: Box): Markup =>
  element('rect', {
    x: tenths(box.x),
    y: tenths(box.y),
    width: tenths(box.w),
    height: tenths(box.h),
    rx: tenths(Math.min(4, box.w / 8, box.h / 8)),
    fill: '#f3f2ef',
    stroke: ink,
    'stroke-width': 1.6,
  })

function person({ x: left, y: top, w, h }: Box): Markup {
  const middle = left + w / 2
  const head = h * 0.07
  const shoulders = top + h * 0.17
  const [hip, heel] = [top + h * 0.5, top + h]
  const body =
    `M${tenths(middle - w * 0.4)} ${tenths(hip)}V${tenths(shoulders + w * 0.2)}Q${tenths(middle - w * 0.4)} ${tenths(shoulders)} ${tenths(middle - w * 0.2)} ${tenths(shoulders)}` +
    `H${tenths(middle + w * 0.2)}Q${tenths(middle + w * 0.4)} ${tenths(shoulders)} ${tenths(middle + w * 0.4)} ${tenths(shoulders + w * 0.2)}V${tenths(hip)}` +
    `H${tenths(middle + w * 0.26)}V${tenths(heel)}H${tenths(middle + w * 0.04)}V${tenths(hip + h * 0.06)}H${tenths(middle - w * 0.04)}V${tenths(heel)}H${tenths(middle - w * 0.26)}V${tenths(hip)}Z`
  return element(
    'g',
    { fill: '#e4e2dd' },
    element('circle', { cx: tenths(middle), cy: tenths(top + head), r: tenths(head) }),
    element('path', { d: body }),
  )
}

function can({ x: left, y: top, w, h }: Box): Markup {
  const rim = h * 0.06
  const d = `M${tenths(left + w * 0.1)} ${tenths(top)}H${tenths(left + w * 0.9)}L${tenths(left + w)} ${tenths(top + rim)}V${tenths(top + h - rim)}L${tenths(left + w * 0.9)} ${tenths(top + h)}H${tenths(left + w * 0.1)}L${tenths(left)} ${tenths(top + h - rim)}V${tenths(top + rim)}Z`
  return pathOf(d, faint, '#e4e2dd')
}

/** The arrow's head at a point; `dx` and `dy` lead into the line. */
const arrow = (px: number, py: number, dx: number, dy: number): string =>
  `M${tenths(px + dx * 8 + dy * 3.5)} ${tenths(py + dy * 8 + dx * 3.5)}L${tenths(px)} ${tenths(py)}L${tenths(px + dx * 8 - dy * 3.5)} ${tenths(py + dy * 8 - dx * 3.5)}`

const label = (mm: number): string => `${numberText(Math.round(mm), true)} mm`

function across({ x: left, w }: Box, floor: number, mm: number, name: string): Markup[] {
  const [y, right, middle] = [floor + 24, left + w, left + w / 2]
  const heads = w < 26 ? '' : arrow(left, y, 1, 0) + arrow(right, y, -1, 0)
  const line = `M${tenths(left)} ${tenths(y)}H${tenths(right)}M${tenths(left)} ${tenths(y - 7)}v14M${tenths(right)} ${tenths(y - 7)}v14${heads}`
  return [
    pathOf(line, faint),
    element('text', { x: tenths(middle), y: tenths(y + 32), 'text-anchor': 'middle' }, label(mm)),
    small(middle, y + 58, name),
  ]
}

function upright({ x: left, y: top, h }: Box, mm: number): Markup[] {
  const [line, bottom] = [left - 24, top + h]
  const heads = h < 26 ? '' : arrow(line, top, 0, 1) + arrow(line, bottom, 0, -1)
  const d = `M${tenths(line)} ${tenths(top)}V${tenths(bottom)}M${tenths(line - 7)} ${tenths(top)}h14M${tenths(line - 7)} ${tenths(bottom)}h14${heads}`
  const turned = `translate(${tenths(line - 14)} ${tenths(Math.min(top + h / 2, bottom - 50))}) rotate(-90)`
  return [pathOf(d, faint), element('text', { transform: turned, 'text-anchor': 'middle' }, label(mm))]
}

const caption = (floor: number, note: string): Markup => small(width - 24, floor + 86, note, 'end')

const small = (px: number, py: number, text: string, anchor: 'middle' | 'end' = 'middle'): Markup =>
  element('text', { x: tenths(px), y: tenths(py), 'text-anchor': anchor, 'font-size': 17, fill: '#5d6167' }, text)
