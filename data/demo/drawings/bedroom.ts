import type { Family, Scene } from './kit.ts'
import { asFabric, isDark, material, type Material } from './materials.ts'
import { svg, times, type Ink } from './svg.ts'

/** Handle or grip of a furniture front, by option and size. */
function pull(s: Scene, cx: number, cy: number, w: number, upright = false): Ink {
  const m = s.accent(isDark(s.body) || s.body.nature === 'wood' ? 'matte-black' : 'chrome')
  const t = Math.max(4.5, s.u * 0.011)
  if (m.nature === 'wood') return s.button(cx, cy, t * 1.7, m)
  return upright ? s.bar(cx - t / 2, cy - w / 2, t, w, m) : s.bar(cx - w / 2, cy - t / 2, w, t, m)
}

/** Legs and a case with a shadow gap all round each front. */
export function carcase(
  s: Scene,
  legH: number,
  legs: Material | null,
): { markup: Ink; x: number; y: number; w: number; h: number } {
  const end = s.bottom - legH
  const t = Math.max(5, s.u * 0.024)
  s.ground(s.x + 4, s.w - 8, s.bottom, legs === null ? '.34' : '.16')
  const wide = Math.max(9, s.w * 0.026)
  return {
    x: s.x + t,
    y: s.y + t,
    w: s.w - t * 2,
    h: end - s.y - t * 2,
    markup: [
      legs !== null
        ? [0.06, 0.94].map((u) => {
            s.footer(s.x + s.w * u, s.bottom, wide * 0.7)
            return s.leg(s.x + s.w * u, end - 3, s.x + s.w * u, s.bottom, wide, wide * 0.6, legs)
          })
        : svg`<rect x="${s.x + t}" y="${end - 2}" width="${s.w - t * 2}" height="${legH + 2}" fill="${s.fill('side')}"/>`,
      s.panel(s.x, s.y, s.w, end - s.y, { r: 3, along: 'upright' }),
      svg`<rect x="${s.x + t}" y="${s.y + t}" width="${s.w - t * 2}" height="${end - s.y - t * 2}" fill="${s.tone(-30)}"/>`,
    ],
  }
}

export function drawerFronts(s: Scene, x: number, y: number, w: number, h: number, rows: number, columns: number): Ink {
  const gap = 2.4
  const [cw, rh] = [(w - gap) / columns, (h - gap) / rows]
  const grip = s.text('handles', 'bar') === 'recessed'
  return times(rows, (r) =>
    times(columns, (c) => {
      const [dx, dy, dw, dh] = [x + gap + c * cw, y + gap + r * rh, cw - gap, rh - gap]
      return [
        s.panel(dx, dy, dw, dh, { r: 2, along: 'level' }),
        grip
          ? s.recess(dx + dw * 0.36, dy + 1, dw * 0.28, Math.max(6, dh * 0.08))
          : pull(s, dx + dw / 2, dy + dh * (dh > dw * 0.5 ? 0.3 : 0.5), Math.min(dw * 0.34, 110)),
      ]
    }),
  )
}

export function doorFronts(s: Scene, x: number, y: number, w: number, h: number, count: number, mirrorAt = -1): Ink {
  const gap = 2.4
  const each = (w - gap) / count
  return times(count, (i) => {
    const [dx, dw] = [x + gap + i * each, each - gap]
    const hinge = count === 1 || (i % 2 === 0 && i < count - 1)
    const glass = s.define(
      'mirror',
      (id) =>
        svg`<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#e9eff1"/><stop offset=".45" stop-color="#c7d2d6"/><stop offset=".55" stop-color="#dde5e8"/><stop offset="1" stop-color="#aebbc1"/></linearGradient>`,
    )
    return [
      s.panel(dx, y + gap, dw, h - gap * 2, { r: 2, along: 'upright' }),
      i === mirrorAt &&
        svg`<rect x="${dx + 7}" y="${y + gap + 7}" width="${dw - 14}" height="${h - gap * 2 - 14}" fill="${glass}" stroke="#8d989d" stroke-width="1"/>`,
      pull(
        s,
        hinge ? dx + dw - Math.max(10, dw * 0.07) : dx + Math.max(10, dw * 0.07),
        y + h * 0.5,
        Math.min(h * 0.3, 130),
        true,
      ),
    ]
  })
}

