import type { Brand } from '../brands.ts'
import {
  collectionName,
  type Design,
  feature,
  inFinishes,
  stored,
  plural,
  size,
  type Template,
  tierOf,
} from '../design.ts'
import type { Finish } from '../model-words.ts'
import { pieceNumber, timberOf, timbers } from './living.ts'
import type { Random } from '../random.ts'

function desk(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const sitStand = draw.chance(0.45 + tier * 0.15)
  const width = draw.pick([1_000, 1_200, 1_400, 1_500, 1_600, 1_800])
  const depth = draw.pick([550, 600, 700, 750])
  const drawers = sitStand ? 0 : draw.int(0, 3)
  const load = sitStand ? draw.pick([80, 100, 120]) : draw.pick([40, 50, 60])
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black'], draw.pick([1, 2, 2, 3]))
  return {
    name: `${sitStand ? 'Sit Stand ' : ''}Desk ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: sitStand ? 'SS' : 'DK',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.pick([730, 740, 750]), depth),
    weightKg: Math.round(width * 0.017 + (sitStand ? 18 : 4)),
    price: 190 + width * 0.13 + drawers * 50 + (sitStand ? 320 : 0),
    facts: { adjustable_height: sitStand, max_load_kg: load, drawers, material: 'Timber', assembly: 'Full assembly' },
    kind: 'desk',
    options: { drawers, legs: sitStand ? 'column' : draw.pick(['four', 'frame']) },
    accent: draw.pick(['black', 'white', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: timbers.includes(finish) ? timberOf(draw, tier, finish) : 'Laminated board' },
    })),
    summary: `${width} × ${depth} mm, ${sitStand ? '620 to 1270 mm high' : 'fixed height'}, carries ${load} kg.`,
    paragraphs: [
      `A desk with a top of ${width} × ${depth} mm that carries ${load} kg.`,
      sitStand
        ? 'Two motors lift it from 620 to 1270 mm at 36 mm a second. It stops when it meets something.'
        : drawers
          ? `It has ${plural(drawers, 'drawer')}; the one at the top locks.`
          : 'The frame is open at the sides, so a drawer unit can stand at either end.',
    ],
    notes: stored('Two people need about 45 minutes.', sitStand && 'Plugs into a 10 A outlet; 0.3 W when idle.'),
    features: stored(
      sitStand && feature('Four heights kept', 'Keys recall four heights; one press is enough.'),
      feature('Cable tray', 'A tray below the back edge takes a power board.'),
      feature('Cable outlet', 'A capped hole of 60 mm in the top.'),
    ),
    document: 'Assembly instructions',
  }
}

function officeChair(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const lumbar = draw.pick(tier < 0 ? ['Fixed', 'Height adjusts'] : ['Height adjusts', 'Height and depth adjust'])
  const arms = draw.pick(tier < 0 ? ['Fixed', 'Height adjusts', 'None'] : ['Height adjusts', 'Adjust four ways'])
  const mesh = draw.chance(0.55)
  const load = draw.pick([110, 120, 135, 150, 160])
  const headrest = draw.chance(0.35)
  return {
    name: `${mesh ? 'Mesh ' : ''}${headrest ? 'High Back ' : ''}Office Chair`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'OC',
    sizeCode: pieceNumber(draw),
    size: size(draw.int(62, 70) * 10, (headrest ? draw.int(118, 132) : draw.int(92, 110)) * 10, draw.int(62, 70) * 10),
    weightKg: draw.int(11, 22),
    price:
      210 +
      (arms === 'Adjust four ways' ? 130 : 0) +
      (lumbar === 'Height and depth adjust' ? 80 : 0) +
      (headrest ? 50 : 0),
    facts: {
      lumbar,
      armrests: arms,
      max_load_kg: load,
      upholstery: mesh ? 'Mesh and fabric' : draw.pick(['Fabric', 'Faux leather']),
      seat_height_mm: draw.int(42, 46) * 10,
      adjustable_height: true,
      material: mesh ? 'Mesh' : 'Fabric',
      assembly: 'Some assembly',
    },
    kind: 'office-chair',
    options: { arms: arms === 'None' ? 'no' : 'yes', headrest: headrest ? 'yes' : 'no' },
    accent: draw.pick(['black', 'chrome', 'white']),
    versions: inFinishes(draw.some(['charcoal', 'black', 'grey', 'navy', 'sage'], draw.pick([1, 2, 3]))),
    summary: `Lumbar: ${lumbar.toLowerCase()}. Arms: ${arms.toLowerCase()}. Carries ${load} kg.`,
    paragraphs: [
      `A task chair rated for ${load} kg. The seat height adjusts by ${draw.pick([90, 100, 120])} mm and the back follows as you lean.`,
      mesh
        ? 'The back is mesh, which lets air through; the seat is foam under fabric.'
        : 'Seat and back are foam, 55 and 40 mm thick.',
    ],
    notes: [
      'Castors for carpet are fitted; soft ones for hard floors are in the box.',
      'About 15 minutes to put together.',
    ],
    features: stored(
      feature('Seat slides', 'The seat moves by 50 mm for long or short legs.'),
      feature('Tilt with a lock', 'Back and seat tilt together; the force is set by a wheel below.'),
      headrest && feature('Headrest', 'Height and angle adjust; it comes off with one screw.'),
      maker.segment !== 'value' && feature('Tested to AS/NZS 4438', 'Level 6, for use through the working day.'),
    ),
    document: 'Assembly instructions',
  }
}

export const admin: readonly Template[] = [
  { category: 'office/desks', line: 'office', quota: 16, design: desk },
  { category: 'office/office-chairs', line: 'office', quota: 14, design: officeChair },
]
