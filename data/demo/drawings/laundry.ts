import type { Family, Scene } from './kit.ts'
import { isDark, material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

/** Small print, lamps and key marks in a colour that shows on this body. */
const mark = (s: Scene) => s.tone(isDark(s.shell) ? 36 : -34, s.shell)

const smallFeet = (s: Scene, h: number): Ink =>
  [0.05, 0.88].map(
    (u) =>
      svg`<rect x="${s.x + s.w * u}" y="${s.bottom - h - 2}" width="${s.w * 0.07}" height="${h + 2}" rx="2" fill="#232528"/>`,
  )

/** Detergent drawer, programme knob, display and keys along the top. */
function controls(s: Scene, h: number, time: string): Ink {
  const m = s.shell
  const mid = s.y + h * 0.52
  const knob = h * 0.31
  const programmes = times(9, (i) => {
    const angle = Math.PI * (0.75 + (i / 8) * 1.5)
    return s.lamp(s.cx + Math.cos(angle) * knob * 1.34, mid + Math.sin(angle) * knob * 1.34, 1.3, mark(s))
  })
  return [
    s.panel(s.x + 1, s.y + h * 0.1, s.w - 2, h * 0.9, { r: 3, m, edge: false }),
    s.gap(s.x + 2, s.y + h * 0.1, s.right - 2, s.y + h * 0.1, m),
    s.gap(s.x + 1, s.y + h, s.right - 1, s.y + h, m),
    s.panel(s.x + s.w * 0.035, s.y + h * 0.2, s.w * 0.28, h * 0.64, { r: 5, m }),
    s.recess(s.x + s.w * 0.06, s.y + h * 0.62, s.w * 0.23, h * 0.13, m),
    s.knob(s.cx, mid, knob),
    programmes,
    s.display(s.x + s.w * 0.66, mid - h * 0.26, s.w * 0.23, h * 0.36, time),
    times(4, (i) => s.lamp(s.x + s.w * (0.68 + i * 0.055), mid + h * 0.26, h * 0.035, i === 0 ? '#7fc4e8' : mark(s))),
  ]
}

function frontLoader(s: Scene, o: { dark: boolean; vented: boolean; time: string }): Ink {
  const m = s.shell
  const feet = s.h * 0.018
  const end = s.bottom - feet
  const panel = s.h * 0.135
  const room = end - s.y - panel
  const r = Math.min(s.w * 0.38, room * 0.4)
  const cy = s.y + panel + room * 0.455
  const ring = s.spec.accent ? s.trim : material(o.dark ? 'dark-stainless' : 'chrome')
  const low = end - room * 0.11
  s.ground(s.x + 4, s.w - 8)
  return [
    smallFeet(s, feet),
    s.panel(s.x, s.y, s.w, end - s.y, { r: 9, m }),
    m.nature === 'paint' && isDark(m) && s.gloss(s.x, s.y, s.w, end - s.y),
    controls(s, panel, o.time),
    s.porthole(s.cx, cy, r, m, ring, o.dark),
    s.recess(s.cx + r * 0.86, cy - r * 0.17, r * 0.085, r * 0.34, ring),
    o.vented
      ? [
          s.gap(s.x + 2, low - 8, s.right - 2, low - 8, m),
          s.uprightVents(s.x + s.w * 0.1, low + 3, s.w * 0.8, room * 0.05, 34, m),
        ]
      : s.panel(s.right - s.w * 0.21, low, s.w * 0.16, room * 0.075, { r: 4, m }),
  ]
}

/** The dark space under a built-in front. */
function kickboard(s: Scene, kick: number): Ink {
  return [
    svg`<rect x="${s.x + 2}" y="${s.y + 4}" width="${s.w - 4}" height="${s.h - kick - 6}" fill="#2b2d30"/>`,
    svg`<rect x="${s.x + s.w * 0.02}" y="${s.bottom - kick - 2}" width="${s.w * 0.96}" height="${kick + 2}" fill="${s.fill('side', material('matte-black'))}"/>`,
    s.cast(s.x + s.w * 0.02, s.bottom - kick, s.w * 0.96, kick * 0.5),
  ]
}

export const laundry: Family = {
  'washer-front': {
    view: 'front',
    side: 'box',
    draw: (s) => frontLoader(s, { dark: false, vented: false, time: '1:24' }),
  },
  'washer-dryer': {
    view: 'front',
    side: 'box',
    draw: (s) => frontLoader(s, { dark: false, vented: true, time: '3:10' }),
  },
  dryer: {
    view: 'front',
    side: 'box',
    draw: (s) => frontLoader(s, { dark: true, vented: true, time: '2:05' }),
  },
  'washer-top': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const feet = s.h * 0.02
      const back = s.h * 0.13
      const lid = s.h * 0.05
      const top = s.y + back
      const skirt = s.bottom - s.h * 0.12
      const [left, right] = [s.x + s.w * 0.03, s.right - s.w * 0.03]
      s.ground(s.x + 4, s.w - 8)
      return [
        smallFeet(s, feet),
        // The console stands at the back, then the case with its glass lid lying open to the light.
        s.skin(
          svg`M${left} ${top + 4}L${left + s.w * 0.015} ${s.y + 12}Q${left + s.w * 0.02} ${s.y} ${left + s.w * 0.05} ${s.y}H${right - s.w * 0.05}Q${right - s.w * 0.02} ${s.y} ${right - s.w * 0.015} ${s.y + 12}L${right} ${top + 4}z`,
          'face',
          m,
        ),
        s.glass(s.x + s.w * 0.09, s.y + back * 0.2, s.w * 0.82, back * 0.58, 5),
        s.digits(s.cx - s.w * 0.06, s.y + back * 0.36, back * 0.26, '0:48'),
        times(5, (i) => s.lamp(s.x + s.w * (0.14 + i * 0.05), s.y + back * 0.5, 2.6, i === 1 ? '#7fc4e8' : '#8b9096')),
        s.knob(s.right - s.w * 0.2, s.y + back * 0.49, back * 0.2, material('chrome')),
        s.panel(s.x, top, s.w, s.bottom - feet - top, { r: 10, m }),
        s.skin(
          svg`M${s.x + s.w * 0.05} ${top + lid}L${s.x + s.w * 0.07} ${top + 3}H${s.right - s.w * 0.07}L${s.right - s.w * 0.05} ${top + lid}Q${s.cx} ${top + lid * 1.5} ${s.x + s.w * 0.05} ${top + lid}z`,
          'top',
          material('glass-black'),
        ),
        s.crease(svg`M${s.x + s.w * 0.1} ${top + lid * 0.4}H${s.x + s.w * 0.4}`, 3, '.2', '#fff'),
        s.gap(s.x + 1, top + lid * 1.55, s.right - 1, top + lid * 1.55, m),
        s.recess(s.cx - s.w * 0.11, top + lid * 1.18, s.w * 0.22, lid * 0.2, m),
        s.crease(svg`M${s.x + s.w * 0.07} ${skirt}H${s.right - s.w * 0.07}`, 1.4, '.16'),
        s.crease(svg`M${s.x + s.w * 0.07} ${skirt + 1.6}H${s.right - s.w * 0.07}`, 1.2, '.5', '#fff'),
      ]
    },
  },
  dishwasher: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const kick = s.h * 0.1
      const strip = s.h * 0.095
      const door = s.y + strip + 1.5
      const barred = s.text('handles', s.body.nature === 'metal' || s.spec.accent ? 'bar' : 'recessed') === 'bar'
      const keys = (from: number, step: number) =>
        times(4, (i) =>
          s.lamp(from + s.w * step * i, s.y + strip * 0.5, 2.4, step < 0 && i === 0 ? '#6cb7dd' : mark(s)),
        )
      s.ground(s.x + 3, s.w - 6)
      return [
        kickboard(s, kick),
        s.panel(s.x, s.y, s.w, strip, { r: 5 }),
        s.panel(s.x, door, s.w, s.bottom - kick - door, { r: 5, along: 'upright' }),
        s.display(s.cx - s.w * 0.1, s.y + strip * 0.3, s.w * 0.2, strip * 0.42, '1:35'),
        keys(s.x + s.w * 0.08, 0.055),
        keys(s.right - s.w * 0.08, -0.055),
        barred
          ? s.bar(s.x + s.w * 0.07, s.y + strip + s.h * 0.045, s.w * 0.86, Math.max(8, s.h * 0.018))
          : s.recess(s.cx - s.w * 0.2, s.y + strip + 5, s.w * 0.4, s.h * 0.022),
      ]
    },
  },
  'dishwasher-drawer': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const count = s.number('drawers', 2, 1, 2)
      const kick = s.h * (count === 1 ? 0.06 : 0.08)
      const each = (s.h - kick) / count
      s.ground(s.x + 3, s.w - 6)
      return [
        kickboard(s, kick),
        times(count, (i) => {
          const y = s.y + i * each
          const lampY = y + Math.min(each * 0.07, 18)
          return [
            s.panel(s.x, y, s.w, each - 3, { r: 5, along: 'upright' }),
            s.bar(s.x + s.w * 0.08, y + Math.min(each * 0.16, 46), s.w * 0.84, Math.max(8, s.h * 0.018)),
            s.lamp(s.cx - 8, lampY, 2.2, '#6cb7dd'),
            s.lamp(s.cx + 8, lampY, 2.2, mark(s)),
          ]
        }),
      ]
    },
  },
}
