import type { Family, Scene } from './kit.ts'
import { asFabric, asShell, isDark, material, shade, type Material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

const cloth = (m: Material) => m.nature === 'fabric' || m.nature === 'paint' || m.nature === 'weave'

/** Which of the two finishes is the shade and which the stand. */
function parts(s: Scene, shadeDefault: string): { stand: Material; hood: Material } {
  const second = s.spec.accent ? material(s.spec.accent) : material(shadeDefault)
  return { stand: s.body, hood: second }
}

/** A drum or cone shade with the lamp glowing through it. */
function lampshade(s: Scene, cx: number, y: number, top: number, bottom: number, h: number, m: Material): Ink {
  const soft = cloth(m) ? asFabric(m) : m
  const d = svg`M${cx - top / 2} ${y}H${cx + top / 2}L${cx + bottom / 2} ${y + h}Q${cx} ${y + h + h * 0.03} ${cx - bottom / 2} ${y + h}z`
  const lit = !isDark(soft) && soft.nature !== 'metal'
  return [
    s.skin(d, 'post', soft),
    lit &&
      svg`<path class="l" d="${d}" fill="${s.define('lit', (id) => svg`<radialGradient id="${id}" cx=".48" cy=".62" r=".6"><stop stop-color="#fff6df" stop-opacity=".95"/><stop offset=".6" stop-color="#ffe9bf" stop-opacity=".4"/><stop offset="1" stop-color="#ffe2ac" stop-opacity="0"/></radialGradient>`)}"/>`,
    s.crease(
      svg`M${cx - top / 2 + 1} ${y + 3}H${cx + top / 2 - 1}M${cx - bottom / 2 + 2} ${y + h - 3}Q${cx} ${y + h} ${cx + bottom / 2 - 2} ${y + h - 3}`,
      1.4,
      '.3',
    ),
  ]
}

export const lightingDecor: Family = {
  'floor-lamp': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const { stand, hood } = parts(s, 'linen')
      const h = Math.min(s.h * 0.21, s.w * 0.85)
      const base = Math.min(s.w * 0.34, 280 * s.k * 0.5)
      const pole = Math.max(6, 18 * s.k)
      const m = asPole(stand)
      s.ground(s.cx - base, base * 2)
      return [
        s.panel(s.cx - pole / 2, s.y + h * 0.6, pole, s.h - h * 0.6 - 5, { r: 2, m, role: 'post', along: 'upright' }),
        s.skin(
          svg`M${s.cx - base} ${s.bottom - 3}Q${s.cx - base} ${s.bottom - s.h * 0.012} ${s.cx - base * 0.4} ${s.bottom - s.h * 0.018}H${s.cx + base * 0.4}Q${s.cx + base} ${s.bottom - s.h * 0.012} ${s.cx + base} ${s.bottom - 3}q0 3 -4 3H${s.cx - base + 4}q-4 0 -4 -3z`,
          'post',
          m,
        ),
        s.line(svg`M${s.cx + s.w * 0.09} ${s.y + h - 4}v${s.h * 0.06}`, '#9b8f79', 1.6),
        s.lamp(s.cx + s.w * 0.09, s.y + h + s.h * 0.06, 3.4, s.tone(0, m)),
        lampshade(s, s.cx, s.y, s.w * 0.76, s.w, h, hood),
      ]
    },
  },
  'table-lamp': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const { stand, hood } = parts(s, 'linen')
      const m = asPole(stand)
      const h = s.h * 0.45
      const neck = s.y + h
      const w = s.w
      s.ground(s.cx - w * 0.27, w * 0.54)
      const metal = m.nature === 'metal'
      return [
        s.panel(s.cx - w * 0.022, neck - 12, w * 0.044, s.h * 0.12, { r: 2, m: material('brass'), role: 'post' }),
        metal
          ? [
              s.panel(s.cx - w * 0.035, neck, w * 0.07, s.bottom - neck - 8, { r: 3, m, role: 'post' }),
              s.skin(
                svg`M${s.cx - w * 0.29} ${s.bottom - 3}Q${s.cx - w * 0.29} ${s.bottom - s.h * 0.04} ${s.cx - w * 0.1} ${s.bottom - s.h * 0.05}H${s.cx + w * 0.1}Q${s.cx + w * 0.29} ${s.bottom - s.h * 0.04} ${s.cx + w * 0.29} ${s.bottom - 3}q0 3 -4 3H${s.cx - w * 0.29 + 4}q-4 0 -4 -3z`,
                'post',
                m,
              ),
            ]
          : s.skin(
              svg`M${s.cx - w * 0.08} ${neck + s.h * 0.06}Q${s.cx - w * 0.1} ${neck + s.h * 0.12} ${s.cx - w * 0.24} ${neck + s.h * 0.2}Q${s.cx - w * 0.42} ${neck + s.h * 0.36} ${s.cx - w * 0.2} ${s.bottom - s.h * 0.02}Q${s.cx - w * 0.18} ${s.bottom} ${s.cx - w * 0.12} ${s.bottom}H${s.cx + w * 0.12}Q${s.cx + w * 0.18} ${s.bottom} ${s.cx + w * 0.2} ${s.bottom - s.h * 0.02}Q${s.cx + w * 0.42} ${neck + s.h * 0.36} ${s.cx + w * 0.24} ${neck + s.h * 0.2}Q${s.cx + w * 0.1} ${neck + s.h * 0.12} ${s.cx + w * 0.08} ${neck + s.h * 0.06}z`,
              'post',
              m,
            ),
        !metal &&
          s.crease(
            svg`M${s.cx - w * 0.2} ${neck + s.h * 0.25}Q${s.cx - w * 0.28} ${neck + s.h * 0.34} ${s.cx - w * 0.2} ${neck + s.h * 0.44}`,
            w * 0.03,
            '.4',
            '#fff',
          ),
        lampshade(s, s.cx, s.y, w * 0.66, w, h, hood),
      ]
    },
  },
  'pendant-lamp': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.body
      const inner = s.accent('brass')
      const h = Math.min(s.w * 0.66, s.h * 0.62)
      const y = s.bottom - h
      const half = s.w / 2
      const rose = Math.min(s.w * 0.15, 40)
      const glow = s.fade('#ffe9bd', 'down', [
        [0, 0.5],
        [1, 0],
      ])
      const dome = svg`M${s.x} ${s.bottom - h * 0.04}Q${s.x + half * 0.04} ${y + h * 0.24} ${s.cx - half * 0.2} ${y + h * 0.12}Q${s.cx - half * 0.1} ${y + h * 0.08} ${s.cx - half * 0.09} ${y}H${s.cx + half * 0.09}Q${s.cx + half * 0.1} ${y + h * 0.08} ${s.cx + half * 0.2} ${y + h * 0.12}Q${s.right - half * 0.04} ${y + h * 0.24} ${s.right} ${s.bottom - h * 0.04}V${s.bottom}H${s.x}z`
      return [
        svg`<path class="l" d="M${s.x + s.w * 0.06} ${s.bottom}H${s.right - s.w * 0.06}L${s.right + s.w * 0.1} ${s.bottom + 64}H${s.x - s.w * 0.1}z" fill="${glow}"/>`,
        s.panel(s.cx - rose, s.y, rose * 2, Math.max(6, s.h * 0.022), {
          r: 3,
          m: m.nature === 'weave' ? material('black') : m,
          role: 'rail',
          edge: false,
        }),
        s.line(svg`M${s.cx} ${s.y + 6}V${y + 4}`, '#2c2d2f', 2.4),
        s.skin(dome, 'post', m, 'upright'),
        s.panel(s.cx - half * 0.1, y - h * 0.06, half * 0.2, h * 0.09, { r: 3, m: inner, role: 'post' }),
        svg`<path d="M${s.x} ${s.bottom - h * 0.035}H${s.right}V${s.bottom}H${s.x}z" fill="${s.fill('post', inner)}"/>`,
        s.crease(
          svg`M${s.x + half * 0.24} ${s.bottom - h * 0.22}Q${s.x + half * 0.34} ${y + h * 0.36} ${s.cx - half * 0.26} ${y + h * 0.27}`,
          half * 0.05,
          '.25',
          '#fff',
        ),
      ]
    },
  },
  rug: {
    view: 'plan',
    side: 'slab',
    draw: (s) => {
      const m = asFabric(s.body)
      const line = s.spec.accent ? material(s.spec.accent) : { ...m, base: shade(m.base, isDark(m) ? 30 : -18) }
      const fringe = s.w * 0.022
      const [x, w] = [s.x + fringe, s.w - fringe * 2]
      const strands = times(
        Math.round(s.h / 7),
        (i) => svg`M${s.x} ${s.y + 4 + i * 7}h${fringe + 2}M${s.right} ${s.y + 4 + i * 7}h${-fringe - 2}`,
      )
      const inset = s.u * 0.06
      const diamond = (cx: number, cy: number, rx: number, ry: number) =>
        svg`M${cx - rx} ${cy}L${cx} ${cy - ry}L${cx + rx} ${cy}L${cx} ${cy + ry}z`
      const columns = Math.max(3, Math.round(w / s.h) * 3)
      const cw = (w - inset * 2) / columns
      const rh = (s.h - inset * 2) / 3
      const field = times(columns, (c) =>
        times(3, (r) => diamond(x + inset + cw * (c + 0.5), s.y + inset + rh * (r + 0.5), cw * 0.42, rh * 0.42)).join(
          '',
        ),
      ).join('')
      const small = times(columns, (c) =>
        times(3, (r) => diamond(x + inset + cw * (c + 0.5), s.y + inset + rh * (r + 0.5), cw * 0.16, rh * 0.16)).join(
          '',
        ),
      ).join('')
      return [
        s.line(svg`${strands}`, s.tone(-6, material('linen')), 2.2),
        s.panel(x, s.y, w, s.h, { r: 2, m, edge: false }),
        svg`<rect x="${x + inset * 0.55}" y="${s.y + inset * 0.55}" width="${w - inset * 1.1}" height="${s.h - inset * 1.1}" fill="none" stroke="${line.base}" stroke-width="${inset * 0.16}" opacity=".8"/>`,
        svg`<path d="${field}" fill="none" stroke="${line.base}" stroke-width="${inset * 0.14}" opacity=".75"/><path d="${small}" fill="${line.base}" opacity=".75"/>`,
        svg`<rect class="l" x="${x}" y="${s.y}" width="${w}" height="${s.h}" fill="${s.grain('level', m) ?? 'none'}"/>`,
        s.crease(svg`${times(9, (i) => svg`M${x} ${s.y + (s.h * (i + 1)) / 10}H${x + w}`)}`, 1, '.07'),
      ]
    },
  },
  mirror: {
    view: 'front',
    side: 'slab',
    wall: true,
    draw: (s) => {
      const t = Math.max(7, s.u * 0.03)
      const round = s.text('shape', 'rectangle') === 'round'
      const arch = s.text('shape', '') === 'arch'
      const glass = s.define(
        'mirror',
        (id) =>
          svg`<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#f0f4f5"/><stop offset=".4" stop-color="#ced8dc"/><stop offset=".52" stop-color="#e6ecee"/><stop offset="1" stop-color="#b4c0c6"/></linearGradient>`,
      )
      if (round) {
        const oval = (i: number) => svg`cx="${s.cx}" cy="${s.cy}" rx="${s.w / 2 - i}" ry="${s.h / 2 - i}"`
        s.behind(
          svg`M${s.x} ${s.cy}A${s.w / 2} ${s.h / 2} 0 0 1 ${s.right} ${s.cy}A${s.w / 2} ${s.h / 2} 0 0 1 ${s.x} ${s.cy}z`,
        )
        return [
          s.skin(
            svg`M${s.x} ${s.cy}A${s.w / 2} ${s.h / 2} 0 0 1 ${s.right} ${s.cy}A${s.w / 2} ${s.h / 2} 0 0 1 ${s.x} ${s.cy}z`,
          ),
          svg`<ellipse ${oval(t)} fill="${glass}" stroke="${s.tone(-28)}" stroke-width="1.4"/>`,
          svg`<path class="l" d="M${s.x + s.w * 0.2} ${s.y + s.h * 0.62}L${s.x + s.w * 0.62} ${s.y + s.h * 0.16}L${s.x + s.w * 0.72} ${s.y + s.h * 0.22}L${s.x + s.w * 0.27} ${s.y + s.h * 0.72}z" fill="#fff" opacity=".4"/>`,
        ]
      }
      const outline = (i: number) => {
        const r = arch ? s.w / 2 - i : 4
        return svg`M${s.x + i} ${s.bottom - i}V${s.y + i + r}Q${s.x + i} ${s.y + i} ${s.x + i + r} ${s.y + i}H${s.right - i - r}Q${s.right - i} ${s.y + i} ${s.right - i} ${s.y + i + r}V${s.bottom - i}z`
      }
      s.behind(outline(0))
      return [
        s.skin(outline(0), 'face', asFrame(s.body), 'upright'),
        svg`<path d="${outline(t)}" fill="${glass}" stroke="${s.tone(-28)}" stroke-width="1.4"/>`,
        svg`<path class="l" d="M${s.x + t} ${s.y + s.h * 0.55}L${s.x + s.w * 0.8} ${s.y + t}H${s.x + s.w * 0.93}L${s.x + t} ${s.y + s.h * 0.66}zM${s.x + t} ${s.y + s.h * 0.71}L${s.right - t} ${s.y + s.h * 0.1}v${s.h * 0.03}L${s.x + t} ${s.y + s.h * 0.74}z" fill="#fff" opacity=".42"/>`,
      ]
    },
  },
}

const asPole = (m: Material) => (m.nature === 'fabric' ? asShell(m) : m)
const asFrame = (m: Material) => (m.nature === 'fabric' ? asShell(m) : m)
