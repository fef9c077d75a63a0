import type { Family, Scene } from './kit.ts'
import { asFabric, isDark, material, type Material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

/** Legs are wood or metal; an accent in cloth is for cushions. */
function split(s: Scene, legDefault: string): { legs: Material; pillow: Material | null } {
  const accent = s.spec.accent ? material(s.spec.accent) : null
  const cloth = accent !== null && (accent.nature === 'fabric' || accent.nature === 'leather')
  return { legs: cloth || accent === null ? material(legDefault) : accent, pillow: cloth ? accent : null }
}

/** A rounded, padded arm seen from its front. */
function arm(s: Scene, x: number, y: number, w: number, h: number, m: Material, flip: boolean): Ink {
  const r = w * 0.42
  const d = svg`M${x} ${y + h}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h}q${-w * 0.02} 3 -5 3H${x + 5}q-5 0 -5 -3z`
  const inner = flip ? x : x + w
  return [
    svg`<rect class="l" x="${flip ? inner - 16 : inner}" y="${y + r}" width="16" height="${h - r}" fill="${s.fade(
      '#000',
      'across',
      flip
        ? [
            [0, 0],
            [1, 0.3],
          ]
        : [
            [0, 0.3],
            [1, 0],
          ],
    )}"/>`,
    s.skin(d, 'pad', m),
    svg`<path class="l" d="${d}" fill="${s.fade('#000', 'across', [
      [0, 0.14],
      [0.25, 0],
      [0.7, 0.02],
      [1, 0.2],
    ])}"/>`,
    s.crease(
      svg`M${x + w * 0.14} ${y + h - 3}V${y + r}Q${x + w * 0.14} ${y + w * 0.14} ${x + r} ${y + w * 0.14}H${x + w - r}Q${x + w * 0.86} ${y + w * 0.14} ${x + w * 0.86} ${y + r}V${y + h - 3}`,
      1.3,
      '.35',
      s.tone(-30, m),
    ),
  ]
}

function throwPillow(s: Scene, cx: number, cy: number, size: number, m: Material, turn: number): Ink {
  return [
    svg`<g transform="rotate(${turn} ${Math.round(cx)} ${Math.round(cy)})">`,
    s.cushion(cx - size / 2, cy - size / 2, size, size, {
      m,
      r: size * 0.12,
      swell: -size * 0.06,
      crown: -size * 0.05,
      seam: false,
    }),
    s.folds(cx - size / 2, cy - size / 2, size, size),
    svg`</g>`,
  ]
}

type SofaShape = { x: number; w: number; armLeft: boolean; armRight: boolean; seats: number }

/** Frame, back cushions, seat cushions, arms, feet. */
function sofaBody(
  s: Scene,
  m: Material,
  legs: Material,
  shape: SofaShape,
): { markup: Ink; seatY: number; seatH: number; baseEnd: number; armW: number } {
  const { x, w, armLeft, armRight, seats } = shape
  const legH = s.h * 0.13
  const armW = Math.min(w * 0.12, s.h * 0.26)
  const armY = s.y + s.h * 0.3
  const seatY = s.y + s.h * 0.5
  const seatH = s.h * 0.2
  const baseEnd = s.bottom - legH
  const inX = x + (armLeft ? armW : 0)
  const inW = w - (armLeft ? armW : 0) - (armRight ? armW : 0)
  const each = inW / seats
  const legAt = [x + w * 0.045, x + w * 0.955]
  s.ground(x + 4, w - 8, s.bottom, '.24')
  const r = s.h * 0.09
  return {
    seatY,
    seatH,
    baseEnd,
    armW,
    markup: [
      legAt.map((lx) => {
        s.footer(lx, s.bottom, s.w * 0.018)
        return s.leg(lx, baseEnd - 4, lx, s.bottom, s.w * 0.024, s.w * 0.015, legs)
      }),
      svg`<rect class="l" x="${x + w * 0.03}" y="${baseEnd}" width="${w * 0.94}" height="${legH * 0.7}" fill="${s.fade(
        '#000',
        'down',
        [
          [0, 0.3],
          [1, 0.02],
        ],
      )}"/>`,
      s.skin(
        svg`M${x + armW * 0.3} ${seatY + 10}V${s.y + r}Q${x + armW * 0.3} ${s.y} ${x + armW * 0.3 + r} ${s.y}H${x + w - armW * 0.3 - r}Q${x + w - armW * 0.3} ${s.y} ${x + w - armW * 0.3} ${s.y + r}V${seatY + 10}z`,
        'pad',
        m,
      ),
      svg`<rect x="${inX}" y="${seatY - s.h * 0.12}" width="${inW}" height="${seatH}" fill="${s.tone(-26, m)}"/>`,
      s.repeat(seats, each, 0, [
        s.cushion(inX + 1.5, s.y + s.h * 0.06, each - 3, seatY - s.y, { m, r: s.h * 0.06 }),
        s.folds(inX, s.y + s.h * 0.06, each, seatY - s.y - s.h * 0.06),
      ]),
      s.panel(x + armW * 0.4, seatY + seatH * 0.7, w - armW * 0.8, baseEnd - seatY - seatH * 0.7, {
        r: 6,
        m,
        role: 'side',
        edge: false,
      }),
      svg`<rect class="l" x="${inX}" y="${seatY - s.h * 0.07}" width="${inW}" height="${s.h * 0.07}" fill="${s.fade(
        '#000',
        'down',
        [
          [0, 0],
          [1, 0.34],
        ],
      )}"/>`,
      s.repeat(
        seats,
        each,
        0,
        s.cushion(inX + 1, seatY, each - 2, seatH, { m, r: seatH * 0.3, swell: seatH * 0.05, crown: seatH * 0.1 }),
      ),
      s.cast(inX, seatY + seatH, inW, 8),
      armLeft && arm(s, x, armY, armW, baseEnd - armY - 3, m, false),
      armRight && arm(s, x + w - armW, armY, armW, baseEnd - armY - 3, m, true),
    ],
  }
}

/** Two back legs in shade, drawn behind everything else. */
function backLegs(s: Scene, y: number, inset: number, wide: number, m: Material): Ink {
  const end = s.bottom - s.h * 0.025
  return [s.x + inset, s.right - inset].map((lx) => [
    s.leg(lx, y, lx, end, wide, wide * 0.7, m),
    svg`<path class="l" d="M${lx - wide / 2} ${y}h${wide}L${lx + wide * 0.35} ${end}h${-wide * 0.7}z" opacity=".34"/>`,
  ])
}

export const seating: Family = {
  sofa: {
    view: 'front',
    side: 'sofa',
    draw: (s) => {
      const m = asFabric(s.body)
      const { legs, pillow } = split(s, 'walnut')
      const seats = s.number('seats', Math.max(2, Math.round(s.spec.widthMm / 750)), 1, 5)
      const { markup, seatY, armW } = sofaBody(s, m, legs, { x: s.x, w: s.w, armLeft: true, armRight: true, seats })
      const size = s.h * 0.36
      return [
        markup,
        pillow && [
          throwPillow(s, s.x + armW + size * 0.6, seatY - size * 0.4, size, pillow, -9),
          throwPillow(s, s.right - armW - size * 0.6, seatY - size * 0.4, size, pillow, 8),
        ],
      ]
    },
  },
  'sofa-chaise': {
    view: 'front',
    side: 'sofa',
    draw: (s) => {
      const m = asFabric(s.body)
      const { legs, pillow } = split(s, 'black')
      const seats = s.number('seats', 3, 2, 5)
      const right = s.text('chaise', 'right') !== 'left'
      const { markup, seatY, seatH, baseEnd, armW } = sofaBody(s, m, legs, {
        x: s.x,
        w: s.w,
        armLeft: true,
        armRight: true,
        seats,
      })
      // The chaise comes towards the camera: its front is nearer, so lower and a little larger, and its top is in sight.
      const each = (s.w - armW * 2) / seats
      const wide = each * 1.08 + armW
      const cx = right ? s.right - wide : s.x
      const topY = seatY + seatH * 0.04
      const frontY = seatY + seatH * 1.02
      const innerX = right ? cx + each * 0.05 : cx + wide - each * 0.05
      const outer = right ? s.right : s.x
      const near = right ? cx : cx + wide
      const d = svg`M${innerX} ${topY}H${outer}V${frontY + 8}H${near}z`
      const size = s.h * 0.36
      s.footer(right ? cx + wide * 0.12 : cx + wide * 0.88, s.bottom, s.w * 0.018)
      return [
        markup,
        s.skin(d, 'top', m),
        svg`<path class="l" d="${d}" fill="${s.fade('#000', 'down', [
          [0, 0.3],
          [0.3, 0.06],
          [1, 0],
        ])}"/>`,
        s.leg(
          right ? cx + wide * 0.1 : cx + wide * 0.9,
          baseEnd - 4,
          right ? cx + wide * 0.1 : cx + wide * 0.9,
          s.bottom,
          s.w * 0.024,
          s.w * 0.015,
          legs,
        ),
        s.panel(cx + 2, frontY + seatH * 0.5, wide - 4, baseEnd + 3 - frontY - seatH * 0.5, {
          r: 6,
          m,
          role: 'face',
          edge: false,
        }),
        s.cushion(cx, frontY, wide, seatH * 0.85, { m, r: seatH * 0.3, swell: seatH * 0.02, crown: seatH * 0.06 }),
        s.cast(cx + 4, frontY + seatH * 0.87, wide - 8, 8),
        pillow &&
          throwPillow(
            s,
            right ? s.x + armW + size * 0.6 : s.right - armW - size * 0.6,
            seatY - size * 0.4,
            size,
            pillow,
            right ? -9 : 8,
          ),
      ]
    },
  },
  armchair: {
    view: 'front',
    side: 'sofa',
    draw: (s) => {
      const m = asFabric(s.body)
      const { legs, pillow } = split(s, 'walnut')
      const legH = s.h * 0.17
      const base = s.bottom - legH
      const armW = s.w * 0.17
      const armY = s.y + s.h * 0.37
      const seatY = s.y + s.h * 0.52
      const seatH = base - seatY - s.h * 0.05
      s.ground(s.x + s.w * 0.06, s.w * 0.88, s.bottom, '.24')
      for (const u of [0.1, 0.9]) s.footer(s.x + s.w * u, s.bottom, s.w * 0.03)
      const back = svg`M${s.x + armW * 0.55} ${seatY + 20}L${s.x + armW * 0.62} ${s.y + s.h * 0.16}Q${s.x + armW * 0.7} ${s.y} ${s.x + armW * 1.7} ${s.y}H${s.right - armW * 1.7}Q${s.right - armW * 0.7} ${s.y} ${s.right - armW * 0.62} ${s.y + s.h * 0.16}L${s.right - armW * 0.55} ${seatY + 20}z`
      return [
        backLegs(s, base - 4, s.w * 0.17, s.w * 0.035, legs),
        [0.09, 0.91].map((u) =>
          s.leg(
            s.x + s.w * u + (u < 0.5 ? s.w * 0.02 : -s.w * 0.02),
            base - 4,
            s.x + s.w * u,
            s.bottom,
            s.w * 0.045,
            s.w * 0.025,
            legs,
          ),
        ),
        s.skin(back, 'pad', m),
        svg`<path class="l" d="${back}" fill="${s.fade('#000', 'across', [
          [0, 0.24],
          [0.2, 0.02],
          [0.8, 0.03],
          [1, 0.28],
        ])}"/>`,
        s.crease(svg`M${s.cx} ${s.y + s.h * 0.03}Q${s.cx + 3} ${s.y + s.h * 0.3} ${s.cx} ${seatY}`, 1.4, '.22'),
        svg`<rect class="l" x="${s.x + armW}" y="${seatY - s.h * 0.1}" width="${s.w - armW * 2}" height="${s.h * 0.1}" fill="${s.fade(
          '#000',
          'down',
          [
            [0, 0],
            [1, 0.36],
          ],
        )}"/>`,
        svg`<rect x="${s.x + armW * 0.8}" y="${seatY - 2}" width="${s.w - armW * 1.6}" height="${seatH * 0.7}" fill="${s.tone(-26, m)}"/>`,
        s.panel(s.x + armW * 0.4, seatY + seatH * 0.6, s.w - armW * 0.8, base - seatY - seatH * 0.6, {
          r: 8,
          m,
          role: 'side',
          edge: false,
        }),
        s.cushion(s.x + armW, seatY, s.w - armW * 2, seatH, { m, r: seatH * 0.26, swell: 3, crown: seatH * 0.1 }),
        arm(s, s.x, armY, armW, base - armY - 3, m, false),
        arm(s, s.right - armW, armY, armW, base - armY - 3, m, true),
        pillow && throwPillow(s, s.cx, seatY - s.h * 0.11, s.h * 0.3, pillow, 0),
      ]
    },
  },
  'dining-chair': {
    view: 'front',
    side: 'chair',
    draw: (s) => {
      const padded = s.body.nature === 'fabric' || s.body.nature === 'leather'
      const frame = padded ? split(s, 'black').legs : s.body
      const pad = padded ? s.body : s.accent(s.body.name)
      const seatY = s.y + s.h * 0.53
      const seatH = s.h * (padded ? 0.095 : 0.05)
      const leg = s.w * 0.075
      for (const u of [0.06, 0.94]) s.footer(s.x + s.w * u, s.bottom, s.w * 0.03)
      s.ground(s.x + s.w * 0.1, s.w * 0.8, s.bottom, '.16')
      const legs = [
        backLegs(s, seatY, s.w * 0.17, leg * 0.75, frame),
        [0.5, -0.5].map((u) =>
          s.leg(
            s.cx + s.w * u * 0.84,
            seatY + seatH * 0.5,
            s.cx + u * (s.w - leg * 0.62),
            s.bottom,
            leg,
            leg * 0.62,
            frame,
          ),
        ),
      ]
      if (padded) {
        const top = s.w * 0.36
        const low = s.w * 0.41
        const d = svg`M${s.cx - low} ${seatY + 6}Q${s.cx - top * 1.16} ${s.y + s.h * 0.2} ${s.cx - top} ${s.y + s.h * 0.06}Q${s.cx - top * 0.94} ${s.y} ${s.cx - top * 0.6} ${s.y}H${s.cx + top * 0.6}Q${s.cx + top * 0.94} ${s.y} ${s.cx + top} ${s.y + s.h * 0.06}Q${s.cx + top * 1.16} ${s.y + s.h * 0.2} ${s.cx + low} ${seatY + 6}z`
        return [
          legs,
          s.skin(d, 'pad', pad),
          svg`<path class="l" d="${d}" fill="${s.fade('#000', 'across', [
            [0, 0.26],
            [0.2, 0.02],
            [0.75, 0.02],
            [1, 0.3],
          ])}"/>`,
          s.crease(
            svg`M${s.cx} ${s.y + 8}Q${s.cx + 3} ${s.y + s.h * 0.3} ${s.cx} ${seatY}M${s.cx - s.w * 0.18} ${s.y + 10}Q${s.cx - s.w * 0.21} ${s.y + s.h * 0.3} ${s.cx - s.w * 0.19} ${seatY}M${s.cx + s.w * 0.18} ${s.y + 10}Q${s.cx + s.w * 0.21} ${s.y + s.h * 0.3} ${s.cx + s.w * 0.19} ${seatY}`,
            1.5,
            '.2',
          ),
          svg`<rect class="l" x="${s.cx - low}" y="${seatY - s.h * 0.07}" width="${low * 2}" height="${s.h * 0.07}" fill="${s.fade(
            '#000',
            'down',
            [
              [0, 0],
              [1, 0.32],
            ],
          )}"/>`,
          s.cushion(s.cx - s.w * 0.475, seatY, s.w * 0.95, seatH, {
            m: pad,
            r: seatH * 0.42,
            swell: 3,
            crown: seatH * 0.3,
          }),
        ]
      }
      const rail = s.h * 0.1
      return [
        legs,
        [0.5, -0.5].map((u) =>
          s.leg(s.cx + u * s.w * 0.72, s.y + 6, s.cx + u * s.w * 0.82, seatY + 4, leg * 0.62, leg * 0.8, frame),
        ),
        times(s.number('slats', 5, 0, 9), (i) => {
          const count = s.number('slats', 5, 0, 9)
          const u = (i + 1) / (count + 1) - 0.5
          return s.leg(
            s.cx + u * s.w * 0.7,
            s.y + rail * 0.6,
            s.cx + u * s.w * 0.78,
            seatY + 4,
            s.w * 0.038,
            s.w * 0.038,
            frame,
          )
        }),
        s.skin(
          svg`M${s.cx - s.w * 0.42} ${s.y + rail * 0.26}Q${s.cx} ${s.y - rail * 0.26} ${s.cx + s.w * 0.42} ${s.y + rail * 0.26}L${s.cx + s.w * 0.41} ${s.y + rail}Q${s.cx} ${s.y + rail * 0.74} ${s.cx - s.w * 0.41} ${s.y + rail}z`,
          'rail',
          frame,
        ),
        s.panel(s.cx - s.w * 0.4, seatY + seatH * 0.8, s.w * 0.8, seatH * 1.2, {
          r: 2,
          m: frame,
          role: 'side',
          along: 'level',
          edge: false,
        }),
        s.panel(s.cx - s.w * 0.47, seatY, s.w * 0.94, seatH, { r: 5, m: frame, role: 'rail', along: 'level' }),
        pad !== s.body &&
          s.cushion(s.cx - s.w * 0.45, seatY - s.h * 0.045, s.w * 0.9, s.h * 0.055, {
            m: asFabric(pad),
            swell: 2,
            seam: false,
          }),
      ]
    },
  },
  'bar-stool': {
    view: 'front',
    side: 'same',
    draw: (s) => {
      const padded = s.body.nature === 'fabric' || s.body.nature === 'leather'
      const { legs: accentLegs, pillow } = split(s, padded ? 'black' : s.body.name)
      const frame = padded ? accentLegs : s.body
      const pad = padded ? s.body : pillow
      const backed = s.spec.heightMm > 800
      const seatY = backed ? s.y + s.h * (1 - 650 / Math.max(820, s.spec.heightMm)) : s.y + (pad ? s.h * 0.02 : 0)
      const seatH = s.h * (pad ? 0.08 : 0.055)
      const leg = s.w * 0.07
      const restY = s.bottom - (s.bottom - seatY) * 0.3
      for (const u of [0.05, 0.95]) s.footer(s.x + s.w * u, s.bottom, s.w * 0.03)
      s.ground(s.x + s.w * 0.1, s.w * 0.8, s.bottom, '.16')
      const spread = (y: number) => s.w * (0.36 + 0.11 * ((y - seatY) / (s.bottom - seatY)))
      return [
        backLegs(s, seatY, s.w * 0.22, leg * 0.8, frame),
        s.panel(s.cx - spread(restY), restY, spread(restY) * 2, s.h * 0.02, {
          r: 4,
          m: frame.nature === 'wood' ? frame : material('chrome'),
          role: 'rail',
          along: 'level',
        }),
        [0.5, -0.5].map((u) =>
          s.leg(
            s.cx + u * s.w * 0.72,
            seatY + seatH * 0.5,
            s.cx + u * (s.w - leg * 0.66),
            s.bottom,
            leg,
            leg * 0.66,
            frame,
          ),
        ),
        backed &&
          s.cushion(s.cx - s.w * 0.4, s.y, s.w * 0.8, (seatY - s.y) * 0.72, {
            m: pad ?? frame,
            r: s.w * 0.13,
            swell: 3,
            crown: 0,
          }),
        backed &&
          [0.5, -0.5].map((u) =>
            s.leg(
              s.cx + u * s.w * 0.5,
              s.y + (seatY - s.y) * 0.7,
              s.cx + u * s.w * 0.5,
              seatY + 4,
              leg * 0.6,
              leg * 0.6,
              frame,
            ),
          ),
        pad
          ? s.cushion(s.cx - s.w * 0.46, seatY, s.w * 0.92, seatH, {
              m: pad,
              r: seatH * 0.45,
              swell: 3,
              crown: backed ? 6 : 0,
            })
          : s.panel(s.cx - s.w * 0.46, seatY, s.w * 0.92, seatH, {
              r: seatH * 0.4,
              m: frame,
              role: 'rail',
              along: 'level',
            }),
      ]
    },
  },
  bench: {
    view: 'front',
    side: 'table',
    draw: (s) => {
      const padded = s.body.nature === 'fabric' || s.body.nature === 'leather'
      const { legs: frame } = split(s, padded ? 'black' : s.body.name)
      const top = s.h * (padded ? 0.26 : 0.12)
      const leg = Math.max(8, s.w * 0.035)
      for (const u of [0.06, 0.94]) s.footer(s.x + s.w * u, s.bottom, leg * 0.6)
      s.ground(s.x + s.w * 0.04, s.w * 0.92, s.bottom, '.16')
      return [
        backLegs(s, s.y + top * 0.6, s.w * 0.12, leg * 0.8, frame),
        s.panel(s.x + s.w * 0.06, s.y + top * 0.7, s.w * 0.88, top * 0.7, {
          r: 2,
          m: frame,
          role: 'side',
          along: 'level',
          edge: false,
        }),
        [0.05, 0.95].map((u) => s.leg(s.x + s.w * u, s.y + top * 0.7, s.x + s.w * u, s.bottom, leg, leg * 0.85, frame)),
        padded
          ? [
              s.cushion(s.x, s.y, s.w, top, { r: top * 0.3, swell: 0, crown: 0 }),
              s.crease(svg`${times(5, (i) => svg`M${s.x + (s.w * (i + 1)) / 6} ${s.y + 6}v${top - 12}`)}`, 1.5, '.2'),
            ]
          : s.panel(s.x, s.y, s.w, top, { r: 4, role: 'rail', along: 'level' }),
      ]
    },
  },
  'office-chair': {
    view: 'front',
    side: 'swivel',
    draw: (s) => {
      const m = asFabric(s.body)
      const shell = s.spec.accent ? material(s.spec.accent) : material('black')
      const metal = isDark(shell) ? material('dark-stainless') : material('chrome')
      const seatY = s.y + s.h * 0.55
      const seatH = s.h * 0.09
      const armY = s.y + s.h * 0.4
      const wheel = s.h * 0.035
      const hub = s.bottom - s.h * 0.13
      s.ground(s.x + s.w * 0.06, s.w * 0.88, s.bottom, '.24')
      const feet = [0.045, 0.27, 0.73, 0.955]
      const back = svg`M${s.cx - s.w * 0.3} ${seatY - s.h * 0.03}Q${s.cx - s.w * 0.37} ${s.y + s.h * 0.25} ${s.cx - s.w * 0.31} ${s.y + s.h * 0.07}Q${s.cx - s.w * 0.28} ${s.y} ${s.cx - s.w * 0.18} ${s.y}H${s.cx + s.w * 0.18}Q${s.cx + s.w * 0.28} ${s.y} ${s.cx + s.w * 0.31} ${s.y + s.h * 0.07}Q${s.cx + s.w * 0.37} ${s.y + s.h * 0.25} ${s.cx + s.w * 0.3} ${seatY - s.h * 0.03}Q${s.cx} ${seatY + s.h * 0.01} ${s.cx - s.w * 0.3} ${seatY - s.h * 0.03}z`
      return [
        s.panel(s.cx - s.w * 0.04, seatY, s.w * 0.08, hub - seatY + 12, { r: 3, m: metal, role: 'post' }),
        s.panel(s.cx - s.w * 0.055, seatY + seatH, s.w * 0.11, s.h * 0.09, { r: 3, m: shell, role: 'post' }),
        feet.map(
          (u) =>
            svg`<ellipse cx="${s.x + s.w * u}" cy="${s.bottom - wheel}" rx="${wheel * 0.85}" ry="${wheel}" fill="${s.fill('ball', material('black'))}"/>`,
        ),
        feet.map((u) =>
          s.skin(
            svg`M${s.cx} ${hub}L${s.x + s.w * u - 7} ${s.bottom - wheel * 2.2}h14L${s.cx} ${hub + s.h * 0.035}z`,
            'rail',
            metal,
          ),
        ),
        s.panel(s.cx - s.w * 0.07, hub - 4, s.w * 0.14, s.h * 0.045, { r: 8, m: metal, role: 'post' }),
        s.panel(s.cx - s.w * 0.05, seatY - s.h * 0.08, s.w * 0.1, s.h * 0.12, { r: 4, m: shell, role: 'post' }),
        s.skin(back, 'pad', m),
        svg`<path class="l" d="${back}" fill="${s.fade('#000', 'across', [
          [0, 0.3],
          [0.2, 0.03],
          [0.75, 0.02],
          [1, 0.3],
        ])}"/>`,
        s.crease(
          svg`M${s.cx - s.w * 0.28} ${s.y + s.h * 0.32}Q${s.cx} ${s.y + s.h * 0.35} ${s.cx + s.w * 0.28} ${s.y + s.h * 0.32}`,
          2,
          '.3',
        ),
        [-1, 1].map((side) => [
          s.line(
            svg`M${s.cx + side * s.w * 0.33} ${seatY + seatH * 0.6}H${s.cx + side * s.w * 0.43}V${armY + 10}`,
            s.tone(-20, shell),
            s.w * 0.045,
          ),
          s.line(
            svg`M${s.cx + side * s.w * 0.33} ${seatY + seatH * 0.6}H${s.cx + side * s.w * 0.43}V${armY + 10}`,
            s.tone(-2, shell),
            s.w * 0.037,
          ),
          s.panel(s.cx + side * s.w * 0.44 - s.w * 0.06, armY, s.w * 0.12, s.h * 0.032, {
            r: 8,
            m: material('black'),
            role: 'rail',
          }),
        ]),
        s.cushion(s.cx - s.w * 0.39, seatY, s.w * 0.78, seatH, { m, r: seatH * 0.48, swell: 4, crown: seatH * 0.3 }),
      ]
    },
  },
}
