import type { Family, Scene } from './kit.ts'
import { isDark, material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

type Side = 'left' | 'right' | 'top' | 'bottom'

/** The dark case behind the doors and the recessed plinth below them; returns where the doors end. */
function carcass(s: Scene): { markup: string; end: number } {
  const toe = Math.max(5, s.h * 0.022)
  s.ground(s.x, s.w)
  return {
    end: s.bottom - toe,
    markup: svg`<rect x="${s.x + 1}" y="${s.y + 1}" width="${s.w - 2}" height="${s.h - toe}" rx="4" fill="${s.tone(isDark(s.body) ? -10 : -42)}"/><rect x="${s.x + s.w * 0.02}" y="${s.bottom - toe - 2}" width="${s.w * 0.96}" height="${toe + 2}" fill="#26282b"/>`,
  }
}

const recessed = (s: Scene) =>
  s.text('handles', s.body.nature === 'metal' || s.spec.accent ? 'bar' : 'recessed') !== 'bar'

/** One door or drawer front with its handle at the named edge. */
function door(s: Scene, x: number, y: number, w: number, h: number, edge: Side): string {
  const m = s.shell.nature === 'glass' ? s.shell : s.body
  const front =
    s.panel(x, y, w, h, { r: 5, m, along: 'upright' }) +
    (m.nature === 'glass' ? s.reflection(x, y, w, h) : m.nature === 'paint' && isDark(m) ? s.gloss(x, y, w, h) : '')
  const t = Math.max(6, Math.min(s.w * 0.024, 11))
  if (recessed(s)) {
    const g = Math.max(4, t * 0.62)
    if (edge === 'top')
      return (
        front +
        s.recess(x + w * 0.02, y + 1, w * 0.96, g) +
        s.crease(svg`M${x + w * 0.03} ${y + g + 2}h${w * 0.94}`, 1.2, '.3', '#fff')
      )
    if (edge === 'bottom') return front + s.recess(x + w * 0.02, y + h - g - 1, w * 0.96, g)
    return front + s.recess(edge === 'left' ? x + 1 : x + w - g - 1, y + h * 0.03, g, h * 0.94)
  }
  const off = Math.max(10, s.w * 0.028)
  if (edge === 'top') return front + s.bar(x + w * 0.1, y + Math.min(off, h * 0.16), w * 0.8, t)
  if (edge === 'bottom') return front + s.bar(x + w * 0.1, y + h - Math.min(off, h * 0.16) - t, w * 0.8, t)
  return front + s.bar(edge === 'left' ? x + off : x + w - off - t, y + h * 0.14, t, h * 0.72)
}

/** Water and ice in the door. */
function dispenser(s: Scene, x: number, y: number, w: number, h: number): Ink {
  const niche = y + h * 0.26
  const box = (u: number, v: number, wide: number, high: number, rest: string) =>
    svg`<rect x="${x + w * u}" y="${y + h * v}" width="${w * wide}" height="${h * high}" ${rest}/>`
  return [
    s.glass(x, y, w, h, 5),
    s.digits(x + w * 0.2, y + h * 0.09, h * 0.075, '-18'),
    s.digits(x + w * 0.64, y + h * 0.09, h * 0.075, '3'),
    box(0.1, 0.26, 0.8, 0.66, `rx="5" fill="${s.fill('inside', material('dark-stainless'))}"`),
    box(0.1, 0.86, 0.8, 0.06, 'rx="2" fill="#8d9297"'),
    svg`<path d="M${x + w * 0.4} ${niche}h${w * 0.2}v${h * 0.11}q${-w * 0.1} ${h * 0.05} ${-w * 0.2} 0z" fill="#0e0f11"/>`,
    box(0.36, 0.46, 0.28, 0.22, 'rx="3" fill="#2a2d31" stroke="#55595e" stroke-width="1"'),
  ]
}

type DoorBox = readonly [x: number, y: number, w: number, h: number]

/** Dispenser on the first door, display on the second, when the options ask for them. */
function extras(s: Scene, first: DoorBox, second: DoorBox = first): Ink {
  const [x, y, w, h] = first
  const out: Ink[] = []
  if (s.has('icemaker')) {
    const wide = Math.min(w * 0.44, s.w * 0.24)
    out.push(dispenser(s, x + (w - wide) / 2, y + h * 0.36, wide, Math.min(wide * 1.75, h * 0.42)))
  }
  if (s.has('screen')) {
    const [ax, ay, aw] = second
    const wide = Math.min(aw * 0.26, 56)
    out.push(s.display(ax + (aw - wide) / 2, ay + s.h * 0.05, wide, wide * 0.4, '3.5'))
  }
  return out
}

export const cooling: Family = {
  'fridge-top-mount': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const split = s.y + (end - s.y) * 0.3
      const edge = recessed(s)
      return [
        markup,
        door(s, s.x, s.y, s.w, split - s.y - 1.5, edge ? 'bottom' : 'left'),
        door(s, s.x, split + 1.5, s.w, end - split - 1.5, edge ? 'top' : 'left'),
        extras(s, [s.x, split, s.w, end - split]),
      ]
    },
  },
  'fridge-bottom-mount': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const split = s.y + (end - s.y) * 0.64
      const drawers = s.number('drawers', 1, 1, 3)
      const each = (end - split) / drawers
      const upper = door(s, s.x, s.y, s.w, split - s.y - 1.5, 'left')
      return [
        markup,
        upper,
        times(drawers, (i) =>
          door(s, s.x, split + 1.5 + i * each, s.w, each - 1.5 - (i < drawers - 1 ? 1.5 : 0), 'top'),
        ),
        extras(s, [s.x, s.y, s.w, split - s.y]),
      ]
    },
  },
  'fridge-french-door': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const doors = s.number('doors', 3, 2, 5)
      const quad = doors === 4 && s.spec.options['drawers'] === undefined
      const drawers = quad ? 1 : s.number('drawers', doors > 3 ? 2 : 1, 1, 3)
      const split = s.y + (end - s.y) * (quad ? 0.57 : drawers > 1 ? 0.56 : 0.62)
      const half = s.w / 2 - 1.5
      const each = (end - split) / drawers
      const pair = (y: number, h: number) => door(s, s.x, y, half, h, 'right') + door(s, s.cx + 1.5, y, half, h, 'left')
      const lower = quad
        ? pair(split + 1.5, end - split - 1.5)
        : times(drawers, (i) =>
            door(s, s.x, split + 1.5 + i * each, s.w, each - 1.5 - (i < drawers - 1 ? 1.5 : 0), 'top'),
          )
      const tall = split - s.y - 1.5
      return [markup, pair(s.y, tall), lower, extras(s, [s.x, s.y, half, tall], [s.cx, s.y, half, tall])]
    },
  },
  'fridge-side-by-side': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const split = s.x + s.w * 0.45
      const h = end - s.y
      return [
        markup,
        door(s, s.x, s.y, split - s.x - 1.5, h, 'right'),
        door(s, split + 1.5, s.y, s.right - split - 1.5, h, 'left'),
        extras(s, [s.x, s.y, split - s.x, h], [split, s.y, s.right - split, h]),
      ]
    },
  },
  'fridge-bar': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const lid = Math.max(8, s.h * 0.03)
      return [
        markup,
        s.panel(s.x, s.y, s.w, lid, { r: 4 }),
        door(s, s.x, s.y + lid + 2, s.w, end - s.y - lid - 2, recessed(s) ? 'top' : 'left'),
        extras(s, [s.x, s.y, s.w, end - s.y]),
      ]
    },
  },
  'freezer-upright': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const top = s.y + s.h * 0.05
      return [
        markup,
        s.panel(s.x, s.y, s.w, s.h * 0.05 - 1.5, { r: 4 }),
        s.display(s.cx - s.w * 0.08, s.y + s.h * 0.012, s.w * 0.16, s.h * 0.026, '-18'),
        door(s, s.x, top, s.w, end - top, 'left'),
      ]
    },
  },
  'freezer-chest': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const lid = s.h * 0.085
      const feet = s.h * 0.035
      s.ground(s.x, s.w)
      const top = s.y + lid
      const body = s.bottom - feet
      const room = body - top
      const low = body - room * 0.2
      return [
        [0.06, 0.9].map(
          (u) =>
            svg`<rect x="${s.x + s.w * u}" y="${body - 2}" width="${s.w * 0.04}" height="${feet + 2}" rx="3" fill="#2b2d30"/>`,
        ),
        s.panel(s.x + s.w * 0.008, top, s.w * 0.984, room, { r: 8 }),
        s.cast(s.x + s.w * 0.008, top, s.w * 0.984, 14),
        s.panel(s.x, s.y, s.w, lid, { r: 9, role: 'rail' }),
        s.panel(s.cx - s.w * 0.09, top - lid * 0.3, s.w * 0.18, lid * 0.9, {
          r: 8,
          m: s.trim,
          role: 'rail',
          edge: false,
        }),
        s.crease(
          svg`M${s.x + s.w * 0.07} ${top + room * 0.16}H${s.right - s.w * 0.07}V${body - room * 0.14}H${s.x + s.w * 0.07}z`,
          1.4,
          '.12',
        ),
        s.uprightVents(s.right - s.w * 0.17, body - room * 0.24, s.w * 0.09, room * 0.08, 9),
        s.lamp(s.x + s.w * 0.1, low, 3, '#57b26a'),
        s.lamp(s.x + s.w * 0.125, low, 3, '#d8a73c'),
        s.knob(s.x + s.w * 0.16, low, 7),
      ]
    },
  },
  'wine-fridge': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const { markup, end } = carcass(s)
      const frame = Math.max(10, s.u * 0.075)
      const head = Math.max(frame, s.h * 0.07)
      const [x, y, w, h] = [s.x + frame, s.y + head, s.w - 2 * frame, end - s.y - head - frame]
      const rows = s.number('shelves', Math.round(h / 62), 2, 9)
      const step = h / rows
      const glow = s.define(
        'glow',
        (id) =>
          svg`<radialGradient id="${id}" cx=".5" cy=".15" r="1"><stop stop-color="#5a4a38"/><stop offset=".6" stop-color="#2a2420"/><stop offset="1" stop-color="#131214"/></radialGradient>`,
      )
      const bottles = Math.max(3, Math.round(w / (step * 0.62)))
      const wide = w / bottles
      const r = Math.min(wide * 0.38, step * 0.3)
      const wood = material(s.spec.accent ?? 'oak')
      const row = (i: number) => {
        const base = y + step * (i + 1) - 5
        const at = svg`${times(bottles, (b) => svg`M${x + wide * (b + 0.5)} ${base - 3 - r}h.1`)}`
        const red = i % 2 === 1
        return [
          s.line(at, red ? '#3d1f24' : '#202b22', r * 2),
          s.line(at, red ? '#8c2f37' : '#b8935a', r * 0.8),
          s.panel(x + 2, base, w - 4, 7, { r: 1, m: wood, edge: false }),
        ]
      }
      return [
        markup,
        s.panel(s.x, s.y, s.w, end - s.y, { r: 5, along: 'upright' }),
        svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="${glow}" stroke="#0a0a0b" stroke-width="2"/>`,
        s.repeat(Math.ceil(rows / 2), 0, step * 2, row(0)),
        rows > 1 && s.repeat(Math.floor(rows / 2), 0, step * 2, row(1)),
        s.reflection(x, y, w, h),
        s.display(s.cx - 24, s.y + (head - 14) / 2, 48, 14, '12'),
        s.bar(s.x + frame * 0.24, y + h * 0.12, Math.max(6, frame * 0.34), h * 0.76),
      ]
    },
  },
}
