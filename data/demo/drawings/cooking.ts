import type { Family, Scene } from './kit.ts'
import { isDark, material, type Material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

const ironBlack = material('matte-black')

/** An oven door: glass in a frame, racks and a warm lamp behind it, bar handle above. */
function ovenDoor(s: Scene, x: number, y: number, w: number, h: number): Ink {
  const m = s.shell
  const t = Math.max(9, Math.min(16, s.w * 0.022))
  const handleY = y + Math.min(h * 0.09, 34)
  const inset = w * 0.1
  const top = handleY + t + h * 0.09
  const [gx, gy, gw, gh] = [x + inset, top, w - inset * 2, y + h - top - h * 0.1]
  const warm = s.define(
    'warm',
    (id) =>
      svg`<radialGradient id="${id}" cx=".5" cy=".2" r=".8"><stop stop-color="#4a3b2c"/><stop offset=".5" stop-color="#2a2521"/><stop offset="1" stop-color="#151415"/></radialGradient>`,
  )
  return [
    s.panel(x, y, w, h, { r: 4, m }),
    m.nature === 'glass' && s.reflection(x, y, w, h),
    svg`<rect x="${gx}" y="${gy}" width="${gw}" height="${gh}" rx="6" fill="${warm}" stroke="#0b0b0c" stroke-width="2"/>`,
    [0.42, 0.72].map((v) =>
      s.crease(
        svg`M${gx + 6} ${gy + gh * v}h${gw - 12}M${gx + 6} ${gy + gh * v + 4}h${gw - 12}`,
        1.2,
        '.28',
        '#d8c9b4',
      ),
    ),
    m.nature !== 'glass' && s.reflection(gx, gy, gw, gh),
    s.bar(x + w * 0.08, handleY, w * 0.84, t),
  ]
}

function ovenStrip(s: Scene, x: number, y: number, w: number, h: number, knobs: number, time: string): Ink {
  const m = s.shell.nature === 'glass' ? material('glass-black') : s.shell
  const r = h * 0.27
  const side = Math.ceil(knobs / 2)
  const at = (i: number) => (i < side ? x + w * (0.12 + i * 0.11) : x + w * (0.88 - (i - side) * 0.11))
  return [
    s.panel(x, y, w, h, { r: 4, m }),
    s.display(x + w * 0.37, y + h * 0.25, w * 0.26, h * 0.5, time),
    times(knobs, (i) => s.knob(at(i), y + h / 2, r)),
  ]
}

/** A gas burner from above with its cast-iron trivet. */
function gasBurner(s: Scene, cx: number, cy: number, r: number, reach: number, wok: boolean): Ink {
  const arm = reach
  const cap = r * (wok ? 0.62 : 0.52)
  const spokes = times(4, (i) => {
    const angle = (i * Math.PI) / 2 + Math.PI / 4
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    return svg`M${cx + dx * arm * 1.41} ${cy + dy * arm * 1.41}L${cx + dx * cap * 0.95} ${cy + dy * cap * 0.95}`
  })
  const thick = Math.max(5, r * 0.16)
  return [
    svg`<circle cx="${cx}" cy="${cy}" r="${r * 0.98}" fill="${s.fill('ball', material('stainless'))}" opacity=".85"/>`,
    wok && svg`<circle cx="${cx}" cy="${cy}" r="${r * 0.82}" fill="none" stroke="#1d1e20" stroke-width="${r * 0.12}"/>`,
    svg`<circle cx="${cx}" cy="${cy}" r="${cap * 1.22}" fill="${s.fill('ball', material('brass'))}" stroke="#5d4a26" stroke-width=".8"/>`,
    svg`<circle cx="${cx}" cy="${cy}" r="${cap}" fill="${s.fill('ball', ironBlack)}"/>`,
    s.line(svg`${spokes}M${cx - arm} ${cy - arm}H${cx + arm}V${cy + arm}H${cx - arm}z`, '#4b4e52', thick + 1.6),
    s.line(svg`${spokes}M${cx - arm} ${cy - arm}H${cx + arm}V${cy + arm}H${cx - arm}z`, '#222325', thick),
    s.crease(
      svg`M${cx - arm + 4} ${cy - arm - thick * 0.2}H${cx + arm - 4}M${cx - arm - thick * 0.2} ${cy - arm + 4}V${cy + arm - 4}`,
      1.3,
      '.4',
      '#fff',
    ),
  ]
}

type Spot = readonly [u: number, v: number, size: number]

/** Where cooking spots sit on a plate, by how many there are: fractions of the plate and a relative size. */
function spots(count: number, wide: boolean): readonly Spot[] {
  if (count <= 1) return [[0.5, 0.5, 1.25]]
  if (count === 2)
    return wide
      ? [
          [0.3, 0.5, 1.1],
          [0.7, 0.5, 1.1],
        ]
      : [
          [0.5, 0.28, 0.9],
          [0.5, 0.68, 1.15],
        ]
  if (count === 3)
    return [
      [0.26, 0.5, 1.25],
      [0.7, 0.28, 0.85],
      [0.7, 0.7, 1],
    ]
  if (count === 4)
    return wide
      ? [
          [0.16, 0.5, 1.1],
          [0.4, 0.3, 0.85],
          [0.4, 0.7, 0.85],
          [0.7, 0.5, 1.2],
        ]
      : [
          [0.27, 0.27, 0.85],
          [0.27, 0.71, 1.1],
          [0.73, 0.27, 1],
          [0.73, 0.71, 0.85],
        ]
  if (count === 5)
    return [
      [0.16, 0.28, 0.85],
      [0.16, 0.71, 0.95],
      [0.5, 0.48, 1.3],
      [0.84, 0.28, 0.95],
      [0.84, 0.71, 0.85],
    ]
  return times(6, (i) => [0.17 + (i % 3) * 0.33, i < 3 ? 0.28 : 0.71, 0.9] as const)
}

function plate(s: Scene, m: Material): Ink {
  return [
    s.panel(s.x, s.y, s.w, s.h, { r: 9, m, role: m.nature === 'metal' ? 'top' : 'face' }),
    m.nature === 'glass' && s.reflection(s.x, s.y, s.w, s.h),
  ]
}

function touchKeys(s: Scene, y: number, digits: string): Ink {
  const step = Math.min(s.w * 0.05, 24)
  return [
    times(
      9,
      (i) =>
        svg`<circle cx="${s.cx + (i - 4) * step}" cy="${y}" r="${i === 4 ? 5 : 2.4}" fill="none" stroke="#aeb4ba" stroke-width="1.2"/>`,
    ),
    s.digits(s.cx - 150 < s.x + 10 ? s.x + 12 : s.cx - 150, y - 6, 12, digits, '#e0604f'),
  ]
}

/** Chimney and pressed metal above a hob, with its lamps lit. */
function hoodLight(s: Scene, x: number, y: number, w: number): Ink {
  return svg`<path class="l" d="M${x} ${y}h${w}l${w * 0.5} 46h${-w * 2}z" fill="${s.fade('#fff3d6', 'down', [
    [0, 0.75],
    [1, 0],
  ])}"/>`
}

export const cooking: Family = {
  oven: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      s.ground(s.x, s.w, s.bottom, '.24')
      const strip = s.h * 0.165
      return [
        svg`<rect x="${s.x + 1}" y="${s.y + 1}" width="${s.w - 2}" height="${s.h - 2}" fill="#17181a"/>`,
        ovenStrip(s, s.x, s.y, s.w, strip, 2, '18:30'),
        ovenDoor(s, s.x, s.y + strip + 3, s.w, s.h - strip - 3),
      ]
    },
  },
  'oven-double': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      s.ground(s.x, s.w, s.bottom, '.24')
      const strip = s.h * 0.115
      const rest = s.h - strip
      const upper = rest * 0.42
      return [
        svg`<rect x="${s.x + 1}" y="${s.y + 1}" width="${s.w - 2}" height="${s.h - 2}" fill="#17181a"/>`,
        ovenStrip(s, s.x, s.y, s.w, strip, 4, '18:30'),
        ovenDoor(s, s.x, s.y + strip + 3, s.w, upper - 3),
        ovenDoor(s, s.x, s.y + strip + upper + 3, s.w, rest - upper - 3),
      ]
    },
  },
  'oven-freestanding': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const feet = s.h * 0.045
      const trivet = s.h * 0.035
      const top = s.y + trivet
      const lip = s.h * 0.03
      const strip = s.h * 0.125
      const drawer = s.h * 0.15
      const end = s.bottom - feet
      const burners = s.number('burners', s.spec.widthMm > 700 ? 5 : 4, 2, 8)
      const knobs = burners + 2
      const y = top + lip
      const left = Math.ceil(knobs / 2)
      const step = Math.min(0.1, 0.36 / left)
      s.ground(s.x, s.w)
      const seats = Math.max(2, Math.round(burners / 2))
      return [
        [0.04, 0.9].map(
          (u) =>
            svg`<rect x="${s.x + s.w * u}" y="${end - 2}" width="${s.w * 0.06}" height="${feet + 2}" rx="3" fill="${s.fill('post', material('dark-stainless'))}"/>`,
        ),
        times(seats, (i) => {
          const each = (s.w * 0.92) / seats
          const x = s.x + s.w * 0.04 + each * i
          return s.line(
            svg`M${x + 5} ${top}v${-trivet + 3}H${x + each - 5}v${trivet - 3}M${x + each * 0.36} ${top}v${-trivet * 0.5}H${x + each * 0.64}v${trivet * 0.5}`,
            '#242628',
            Math.max(5, trivet * 0.34),
          )
        }),
        s.panel(s.x + s.w * 0.008, y, s.w * 0.984, end - y, { r: 3 }),
        s.panel(s.x, top, s.w, lip, {
          r: 3,
          role: 'rail',
          m: s.body.nature === 'metal' ? s.body : material('stainless'),
        }),
        s.cast(s.x + s.w * 0.008, y, s.w * 0.984, 9),
        times(knobs, (i) =>
          s.knob(
            i < left ? s.x + s.w * (0.07 + i * step) : s.right - s.w * (0.07 + (knobs - 1 - i) * step),
            y + strip * 0.5,
            Math.min(strip * 0.26, s.w * step * 0.4),
          ),
        ),
        s.display(s.cx - s.w * 0.055, y + strip * 0.3, s.w * 0.11, strip * 0.42, '18:30'),
        s.gap(s.x + 4, y + strip, s.right - 4, y + strip),
        ovenDoor(s, s.x + s.w * 0.008, y + strip + 2, s.w * 0.984, end - drawer - y - strip - 4),
        s.panel(s.x + s.w * 0.008, end - drawer, s.w * 0.984, drawer, { r: 4 }),
        s.bar(s.x + s.w * 0.09, end - drawer * 0.76, s.w * 0.82, Math.max(8, s.h * 0.015)),
      ]
    },
  },
  'cooktop-gas': {
    view: 'plan',
    side: 'slab',
    draw: (s) => {
      const wide = s.w / s.h > 1.35
      const count = s.number('burners', wide ? 5 : 4, 1, 6)
      const strip = s.h * 0.17
      const room = s.h - strip
      const list = spots(count, wide)
      const unit = Math.min(room * 0.155, (s.w / (count >= 5 ? 3 : 2)) * 0.21)
      const m = s.shell
      return [
        plate(s, m),
        list.map(([u, v, size]) =>
          gasBurner(
            s,
            s.x + s.w * u,
            s.y + room * (0.06 + v * 0.92),
            unit * size,
            size > 1.15 ? unit * 2 : unit * 1.36,
            size > 1.15,
          ),
        ),
        times(count, (i) =>
          s.knob(
            s.cx + (i - (count - 1) / 2) * Math.min(s.w * 0.1, 64),
            s.bottom - strip * 0.48,
            strip * 0.25,
            s.spec.accent ? s.trim : material(isDark(m) ? 'stainless' : 'dark-stainless'),
          ),
        ),
      ]
    },
  },
  'cooktop-induction': {
    view: 'plan',
    side: 'slab',
    draw: (s) => {
      const wide = s.w / s.h > 1.35
      const count = s.number('zones', wide ? 5 : 4, 1, 6)
      const room = s.h * 0.88
      const unit = Math.min(room * 0.17, (s.w / (count >= 5 ? 3 : 2)) * 0.3)
      return [
        plate(s, s.shell.nature === 'paint' && !isDark(s.shell) ? s.shell : material('glass-black')),
        spots(count, wide).map(([u, v, size]) => {
          const [cx, cy, r] = [s.x + s.w * u, s.y + room * (0.02 + v * 0.98), unit * size]
          return [
            svg`<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="#8d949b" stroke-width="1.6" stroke-dasharray="${r * 0.36} ${r * 0.09}"/>`,
            s.line(svg`M${cx - r * 0.16} ${cy}h${r * 0.32}M${cx} ${cy - r * 0.16}v${r * 0.32}`, '#8d949b', 1.5),
          ]
        }),
        touchKeys(s, s.bottom - s.h * 0.065, '9'),
      ]
    },
  },
  'cooktop-ceramic': {
    view: 'plan',
    side: 'slab',
    draw: (s) => {
      const wide = s.w / s.h > 1.35
      const count = s.number('zones', wide ? 5 : 4, 1, 6)
      const room = s.h * 0.88
      const unit = Math.min(room * 0.18, (s.w / (count >= 5 ? 3 : 2)) * 0.32)
      const hot = s.fade('#d8431f', 'round', [
        [0, 0.15],
        [0.72, 0.5],
        [0.9, 0.6],
        [1, 0.05],
      ])
      return [
        plate(s, material('glass-black')),
        svg`<rect x="${s.x + 3}" y="${s.y + 3}" width="${s.w - 6}" height="${s.h - 6}" rx="7" fill="none" stroke="${s.fill('face', material('stainless'))}" stroke-width="4"/>`,
        spots(count, wide).map(([u, v, size], i) => {
          const [cx, cy, r] = [s.x + s.w * u, s.y + room * (0.02 + v * 0.98), unit * size]
          return [
            i === 1 && svg`<circle cx="${cx}" cy="${cy}" r="${r}" fill="${hot}" class="l"/>`,
            svg`<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="#9aa0a6" stroke-width="1.4"/>`,
            size > 0.95 &&
              svg`<circle cx="${cx}" cy="${cy}" r="${r * 0.62}" fill="none" stroke="#9aa0a6" stroke-width="1.2"/>`,
          ]
        }),
        touchKeys(s, s.bottom - s.h * 0.065, '6'),
      ]
    },
  },
  'rangehood-canopy': {
    view: 'front',
    side: 'hood',
    wall: true,
    draw: (s) => {
      const lip = Math.max(14, s.h * 0.075)
      const flue = Math.min(s.w * 0.34, 300 * s.k)
      const slope = Math.min(s.h * 0.32, s.w * 0.26)
      const shoulder = s.bottom - lip - slope
      s.behind(
        svg`M${s.cx - flue / 2} ${s.y}h${flue}V${shoulder}L${s.right} ${s.bottom - lip}V${s.bottom}H${s.x}V${s.bottom - lip}L${s.cx - flue / 2} ${shoulder}z`,
      )
      return [
        hoodLight(s, s.x + s.w * 0.22, s.bottom, s.w * 0.06),
        hoodLight(s, s.right - s.w * 0.28, s.bottom, s.w * 0.06),
        s.panel(s.cx - flue / 2, s.y, flue, shoulder - s.y + 3, { r: 1, along: 'upright' }),
        s.gap(s.cx - flue / 2, s.y + (shoulder - s.y) * 0.46, s.cx + flue / 2, s.y + (shoulder - s.y) * 0.46),
        s.vents(s.cx - flue * 0.16, s.y + (shoulder - s.y) * 0.08, flue * 0.32, (shoulder - s.y) * 0.14, 4),
        s.skin(svg`M${s.cx - flue / 2} ${shoulder}H${s.cx + flue / 2}L${s.right} ${s.bottom - lip}H${s.x}z`, 'face'),
        svg`<path class="l" d="M${s.cx - flue / 2} ${shoulder}H${s.cx + flue / 2}L${s.right} ${s.bottom - lip}H${s.x}z" fill="${s.fade(
          '#000',
          'down',
          [
            [0, 0.24],
            [0.25, 0.02],
            [1, 0],
          ],
        )}"/>`,
        s.panel(s.x, s.bottom - lip, s.w, lip, { r: 2 }),
        s.crease(svg`M${s.x} ${s.bottom - lip}H${s.right}`, 1.5, '.6', '#fff'),
        times(5, (i) => s.button(s.cx + (i - 2) * lip * 0.9, s.bottom - lip / 2, lip * 0.2)),
      ]
    },
  },
  'rangehood-undermount': {
    view: 'front',
    side: 'box',
    wall: true,
    draw: (s) => {
      const lip = s.h * 0.3
      const inset = s.w * 0.05
      return [
        hoodLight(s, s.x + s.w * 0.2, s.bottom, s.w * 0.07),
        hoodLight(s, s.right - s.w * 0.27, s.bottom, s.w * 0.07),
        s.panel(s.cx - s.w * 0.1, s.y, s.w * 0.2, s.h * 0.16, { r: 2, role: 'side', m: material('dark-stainless') }),
        s.panel(s.x + inset, s.y + s.h * 0.1, s.w - inset * 2, s.h * 0.62, { r: 3, role: 'face' }),
        s.vents(s.x + s.w * 0.2, s.y + s.h * 0.26, s.w * 0.6, s.h * 0.28, 6),
        s.panel(s.x, s.bottom - lip, s.w, lip, { r: 4, role: 'rail' }),
        times(5, (i) => s.button(s.cx + (i - 2) * lip * 0.62, s.bottom - lip / 2, lip * 0.17)),
      ]
    },
  },
  'rangehood-slideout': {
    view: 'front',
    side: 'box',
    wall: true,
    draw: (s) => {
      const visor = s.h * 0.24
      return [
        hoodLight(s, s.x + s.w * 0.2, s.bottom, s.w * 0.07),
        hoodLight(s, s.right - s.w * 0.27, s.bottom, s.w * 0.07),
        s.panel(s.x + s.w * 0.02, s.y, s.w * 0.96, s.h - visor, { r: 3, role: 'face' }),
        s.cast(s.x + s.w * 0.02, s.bottom - visor - s.h * 0.12, s.w * 0.96, s.h * 0.12),
        s.panel(s.x, s.bottom - visor, s.w, visor, { r: 4, role: 'rail' }),
        times(3, (i) => s.button(s.right - s.w * 0.06 - i * visor * 0.75, s.bottom - visor / 2, visor * 0.2)),
        s.lamp(s.x + s.w * 0.05, s.bottom - visor / 2, visor * 0.08, '#7fc4e8'),
      ]
    },
  },
  microwave: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const feet = s.h * 0.025
      s.ground(s.x + 6, s.w - 12)
      return [
        [0.06, 0.88].map(
          (u) =>
            svg`<rect x="${s.x + s.w * u}" y="${s.bottom - feet - 2}" width="${s.w * 0.06}" height="${feet + 2}" rx="2" fill="#232528"/>`,
        ),
        microwaveFront(s, s.x, s.y, s.w, s.h - feet),
      ]
    },
  },
  'microwave-builtin': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const frame = s.u * 0.075
      s.ground(s.x, s.w, s.bottom, '.24')
      return [
        s.panel(s.x, s.y, s.w, s.h, { r: 4, m: s.spec.accent ? s.trim : s.shell }),
        svg`<rect x="${s.x + frame - 3}" y="${s.y + frame - 3}" width="${s.w - frame * 2 + 6}" height="${s.h - frame * 2 + 6}" rx="4" fill="#0d0e10"/>`,
        microwaveFront(s, s.x + frame, s.y + frame, s.w - frame * 2, s.h - frame * 2),
      ]
    },
  },
  'coffee-machine': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const automatic = s.has('screen')
      const steel = material(isDark(m) ? 'dark-stainless' : 'stainless')
      const tray = s.h * 0.14
      const head = s.h * 0.42
      const niche = s.y + head
      const feet = s.h * 0.02
      const base = s.bottom - feet - tray
      s.ground(s.x + 6, s.w - 12)
      const spoutY = niche + s.h * 0.035
      const cup = s.h * 0.13
      const cupY = base - cup
      const common = [
        [0.08, 0.82].map(
          (u) =>
            svg`<rect x="${s.x + s.w * u}" y="${s.bottom - feet - 2}" width="${s.w * 0.1}" height="${feet + 2}" rx="2" fill="#232528"/>`,
        ),
        s.panel(s.x + s.w * 0.03, s.y + s.h * 0.1, s.w * 0.94, s.h * 0.8, { r: 6, m, role: 'side' }),
        s.hollow(s.x + s.w * 0.1, niche - 4, s.w * 0.8, base - niche + 8, 4, steel),
        s.panel(s.x, base, s.w, tray, { r: 6, m }),
        s.panel(s.x + s.w * 0.06, base - s.h * 0.014, s.w * 0.88, s.h * 0.026, { r: 3, m: steel, role: 'rail' }),
        s.crease(
          svg`${times(14, (i) => svg`M${s.x + s.w * (0.1 + i * 0.0615)} ${base - s.h * 0.006}v${s.h * 0.01}`)}`,
          2.4,
          '.7',
        ),
      ]
      const mug = [
        svg`<path d="M${s.cx + cup * 0.4} ${cupY + cup * 0.24}q${cup * 0.42} ${-cup * 0.08} ${cup * 0.36} ${cup * 0.2}q${-cup * 0.02} ${cup * 0.26} ${-cup * 0.42} ${cup * 0.24}" fill="none" stroke="#d9d9d5" stroke-width="${cup * 0.1}"/>`,
        s.skin(
          svg`M${s.cx - cup * 0.5} ${cupY}h${cup}q0 ${cup * 0.72} ${-cup * 0.28} ${cup * 0.96}h${-cup * 0.44}q${-cup * 0.28} ${-cup * 0.24} ${-cup * 0.28} ${-cup * 0.96}z`,
          'post',
          material('white'),
        ),
      ]
      if (automatic) {
        return [
          common,
          s.panel(s.x, s.y, s.w, head, { r: 12, m }),
          s.glass(s.x + s.w * 0.1, s.y + head * 0.16, s.w * 0.8, head * 0.5, 8),
          times(
            6,
            (i) =>
              svg`<circle cx="${s.x + s.w * (0.26 + (i % 3) * 0.24)}" cy="${s.y + head * (i < 3 ? 0.31 : 0.51)}" r="${s.w * 0.036}" fill="none" stroke="#c9d3da" stroke-width="1.6"/>`,
          ),
          s.panel(s.cx - s.w * 0.16, s.y + head * 0.8, s.w * 0.32, head * 0.32, { r: 6, m: steel, along: 'upright' }),
          [-0.07, 0.07].map(
            (u) =>
              svg`<rect x="${s.cx + s.w * u - s.w * 0.02}" y="${s.y + head * 1.1}" width="${s.w * 0.04}" height="${s.h * 0.045}" rx="3" fill="${s.fill('post', material('chrome'))}"/>`,
          ),
          mug,
        ]
      }
      const group = s.w * 0.27
      return [
        common,
        s.line(
          svg`M${s.right - s.w * 0.13} ${niche - 6}v${s.h * 0.12}q0 ${s.h * 0.06} ${s.w * 0.03} ${s.h * 0.12}`,
          '#a6abaf',
          s.w * 0.026,
        ),
        s.crease(svg`M${s.right - s.w * 0.134} ${niche - 4}v${s.h * 0.12}`, 2, '.7', '#fff'),
        // Cups warm behind a rail on top.
        s.line(
          svg`M${s.x + s.w * 0.06} ${s.y + s.h * 0.07}V${s.y + 3}H${s.right - s.w * 0.06}V${s.y + s.h * 0.07}`,
          s.tone(-24, steel),
          5,
        ),
        s.panel(s.x, s.y + s.h * 0.055, s.w, head - s.h * 0.055, { r: 8, m }),
        s.knob(s.x + s.w * 0.17, s.y + head * 0.52, s.w * 0.075, steel),
        s.knob(s.right - s.w * 0.17, s.y + head * 0.52, s.w * 0.075, steel),
        svg`<circle cx="${s.cx}" cy="${s.y + head * 0.52}" r="${s.w * 0.12}" fill="${s.fill('post', material('chrome'))}" stroke="#6d7175" stroke-width="1"/><circle cx="${s.cx}" cy="${s.y + head * 0.52}" r="${s.w * 0.097}" fill="#f7f6f2"/>`,
        s.line(
          svg`${times(9, (i) => {
            const angle = Math.PI * (0.8 + i * 0.175)
            const [dx, dy, r] = [Math.cos(angle), Math.sin(angle), s.w * 0.09]
            return svg`M${s.cx + dx * r} ${s.y + head * 0.52 + dy * r}L${s.cx + dx * r * 0.84} ${s.y + head * 0.52 + dy * r * 0.84}`
          })}M${s.cx} ${s.y + head * 0.52}l${s.w * 0.045} ${-s.w * 0.05}`,
          '#3a3d40',
          1.8,
        ),
        s.skin(
          svg`M${s.cx - group / 2} ${niche - 2}h${group}l${-group * 0.08} ${s.h * 0.05}h${-group * 0.84}z`,
          'post',
          material('chrome'),
        ),
        s.skin(
          svg`M${s.cx - group * 0.46} ${spoutY + s.h * 0.015}h${group * 0.92}v${s.h * 0.05}q${-group * 0.46} ${s.h * 0.03} ${-group * 0.92} 0z`,
          'post',
          material('chrome'),
        ),
        s.skin(
          svg`M${s.cx - group * 0.16} ${spoutY + s.h * 0.03}h${group * 0.32}l${group * 0.06} ${s.h * 0.17}q${-group * 0.22} ${s.h * 0.03} ${-group * 0.44} 0z`,
          'post',
          s.spec.accent ? s.accent('black') : ironBlack,
          'upright',
        ),
      ]
    },
  },
  'coffee-builtin': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const strip = s.h * 0.24
      s.ground(s.x, s.w, s.bottom, '.24')
      const [nx, nw] = [s.cx - s.w * 0.17, s.w * 0.34]
      const ny = s.y + strip + s.h * 0.03
      const nh = s.h * 0.63
      return [
        s.panel(s.x, s.y, s.w, s.h, { r: 4, m }),
        m.nature === 'glass' && s.reflection(s.x, s.y, s.w, s.h),
        s.display(s.cx - s.w * 0.13, s.y + strip * 0.26, s.w * 0.26, strip * 0.5, '7:15'),
        times(
          6,
          (i) =>
            svg`<circle cx="${i < 3 ? s.x + s.w * (0.1 + i * 0.08) : s.right - s.w * (0.1 + (i - 3) * 0.08)}" cy="${s.y + strip * 0.5}" r="${s.h * 0.02}" fill="none" stroke="${s.tone(isDark(m) ? 45 : -40, m)}" stroke-width="1.4"/>`,
        ),
        s.gap(s.x + 2, s.y + strip, s.right - 2, s.y + strip, m),
        s.hollow(nx, ny, nw, nh, 5, material('dark-stainless')),
        s.cast(nx, ny, nw, nh * 0.2),
        s.panel(s.cx - nw * 0.22, ny, nw * 0.44, nh * 0.34, { r: 4, m: material('stainless'), along: 'upright' }),
        [-0.1, 0.1].map(
          (u) =>
            svg`<rect x="${s.cx + nw * u - 5}" y="${ny + nh * 0.33}" width="10" height="${nh * 0.09}" rx="3" fill="${s.fill('post', material('chrome'))}"/>`,
        ),
        s.skin(
          svg`M${s.cx - nh * 0.12} ${ny + nh * 0.62}h${nh * 0.24}q0 ${nh * 0.2} ${-nh * 0.06} ${nh * 0.27}h${-nh * 0.12}q${-nh * 0.06} ${-nh * 0.07} ${-nh * 0.06} ${-nh * 0.27}z`,
          'post',
          material('white'),
        ),
        s.panel(nx - 4, ny + nh * 0.89, nw + 8, nh * 0.11, { r: 3, m: material('stainless'), role: 'rail' }),
        s.bar(s.x + s.w * 0.07, s.y + strip + s.h * 0.07, s.w * 0.2, Math.max(7, s.h * 0.024)),
      ]
    },
  },
}

