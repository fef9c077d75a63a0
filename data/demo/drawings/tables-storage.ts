import { carcase, doorFronts, drawerFronts, legWood, standing } from './bedroom.ts'
import type { Family, Scene } from './kit.ts'
import { material, type Material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

type TableOptions = { top: number; apron: number; leg: number; overhang: number }

const isRound = (s: Scene) => s.text('shape', 'rectangle') === 'round'

/** A table from a little above: back legs, front legs, apron, then the top with its edge. */
function table(s: Scene, o: TableOptions): Ink {
  const legs = legWood(s)
  const z = s.h - o.top
  const thin = o.leg
  const edge = s.at(0, 0, s.h)[1]
  if (isRound(s)) return roundTable(s, o, legs)
  const corner = (u: number, v: number, dark: boolean) => {
    const [x, y] = s.at(u, v, 0)
    const yTop = s.at(u, v, z)[1]
    const wide = thin * (v > 0.5 ? 0.84 : 1)
    s.footer(x, y, wide * 0.7)
    return [
      s.leg(x, yTop - 2, x, y, wide, wide * 0.72, legs),
      dark &&
        svg`<path class="l" d="M${x - wide / 2} ${yTop - 2}h${wide}L${x + wide * 0.36} ${y}h${-wide * 0.72}z" opacity=".3"/>`,
    ]
  }
  const i = o.overhang
  const [ax, ay] = s.at(i, 0.04, z)
  s.ground(s.x + s.w * 0.04, s.w * 0.92, s.bottom - s.rise * 0.5, '.16')
  const top = s.poly([0, 0, s.h], [1, 0, s.h], [1, 1, s.h], [0, 1, s.h])
  return [
    corner(i + 0.02, 0.92, true),
    corner(0.98 - i, 0.92, true),
    o.apron > 0 &&
      s.panel(ax, ay, s.w * (1 - i * 2), o.apron, { r: 1, m: legs, role: 'side', along: 'level', edge: false }),
    corner(i, 0.06, false),
    corner(1 - i, 0.06, false),
    s.cast(s.x + s.w * 0.02, edge + o.top, s.w * 0.96, Math.max(6, o.top * 0.6)),
    s.skin(top, 'top', s.body),
    s.panel(s.x, edge, s.w, o.top, { r: 1.5, role: 'face', along: 'level', edge: false }),
    s.crease(svg`M${s.x + 1} ${edge + 0.5}H${s.right - 1}`, 1.4, '.5', '#fff'),
  ]
}

function roundTable(s: Scene, o: TableOptions, legs: Material): Ink {
  const ry = Math.max(s.rise / 2, 0.01)
  const rx = s.w / 2
  const cy = s.at(0, 0.5, s.h)[1]
  const footer = s.bottom - s.rise / 2
  const base = rx * 0.46
  const flat = s.rise < 1
  s.ground(s.cx - base, base * 2, footer, '.24')
  if (flat) {
    return [
      s.panel(s.cx - s.w * 0.04, s.y, s.w * 0.08, s.h, { r: 1, m: legs, role: 'post' }),
      s.panel(s.cx - base, s.bottom - s.h * 0.04, base * 2, s.h * 0.04, { r: 3, m: legs, role: 'rail' }),
      s.panel(s.x, s.y, s.w, o.top, { r: 2, role: 'face', along: 'level' }),
    ]
  }
  const stem = s.w * 0.045
  const rim = svg`M${s.x} ${cy}A${rx} ${ry} 0 0 0 ${s.right} ${cy}v${o.top}A${rx} ${ry} 0 0 1 ${s.x} ${cy + o.top}z`
  return [
    s.skin(
      svg`M${s.cx - base} ${footer}A${base} ${base * (ry / rx)} 0 0 1 ${s.cx + base} ${footer}v6A${base} ${base * (ry / rx)} 0 0 1 ${s.cx - base} ${footer + 6}z`,
      'post',
      legs,
    ),
    s.skin(
      svg`M${s.cx - stem * 2.1} ${footer}Q${s.cx - stem} ${footer - s.h * 0.16} ${s.cx - stem} ${footer - s.h * 0.4}Q${s.cx - stem} ${cy + s.h * 0.2} ${s.cx - stem * 1.8} ${cy + ry}H${s.cx + stem * 1.8}Q${s.cx + stem} ${cy + s.h * 0.2} ${s.cx + stem} ${footer - s.h * 0.4}Q${s.cx + stem} ${footer - s.h * 0.16} ${s.cx + stem * 2.1} ${footer}q${-stem * 2.1} ${stem * 0.5} ${-stem * 4.2} 0z`,
      'post',
      legs,
    ),
    svg`<path class="l" d="M${s.cx - stem * 1.5} ${cy + ry}h${stem * 3}l${-stem * 0.35} ${s.h * 0.14}h${-stem * 2.3}z" fill="${s.fade(
      '#000',
      'down',
      [
        [0, 0.4],
        [1, 0],
      ],
    )}"/>`,
    s.skin(rim, 'post', s.body),
    s.skin(svg`M${s.x} ${cy}A${rx} ${ry} 0 0 1 ${s.right} ${cy}A${rx} ${ry} 0 0 1 ${s.x} ${cy}z`, 'top', s.body),
  ]
}

/** Books, a bowl, a small plant: what makes an empty shelf look like a shelf. */
function shelfLife(s: Scene, x: number, floor: number, w: number, h: number, which: number): Ink {
  const colours = ['#8a5a48', '#c9b597', '#4f5f63', '#d8d2c6', '#7a8471', '#2f3a4a']
  if (which % 3 === 0) {
    let at = x + w * 0.08
    return times(6, (i) => {
      const bw = w * (0.032 + ((i * 7 + which) % 4) * 0.009)
      const bh = h * (0.55 + ((i * 5 + which) % 5) * 0.06)
      const book = svg`<rect x="${at}" y="${floor - bh}" width="${bw}" height="${bh}" rx="1" fill="${colours[(i + which) % 6]}" stroke="#00000033" stroke-width=".6"/>`
      at += bw + 0.6
      return book
    })
  }
  if (which % 3 === 1) {
    const cx = x + w * 0.72
    const r = Math.min(w * 0.09, h * 0.26)
    return s.skin(
      svg`M${cx - r * 0.4} ${floor - h * 0.6}h${r * 0.8}q${-r * 0.1} ${h * 0.12} ${r * 0.5} ${h * 0.26}q${r * 0.4} ${h * 0.22} ${-r * 0.4} ${h * 0.34}h${-r}q${-r * 0.8} ${-h * 0.12} ${-r * 0.4} ${-h * 0.34}q${r * 0.6} ${-h * 0.14} ${r * 0.5} ${-h * 0.26}z`,
      'post',
      material(which % 2 === 0 ? 'white' : 'clay'),
    )
  }
  return times(
    3,
    (i) =>
      svg`<rect x="${x + w * (0.36 + i * 0.012)}" y="${floor - h * 0.11 * (i + 1)}" width="${w * (0.26 - i * 0.03)}" height="${h * 0.105}" rx="1" fill="${colours[(i * 2 + which) % 6]}" stroke="#00000033" stroke-width=".6"/>`,
  )
}

function openBay(s: Scene, x: number, y: number, w: number, h: number): Ink {
  return [s.hollow(x, y, w, h), s.cast(x, y, w, Math.min(h * 0.3, 30))]
}

export const tablesStorage: Family = {
  'dining-table': {
    view: 'raised',
    side: 'table',
    tilt: 0.2,
    draw: (s) =>
      table(s, { top: Math.max(7, s.h * 0.05), apron: s.h * 0.09, leg: Math.max(13, s.w * 0.036), overhang: 0.055 }),
  },
  'coffee-table': {
    view: 'raised',
    side: 'table',
    tilt: 0.3,
    draw: (s) => table(s, { top: Math.max(7, s.h * 0.09), apron: 0, leg: Math.max(10, s.w * 0.028), overhang: 0.06 }),
  },
  'side-table': {
    view: 'raised',
    side: 'table',
    tilt: 0.24,
    draw: (s) => {
      const metal = s.body.nature === 'metal' || s.body.nature === 'stone'
      if (isRound(s) || metal)
        return roundTable(s, { top: Math.max(6, s.h * 0.03), apron: 0, leg: 0, overhang: 0 }, legWood(s))
      return table(s, {
        top: Math.max(7, s.h * 0.045),
        apron: s.h * 0.1,
        leg: Math.max(12, s.w * 0.055),
        overhang: 0.07,
      })
    },
  },
  desk: {
    view: 'front',
    side: 'table',
    draw: (s) => {
      const legs = legWood(s)
      const top = Math.max(8, s.h * 0.045)
      const leg = Math.max(10, s.w * 0.026)
      const drawers = s.number('drawers', 0, 0, 4)
      const end = s.bottom - s.h * 0.02
      for (const u of [0.04, 0.96]) s.footer(s.x + s.w * u, s.bottom, leg * 0.7)
      s.ground(s.x + s.w * 0.03, s.w * 0.94, s.bottom, '.16')
      const low = s.h * 0.17
      return [
        [0.1, 0.9].map((u) => [
          s.leg(s.x + s.w * u, s.y + top, s.x + s.w * u, end, leg * 0.8, leg * 0.6, legs),
          svg`<rect class="l" x="${s.x + s.w * u - leg * 0.4}" y="${s.y + top}" width="${leg * 0.8}" height="${end - s.y - top}" opacity=".3"/>`,
        ]),
        [0.04, 0.96].map((u) => s.leg(s.x + s.w * u, s.y + top - 2, s.x + s.w * u, s.bottom, leg, leg * 0.8, legs)),
        drawers > 0
          ? [
              svg`<rect x="${s.x + s.w * 0.055}" y="${s.y + top}" width="${s.w * 0.89}" height="${low}" fill="${s.tone(-30)}"/>`,
              drawerFronts(s, s.x + s.w * 0.055, s.y + top, s.w * 0.89, low, 1, drawers),
            ]
          : s.panel(s.x + s.w * 0.055, s.y + top, s.w * 0.89, s.h * 0.07, {
              r: 1,
              m: legs,
              role: 'side',
              along: 'level',
              edge: false,
            }),
        s.cast(s.x + s.w * 0.03, s.y + top, s.w * 0.94, 9),
        s.panel(s.x, s.y, s.w, top, { r: 2.5, along: 'level' }),
      ]
    },
  },
  bookcase: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const t = Math.max(6, s.u * 0.035)
      const count = s.number('shelves', Math.max(2, Math.round(s.spec.heightMm / 380)), 1, 9)
      const kick = s.h * 0.035
      s.ground(s.x + 2, s.w - 4)
      const inner = s.h - kick - t
      const each = inner / count
      return [
        svg`<rect x="${s.x + t}" y="${s.bottom - kick - 2}" width="${s.w - t * 2}" height="${kick + 2}" fill="${s.fill('side')}"/>`,
        times(count, (i) => {
          const y = s.y + t + each * i
          return [
            openBay(s, s.x + t, y, s.w - t * 2, each - t),
            shelfLife(s, s.x + t, y + each - t, s.w - t * 2, each - t, i),
            s.panel(s.x + t - 1, y + each - t, s.w - t * 2 + 2, t, { r: 0, along: 'level', edge: false }),
          ]
        }),
        [s.x, s.right - t].map((x) => s.panel(x, s.y, t, s.h, { r: 1.5, along: 'upright', edge: false })),
        s.panel(s.x, s.y, s.w, t, { r: 1.5, along: 'level', edge: false }),
      ]
    },
  },
  'tv-unit': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const box = carcase(s, ...standing(s, 0.24))
      const third = box.w / 3
      return [
        box.markup,
        openBay(s, box.x + third, box.y, third, box.h),
        s.panel(box.x + third, box.y + box.h * 0.5, third, Math.max(4, s.h * 0.025), {
          r: 0,
          along: 'level',
          edge: false,
        }),
        doorFronts(s, box.x - 2, box.y - 1, third + 2, box.h + 2, 1),
        drawerFronts(s, box.x + third * 2 - 2, box.y - 2, third + 2, box.h + 2, 2, 1),
      ]
    },
  },
  sideboard: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const doors = s.number('doors', Math.max(2, Math.round(s.spec.widthMm / 480)), 1, 6)
      const drawers = s.number('drawers', 0, 0, 6)
      const box = carcase(s, ...standing(s, 0.19))
      const high = drawers > 0 ? box.h * 0.26 : 0
      return [
        box.markup,
        drawers > 0 && drawerFronts(s, box.x - 2, box.y - 2, box.w + 2, high + 2, 1, drawers),
        doorFronts(s, box.x - 2, box.y + high - 1, box.w + 2, box.h - high + 2, doors),
      ]
    },
  },
}
