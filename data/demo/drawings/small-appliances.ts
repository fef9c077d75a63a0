import type { Family, Scene } from './kit.ts'
import { isDark, material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

const chrome = material('chrome')
const soft = material('matte-black')

/** Clear plastic or glass: barely there, bright at the rims. */
function clear(s: Scene, d: string): Ink {
  const body = s.fade('#9fb4bd', 'across', [
    [0, 0.5],
    [0.12, 0.22],
    [0.3, 0.12],
    [0.7, 0.16],
    [0.9, 0.3],
    [1, 0.55],
  ])
  return svg`<path d="${d}" fill="#e9eff1" stroke="#8b9aa1" stroke-width="1.4"/><path class="l" d="${d}" fill="${body}"/>`
}

const feet = (s: Scene, at: readonly number[], h: number) =>
  at.map(
    (u) =>
      svg`<rect x="${s.x + s.w * u - s.w * 0.04}" y="${s.bottom - h - 2}" width="${s.w * 0.08}" height="${h + 2}" rx="2" fill="#1f2123"/>`,
  )

export const smallAppliances: Family = {
  kettle: {
    view: 'front',
    side: 'envelope',
    draw: (s) => {
      const m = s.shell
      const grip = s.accent('matte-black')
      const base = s.h * 0.07
      const top = s.y + s.h * 0.16
      const footer = s.bottom - base
      const left = s.x + s.w * 0.1
      const right = s.x + s.w * 0.73
      s.ground(s.x + s.w * 0.06, s.w * 0.72)
      return [
        s.line(
          svg`M${right - s.w * 0.06} ${top + s.h * 0.03}C${s.right - s.w * 0.02} ${top - s.h * 0.03} ${s.right - s.w * 0.045} ${top + s.h * 0.1} ${s.right - s.w * 0.045} ${top + s.h * 0.2}C${s.right - s.w * 0.045} ${footer - s.h * 0.12} ${right + s.w * 0.16} ${footer - s.h * 0.11} ${right} ${footer - s.h * 0.11}`,
          s.fill('ball', grip),
          s.w * 0.088,
        ),
        s.crease(
          svg`M${right} ${top + s.h * 0.012}C${s.right - s.w * 0.05} ${top - s.h * 0.02} ${s.right - s.w * 0.06} ${top + s.h * 0.1} ${s.right - s.w * 0.06} ${top + s.h * 0.2}`,
          s.w * 0.018,
          '.35',
          '#fff',
        ),
        s.skin(
          svg`M${left + s.w * 0.06} ${top + s.h * 0.05}L${s.x} ${top + s.h * 0.03}Q${s.x + s.w * 0.02} ${top + s.h * 0.17} ${left} ${top + s.h * 0.26}z`,
          'side',
          m,
        ),
        s.skin(
          svg`M${left + s.w * 0.065} ${top}H${right - s.w * 0.065}Q${right - s.w * 0.03} ${top} ${right - s.w * 0.02} ${top + s.h * 0.06}L${right + s.w * 0.05} ${footer - 6}q0 6 -6 6H${left - s.w * 0.05 + 6}q-6 0 -6 -6L${left + s.w * 0.02} ${top + s.h * 0.06}Q${left + s.w * 0.03} ${top} ${left + s.w * 0.065} ${top}z`,
          'post',
          m,
        ),
        s.crease(svg`M${left + s.w * 0.02} ${top + s.h * 0.06}H${right - s.w * 0.02}`, 1.6, '.3'),
        s.crease(svg`M${left - s.w * 0.03} ${footer - s.h * 0.05}H${right + s.w * 0.03}`, 1.4, '.2'),
        s.skin(
          svg`M${left + s.w * 0.09} ${top}Q${left + s.w * 0.13} ${s.y + s.h * 0.08} ${(left + right) / 2} ${s.y + s.h * 0.075}Q${right - s.w * 0.13} ${s.y + s.h * 0.08} ${right - s.w * 0.09} ${top}z`,
          'post',
          m,
        ),
        s.panel((left + right) / 2 - s.w * 0.055, s.y, s.w * 0.11, s.h * 0.085, {
          r: s.w * 0.03,
          m: grip,
          role: 'post',
        }),
        s.panel(left - s.w * 0.05, footer, right - left + s.w * 0.1, base, { r: 6, m: soft, role: 'rail' }),
        s.lamp((left + right) / 2, footer + base * 0.5, 3, '#7fc4e8'),
      ]
    },
  },
  toaster: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const four = s.number('slices', 2, 1, 4) > 2
      const footer = s.h * 0.05
      const end = s.bottom - footer
      const top = s.y + s.h * 0.035
      const r = s.h * 0.2
      s.ground(s.x + s.w * 0.05, s.w * 0.9)
      const band = s.h * 0.12
      const levers = four ? [0.27, 0.73] : [0.5]
      return [
        feet(s, [0.14, 0.86], footer),
        s.panel(s.x + s.w * 0.1, s.y, s.w * 0.8, s.h * 0.1, { r: 6, m: material('dark-stainless'), role: 'rail' }),
        s.skin(
          svg`M${s.x} ${end - r * 0.3}V${top + r}Q${s.x} ${top} ${s.x + r} ${top}H${s.right - r}Q${s.right} ${top} ${s.right} ${top + r}V${end - r * 0.3}Q${s.right} ${end} ${s.right - r * 0.3} ${end}H${s.x + r * 0.3}Q${s.x} ${end} ${s.x} ${end - r * 0.3}z`,
          'face',
          m,
        ),
        svg`<path class="l" d="M${s.x} ${end - r * 0.3}V${top + r}Q${s.x} ${top} ${s.x + r} ${top}H${s.right - r}Q${s.right} ${top} ${s.right} ${top + r}V${end - r * 0.3}z" fill="${s.fade(
          '#fff',
          'down',
          [
            [0, 0.3],
            [0.14, 0.08],
            [0.3, 0],
          ],
        )}"/>`,
        s.panel(s.x + 1, end - band, s.w - 2, band, { r: 5, m: m.nature === 'metal' ? soft : chrome, role: 'rail' }),
        levers.map((u) => [
          s.recess(s.x + s.w * u - s.w * 0.012, top + s.h * 0.16, s.w * 0.024, s.h * 0.4),
          s.panel(
            s.x + s.w * u - s.w * (four ? 0.055 : 0.08),
            top + s.h * 0.17,
            s.w * (four ? 0.11 : 0.16),
            s.h * 0.085,
            { r: 7, m: s.spec.accent ? s.trim : chrome, role: 'rail' },
          ),
          s.knob(s.x + s.w * u, end - band - s.h * 0.14, s.h * 0.085, s.spec.accent ? s.trim : chrome),
        ]),
        times(3, (i) =>
          s.lamp(
            s.x + s.w * (four ? 0.46 + i * 0.04 : 0.72 + i * 0.06),
            end - band - s.h * 0.14,
            4,
            i === 0 ? '#7fc4e8' : s.tone(isDark(m) ? 30 : -26, m),
          ),
        ),
      ]
    },
  },
  blender: {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const base = s.y + s.h * 0.66
      const lid = s.h * 0.08
      const jugTop = s.y + lid
      const top = s.w * 0.38
      const low = s.w * 0.28
      s.ground(s.x + s.w * 0.04, s.w * 0.92)
      const jug = svg`M${s.cx - top} ${jugTop}H${s.cx + top}L${s.cx + low} ${base - s.h * 0.02}H${s.cx - low}z`
      return [
        s.line(
          svg`M${s.cx + top - 4} ${jugTop + s.h * 0.05}H${s.right - s.w * 0.06}Q${s.right - s.w * 0.03} ${jugTop + s.h * 0.05} ${s.right - s.w * 0.05} ${jugTop + s.h * 0.09}L${s.right - s.w * 0.12} ${base - s.h * 0.16}Q${s.right - s.w * 0.14} ${base - s.h * 0.13} ${s.cx + low + 4} ${base - s.h * 0.13}`,
          s.tone(0, soft),
          s.w * 0.075,
        ),
        clear(s, jug),
        s.crease(
          svg`${times(6, (i) => svg`M${s.cx - top * 0.5} ${jugTop + s.h * (0.12 + i * 0.06)}h${s.w * (i % 2 === 0 ? 0.12 : 0.07)}`)}`,
          2,
          '.35',
          '#4d5a60',
        ),
        s.crease(
          svg`M${s.cx - top * 0.78} ${jugTop + 14}L${s.cx - low * 0.84} ${base - s.h * 0.06}`,
          s.w * 0.045,
          '.75',
          '#fff',
        ),
        s.line(
          svg`M${s.cx - low * 0.55} ${base - s.h * 0.06}L${s.cx} ${base - s.h * 0.04}L${s.cx + low * 0.55} ${base - s.h * 0.065}`,
          '#8e959a',
          5,
        ),
        s.panel(s.cx - top - 4, s.y + lid * 0.42, top * 2 + 8, lid * 0.62, { r: 6, m: soft, role: 'rail' }),
        s.panel(s.cx - top * 0.42, s.y, top * 0.84, lid * 0.5, { r: 6, m: soft, role: 'post' }),
        s.panel(s.cx - low - s.w * 0.03, base - s.h * 0.03, low * 2 + s.w * 0.06, s.h * 0.045, {
          r: 4,
          m: soft,
          role: 'post',
        }),
        s.skin(
          svg`M${s.cx - s.w * 0.34} ${base + s.h * 0.01}H${s.cx + s.w * 0.34}Q${s.right - s.w * 0.08} ${base + s.h * 0.06} ${s.right} ${s.bottom - s.h * 0.05}Q${s.right} ${s.bottom - s.h * 0.015} ${s.right - s.w * 0.05} ${s.bottom - s.h * 0.015}H${s.x + s.w * 0.05}Q${s.x} ${s.bottom - s.h * 0.015} ${s.x} ${s.bottom - s.h * 0.05}Q${s.x + s.w * 0.08} ${base + s.h * 0.06} ${s.cx - s.w * 0.34} ${base + s.h * 0.01}z`,
          'post',
          m,
        ),
        feet(s, [0.16, 0.84], s.h * 0.015),
        s.knob(s.cx, base + s.h * 0.165, s.h * 0.068, s.spec.accent ? s.trim : chrome),
        [-0.29, 0.29].map((u) => s.button(s.cx + s.w * u, base + s.h * 0.19, s.h * 0.02, chrome)),
      ]
    },
  },
  'stand-mixer': {
    view: 'profile',
    side: 'envelope',
    draw: (s) => {
      const m = s.shell
      const footer = s.bottom - s.h * 0.1
      const headY = s.y + s.h * 0.34
      const bowlX = s.x + s.w * 0.1
      const bowlW = s.w * 0.5
      const bowlY = s.y + s.h * 0.52
      s.ground(s.x + s.w * 0.03, s.w * 0.94)
      const steel = s.spec.accent ? s.trim : chrome
      return [
        s.skin(
          svg`M${s.x + s.w * 0.02} ${s.bottom - 4}Q${s.x} ${s.bottom} ${s.x} ${s.bottom - s.h * 0.04}Q${s.x + s.w * 0.06} ${footer} ${s.x + s.w * 0.3} ${footer}H${s.x + s.w * 0.6}Q${s.x + s.w * 0.72} ${footer - s.h * 0.12} ${s.x + s.w * 0.66} ${headY - s.h * 0.03}H${s.x + s.w * 0.95}Q${s.right - s.w * 0.04} ${footer - s.h * 0.2} ${s.right} ${s.bottom - s.h * 0.06}Q${s.right} ${s.bottom} ${s.right - s.w * 0.04} ${s.bottom}H${s.x + s.w * 0.03}z`,
          'post',
          m,
        ),
        s.crease(svg`M${s.x + s.w * 0.06} ${s.bottom - s.h * 0.03}H${s.right - s.w * 0.06}`, 1.6, '.22'),
        // The beater's shaft, then the bowl in front of it.
        s.panel(s.x + s.w * 0.29, headY - 6, s.w * 0.12, s.h * 0.1, { r: 4, m: steel, role: 'post' }),
        s.line(
          svg`M${s.x + s.w * 0.35} ${headY + s.h * 0.08}V${bowlY + 10}M${s.x + s.w * 0.35} ${headY + s.h * 0.1}q${-s.w * 0.08} ${s.h * 0.03} ${-s.w * 0.09} ${s.h * 0.12}M${s.x + s.w * 0.35} ${headY + s.h * 0.1}q${s.w * 0.08} ${s.h * 0.03} ${s.w * 0.09} ${s.h * 0.12}`,
          '#9da2a6',
          6,
        ),
        s.skin(
          svg`M${bowlX} ${bowlY}H${bowlX + bowlW}Q${bowlX + bowlW} ${bowlY + s.h * 0.25} ${bowlX + bowlW * 0.74} ${footer - s.h * 0.03}L${bowlX + bowlW * 0.76} ${footer}H${bowlX + bowlW * 0.24}L${bowlX + bowlW * 0.26} ${footer - s.h * 0.03}Q${bowlX} ${bowlY + s.h * 0.25} ${bowlX} ${bowlY}z`,
          'post',
          steel,
        ),
        s.panel(bowlX - 5, bowlY - 5, bowlW + 10, 10, { r: 5, m: steel, role: 'rail' }),
        s.skin(
          svg`M${s.x + s.w * 0.05} ${s.y + s.h * 0.19}Q${s.x + s.w * 0.06} ${s.y + s.h * 0.035} ${s.x + s.w * 0.3} ${s.y + s.h * 0.015}Q${s.x + s.w * 0.6} ${s.y - s.h * 0.02} ${s.x + s.w * 0.86} ${s.y + s.h * 0.05}Q${s.right - s.w * 0.005} ${s.y + s.h * 0.1} ${s.right - s.w * 0.02} ${s.y + s.h * 0.25}Q${s.right - s.w * 0.03} ${headY} ${s.x + s.w * 0.86} ${headY}H${s.x + s.w * 0.14}Q${s.x + s.w * 0.05} ${headY} ${s.x + s.w * 0.05} ${s.y + s.h * 0.19}z`,
          'rail',
          m,
        ),
        s.panel(s.x + s.w * 0.055, s.y + s.h * 0.205, s.w * 0.92, s.h * 0.028, {
          r: 3,
          m: steel,
          role: 'rail',
          edge: false,
        }),
        s.knob(s.x + s.w * 0.055, s.y + s.h * 0.16, s.h * 0.045, steel),
        s.knob(s.x + s.w * 0.7, s.y + s.h * 0.285, s.h * 0.035, steel),
        s.crease(
          svg`M${s.x + s.w * 0.16} ${s.y + s.h * 0.09}Q${s.x + s.w * 0.4} ${s.y + s.h * 0.035} ${s.x + s.w * 0.75} ${s.y + s.h * 0.06}`,
          s.h * 0.02,
          '.35',
          '#fff',
        ),
      ]
    },
  },
  'food-processor': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const base = s.y + s.h * 0.62
      const bowl = s.y + s.h * 0.3
      const half = s.w * 0.4
      s.ground(s.x + s.w * 0.03, s.w * 0.94)
      return [
        s.line(
          svg`M${s.cx + half - 4} ${bowl + s.h * 0.05}H${s.right - s.w * 0.05}V${base - s.h * 0.06}H${s.cx + half - 4}`,
          s.tone(0, soft),
          s.w * 0.075,
        ),
        clear(s, svg`M${s.cx - half} ${bowl}H${s.cx + half}L${s.cx + half * 0.93} ${base}H${s.cx - half * 0.93}z`),
        s.panel(s.cx - s.w * 0.05, bowl + s.h * 0.06, s.w * 0.1, base - bowl - s.h * 0.06, {
          r: 8,
          m: soft,
          role: 'post',
        }),
        s.skin(
          svg`M${s.cx + s.w * 0.03} ${base - s.h * 0.03}q${s.w * 0.2} ${-s.h * 0.06} ${s.w * 0.3} ${-s.h * 0.02}q${-s.w * 0.14} ${s.h * 0.01} ${-s.w * 0.3} ${s.h * 0.05}zM${s.cx - s.w * 0.03} ${base - s.h * 0.11}q${-s.w * 0.2} ${-s.h * 0.06} ${-s.w * 0.3} ${-s.h * 0.02}q${s.w * 0.14} ${s.h * 0.01} ${s.w * 0.3} ${s.h * 0.05}z`,
          'face',
          material('stainless'),
        ),
        s.crease(svg`M${s.cx - half * 0.8} ${bowl + 14}L${s.cx - half * 0.75} ${base - 14}`, s.w * 0.05, '.75', '#fff'),
        clear(
          s,
          svg`M${s.cx - half * 0.94} ${bowl - s.h * 0.07}Q${s.cx - half * 0.9} ${bowl - s.h * 0.1} ${s.cx - half * 0.7} ${bowl - s.h * 0.1}H${s.cx + half * 0.7}Q${s.cx + half * 0.9} ${bowl - s.h * 0.1} ${s.cx + half * 0.94} ${bowl - s.h * 0.07}z`,
        ),
        s.panel(s.cx - half - 5, bowl - s.h * 0.075, half * 2 + 10, s.h * 0.07, { r: 8, m: soft, role: 'rail' }),
        clear(
          s,
          svg`M${s.cx - s.w * 0.02} ${s.y + s.h * 0.05}h${s.w * 0.26}v${bowl - s.y - s.h * 0.14}h${-s.w * 0.26}z`,
        ),
        s.panel(s.cx - s.w * 0.005, s.y, s.w * 0.23, s.h * 0.11, { r: 8, m: soft, role: 'post' }),
        s.skin(
          svg`M${s.cx - s.w * 0.42} ${base}H${s.cx + s.w * 0.42}Q${s.right - s.w * 0.02} ${base + s.h * 0.1} ${s.right} ${s.bottom - s.h * 0.06}Q${s.right} ${s.bottom - s.h * 0.02} ${s.right - s.w * 0.05} ${s.bottom - s.h * 0.02}H${s.x + s.w * 0.05}Q${s.x} ${s.bottom - s.h * 0.02} ${s.x} ${s.bottom - s.h * 0.06}Q${s.x + s.w * 0.02} ${base + s.h * 0.1} ${s.cx - s.w * 0.42} ${base}z`,
          'post',
          m,
        ),
        feet(s, [0.15, 0.85], s.h * 0.02),
        s.knob(s.cx, base + s.h * 0.17, s.h * 0.075, s.spec.accent ? s.trim : chrome),
        [-0.26, 0.26].map((u) =>
          s.panel(s.cx + s.w * u - s.w * 0.06, base + s.h * 0.145, s.w * 0.12, s.h * 0.05, {
            r: 10,
            m: s.spec.accent ? s.trim : chrome,
            role: 'rail',
          }),
        ),
      ]
    },
  },
  'air-fryer': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const r = s.u * 0.16
      const footer = s.h * 0.025
      const twin = s.number('drawers', 1, 1, 2) === 2
      const end = s.bottom - footer
      const split = s.y + s.h * 0.37
      s.ground(s.x + s.w * 0.05, s.w * 0.9)
      const count = twin ? 2 : 1
      const each = (s.w * 0.93) / count
      return [
        feet(s, [0.16, 0.84], footer),
        s.panel(s.x, s.y, s.w, s.h - footer, { r, m }),
        svg`<rect class="l" x="${s.x}" y="${s.y}" width="${s.w}" height="${s.h * 0.3}" rx="${r}" fill="${s.fade(
          '#fff',
          'down',
          [
            [0, 0.22],
            [0.35, 0.06],
            [1, 0],
          ],
        )}"/>`,
        s.glass(s.x + s.w * 0.16, s.y + s.h * 0.1, s.w * 0.68, s.h * 0.2, s.h * 0.05),
        s.digits(s.cx - s.w * (twin ? 0.1 : 0.14), s.y + s.h * 0.155, s.h * 0.085, '200'),
        times(4, (i) =>
          s.lamp(
            s.x + s.w * (0.66 + (i % 2) * 0.08),
            s.y + s.h * (i < 2 ? 0.165 : 0.235),
            3.4,
            i === 0 ? '#e89a5b' : '#8d9499',
          ),
        ),
        times(count, (i) => {
          const x = s.x + s.w * 0.035 + each * i
          const mid = x + each / 2
          const grip = Math.min(each * 0.3, s.h * 0.3)
          return [
            s.panel(x + 2, split, each - 4, end - split - s.h * 0.035, { r: r * 0.6, m, role: 'face' }),
            s.crease(svg`M${x + r * 0.6} ${split + 1}h${each - r * 1.2}`, 2, '.5'),
            svg`<rect x="${mid - grip * 0.38}" y="${split + s.h * 0.16}" width="${grip * 0.9}" height="${s.h * 0.27}" rx="${grip * 0.28}" opacity=".3"/>`,
            s.panel(mid - grip * 0.42, split + s.h * 0.13, grip * 0.84, s.h * 0.28, {
              r: grip * 0.26,
              m: s.spec.accent ? s.trim : isDark(m) ? material('dark-stainless') : soft,
              role: 'post',
              along: 'upright',
            }),
          ]
        }),
      ]
    },
  },
  'rice-cooker': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const steel = s.spec.accent ? s.trim : material('stainless')
      const footer = s.h * 0.03
      const end = s.bottom - footer
      const split = s.y + s.h * 0.36
      s.ground(s.x + s.w * 0.08, s.w * 0.84)
      return [
        feet(s, [0.22, 0.78], footer),
        s.line(
          svg`M${s.x + s.w * 0.1} ${split - s.h * 0.06}Q${s.x + s.w * 0.14} ${s.y + 6} ${s.x + s.w * 0.34} ${s.y + 6}H${s.right - s.w * 0.34}Q${s.right - s.w * 0.14} ${s.y + 6} ${s.right - s.w * 0.1} ${split - s.h * 0.06}`,
          s.tone(-20, steel),
          11,
        ),
        s.skin(
          svg`M${s.x + s.w * 0.01} ${split}Q${s.x + s.w * 0.02} ${s.y + s.h * 0.07} ${s.x + s.w * 0.3} ${s.y + s.h * 0.05}Q${s.cx} ${s.y + s.h * 0.03} ${s.right - s.w * 0.3} ${s.y + s.h * 0.05}Q${s.right - s.w * 0.02} ${s.y + s.h * 0.07} ${s.right - s.w * 0.01} ${split}z`,
          'pad',
          m,
        ),
        s.panel(s.cx - s.w * 0.1, s.y + s.h * 0.03, s.w * 0.2, s.h * 0.07, { r: 8, m: steel, role: 'rail' }),
        s.skin(
          svg`M${s.x} ${split}H${s.right}Q${s.right} ${end - s.h * 0.14} ${s.right - s.w * 0.12} ${end}H${s.x + s.w * 0.12}Q${s.x} ${end - s.h * 0.14} ${s.x} ${split}z`,
          'post',
          m,
        ),
        s.panel(s.x + 1, split - s.h * 0.02, s.w - 2, s.h * 0.04, { r: 4, m: steel, role: 'rail' }),
        s.glass(s.cx - s.w * 0.24, split + s.h * 0.12, s.w * 0.48, s.h * 0.34, s.h * 0.06),
        s.digits(s.cx - s.w * 0.1, split + s.h * 0.18, s.h * 0.12, '0:35'),
        times(4, (i) => s.lamp(s.cx + (i - 1.5) * s.w * 0.1, split + s.h * 0.39, 4, i === 0 ? '#e89a5b' : '#8d9499')),
      ]
    },
  },
  'vacuum-stick': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const m = s.shell
      const pop = s.accent('red')
      const grey = material('dark-stainless')
      const w = s.w
      const head = s.h * 0.075
      const bin = s.y + s.h * 0.13
      const binH = s.h * 0.19
      s.ground(s.x, w, s.bottom, '.24')
      return [
        // Handle loop, motor, clear bin, wand, floor head.
        s.line(
          svg`M${s.cx - w * 0.12} ${s.y + s.h * 0.15}V${s.y + w * 0.2}Q${s.cx - w * 0.12} ${s.y + w * 0.05} ${s.cx} ${s.y + w * 0.05}Q${s.cx + w * 0.12} ${s.y + w * 0.05} ${s.cx + w * 0.12} ${s.y + w * 0.2}V${s.y + s.h * 0.15}`,
          s.tone(-4, m),
          w * 0.1,
        ),
        s.panel(s.cx - w * 0.055, bin + binH - 6, w * 0.11, s.bottom - head - bin - binH + 8, {
          r: 3,
          m: pop,
          role: 'post',
        }),
        s.panel(s.cx - w * 0.08, s.y + s.h * 0.6, w * 0.16, s.h * 0.03, { r: 4, m: grey, role: 'post' }),
        s.panel(s.cx - w * 0.21, s.y + s.h * 0.085, w * 0.42, s.h * 0.08, { r: w * 0.1, m, role: 'post' }),
        s.display(s.cx - w * 0.09, s.y + s.h * 0.105, w * 0.18, s.h * 0.026, '82'),
        clear(
          s,
          svg`M${s.cx - w * 0.17} ${bin + s.h * 0.03}h${w * 0.34}l${-w * 0.03} ${binH - s.h * 0.03}h${-w * 0.28}z`,
        ),
        s.skin(
          svg`M${s.cx - w * 0.08} ${bin + s.h * 0.03}h${w * 0.16}l${-w * 0.04} ${binH * 0.6}h${-w * 0.08}z`,
          'post',
          pop,
        ),
        s.panel(s.cx - w * 0.16, bin + binH - s.h * 0.012, w * 0.32, s.h * 0.035, { r: 6, m: grey, role: 'post' }),
        s.panel(s.cx - w * 0.13, s.bottom - head - s.h * 0.03, w * 0.26, s.h * 0.055, { r: 8, m: grey, role: 'post' }),
        s.panel(s.x, s.bottom - head, w, head, { r: w * 0.09, m }),
        s.panel(s.x + w * 0.05, s.bottom - head * 0.42, w * 0.9, head * 0.4, { r: 7, m: soft, role: 'rail' }),
        times(5, (i) => s.lamp(s.cx + (i - 2) * w * 0.13, s.bottom - head * 0.62, 2.4, '#eaf7ff')),
      ]
    },
  },
  'vacuum-barrel': {
    view: 'profile',
    side: 'envelope',
    draw: (s) => {
      const m = s.shell
      const wheel = s.h * 0.3
      const wx = s.x + s.w * 0.68
      const wy = s.bottom - wheel
      s.ground(s.x + s.w * 0.1, s.w * 0.8)
      const grey = material('dark-stainless')
      return [
        s.line(
          svg`M${s.x + s.w * 0.34} ${s.y + s.h * 0.2}Q${s.x + s.w * 0.42} ${s.y + s.h * 0.04} ${s.x + s.w * 0.6} ${s.y + s.h * 0.035}H${s.x + s.w * 0.8}Q${s.x + s.w * 0.9} ${s.y + s.h * 0.035} ${s.x + s.w * 0.93} ${s.y + s.h * 0.24}`,
          s.tone(0, soft),
          s.h * 0.07,
        ),
        svg`<circle cx="${s.x + s.w * 0.13}" cy="${s.bottom - s.h * 0.085}" r="${s.h * 0.085}" fill="${s.fill('ball', soft)}"/>`,
        s.skin(
          svg`M${s.x + s.w * 0.02} ${s.bottom - s.h * 0.2}Q${s.x} ${s.y + s.h * 0.5} ${s.x + s.w * 0.2} ${s.y + s.h * 0.3}Q${s.x + s.w * 0.34} ${s.y + s.h * 0.14} ${s.x + s.w * 0.58} ${s.y + s.h * 0.13}Q${s.right} ${s.y + s.h * 0.13} ${s.right} ${s.y + s.h * 0.58}Q${s.right} ${s.bottom - s.h * 0.1} ${s.right - s.w * 0.12} ${s.bottom - s.h * 0.08}H${s.x + s.w * 0.12}Q${s.x + s.w * 0.03} ${s.bottom - s.h * 0.08} ${s.x + s.w * 0.02} ${s.bottom - s.h * 0.2}z`,
          'pad',
          m,
        ),
        s.crease(
          svg`M${s.x + s.w * 0.2} ${s.y + s.h * 0.42}Q${s.x + s.w * 0.36} ${s.y + s.h * 0.22} ${s.x + s.w * 0.6} ${s.y + s.h * 0.2}`,
          s.h * 0.035,
          '.4',
          '#fff',
        ),
        s.crease(
          svg`M${s.x + s.w * 0.06} ${s.bottom - s.h * 0.25}Q${s.x + s.w * 0.3} ${s.bottom - s.h * 0.34} ${s.x + s.w * 0.44} ${s.y + s.h * 0.15}`,
          1.8,
          '.35',
        ),
        s.panel(s.x + s.w * 0.005, s.y + s.h * 0.46, s.w * 0.13, s.h * 0.17, { r: 10, m: grey, role: 'rail' }),
        svg`<circle cx="${wx}" cy="${wy}" r="${wheel}" fill="${s.fill('ball', soft)}" stroke="#111" stroke-width="1"/><circle cx="${wx}" cy="${wy}" r="${wheel * 0.7}" fill="${s.fill('ball', m)}" stroke="${s.outline(m)}" stroke-width="1"/><circle cx="${wx}" cy="${wy}" r="${wheel * 0.26}" fill="${s.fill('ball', grey)}"/>`,
        s.button(s.x + s.w * 0.5, s.y + s.h * 0.21, s.h * 0.035, grey),
      ]
    },
  },
  'vacuum-robot': {
    view: 'plan',
    side: 'slab',
    draw: (s) => {
      const m = s.shell
      const r = s.w / 2
      const v = s.h / s.w
      s.behind(svg`M${s.x} ${s.cy}A${r} ${r * v} 0 0 1 ${s.right} ${s.cy}A${r} ${r * v} 0 0 1 ${s.x} ${s.cy}z`)
      const ring = (at: number, fill: string, stroke: string) =>
        svg`<ellipse cx="${s.cx}" cy="${s.cy}" rx="${r * at}" ry="${r * at * v}" fill="${fill}" stroke="${stroke}" stroke-width="1.2"/>`
      return [
        ring(1, s.fill('post', material('dark-stainless')), '#2b2d2f'),
        ring(0.955, s.fill('face', m), s.outline(m)),
        svg`<path class="l" d="M${s.cx - r * 0.9} ${s.cy}A${r * 0.9} ${r * 0.9 * v} 0 0 1 ${s.cx + r * 0.5} ${s.cy - r * 0.75 * v}Q${s.cx - r * 0.2} ${s.cy - r * 0.2} ${s.cx - r * 0.9} ${s.cy}z" fill="${s.fade(
          '#fff',
          'slant',
          [
            [0, isDark(m) ? 0.2 : 0.5],
            [0.75, 0],
          ],
        )}"/>`,
        s.crease(
          svg`M${s.cx - r * 0.8} ${s.cy + r * 0.3}Q${s.cx} ${s.cy + r * 0.62} ${s.cx + r * 0.8} ${s.cy + r * 0.3}`,
          2,
          '.28',
        ),
        svg`<ellipse class="l" cx="${s.cx + 4}" cy="${s.cy - r * 0.16}" rx="${r * 0.29}" ry="${r * 0.29}" opacity=".22"/>`,
        svg`<circle cx="${s.cx}" cy="${s.cy - r * 0.2}" r="${r * 0.27}" fill="${s.fill('ball', material('black'))}" stroke="#0c0d0e" stroke-width="1"/><circle cx="${s.cx}" cy="${s.cy - r * 0.2}" r="${r * 0.2}" fill="${s.fill('face', material('dark-stainless'))}"/>`,
        svg`<rect x="${s.cx - r * 0.13}" y="${s.cy + r * 0.26}" width="${r * 0.26}" height="${r * 0.11}" rx="${r * 0.055}" fill="${s.fill('rail', chrome)}" stroke="#85898d" stroke-width=".8"/>`,
        s.lamp(s.cx - r * 0.06, s.cy + r * 0.315, 3, '#4fa3d8'),
      ]
    },
  },
  iron: {
    view: 'profile',
    side: 'envelope',
    draw: (s) => {
      const m = s.shell
      const sole = s.bottom - s.h * 0.09
      s.ground(s.x + s.w * 0.02, s.w * 0.94)
      const steel = material('stainless')
      return [
        s.skin(
          svg`M${s.x} ${s.bottom}Q${s.x + s.w * 0.04} ${sole} ${s.x + s.w * 0.14} ${sole - 2}H${s.right - s.w * 0.03}V${s.bottom}z`,
          'rail',
          steel,
        ),
        s.skin(
          svg`M${s.x + s.w * 0.07} ${sole}Q${s.x + s.w * 0.22} ${s.y + s.h * 0.52} ${s.x + s.w * 0.42} ${s.y + s.h * 0.43}H${s.right - s.w * 0.03}Q${s.right} ${s.y + s.h * 0.6} ${s.right - s.w * 0.02} ${sole}z`,
          'pad',
          m,
        ),
        svg`<path class="l" opacity=".35" fill="#e6f2f7" stroke="#fff" stroke-width="1.5" d="M${s.x + s.w * 0.24} ${sole - s.h * 0.08}Q${s.x + s.w * 0.32} ${s.y + s.h * 0.56} ${s.x + s.w * 0.46} ${s.y + s.h * 0.53}H${s.x + s.w * 0.62}Q${s.x + s.w * 0.6} ${sole - s.h * 0.06} ${s.x + s.w * 0.5} ${sole - s.h * 0.08}z"/>`,
        s.skin(
          svg`M${s.x + s.w * 0.3} ${s.y + s.h * 0.52}Q${s.x + s.w * 0.27} ${s.y + s.h * 0.26} ${s.x + s.w * 0.38} ${s.y + s.h * 0.09}Q${s.x + s.w * 0.44} ${s.y} ${s.x + s.w * 0.62} ${s.y}Q${s.right - s.w * 0.06} ${s.y} ${s.right - s.w * 0.02} ${s.y + s.h * 0.3}L${s.right - s.w * 0.005} ${s.y + s.h * 0.5}Q${s.right - s.w * 0.02} ${s.y + s.h * 0.54} ${s.right - s.w * 0.06} ${s.y + s.h * 0.53}H${s.right - s.w * 0.15}Q${s.right - s.w * 0.14} ${s.y + s.h * 0.2} ${s.x + s.w * 0.66} ${s.y + s.h * 0.2}Q${s.x + s.w * 0.45} ${s.y + s.h * 0.19} ${s.x + s.w * 0.46} ${s.y + s.h * 0.46}z`,
          'pad',
          s.accent('matte-black'),
        ),
        s.crease(
          svg`M${s.x + s.w * 0.42} ${s.y + s.h * 0.1}Q${s.x + s.w * 0.6} ${s.y + s.h * 0.03} ${s.x + s.w * 0.78} ${s.y + s.h * 0.09}`,
          5,
          '.35',
          '#fff',
        ),
        s.knob(s.x + s.w * 0.73, s.y + s.h * 0.64, s.h * 0.1, steel),
        s.button(s.x + s.w * 0.39, s.y + s.h * 0.08, s.h * 0.035, m),
        s.crease(svg`M${s.x + s.w * 0.1} ${sole - 3}H${s.right - s.w * 0.03}`, 3, '.3'),
      ]
    },
  },
}