/** On legs of a share of the height, or on a plinth when the spec says there are none. */
export function standing(s: Scene, share: number): [height: number, legs: Material | null] {
  return s.text('legs', 'yes') === 'no' ? [Math.max(5, s.h * 0.05), null] : [s.h * share, legWood(s)]
}

function duvet(s: Scene, cloth: Material, z: number, drop: number): Ink {
  const fl = s.at(0.005, 0, z)
  const fr = s.at(0.995, 0, z)
  const bl = s.at(0.01, 0.7, z)
  const br = s.at(0.99, 0.7, z)
  const low = fl[1] + drop
  const top = svg`M${bl[0]} ${bl[1]}Q${s.cx} ${bl[1] - 8} ${br[0]} ${br[1]}L${fr[0]} ${fr[1] + 6}Q${s.cx} ${fr[1] - 4} ${fl[0]} ${fl[1] + 6}z`
  const [[al, ay], [ar]] = [s.at(0.004, 0.58, z), s.at(0.996, 0.58, z)]
  const fold = svg`M${bl[0]} ${bl[1]}Q${s.cx} ${bl[1] - 8} ${br[0]} ${br[1]}L${ar + 1} ${ay}Q${s.cx} ${ay - 7} ${al - 1} ${ay}z`
  const front = svg`M${fl[0]} ${fl[1] + 4}Q${s.cx} ${fl[1] - 6} ${fr[0]} ${fr[1] + 4}Q${fr[0] + 7} ${fr[1] + drop * 0.4} ${fr[0] + 2} ${low}Q${s.cx + s.w * 0.3} ${low + 7} ${s.cx + s.w * 0.12} ${low + 1}T${s.cx - s.w * 0.2} ${low + 3}T${fl[0] - 2} ${low}Q${fl[0] - 7} ${fl[1] + drop * 0.4} ${fl[0]} ${fl[1] + 4}z`
  return [
    s.skin(top, 'top', cloth),
    s.crease(
      svg`M${s.cx - s.w * 0.2} ${bl[1] + 6}Q${s.cx - s.w * 0.26} ${(bl[1] + fl[1]) / 2} ${s.cx - s.w * 0.31} ${fl[1]}M${s.cx + s.w * 0.08} ${bl[1] + 12}Q${s.cx + s.w * 0.16} ${(bl[1] + fl[1]) / 2} ${s.cx + s.w * 0.13} ${fl[1] - 4}M${s.cx + s.w * 0.33} ${bl[1] + 20}Q${s.cx + s.w * 0.33} ${(bl[1] + fl[1]) / 2} ${s.cx + s.w * 0.4} ${fl[1]}`,
      16,
      '.03',
    ),
    s.skin(fold, 'top', asFabric(material('white'))),
    s.skin(front, 'pad', cloth),
    s.crease(
      svg`M${s.cx - s.w * 0.3} ${fl[1] + 8}q${-s.w * 0.02} ${drop * 0.4} ${-s.w * 0.005} ${drop * 0.8}M${s.cx + s.w * 0.14} ${fl[1] + 6}q${s.w * 0.03} ${drop * 0.4} ${s.w * 0.01} ${drop * 0.85}M${s.cx + s.w * 0.38} ${fl[1] + 8}q${s.w * 0.02} ${drop * 0.4} ${-s.w * 0.005} ${drop * 0.75}M${s.cx - s.w * 0.08} ${fl[1] + 10}q${s.w * 0.01} ${drop * 0.5} ${-s.w * 0.01} ${drop * 0.8}`,
      11,
      '.04',
    ),
  ]
}

