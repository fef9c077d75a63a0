import type { ProductSummary } from '../catalogue.ts'
import { element, type Markup } from '../../../platform/text/markup.ts'

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
    pathOf(`M${x(front.x - 40)} ${x(floor)}H${x(beside.x + beside.w + 24)}`, faint),
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

const x = (value: number): string => String(Math.round(value * 10) / 10)

const pathOf = (d: string, stroke: string, fill = 'none'): Markup =>
  element('path', { d, fill, stroke, 'stroke-width': 1.4, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })

const outline = (box: Box): Markup =>
  element('rect', {
    x: x(box.x),
    y: x(box.y),
    width: x(box.w),
    height: x(box.h),
    rx: x(Math.min(4, box.w / 8, box.h / 8)),
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
    `M${x(middle - w * 0.4)} ${x(hip)}V${x(shoulders + w * 0.2)}Q${x(middle - w * 0.4)} ${x(shoulders)} ${x(middle - w * 0.2)} ${x(shoulders)}` +
    `H${x(middle + w * 0.2)}Q${x(middle + w * 0.4)} ${x(shoulders)} ${x(middle + w * 0.4)} ${x(shoulders + w * 0.2)}V${x(hip)}` +
    `H${x(middle + w * 0.26)}V${x(heel)}H${x(middle + w * 0.04)}V${x(hip + h * 0.06)}H${x(middle - w * 0.04)}V${x(heel)}H${x(middle - w * 0.26)}V${x(hip)}Z`
  return element(
    'g',
    { fill: '#e4e2dd' },
    element('circle', { cx: x(middle), cy: x(top + head), r: x(head) }),
    element('path', { d: body }),
  )
}

function can({ x: left, y: top, w, h }: Box): Markup {
  const rim = h * 0.06
  const d = `M${x(left + w * 0.1)} ${x(top)}H${x(left + w * 0.9)}L${x(left + w)} ${x(top + rim)}V${x(top + h - rim)}L${x(left + w * 0.9)} ${x(top + h)}H${x(left + w * 0.1)}L${x(left)} ${x(top + h - rim)}V${x(top + rim)}Z`
  return pathOf(d, faint, '#e4e2dd')
}

/** The arrow's head at a point; `dx` and `dy` lead into the line. */
const arrow = (px: number, py: number, dx: number, dy: number): string =>
  `M${x(px + dx * 8 + dy * 3.5)} ${x(py + dy * 8 + dx * 3.5)}L${x(px)} ${x(py)}L${x(px + dx * 8 - dy * 3.5)} ${x(py + dy * 8 - dx * 3.5)}`

const label = (mm: number): string => `${Math.round(mm).toLocaleString('en-AU')} mm`

function across({ x: left, w }: Box, floor: number, mm: number, name: string): Markup[] {
  const [y, right, middle] = [floor + 24, left + w, left + w / 2]
  const heads = w < 26 ? '' : arrow(left, y, 1, 0) + arrow(right, y, -1, 0)
  const line = `M${x(left)} ${x(y)}H${x(right)}M${x(left)} ${x(y - 7)}v14M${x(right)} ${x(y - 7)}v14${heads}`
  return [
    pathOf(line, faint),
    element('text', { x: x(middle), y: x(y + 32), 'text-anchor': 'middle' }, label(mm)),
    small(middle, y + 58, name),
  ]
}

function upright({ x: left, y: top, h }: Box, mm: number): Markup[] {
  const [line, bottom] = [left - 24, top + h]
  const heads = h < 26 ? '' : arrow(line, top, 0, 1) + arrow(line, bottom, 0, -1)
  const d = `M${x(line)} ${x(top)}V${x(bottom)}M${x(line - 7)} ${x(top)}h14M${x(line - 7)} ${x(bottom)}h14${heads}`
  const turned = `translate(${x(line - 14)} ${x(Math.min(top + h / 2, bottom - 50))}) rotate(-90)`
  return [pathOf(d, faint), element('text', { transform: turned, 'text-anchor': 'middle' }, label(mm))]
}

const caption = (floor: number, note: string): Markup => small(width - 24, floor + 86, note, 'end')

const small = (px: number, py: number, text: string, anchor: 'middle' | 'end' = 'middle'): Markup =>
  element('text', { x: x(px), y: x(py), 'text-anchor': anchor, 'font-size': 17, fill: '#5d6167' }, text)