/** Door with a meshed window, and the keys beside it. */
function microwaveFront(s: Scene, x: number, y: number, w: number, h: number): Ink {
  const m = s.shell
  const split = x + w * 0.765
  const [gx, gy, gw, gh] = [x + w * 0.05, y + h * 0.13, split - x - w * 0.1, h * 0.74]
  const px = split + (x + w - split) * 0.16
  const pw = (x + w - split) * 0.68
  const mesh = svg`M${gx + gw * 0.08} ${gy + gh * 0.12}h${gw * 0.84}v${gh * 0.76}h${-gw * 0.84}z`
  return [
    s.panel(x, y, w, h, { r: 8, m }),
    m.nature === 'glass' ? s.reflection(x, y, w, h) : null,
    s.glass(gx, gy, gw, gh, 8),
    s.dots(mesh, '#3c4044', 5, 1.1),
    s.gap(split, y + 3, split, y + h - 3, m),
    s.display(px, y + h * 0.12, pw, h * 0.14, '10:30'),
    s.knob(px + pw / 2, y + h * 0.5, Math.min(pw * 0.36, h * 0.15)),
    times(3, (i) => s.panel(px, y + h * (0.71 + i * 0.075), pw, h * 0.05, { r: 4, m, role: 'rail', edge: false })),
    s.bar(split - w * 0.035, y + h * 0.18, Math.max(6, w * 0.016), h * 0.64),
  ]
}