export const bedroom: Family = {
  bed: {
    view: 'raised',
    side: 'bed',
    tilt: 0.2,
    draw: (s) => {
      const m = s.body
      const padded = m.nature === 'fabric' || m.nature === 'leather'
      const accent = s.spec.accent ? material(s.spec.accent) : material('linen')
      const cloth = asFabric(accent.nature === 'fabric' || accent.nature === 'paint' ? accent : material('linen'))
      const white = asFabric(material('white'))
      const mm = s.k
      const rail = Math.min(330 * mm, s.h * 0.4)
      const top = Math.min(560 * mm, s.h * 0.62)
      const legZ = Math.min(110 * mm, rail * 0.4)
      s.ground(s.x + 4, s.w - 8)
      const [hx, hy] = s.at(0, 1, s.h)
      const hw = s.at(1, 1, s.h)[0] - hx
      const headEnd = s.at(0, 1, top)[1] + 24
      const pillowZ = s.at(0, 0.93, top)[1]
      const pw = hw * 0.43
      const ph = pw * 0.42
      const frontTop = s.at(0, 0, rail)[1]
      for (const u of [0.05, 0.95]) s.footer(s.x + s.w * u, s.bottom, s.w * 0.02)
      const headboard = padded
        ? [
            s.skin(
              svg`M${hx} ${headEnd}V${hy + 14}Q${hx} ${hy} ${hx + 14} ${hy}H${hx + hw - 14}Q${hx + hw} ${hy} ${hx + hw} ${hy + 14}V${headEnd}z`,
              'pad',
              m,
            ),
            s.crease(svg`${times(5, (i) => svg`M${hx + (hw * (i + 1)) / 6} ${hy + 5}V${headEnd}`)}`, 2.4, '.22'),
            s.crease(
              svg`${times(5, (i) => svg`M${hx + (hw * (i + 1)) / 6 + 2.4} ${hy + 6}V${headEnd}`)}`,
              1.4,
              '.2',
              '#fff',
            ),
          ]
        : [
            s.panel(hx, hy, hw, headEnd - hy, { r: 5, m, along: 'level' }),
            s.gap(hx + 2, hy + (headEnd - hy) * 0.34, hx + hw - 2, hy + (headEnd - hy) * 0.34, m),
            s.gap(hx + 2, hy + (headEnd - hy) * 0.67, hx + hw - 2, hy + (headEnd - hy) * 0.67, m),
          ]
      return [
        headboard,
        s.skin(s.poly([0.02, 0, top], [0.98, 0, top], [0.98, 0.98, top], [0.02, 0.98, top]), 'top', white),
        svg`<path class="l" d="${s.poly([0.02, 0.72, top], [0.98, 0.72, top], [0.98, 0.98, top], [0.02, 0.98, top])}" fill="${s.fade(
          '#000',
          'down',
          [
            [0, 0.3],
            [1, 0.02],
          ],
        )}"/>`,
        [-0.235, 0.235].map((u) => [
          s.cushion(s.cx + hw * u - pw / 2, pillowZ - ph * 0.92, pw, ph, {
            m: white,
            r: ph * 0.32,
            swell: 2,
            seam: false,
          }),
          s.folds(s.cx + hw * u - pw / 2, pillowZ - ph * 0.92, pw, ph),
        ]),
        [-0.2, 0.2].map((u) =>
          s.cushion(s.cx + hw * u - pw * 0.39, pillowZ - ph * 0.56, pw * 0.78, ph * 0.8, {
            m: cloth,
            r: ph * 0.26,
            swell: 2,
            seam: false,
          }),
        ),
        [0.05, 0.95].map((u) =>
          s.leg(
            s.x + s.w * u,
            s.bottom - legZ - 3,
            s.x + s.w * u,
            s.bottom,
            s.w * 0.035,
            s.w * 0.026,
            padded ? material('black') : m,
          ),
        ),
        s.panel(s.x, frontTop, s.w, rail - legZ, {
          r: padded ? 8 : 3,
          m,
          along: 'level',
          role: padded ? 'pad' : 'face',
        }),
        duvet(s, cloth, top + 6, top - rail + (rail - legZ) * 0.42),
      ]
    },
  },
  mattress: {
    view: 'raised',
    side: 'slab',
    tilt: 0.24,
    draw: (s) => {
      const m = asFabric(s.body)
      const band = asFabric(s.accent('grey'))
      const r = Math.min(16, s.h * 0.2)
      s.ground(s.x + 3, s.w - 6)
      const fl = s.at(0, 0, s.h)
      const fr = s.at(1, 0, s.h)
      const bl = s.at(0, 1, s.h)
      const br = s.at(1, 1, s.h)
      const top = svg`M${fl[0]} ${fl[1] + r}L${bl[0] - 2} ${bl[1] + 8}Q${bl[0]} ${bl[1]} ${bl[0] + 10} ${bl[1]}H${br[0] - 10}Q${br[0]} ${br[1]} ${br[0] + 2} ${br[1] + 8}L${fr[0]} ${fr[1] + r}z`
      const slants = (lean: number) =>
        times(9, (i) => {
          const u = i / 6 - 0.33
          const at = (v: number) => s.at(Math.min(0.99, Math.max(0.01, u + lean * v)), v, s.h)
          const from = u < 0.01 ? (0.01 - u) / lean : u > 0.99 ? (0.99 - u) / lean : 0.02
          const to = lean > 0 ? Math.min(0.98, (0.99 - u) / lean) : Math.min(0.98, (0.01 - u) / lean)
          if (from < 0 || to - from < 0.05) return ''
          const [[ax, ay], [zx, zy]] = [at(from), at(to)]
          return svg`M${ax} ${ay}L${zx} ${zy}`
        })
      const quilt = svg`${slants(0.5)}${slants(-0.5)}`
      const y = s.y
      return [
        s.skin(top, 'top', m),
        s.crease(quilt, 6, '.035'),
        s.crease(quilt, 1.2, '.13'),
        s.panel(s.x, y, s.w, s.h, { r, m, role: 'pad', edge: false }),
        s.panel(s.x, y + s.h * 0.32, s.w, s.h * 0.4, { r: 3, m: band, role: 'face', edge: false }),
        s.crease(
          svg`M${s.x + 4} ${y + r * 0.7}Q${s.cx} ${y + r * 0.55} ${s.right - 4} ${y + r * 0.7}M${s.x + 4} ${s.bottom - r * 0.7}H${s.right - 4}`,
          2.4,
          '.3',
        ),
        s.crease(svg`M${s.x + 6} ${y + 2}H${s.right - 6}`, 2, '.6', '#fff'),
        svg`<rect class="l" x="${s.x}" y="${y}" width="${s.w}" height="${s.h}" rx="${r}" fill="${s.fade(
          '#000',
          'across',
          [
            [0, 0.18],
            [0.05, 0.02],
            [0.9, 0.03],
            [1, 0.24],
          ],
        )}"/>`,
      ]
    },
  },
  'bedside-table': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const rows = s.number('drawers', 2, 0, 4)
      const open = s.has('shelves') || rows === 1
      const box = carcase(s, ...standing(s, 0.26))
      const shelf = open ? box.h * 0.42 : 0
      return [
        box.markup,
        open && s.hollow(box.x, box.y, box.w, shelf),
        drawerFronts(s, box.x - 2, box.y + shelf - 2, box.w + 2, box.h - shelf + 2, Math.max(1, rows), 1),
      ]
    },
  },
  'chest-of-drawers': {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const count = s.number('drawers', 5, 2, 12)
      const columns = s.w / s.h > 1.35 ? 2 : 1
      const box = carcase(s, ...standing(s, 0.1))
      const split = columns === 1 && count > 4 && count % 2 === 0
      const rows = Math.ceil(count / columns)
      if (split) {
        const first = box.h / (count - 1)
        return [
          box.markup,
          drawerFronts(s, box.x - 2, box.y - 2, box.w + 2, first + 2, 1, 2),
          drawerFronts(s, box.x - 2, box.y - 2 + first, box.w + 2, box.h - first + 2, count - 2, 1),
        ]
      }
      return [box.markup, drawerFronts(s, box.x - 2, box.y - 2, box.w + 2, box.h + 2, rows, columns)]
    },
  },
  wardrobe: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const doors = s.number('doors', Math.max(1, Math.round(s.spec.widthMm / 500)), 1, 6)
      const drawers = s.number('drawers', 0, 0, 6)
      const legs = s.text('legs', 'no') !== 'no'
      const box = carcase(s, s.h * (legs ? 0.07 : 0.03), legs ? legWood(s) : null)
      const low = drawers > 0 ? box.h * 0.24 : 0
      return [
        box.markup,
        doorFronts(s, box.x - 2, box.y, box.w + 2, box.h - low, doors, s.has('mirror') ? Math.floor(doors / 2) : -1),
        drawers > 0 &&
          drawerFronts(
            s,
            box.x - 2,
            box.y + box.h - low - 2,
            box.w + 2,
            low + 2,
            Math.ceil(drawers / doors),
            Math.min(drawers, doors),
          ),
      ]
    },
  },
}

/** Furniture legs take the accent when it is wood or metal, else the body's own material. */
export function legWood(s: Scene): Material {
  const accent = s.spec.accent ? material(s.spec.accent) : s.body
  return accent.nature === 'fabric' ? material('black') : accent
}
