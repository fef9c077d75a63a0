import type { Family } from './kit.ts'
import { asFabric, asShell, isDark, isLight, material } from './materials.ts'
import { svg, times } from './svg.ts'

export const outdoorPlumbing: Family = {
  'outdoor-lounge': {
    view: 'front',
    side: 'sofa',
    draw: (s) => {
      const frame = s.body.nature === 'fabric' ? material('matte-black') : s.body
      const pad = asFabric(s.body.nature === 'fabric' ? s.body : s.accent('linen'))
      const seats = s.number('seats', Math.max(1, Math.round(s.spec.widthMm / 700)), 1, 5)
      const post = Math.max(12, s.w * 0.03)
      const armY = s.y + s.h * 0.26
      const seatY = s.y + s.h * 0.5
      const seatH = s.h * 0.17
      const rail = s.h * 0.13
      const inX = s.x + post * 1.15
      const inW = s.w - post * 2.3
      const each = inW / seats
      s.ground(s.x + 4, s.w - 8, s.bottom, '.24')
      for (const x of [s.x + post / 2, s.right - post / 2]) s.footer(x, s.bottom, post * 0.6)
      const woven = frame.nature === 'weave'
      return [
        s.panel(s.x + post, s.y + s.h * 0.05, s.w - post * 2, rail * 0.7, {
          r: 3,
          m: frame,
          role: 'rail',
          along: 'level',
          edge: false,
        }),
        woven
          ? s.panel(s.x + post, s.y + s.h * 0.05, s.w - post * 2, seatY - s.y, { r: 3, m: frame, edge: false })
          : s.repeat(
              Math.round(inW / 36),
              36,
              0,
              s.panel(inX + 12, s.y + s.h * 0.1, 9, seatY - s.y - s.h * 0.06, {
                r: 1,
                m: frame,
                role: 'post',
                edge: false,
              }),
            ),
        svg`<rect x="${inX}" y="${seatY - s.h * 0.06}" width="${inW}" height="${s.h * 0.14}" fill="${s.tone(-28, pad)}"/>`,
        s.repeat(seats, each, 0, [
          s.cushion(inX + 2, s.y + 4, each - 4, seatY - s.y, { m: pad, r: s.h * 0.07, crown: 0 }),
          s.folds(inX, s.y + 4, each, seatY - s.y),
        ]),
        svg`<rect class="l" x="${inX}" y="${seatY - s.h * 0.08}" width="${inW}" height="${s.h * 0.08}" fill="${s.fade(
          '#000',
          'down',
          [
            [0, 0],
            [1, 0.3],
          ],
        )}"/>`,
        s.panel(s.x + post * 0.6, seatY + seatH * 0.8, s.w - post * 1.2, rail, {
          r: 3,
          m: frame,
          role: 'face',
          along: 'level',
          edge: false,
        }),
        s.repeat(
          seats,
          each,
          0,
          s.cushion(inX + 1, seatY, each - 2, seatH, { m: pad, r: seatH * 0.3, swell: 3, crown: seatH * 0.12 }),
        ),
        s.cast(inX, seatY + seatH, inW, 8),
        [s.x, s.right - post].map((x) =>
          s.panel(x, armY + 4, post, s.bottom - armY - 4, {
            r: 3,
            m: frame,
            role: 'post',
            along: 'upright',
            edge: false,
          }),
        ),
        [s.x, s.right - post * 2.1].map((x) =>
          s.panel(x, armY, post * 2.1, post * 0.72, {
            r: 4,
            m: frame.nature === 'weave' ? material('oak') : frame,
            role: 'rail',
            along: 'level',
          }),
        ),
      ]
    },
  },
  'outdoor-table': {
    view: 'raised',
    side: 'table',
    tilt: 0.2,
    draw: (s) => {
      const wood = s.body
      const frame = asShell(s.accent(wood.nature === 'wood' ? 'matte-black' : wood.name))
      const top = Math.max(8, s.h * 0.055)
      const leg = Math.max(13, s.w * 0.034)
      const corner = (u: number, v: number) => {
        const [x, y] = s.at(u, v, 0)
        const yTop = s.at(u, v, s.h - top)[1]
        s.footer(x, y, leg * 0.6)
        return [
          s.panel(x - leg / 2, yTop - 2, leg, y - yTop + 2, { r: 1.5, m: frame, role: 'post', edge: false }),
          v > 0.5 &&
            svg`<rect class="l" x="${x - leg / 2}" y="${yTop - 2}" width="${leg}" height="${y - yTop + 2}" opacity=".28"/>`,
        ]
      }
      const slats = s.number('slats', 7, 1, 14)
      s.ground(s.x + s.w * 0.04, s.w * 0.92, s.bottom - s.rise * 0.5, '.16')
      const edge = s.at(0, 0, s.h)[1]
      return [
        corner(0.07, 0.93),
        corner(0.93, 0.93),
        corner(0.045, 0.07),
        corner(0.955, 0.07),
        s.panel(s.x + s.w * 0.03, edge + top * 0.8, s.w * 0.94, top * 0.9, {
          r: 1,
          m: frame,
          role: 'side',
          edge: false,
        }),
        s.skin(s.poly([0, 0, s.h], [1, 0, s.h], [1, 1, s.h], [0, 1, s.h]), 'top', wood),
        s.rise > 1 &&
          times(slats - 1, (i) => {
            const [x1, y1] = s.at(0, (i + 1) / slats, s.h)
            const [x2, y2] = s.at(1, (i + 1) / slats, s.h)
            return s.gap(x1, y1, x2, y2, wood)
          }),
        s.panel(s.x, edge, s.w, top, { r: 1.5, m: wood, along: 'level', edge: false }),
      ]
    },
  },
  barbecue: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = s.shell
      const steel = material('stainless')
      const burners = s.number('burners', 4, 2, 8)
      const shelf = s.w * 0.2
      const [x, w] = [s.x + shelf, s.w - shelf * 2]
      const benchY = s.y + s.h * 0.37
      const panelH = s.h * 0.13
      const wheel = s.h * 0.065
      const cart = s.bottom - wheel
      s.ground(x - 6, w + 12)
      const doors = s.spec.accent ? s.trim : m
      return [
        [0.1, 0.9].map(
          (u) =>
            svg`<circle cx="${x + w * u}" cy="${s.bottom - wheel}" r="${wheel}" fill="${s.fill('ball', material('black'))}"/><circle cx="${x + w * u}" cy="${s.bottom - wheel}" r="${wheel * 0.45}" fill="${s.fill('ball', steel)}"/>`,
        ),
        s.panel(x, benchY + panelH - 2, w, cart - benchY - panelH, { r: 3, m: doors, role: 'side' }),
        [0, 1].map((i) => {
          const dw = w / 2 - 8
          const dx = x + 6 + i * (dw + 4)
          const dy = benchY + panelH + 6
          return [
            s.panel(dx, dy, dw, cart - dy - 12, { r: 3, m: doors, along: 'upright' }),
            s.bar(i === 0 ? dx + dw - 20 : dx + 12, dy + (cart - dy) * 0.14, 8, (cart - dy) * 0.4, steel),
          ]
        }),
        [s.x, s.right - shelf].map((sx) => [
          s.panel(sx, benchY, shelf, s.h * 0.035, {
            r: 3,
            m: m.nature === 'metal' ? m : steel,
            role: 'rail',
            along: 'level',
          }),
          s.panel(sx + 3, benchY + s.h * 0.03, shelf - 6, panelH * 0.6, { r: 3, m, role: 'side', edge: false }),
        ]),
        s.panel(x, benchY, w, panelH, { r: 3, m: m.nature === 'metal' ? m : steel, along: 'level' }),
        times(burners, (i) =>
          s.knob(
            x + (w * (i + 0.5)) / burners,
            benchY + panelH * 0.54,
            Math.min(panelH * 0.3, (w / burners) * 0.36),
            isDark(m) ? steel : material('dark-stainless'),
          ),
        ),
        svg`<rect x="${x + 4}" y="${benchY - s.h * 0.03}" width="${w - 8}" height="${s.h * 0.035}" fill="#1d1f21"/>`,
        s.skin(
          svg`M${x} ${benchY - s.h * 0.02}V${s.y + s.h * 0.13}Q${x} ${s.y} ${x + w * 0.12} ${s.y}H${x + w * 0.88}Q${x + w} ${s.y} ${x + w} ${s.y + s.h * 0.13}V${benchY - s.h * 0.02}z`,
          'face',
          m,
        ),
        svg`<path class="l" d="M${x} ${benchY - s.h * 0.02}V${s.y + s.h * 0.13}Q${x} ${s.y} ${x + w * 0.12} ${s.y}H${x + w * 0.88}Q${x + w} ${s.y} ${x + w} ${s.y + s.h * 0.13}V${benchY - s.h * 0.02}z" fill="${s.fade(
          '#fff',
          'down',
          [
            [0, 0.05],
            [0.25, 0.3],
            [0.45, 0.04],
            [1, 0],
          ],
        )}"/>`,
        s.crease(svg`M${x + 6} ${s.y + s.h * 0.12}H${x + w - 6}`, 1.4, '.25'),
        s.bar(x + w * 0.1, benchY - s.h * 0.085, w * 0.8, s.h * 0.022, steel),
        svg`<circle cx="${x + w / 2}" cy="${s.y + s.h * 0.18}" r="${s.h * 0.04}" fill="${s.fill('post', material('chrome'))}" stroke="#6d7175" stroke-width="1"/><circle cx="${x + w / 2}" cy="${s.y + s.h * 0.18}" r="${s.h * 0.032}" fill="#f5f4ef"/>`,
        s.line(svg`M${x + w / 2} ${s.y + s.h * 0.18}l${s.h * 0.012} ${-s.h * 0.018}`, '#b3352d', 2),
      ]
    },
  },
  sink: {
    view: 'plan',
    side: 'slab',
    draw: (s) => {
      const m = s.shell.nature === 'glass' ? material('black') : s.body.nature === 'stone' ? s.body : s.shell
      const bowls = s.number('bowls', s.w / s.h > 1.7 ? 2 : 1, 1, 2)
      const rim = s.u * 0.055
      const drainer = bowls === 1 && s.w / s.h > 1.6
      const room = s.w - rim * 2
      const sizes = bowls === 2 ? [room * 0.54, room * 0.42] : [drainer ? room * 0.55 : room]
      let at = s.x + rim
      return [
        s.panel(s.x, s.y, s.w, s.h, { r: s.u * 0.05, m, role: 'top' }),
        sizes.map((w, i) => {
          const x = at
          at += w + room * 0.04
          const y = s.y + rim * 1.6
          const h = s.h - rim * 2.6
          const r = s.u * 0.06
          const inset = s.u * 0.05
          const cx = x + w / 2
          const cy = y + h * 0.45
          const drain = s.u * (i === 0 ? 0.085 : 0.07)
          return [
            svg`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${s.fill('inside', m)}" stroke="${s.tone(-34, m)}" stroke-width="1.2"/>`,
            svg`<rect x="${x + inset}" y="${y + inset * 1.2}" width="${w - inset * 2}" height="${h - inset * 1.9}" rx="${r * 0.8}" fill="${s.fill('top', m)}"/>`,
            svg`<rect class="l" x="${x + inset}" y="${y + inset * 1.2}" width="${w - inset * 2}" height="${h - inset * 1.9}" rx="${r * 0.8}" fill="${s.fade(
              '#000',
              'slant',
              [
                [0, 0.36],
                [0.5, 0.14],
                [1, 0.04],
              ],
            )}"/>`,
            s.crease(
              svg`M${x + r * 0.4} ${y + r * 0.4}l${inset} ${inset}M${x + w - r * 0.4} ${y + r * 0.4}l${-inset} ${inset}M${x + r * 0.4} ${y + h - r * 0.4}l${inset} ${-inset}M${x + w - r * 0.4} ${y + h - r * 0.4}l${-inset} ${-inset}`,
              1.5,
              '.18',
            ),
            svg`<circle cx="${cx}" cy="${cy}" r="${drain}" fill="${s.fill('ball', material('chrome'))}" stroke="#74797d" stroke-width="1"/><circle cx="${cx}" cy="${cy}" r="${drain * 0.62}" fill="#3b3f43"/>`,
            times(8, (n) =>
              s.lamp(cx + Math.cos(n * 0.785) * drain * 0.4, cy + Math.sin(n * 0.785) * drain * 0.4, 2, '#111315'),
            ),
          ]
        }),
        drainer &&
          s.crease(
            svg`${times(9, (i) => svg`M${at + room * 0.03} ${s.y + s.h * (0.16 + i * 0.085)}H${s.right - rim * 1.4}`)}`,
            5,
            '.16',
          ),
        drainer &&
          s.crease(
            svg`${times(9, (i) => svg`M${at + room * 0.03} ${s.y + s.h * (0.16 + i * 0.085) + 4}H${s.right - rim * 1.4}`)}`,
            2,
            '.5',
            '#fff',
          ),
        svg`<circle cx="${s.cx}" cy="${s.y + rim * 0.82}" r="${rim * 0.4}" fill="${s.tone(-34, m)}" stroke="${s.tone(-14, m)}" stroke-width="1.4"/>`,
      ]
    },
  },
  tap: {
    view: 'profile',
    side: 'envelope',
    draw: (s) => {
      const m = s.shell
      const pipe = s.w * 0.12
      const bx = s.x + s.w * 0.2
      const spoutX = s.right - pipe * 0.62
      const archR = (spoutX - bx) / 2
      const archY = s.y + archR + pipe / 2
      const fall = Math.min(s.h * 0.5, archY + s.h * 0.16)
      s.ground(bx - s.w * 0.16, s.w * 0.32)
      const tube = svg`M${bx} ${s.bottom - s.h * 0.2}V${archY}A${archR} ${archR} 0 0 1 ${spoutX} ${archY}V${fall}`
      const lines = (colour: string, width: number, shift: number, opacity: string) =>
        svg`<path class="${opacity === '1' ? 'm' : 'l'}" d="M${bx + shift} ${s.bottom - s.h * 0.2}V${archY}A${archR - shift} ${archR - shift} 0 0 1 ${spoutX - shift} ${archY}V${fall}" fill="none" stroke="${colour}" stroke-width="${width}" opacity="${opacity}"/>`
      return [
        svg`<path d="${tube}" fill="none" stroke="${s.tone(-34, m)}" stroke-width="${pipe}"/>`,
        lines(s.tone(-12, m), pipe - 2, 0, '.99'),
        lines(s.tone(8, m), pipe * 0.5, -pipe * 0.1, '.9'),
        lines('#fff', pipe * 0.16, -pipe * 0.18, isDark(m) ? '.35' : '.85'),
        lines('#000', pipe * 0.16, pipe * 0.34, '.25'),
        s.panel(spoutX - pipe * 0.6, fall - s.h * 0.02, pipe * 1.2, s.h * 0.1, { r: 4, m, role: 'post' }),
        s.panel(spoutX - pipe * 0.42, fall + s.h * 0.075, pipe * 0.84, s.h * 0.02, {
          r: 2,
          m: material('matte-black'),
          role: 'post',
          edge: false,
        }),
        s.panel(bx - pipe * 0.92, s.bottom - s.h * 0.34, pipe * 1.84, s.h * 0.325, { r: 5, m, role: 'post' }),
        s.panel(bx - s.w * 0.2, s.bottom - s.h * 0.025, s.w * 0.4, s.h * 0.025, { r: 3, m, role: 'rail' }),
        s.panel(bx + pipe * 0.7, s.bottom - s.h * 0.265, s.w * 0.11, s.h * 0.075, { r: 4, m, role: 'rail' }),
        s.skin(
          svg`M${bx + pipe * 0.7 + s.w * 0.06} ${s.bottom - s.h * 0.245}l${s.w * 0.2} ${-s.h * 0.16}q8 -4 11 2l2 5l${-s.w * 0.2} ${s.h * 0.18}z`,
          'rail',
          m,
        ),
      ]
    },
  },
  accessory: {
    view: 'front',
    side: 'box',
    draw: (s) => {
      const m = asShell(s.body)
      const lid = s.h * 0.24
      const band = s.spec.accent ? s.trim : material('matte-black')
      s.ground(s.x + 3, s.w - 6)
      const r = Math.min(s.w, s.h) * 0.11
      const cy = s.y + lid + (s.h - lid) * 0.5
      return [
        s.panel(s.x + s.w * 0.01, s.y + lid - 8, s.w * 0.98, s.h - lid + 8, { r: 4, m }),
        s.cast(s.x + s.w * 0.01, s.y + lid, s.w * 0.98, 12),
        s.panel(s.x, s.y, s.w, lid, { r: 4, m, role: 'face' }),
        svg`<rect x="${s.x + s.w * 0.16}" y="${s.y}" width="${s.w * 0.075}" height="${s.h}" fill="${s.fill('face', band)}"/>`,
        s.panel(s.x + s.w * 0.6 - r * 2, cy - r * 1.3, r * 4, r * 2.6, {
          r: 3,
          m: material(isLight(m) ? 'cream' : 'white'),
          edge: false,
        }),
        s.line(
          svg`M${s.x + s.w * 0.6 - r * 1.5} ${cy - r * 0.6}h${r * 1.6}M${s.x + s.w * 0.6 - r * 1.5} ${cy}h${r * 3}M${s.x + s.w * 0.6 - r * 1.5} ${cy + r * 0.6}h${r * 2.3}`,
          '#8a8378',
          4,
        ),
      ]
    },
  },
}
