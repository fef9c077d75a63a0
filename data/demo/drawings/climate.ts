import type { Family, Scene } from './kit.ts'
import { isDark, material } from './materials.ts'
import { svg, times } from './svg.ts'

const casters = (s: Scene, h: number) =>
  [0.12, 0.84].map(
    (u) =>
      svg`<rect x="${s.x + s.w * u - h * 0.4}" y="${s.bottom - h - 2}" width="${h * 0.9}" height="${h + 2}" rx="${h * 0.4}" fill="#232527"/>`,
  )

export const climate: Family = {
  'air-conditioner-split': {
    view: 'front',
    side: 'box',
    wall: true,
    draw: (s) => {
      const m = s.shell
      const flap = s.h * 0.24
      return [
        s.panel(s.x, s.y, s.w, s.h, { r: s.h * 0.09, m }),
        svg`<rect class="l" x="${s.x}" y="${s.y}" width="${s.w}" height="${s.h}" rx="${s.h * 0.09}" fill="${s.fade(
          '#000',
          'down',
          [
            [0, 0],
            [0.55, 0],
            [0.8, 0.07],
            [1, 0.16],
          ],
        )}"/>`,
        s.vents(s.x + s.w * 0.04, s.y + s.h * 0.03, s.w * 0.92, s.h * 0.045, 2, m),
        svg`<rect x="${s.x + s.w * 0.05}" y="${s.bottom - s.h * 0.1}" width="${s.w * 0.9}" height="${s.h * 0.075}" rx="4" fill="#2f3337"/>`,
        s.uprightVents(s.x + s.w * 0.06, s.bottom - s.h * 0.09, s.w * 0.88, s.h * 0.055, 26, m),
        s.panel(s.x + s.w * 0.03, s.bottom - flap - s.h * 0.06, s.w * 0.94, flap, { r: 8, m, role: 'rail' }),
        s.gap(
          s.x + s.w * 0.015,
          s.bottom - flap - s.h * 0.075,
          s.right - s.w * 0.015,
          s.bottom - flap - s.h * 0.075,
          m,
        ),
        s.digits(s.right - s.w * 0.12, s.y + s.h * 0.36, s.h * 0.13, '22', s.tone(isDark(m) ? 45 : -32, m)),
        s.lamp(s.right - s.w * 0.13, s.y + s.h * 0.57, 2.2, '#58b37a'),
      ]
    },
  },
  'air-conditioner-portable': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const footer = s.h * 0.045
      const r = s.w * 0.09
      s.ground(s.x + s.w * 0.04, s.w * 0.92)
      return [
        casters(s, footer),
        s.panel(s.x, s.y, s.w, s.h - footer, { r, m, role: 'face' }),
        svg`<rect x="${s.x + s.w * 0.09}" y="${s.y + s.h * 0.085}" width="${s.w * 0.82}" height="${s.h * 0.17}" rx="8" fill="#2f3337"/>`,
        s.uprightVents(s.x + s.w * 0.11, s.y + s.h * 0.1, s.w * 0.78, s.h * 0.14, 18, material('dark-stainless')),
        times(3, (i) =>
          s.panel(s.x + s.w * 0.1, s.y + s.h * (0.1 + i * 0.05), s.w * 0.8, s.h * 0.022, {
            r: 4,
            m,
            role: 'rail',
            edge: false,
          }),
        ),
        s.gap(s.x + 2, s.y + s.h * 0.3, s.right - 2, s.y + s.h * 0.3, m),
        s.digits(s.cx - s.w * 0.075, s.y + s.h * 0.355, s.h * 0.05, '21', s.tone(isDark(m) ? 45 : -34, m)),
        times(5, (i) => s.lamp(s.cx + (i - 2) * s.w * 0.09, s.y + s.h * 0.45, 3, s.tone(isDark(m) ? 40 : -26, m))),
        s.gap(s.x + 2, s.y + s.h * 0.62, s.right - 2, s.y + s.h * 0.62, m),
        s.vents(s.x + s.w * 0.12, s.y + s.h * 0.67, s.w * 0.76, s.h * 0.2, 9, m),
      ]
    },
  },
  'fan-pedestal': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const r = Math.min(s.w / 2, s.h * 0.42)
      const cy = s.y + r
      const base = Math.min(s.w * 0.44, r * 0.94)
      const pole = material(isDark(m) ? 'dark-stainless' : 'chrome')
      s.ground(s.cx - base, base * 2)
      const blades = times(s.number('blades', 5, 3, 7), (i) => {
        const count = s.number('blades', 5, 3, 7)
        const at = (turn: number, far: number) => {
          const angle = (i / count + turn) * Math.PI * 2
          return svg`${s.cx + Math.cos(angle) * r * far} ${cy + Math.sin(angle) * r * far}`
        }
        return svg`M${at(0, 0.12)}Q${at(-0.05, 0.5)} ${at(-0.02, 0.84)}Q${at(0.07, 0.98)} ${at(0.13, 0.82)}Q${at(0.11, 0.4)} ${at(0.03, 0.12)}z`
      })
      const wires = times(36, (i) => {
        const angle = (i / 36) * Math.PI * 2
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
        return svg`M${s.cx + dx * r * 0.2} ${cy + dy * r * 0.2}L${s.cx + dx * r * 0.97} ${cy + dy * r * 0.97}`
      })
      const wire = isDark(m) ? '#3b3e41' : '#9aa0a4'
      return [
        s.panel(s.cx - s.w * 0.028, cy, s.w * 0.056, s.bottom - cy - s.h * 0.02, { r: 2, m: pole, role: 'post' }),
        s.panel(s.cx - s.w * 0.05, s.y + s.h * 0.6, s.w * 0.1, s.h * 0.05, { r: 6, m, role: 'post' }),
        s.skin(
          svg`M${s.cx - base} ${s.bottom - 4}Q${s.cx - base} ${s.bottom - s.h * 0.024} ${s.cx - base * 0.3} ${s.bottom - s.h * 0.034}H${s.cx + base * 0.3}Q${s.cx + base} ${s.bottom - s.h * 0.024} ${s.cx + base} ${s.bottom - 4}q0 4 -4 4H${s.cx - base + 4}q-4 0 -4 -4z`,
          'rail',
          m,
        ),
        svg`<path d="M${s.cx - r * 0.3} ${cy + r * 0.9}h${r * 0.6}l${-r * 0.12} ${r * 0.28}h${-r * 0.36}z" fill="${s.fill('post', m)}"/>`,
        svg`<circle cx="${s.cx}" cy="${cy}" r="${r * 0.98}" fill="${s.tone(isDark(m) ? 12 : -14, m)}" opacity=".5"/>`,
        svg`<path d="${blades}" fill="${s.fill('face', material(isDark(m) ? 'dark-stainless' : 'stainless'))}" stroke="${wire}" stroke-width="1"/>`,
        svg`<path d="${wires}" stroke="${wire}" stroke-width="1.1"/>`,
        [0.45, 0.72].map(
          (at) => svg`<circle cx="${s.cx}" cy="${cy}" r="${r * at}" fill="none" stroke="${wire}" stroke-width="1.4"/>`,
        ),
        svg`<circle cx="${s.cx}" cy="${cy}" r="${r * 0.97}" fill="none" stroke="${s.fill('post', m)}" stroke-width="${r * 0.06}"/>`,
        svg`<circle cx="${s.cx}" cy="${cy}" r="${r * 0.2}" fill="${s.fill('ball', m)}" stroke="${s.outline(m)}" stroke-width="1"/>`,
      ]
    },
  },
  'fan-tower': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const base = s.h * 0.035
      const half = s.w * 0.31
      const end = s.bottom - base
      s.ground(s.x, s.w)
      return [
        s.panel(s.x, end, s.w, base, { r: base / 2, m, role: 'rail' }),
        s.panel(s.cx - half, s.y, half * 2, end - s.y + 2, { r: half * 0.5, m, role: 'post', edge: false }),
        svg`<rect x="${s.cx - half * 0.62}" y="${s.y + s.h * 0.17}" width="${half * 1.24}" height="${s.h * 0.7}" rx="${half * 0.3}" fill="${s.fill('post', material('black'))}"/>`,
        s.uprightVents(s.cx - half * 0.55, s.y + s.h * 0.18, half * 1.1, s.h * 0.68, 9, material('stainless')),
        s.crease(
          svg`${times(4, (i) => svg`M${s.cx - half * 0.6} ${s.y + s.h * (0.3 + i * 0.14)}h${half * 1.2}`)}`,
          2,
          '.5',
        ),
        s.display(s.cx - half * 0.4, s.y + s.h * 0.07, half * 0.8, s.h * 0.035, '24'),
        s.crease(svg`M${s.cx - half * 0.74} ${s.y + s.h * 0.06}V${end - s.h * 0.05}`, half * 0.07, '.5', '#fff'),
      ]
    },
  },
  'heater-panel': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const footer = s.h * 0.1
      const end = s.bottom - footer
      s.ground(s.x + s.w * 0.08, s.w * 0.84, s.bottom, '.24')
      return [
        [0.16, 0.84].map((u) =>
          s.skin(
            svg`M${s.x + s.w * u - s.w * 0.018} ${end - 4}h${s.w * 0.036}l${s.w * 0.02} ${footer - 4}q2 8 -6 8h${-s.w * 0.064}q-8 0 -6 -8z`,
            'post',
            material(isDark(m) ? 'black' : 'dark-stainless'),
          ),
        ),
        s.panel(s.x, s.y, s.w, end - s.y, { r: 8, m }),
        s.vents(s.x + s.w * 0.05, s.y + s.h * 0.045, s.w * 0.9, s.h * 0.07, 3, m),
        s.vents(s.x + s.w * 0.05, end - s.h * 0.09, s.w * 0.9, s.h * 0.06, 3, m),
        svg`<rect class="l" x="${s.x + s.w * 0.03}" y="${s.y + s.h * 0.16}" width="${s.w * 0.94}" height="${s.h * 0.58}" rx="6" fill="${s.fade(
          '#fff',
          'slant',
          [
            [0, 0.45],
            [0.5, 0.05],
            [1, 0],
          ],
        )}"/>`,
        s.crease(
          svg`M${s.x + s.w * 0.03} ${s.y + s.h * 0.16}H${s.right - s.w * 0.03}M${s.x + s.w * 0.03} ${s.y + s.h * 0.74}H${s.right - s.w * 0.03}`,
          1.4,
          '.15',
        ),
        s.display(s.right - s.w * 0.15, s.y + s.h * 0.22, s.w * 0.1, s.h * 0.09, '21'),
      ]
    },
  },
  'air-purifier': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const r = s.w * 0.16
      s.ground(s.x + 4, s.w - 8)
      const body = svg`M${s.x + s.w * 0.06} ${s.y + s.h * 0.3}H${s.right - s.w * 0.06}V${s.bottom - s.h * 0.08}H${s.x + s.w * 0.06}z`
      return [
        s.panel(s.x, s.y, s.w, s.h, { r, m, role: 'post', edge: false }),
        s.panel(s.x + s.w * 0.13, s.y + 3, s.w * 0.74, s.h * 0.04, {
          r: 8,
          m: material('dark-stainless'),
          role: 'rail',
        }),
        s.dots(body, s.tone(isDark(m) ? 18 : -26, m), 11, 2.1),
        s.gap(s.x + 2, s.y + s.h * 0.28, s.right - 2, s.y + s.h * 0.28, m),
        s.gap(s.x + 2, s.bottom - s.h * 0.06, s.right - 2, s.bottom - s.h * 0.06, m),
        svg`<circle cx="${s.cx}" cy="${s.y + s.h * 0.165}" r="${s.w * 0.13}" fill="#15171a" stroke="#68c08b" stroke-width="${s.w * 0.016}"/>`,
        s.digits(s.cx - s.w * 0.035, s.y + s.h * 0.165 - s.w * 0.045, s.w * 0.09, '8', '#d9f0e2'),
      ]
    },
  },
  dehumidifier: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const footer = s.h * 0.04
      s.ground(s.x + s.w * 0.05, s.w * 0.9)
      const end = s.bottom - footer
      return [
        casters(s, footer),
        s.panel(s.x, s.y, s.w, s.h - footer, { r: s.w * 0.1, m }),
        s.panel(s.x + s.w * 0.14, s.y + s.h * 0.025, s.w * 0.72, s.h * 0.06, {
          r: 10,
          m: material('dark-stainless'),
          role: 'rail',
        }),
        s.digits(s.cx - s.w * 0.085, s.y + s.h * 0.125, s.h * 0.05, '45', s.tone(isDark(m) ? 45 : -34, m)),
        times(4, (i) =>
          s.lamp(
            s.cx + (i - 1.5) * s.w * 0.11,
            s.y + s.h * 0.22,
            3,
            i === 0 ? '#4fa3d8' : s.tone(isDark(m) ? 40 : -24, m),
          ),
        ),
        s.vents(s.x + s.w * 0.12, s.y + s.h * 0.29, s.w * 0.76, s.h * 0.27, 11, m),
        s.gap(s.x + 2, s.y + s.h * 0.62, s.right - 2, s.y + s.h * 0.62, m),
        s.recess(s.cx - s.w * 0.16, s.y + s.h * 0.645, s.w * 0.32, s.h * 0.03, m),
        svg`<rect x="${s.cx - s.w * 0.05}" y="${s.y + s.h * 0.72}" width="${s.w * 0.1}" height="${end - s.y - s.h * 0.77}" rx="${s.w * 0.05}" fill="#c4d8e2" stroke="#8fa3ad" stroke-width="1.2"/>`,
        svg`<rect x="${s.cx - s.w * 0.05}" y="${s.y + s.h * 0.82}" width="${s.w * 0.1}" height="${end - s.y - s.h * 0.87}" rx="${s.w * 0.05}" fill="#6fa3bd"/>`,
      ]
    },
  },
}
