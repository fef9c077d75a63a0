import type { Family, Scene } from './kit.ts'
import { material, shade } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

/** Hills in evening mist; what a television shows in a shop. */
function landscape(s: Scene, x: number, y: number, w: number, h: number): Ink {
  const sky = s.define(
    'sky',
    (id) =>
      svg`<linearGradient id="${id}" x1="0" y1="0" x2=".25" y2="1"><stop stop-color="#26436b"/><stop offset=".45" stop-color="#7f9cb5"/><stop offset=".7" stop-color="#f2c9a0"/><stop offset="1" stop-color="#e58f6b"/></linearGradient>`,
  )
  const sun = s.fade('#fff3da', 'round', [
    [0, 1],
    [0.22, 0.95],
    [0.26, 0.35],
    [1, 0],
  ])
  const ridge = (base: number, peaks: readonly number[], colour: string) => {
    const step = w / (peaks.length - 1)
    const points = peaks.map((peak, i) => ({ px: x + step * i, py: y + h * (base - peak) }))
    const first = points[0]
    if (!first) return ''
    const curve = points.slice(1).map((p, i) => {
      const before = points[i] ?? first
      return svg`C${before.px + step / 2} ${before.py} ${p.px - step / 2} ${p.py} ${p.px} ${p.py}`
    })
    return svg`<path d="M${first.px} ${first.py}${curve}V${y + h}H${x}z" fill="${colour}"/>`
  }
  return [
    svg`<g class="l">`,
    svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${sky}"/>`,
    svg`<circle cx="${x + w * 0.66}" cy="${y + h * 0.44}" r="${h * 0.2}" fill="${sun}"/>`,
    ridge(0.66, [0.02, 0.13, 0.05, 0.17, 0.08, 0.12, 0.03], '#8c97ad'),
    ridge(0.75, [0.1, 0.04, 0.16, 0.05, 0.13, 0.02, 0.11], '#5f7590'),
    ridge(0.86, [0.02, 0.13, 0.03, 0.07, 0.16, 0.06, 0.1], '#35506b'),
    ridge(0.97, [0.14, 0.05, 0.1, 0.03, 0.06, 0.02, 0.13], '#1a2f45'),
    s.reflection(x, y, w, h),
    svg`</g>`,
  ]
}

export const livingTech: Family = {
  television: {
    view: 'front',
    side: 'screen',
    draw: (s) => {
      const m = s.shell
      const footed = s.h / s.w > 0.6 && s.text('stand', 'feet') !== 'no'
      const bezel = Math.max(3, s.w * 0.006)
      const lip = bezel * 2
      const footH = footed ? s.h * 0.075 : s.w * 0.034
      const end = footed ? s.bottom - footH : s.bottom
      const footer = (u: number) => {
        const cx = s.x + s.w * u
        const spread = s.w * 0.035
        return s.skin(
          svg`M${cx - 7} ${end - 2}h14L${cx + spread} ${end + footH}h-9L${cx} ${end + 5}L${cx - spread + 9} ${end + footH}h-9z`,
          'post',
          material('dark-stainless'),
        )
      }
      const feet = [0.17, 0.83].map(footer)
      for (const u of [0.135, 0.205, 0.795, 0.865]) s.footer(s.x + s.w * u, end + footH, 8)
      s.ground(s.x + s.w * 0.06, s.w * 0.88, end + footH, '.16')
      if (!footed) s.extra(svg`${feet}`)
      return [
        footed && feet,
        s.panel(s.x, s.y, s.w, end - s.y, { r: 3, m, edge: false }),
        svg`<rect x="${s.x + bezel}" y="${s.y + bezel}" width="${s.w - bezel * 2}" height="${end - s.y - bezel - lip}" fill="#0c0d0f"/>`,
        landscape(s, s.x + bezel, s.y + bezel, s.w - bezel * 2, end - s.y - bezel - lip),
        s.lamp(s.cx, end - lip / 2, 1.4, '#b8443c'),
      ]
    },
  },
  soundbar: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const r = Math.min(s.h * 0.3, 14)
      s.ground(s.x + 6, s.w - 12)
      return [
        s.panel(s.x, s.y, s.w, s.h, { r, m, role: 'rail' }),
        s.dots(
          svg`M${s.x + r} ${s.y + s.h * 0.16}H${s.right - r}V${s.bottom - s.h * 0.1}H${s.x + r}z`,
          shade(m.base, -18),
          4,
          0.9,
        ),
        s.crease(svg`M${s.x + r} ${s.y + 1.5}H${s.right - r}`, 1.6, '.45', '#fff'),
        times(4, (i) => s.lamp(s.cx + (i - 1.5) * 8, s.cy, 1.5, '#e8f4ff')),
      ]
    },
  },
  speaker: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.body
      const tall = s.h / s.w > 2.2
      const cone = (cy: number, r: number) => [
        svg`<circle cx="${s.cx}" cy="${cy}" r="${r}" fill="${s.fill('ball', material('dark-stainless'))}" stroke="#111" stroke-width="1"/><circle cx="${s.cx}" cy="${cy}" r="${r * 0.88}" fill="#1a1b1d"/><circle cx="${s.cx}" cy="${cy}" r="${r * 0.76}" fill="${s.define('cone', (id) => svg`<radialGradient id="${id}"><stop stop-color="#17181a"/><stop offset=".7" stop-color="#2d2f32"/><stop offset="1" stop-color="#3c3f43"/></radialGradient>`)}"/><circle cx="${s.cx}" cy="${cy}" r="${r * 0.27}" fill="${s.fill('ball', s.accent('black'))}"/>`,
        svg`<path d="M${s.cx - r * 0.6} ${cy - r * 0.12}A${r * 0.62} ${r * 0.62} 0 0 1 ${s.cx} ${cy - r * 0.6}" fill="none" stroke="#fff" stroke-width="${r * 0.05}" stroke-linecap="round" opacity=".25"/>`,
      ]
      s.ground(s.x, s.w)
      const plinth = tall ? s.h * 0.03 : 0
      const r = s.w * 0.36
      const woofers = tall ? s.number('drivers', 2, 1, 4) : 1
      return [
        tall && s.panel(s.x, s.bottom - plinth, s.w, plinth, { r: 3, m: material('matte-black') }),
        s.panel(s.x, s.y, s.w, s.h - plinth + (tall ? 1 : 0), { r: 6, m, along: 'upright' }),
        cone(s.y + (tall ? s.w * 0.42 : s.h * 0.25), s.w * (tall ? 0.22 : 0.19)),
        times(woofers, (i) => cone(tall ? s.y + s.w * 1.12 + i * s.w * 0.84 : s.y + s.h * 0.65, r)),
      ]
    },
  },
}
