import { Scene, type DrawingSpec, type Kind, type Side } from './kit.ts'
import { element } from '../../../src/platform/text/markup.ts'
import { coordinate, svg } from './svg.ts'

const ink = '#3b3f44'
const faint = '#8b9198'
const [width, height] = [960, 640]
const room = { left: 96, between: 112, right: 56, top: 40, bottom: 92 }

/** Geometry survives; colour does not. */
const stored = new Set(['d', 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'transform'])

/**
 * The picture as lines: light (translucent, or class "l") goes, matter stays as white shapes with an ink outline. A thick stroke, such
 * as a bent tube, becomes a tube with two outlines.
 */
export function asLines(markup: string, lineWidth: number): string {
  let out = ''
  let skipped = 0
  for (const [, slash, name = '', rest = ''] of markup.matchAll(/<(\/?)([a-zA-Z]+)((?:[^a-zA-Z<>][^<>]*)?)>/g)) {
    const selfClosing = rest.endsWith('/')
    const attributes = new Map(
      [...rest.matchAll(/\s([a-zA-Z-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    )
    if (name === 'g') {
      const light = attributes.get('class') === 'l'
      if (slash) {
        if (skipped > 0) skipped--
        else out += svg`</g>`
      } else if (skipped > 0 || light) skipped++
      else out += svg`<g${transformOf(attributes)}>`
      continue
    }
    if (skipped > 0 || slash || !selfClosing) continue
    if (attributes.get('class') === 'l' || Number(attributes.get('opacity') ?? 1) < 1) continue
    if (name === 'circle' && Number(attributes.get('r')) < 3.5) continue
    const geometry = [...attributes]
      .filter(([key]) => stored.has(key))
      .map(([key, value]) => ` ${key}="${value}"`)
      .join('')
    const thick = Number(attributes.get('stroke-width') ?? 0)
    const hollow = attributes.get('fill') === 'none'
    if (hollow && thick > 5) {
      const stroke = (colour: string, wide: number) =>
        `<${name}${geometry} fill="none" stroke="${colour}" stroke-width="${coordinate(wide)}"/>`
      out += stroke(ink, thick) + stroke('#fff', thick - lineWidth * 2)
    } else out += `<${name}${geometry}${hollow || !attributes.has('fill') ? ' fill="none"' : ''}/>`
  }
  return out
}

function transformOf(attributes: ReadonlyMap<string, string>): string {
  const transform = attributes.get('transform')
  return transform === undefined ? '' : ` transform="${transform}"`
}

type Rect = { x: number; y: number; w: number; h: number }

/** The kind drawn as lines into this rectangle. */
function linesInto(spec: DrawingSpec, kind: Kind, prefix: string, at: Rect): string {
  const scene = new Scene(spec, kind.view === 'raised' ? { ...kind, view: 'front' } : kind, prefix, true)
  const markup = svg`${kind.draw(scene)}`
  const scale = at.w / scene.w
  const lineWidth = 1.2 / scale
  return svg`<g transform="translate(${coordinate(at.x - scene.x * scale)} ${coordinate(at.y - scene.y * scale)}) scale(${scale.toFixed(4)})" stroke-width="${lineWidth.toFixed(2)}">${asLines(markup, lineWidth)}</g>`
}

/** Outlines from the side; the front of the object is on the left. */
const sides: Record<Exclude<Side, 'same'>, (r: Rect, spec: DrawingSpec) => string> = {
  box: ({ x, y, w, h }) =>
    svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3"/><path d="M${x + Math.min(w * 0.09, 14)} ${y}v${h}"/>`,
  slab: ({ x, y, w, h }) => svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.min(w, h) * 0.2}"/>`,
  sofa: ({ x, y, w, h }) =>
    svg`<path d="M${x + w * 0.62} ${y + h * 0.5}L${x + w * 0.72} ${y + h * 0.05}Q${x + w * 0.74} ${y} ${x + w * 0.82} ${y}H${x + w * 0.94}Q${x + w} ${y} ${x + w} ${y + h * 0.08}V${y + h * 0.87}H${x + w * 0.62}z"/><path d="M${x + w * 0.1} ${y + h * 0.87}V${y + h}h${w * 0.04}V${y + h * 0.87}M${x + w * 0.86} ${y + h * 0.87}V${y + h}h${w * 0.04}V${y + h * 0.87}"/><rect x="${x}" y="${y + h * 0.47}" width="${w * 0.8}" height="${h * 0.18}" rx="${h * 0.05}"/><rect x="${x + w * 0.03}" y="${y + h * 0.32}" width="${w * 0.86}" height="${h * 0.55}" rx="${h * 0.08}"/>`,
  chair: ({ x, y, w, h }) =>
    svg`<path d="M${x + w * 0.8} ${y + h * 0.53}L${x + w * 0.9} ${y}h${w * 0.1}L${x + w * 0.9} ${y + h * 0.56}z"/><path d="M${x + w * 0.04} ${y + h * 0.58}L${x} ${y + h}h${w * 0.07}L${x + w * 0.14} ${y + h * 0.58}zM${x + w * 0.8} ${y + h * 0.58}L${x + w * 0.92} ${y + h}h${w * 0.07}L${x + w * 0.9} ${y + h * 0.58}z"/><rect x="${x}" y="${y + h * 0.52}" width="${w * 0.9}" height="${h * 0.075}" rx="${h * 0.03}"/>`,
  table: ({ x, y, w, h }) =>
    svg`${[0.06, 0.94].map((u) => svg`<path d="M${x + w * u - w * 0.03} ${y + h * 0.05}l${w * 0.008} ${h * 0.95}h${w * 0.044}l${w * 0.008} ${-h * 0.95}z"/>`)}<rect x="${x}" y="${y}" width="${w}" height="${Math.max(4, h * 0.06)}" rx="1.5"/>`,
  bed: ({ x, y, w, h }, spec) => {
    const top = y + h * (1 - Math.min(0.62, 560 / spec.heightMm))
    const rail = y + h * (1 - Math.min(0.4, 330 / spec.heightMm))
    const leg = h * 0.08
    return svg`<rect x="${x + w * 0.96}" y="${y}" width="${w * 0.04}" height="${h}" rx="2"/><path d="M${x + w * 0.03} ${y + h - leg}v${leg}h${w * 0.025}v${-leg}"/><rect x="${x + w * 0.01}" y="${top}" width="${w * 0.95}" height="${rail - top + 6}" rx="8"/><rect x="${x}" y="${rail}" width="${w * 0.96}" height="${y + h - leg - rail}" rx="2"/><rect x="${x + w * 0.76}" y="${top - h * 0.09}" width="${w * 0.19}" height="${h * 0.1}" rx="${h * 0.04}"/>`
  },
  screen: ({ x, y, w, h }, spec) => {
    const panel = Math.min(w, (w * 55) / spec.depthMm)
    const footed = spec.depthMm > 110
    return svg`${footed && svg`<path d="M${x} ${y + h}L${x + w / 2} ${y + h * 0.9}L${x + w} ${y + h}z"/>`}<rect x="${x + (w - panel) / 2}" y="${y}" width="${panel}" height="${footed ? h * 0.94 : h}" rx="2"/>`
  },
  envelope: ({ x, y, w, h }) =>
    svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="4" fill="none" stroke="${faint}" stroke-dasharray="6 5"/>`,
  swivel: ({ x, y, w, h }) =>
    svg`<path d="M${x + w * 0.46} ${y + h * 0.6}h${w * 0.08}v${h * 0.28}h${-w * 0.08}z"/><path d="M${x + w * 0.5} ${y + h * 0.86}L${x + w * 0.04} ${y + h * 0.94}v${h * 0.02}h${w * 0.92}v${-h * 0.02}z"/>${[0.06, 0.5, 0.94].map((u) => svg`<circle cx="${x + w * u}" cy="${y + h * 0.97}" r="${Math.min(h * 0.03, w * 0.06)}"/>`)}<path d="M${x + w * 0.74} ${y + h * 0.52}Q${x + w * 0.74} ${y + h * 0.2} ${x + w * 0.9} ${y}h${w * 0.08}Q${x + w * 0.84} ${y + h * 0.3} ${x + w * 0.84} ${y + h * 0.55}z"/><rect x="${x + w * 0.1}" y="${y + h * 0.53}" width="${w * 0.74}" height="${h * 0.09}" rx="${h * 0.04}"/><path d="M${x + w * 0.56} ${y + h * 0.53}V${y + h * 0.43}" fill="none"/><rect x="${x + w * 0.32}" y="${y + h * 0.4}" width="${w * 0.4}" height="${h * 0.03}" rx="5"/>`,
  hood: ({ x, y, w, h }) =>
    svg`<rect x="${x + w * 0.42}" y="${y}" width="${w * 0.58}" height="${h * 0.66}"/><path d="M${x + w * 0.42} ${y + h * 0.62}H${x + w}V${y + h}H${x}V${y + h * 0.92}z"/>`,
}

function arrow(x: number, y: number, dx: number, dy: number): string {
  return svg`M${x + dx * 8 + dy * 3.5} ${y + dy * 8 + dx * 3.5}L${x} ${y}L${x + dx * 8 - dy * 3.5} ${y + dy * 8 - dx * 3.5}`
}

/** A dimension line with its number; short spans are pointed at from outside. */
function measure(x1: number, y1: number, x2: number, y2: number, mm: number): string {
  const level = y1 === y2
  const short = Math.abs(level ? x2 - x1 : y2 - y1) < 26
  const [dx, dy] = level ? [1, 0] : [0, 1]
  const way = short ? -1 : 1
  const reach = short ? 16 : 0
  const line = svg`M${x1 - dx * reach} ${y1 - dy * reach}L${x2 + dx * reach} ${y2 + dy * reach}`
  const ticks = level ? svg`M${x1} ${y1 - 7}v14M${x2} ${y1 - 7}v14` : svg`M${x1 - 7} ${y1}h14M${x1 - 7} ${y2}h14`
  const label = `${Math.round(mm)} mm`
  const text = level
    ? svg`<text x="${(x1 + x2) / 2}" y="${y1 + 30}" text-anchor="middle">${label}</text>`
    : short
      ? svg`<text x="${x1}" y="${y1 - 26}" text-anchor="middle">${label}</text>`
      : svg`<text transform="translate(${x1 - 12} ${(y1 + y2) / 2}) rotate(-90)" text-anchor="middle">${label}</text>`
  return svg`<path d="${line}${ticks}${arrow(x1, y1, dx * way, dy * way)}${arrow(x2, y2, -dx * way, -dy * way)}" fill="none" stroke="${faint}" stroke-width="1.2"/>${text}`
}

/** Front (or plan) and side of the object to one scale, with its three dimensions. */
export function dimensionSheet(spec: DrawingSpec, kind: Kind, prefix: string, caption: string): string {
  const { widthMm, heightMm, depthMm } = spec
  const plan = kind.view === 'plan'
  const across = kind.view === 'profile' ? Math.max(widthMm, depthMm) : widthMm
  const beside = kind.view === 'profile' ? Math.min(widthMm, depthMm) : depthMm
  const upright = plan ? depthMm : heightMm
  const free = width - room.left - room.between - room.right
  const k = Math.min(free / (across + beside), (height - room.top - room.bottom) / Math.max(upright, heightMm))
  const used = (across + beside) * k
  const left = room.left + (free - used) / 2
  const floor = (height + Math.max(upright, heightMm) * k + room.top - room.bottom) / 2
  const first: Rect = { x: left, y: floor - upright * k, w: across * k, h: upright * k }
  const second: Rect = { x: left + first.w + room.between, y: floor - heightMm * k, w: beside * k, h: heightMm * k }

  const round = spec.options['shape'] === 'round' && kind.side === 'table'
  const side = round ? 'same' : (kind.side ?? 'box')
  const sideLines =
    side === 'same'
      ? linesInto({ ...spec, widthMm: depthMm }, kind, `${prefix}s`, second)
      : svg`<g stroke-width="1.2">${sides[side](second, spec)}</g>`

  const bottom = floor + 26
  const measures = [
    measure(first.x, bottom, first.x + first.w, bottom, across),
    measure(first.x - 26, first.y, first.x - 26, floor, upright),
    measure(second.x, bottom, second.x + second.w, bottom, beside),
    plan && measure(second.x - 26, second.y, second.x - 26, floor, heightMm),
  ]
  const dashes = plan
    ? ''
    : svg`<path d="M${first.x - 20} ${floor}H${second.x + second.w + 20}" fill="none" stroke="${faint}" stroke-width="1"/>`
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${prefix}t">${element('title', { id: `${prefix}t` }, caption).text}<g fill="#fff" stroke="${ink}" stroke-linejoin="round">${dashes}${linesInto(spec, kind, prefix, first)}${sideLines}</g><g font-family="sans-serif" font-size="22" fill="${ink}">${measures}</g></svg>`
}
