import type { Brand } from '../brands.ts'
import {
  atLeastOne,
  collectionName,
  type Design,
  feature,
  inFinishes,
  stored,
  plural,
  size,
  type Template,
  tierOf,
  toStep,
  type Version,
  titled,
} from '../design.ts'
import { type Finish, finishes as finishWords } from '../model-words.ts'
import { fabricColours, fabricOf, pieceNumber, timberOf, timbers } from './living.ts'
import type { Random } from '../random.ts'

/** Australian mattress sizes, with what they cost beside a queen. */
const bedSizes = [
  { name: 'Single', code: 'SI', widthMm: 920, lengthMm: 1_880, priceFactor: 0.68, weightFactor: 0.66 },
  { name: 'King Single', code: 'KS', widthMm: 1_070, lengthMm: 2_030, priceFactor: 0.76, weightFactor: 0.76 },
  { name: 'Double', code: 'DB', widthMm: 1_380, lengthMm: 1_880, priceFactor: 0.9, weightFactor: 0.88 },
  { name: 'Queen', code: 'QN', widthMm: 1_530, lengthMm: 2_030, priceFactor: 1, weightFactor: 1 },
  { name: 'King', code: 'KG', widthMm: 1_830, lengthMm: 2_030, priceFactor: 1.16, weightFactor: 1.2 },
] as const

function bed(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const upholstered = maker.slug === 'restmoor' || draw.chance(0.45)
  const storage = draw.chance(0.3) ? draw.pick(['Gas lift', 'Drawers']) : 'None'
  const sizes = draw.some(bedSizes, draw.pick([2, 3, 4, 4]))
  const finish: Finish = upholstered ? draw.pick(fabricColours) : draw.pick([...timbers, 'white', 'black'])
  const upholstery = fabricOf(draw, tier)
  const material = upholstered
    ? upholstery
    : finish === 'white'
      ? 'Painted timber'
      : finish === 'black'
        ? 'Steel'
        : timberOf(draw, tier, finish)
  const headMm = draw.int(90, 125) * 10
  const words = `${upholstered ? 'Upholstered ' : ''}${storage === 'Gas lift' ? 'Gas Lift ' : storage === 'Drawers' ? 'Storage ' : ''}Bed`
  const versions = sizes.map((one): Version => ({
    finish,
    axes: { Size: one.name },
    code: `${finishWords[finish].code}${one.code}`,
    name: `${one.name} ${words}`,
    size: size(one.widthMm + 100, headMm, one.lengthMm + 110),
    weightKg: Math.round((storage === 'None' ? 46 : 78) * one.weightFactor),
    facts: { bed_size: one.name },
    priceFactor: one.priceFactor,
    options: { size: one.name.toLowerCase() },
  }))
  return {
    name: words,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'BD',
    sizeCode: pieceNumber(draw),
    size: size(1_630, headMm, 2_140),
    weightKg: 46,
    price: 780 + (upholstered ? 120 : 0) + (storage === 'None' ? 0 : 320),
    facts: {
      material,
      upholstery: upholstered ? upholstery : 'None',
      bed_storage: storage,
      assembly: 'Full assembly',
      max_load_kg: draw.pick([200, 250, 300]),
    },
    kind: 'bed',
    options: { head: upholstered ? 'padded' : 'timber', ...(storage === 'Drawers' ? { drawers: 2 } : {}) },
    accent: draw.pick(['oak', 'walnut', 'black']),
    versions: atLeastOne(versions),
    summary: `${material}, head ${headMm} mm high${storage === 'None' ? '' : `, ${storage.toLowerCase()} storage`}. Mattress sold separately.`,
    paragraphs: [
      `A bed with a head ${headMm} mm high, ${upholstered ? `covered in ${upholstery.toLowerCase()}` : `made of ${material.toLowerCase()}`}. Slats are part of it.`,
      storage === 'Gas lift'
        ? 'The slat base lifts on two gas springs above a box 220 mm deep.'
        : storage === 'Drawers'
          ? 'Two drawers on castors roll out at the foot.'
          : `There are ${draw.pick([180, 200, 250])} mm below the rails.`,
      'It suits mattresses 200 to 350 mm thick. The mattress is sold separately.',
    ],
    notes: ['Comes in two or three cartons.', 'Two people need about an hour; assembly is offered at checkout.'],
    features: stored(
      feature(
        'Bentwood slats',
        `${draw.int(12, 28)} slats in rubber holders, 55 mm apart or less, as mattress makers ask.`,
      ),
      feature('Middle rail with feet', 'A steel rail on two feet carries the slats from Double up.'),
      upholstered && feature('Head padded on both sides', 'It may stand free in the room.'),
    ),
    document: 'Assembly instructions',
  }
}

function mattress(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const type = draw.pick(
    tier > 0 ? ['Pocket spring', 'Pocket spring', 'Latex', 'Hybrid'] : ['Pocket spring', 'Foam', 'Hybrid', 'Latex'],
  )
  const firmness = draw.pick(['Soft', 'Medium', 'Medium', 'Firm', 'Extra firm'])
  const depth = draw.int(22, 36) * 10
  const sizes = draw.some(bedSizes, draw.pick([2, 3, 4, 5]))
  const zones = draw.pick([3, 5, 7])
  const rolled = type !== 'Latex' && tier <= 0
  const versions = sizes.map((one): Version => ({
    finish: 'white',
    axes: { Size: one.name },
    code: one.code,
    name: `${one.name} ${titled(`${firmness} ${type}`)} Mattress`,
    size: size(one.widthMm, depth, one.lengthMm),
    weightKg: Math.round(34 * one.weightFactor * (depth / 280) * (type === 'Latex' ? 1.4 : 1)),
    facts: { bed_size: one.name },
    priceFactor: one.priceFactor,
    options: { size: one.name.toLowerCase() },
  }))
  return {
    name: `${type} Mattress`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: { 'Pocket spring': 'P', Foam: 'F', Hybrid: 'H', Latex: 'L' }[type] ?? 'M',
    sizeCode: pieceNumber(draw),
    size: size(1_530, depth, 2_030),
    weightKg: 34,
    price: 520 + depth * 1.9 + (type === 'Latex' ? 500 : type === 'Hybrid' ? 200 : 0),
    facts: {
      mattress_type: type,
      firmness,
      material: type === 'Latex' ? 'Latex and cotton' : 'Knitted cotton cover',
      max_load_kg: draw.pick([110, 120, 130, 150]),
      removable_covers: draw.chance(0.5),
    },
    kind: 'mattress',
    versions: atLeastOne(versions),
    finishInTitle: false,
    summary: `${type}, ${firmness.toLowerCase()}, ${depth} mm thick. ${rolled ? 'Arrives rolled.' : 'Arrives flat.'}`,
    paragraphs: [
      `A ${firmness.toLowerCase()} mattress ${depth} mm thick. ${type === 'Pocket spring' ? `About ${draw.int(7, 16) * 100} springs in a queen, each in its own pocket, so one side moves little when the other does.` : type === 'Hybrid' ? 'Pocket springs below, 60 mm of foam above.' : type === 'Latex' ? 'Two layers of natural latex with holes that let air through.' : 'Three layers of foam, the firmest below.'}`,
      `Shoulders and hips lie on softer ground: ${plural(zones, 'zone')} from head to foot.`,
    ],
    notes: [
      rolled ? 'Arrives rolled in film. It takes its shape in 24 hours.' : 'Arrives flat: two people carry it.',
      'Turn it head to foot every three months.',
      'The load rating is for each person.',
    ],
    features: stored(
      feature(
        `Firmness: ${firmness.toLowerCase()}`,
        {
          Soft: 'For side sleepers up to about 70 kg.',
          Medium: 'For side and back sleepers.',
          Firm: 'For back and front sleepers.',
          'Extra firm': 'For front sleepers and weights above 100 kg.',
        }[firmness] ?? '',
      ),
      feature('Edge support', 'A firmer rim lets you sit on the edge without sliding.'),
      feature('Handles', 'Four handles at the sides, for turning only.'),
    ),
    document: 'Care guide',
  }
}

function bedside(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const drawers = draw.pick([1, 2, 2, 3])
  const width = draw.int(38, 58) * 10
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black', 'sage'], draw.pick([1, 2, 2, 3]))
  return {
    name: `${drawers} Drawer Bedside Table`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'BT',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(45, 62) * 10, draw.int(36, 44) * 10),
    weightKg: draw.int(9, 20),
    price: 140 + drawers * 45,
    facts: {
      drawers,
      material: 'Timber',
      soft_close: tier >= 0,
      assembly: tier < 0 ? 'Full assembly' : draw.pick(['None', 'Legs only']),
      max_load_kg: 20,
    },
    kind: 'bedside-table',
    options: { drawers },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: timbers.includes(finish) ? timberOf(draw, tier, finish) : 'Lacquered MDF' },
    })),
    summary: `${plural(drawers, 'drawer')}, ${width} mm wide.`.replace(/^./, (letter) => letter.toUpperCase()),
    paragraphs: [
      `A bedside table ${width} mm wide with ${plural(drawers, 'drawer')}.`,
      'A notch in the back lets a charging cable into the top drawer.',
    ],
    notes: ['Sold one by one.', 'Felt pads are fixed to the feet.'],
    features: stored(
      tier >= 0 && feature('Soft close', 'Drawers slow before they shut and open fully.'),
      feature('Cable notch', 'Charge a phone inside the closed drawer.'),
      feature('Same front as the chest', 'Matches beds and chests of the collection in height of the rails.'),
    ),
    document: tier < 0 ? 'Assembly instructions' : null,
  }
}

function chest(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const drawers = draw.pick([3, 4, 5, 5, 6, 8])
  const wide = drawers >= 6
  const width = wide ? draw.int(120, 160) * 10 : draw.int(70, 100) * 10
  const height = wide ? draw.int(76, 88) * 10 : toStep(220 + drawers * 175, 10)
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black', 'sage'], draw.pick([1, 1, 2]))
  return {
    name: `${drawers} Drawer ${wide ? 'Dresser' : 'Tallboy'}`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'CH',
    sizeCode: pieceNumber(draw),
    size: size(width, height, draw.int(42, 50) * 10),
    weightKg: Math.round((width * height) / 22_000),
    price: 260 + drawers * 85,
    facts: {
      drawers,
      material: 'Timber',
      soft_close: tier >= 0,
      assembly: tier < 0 ? 'Full assembly' : draw.pick(['None', 'Legs only']),
      max_load_kg: draw.pick([20, 25, 30]),
    },
    kind: 'chest-of-drawers',
    options: { drawers, columns: wide ? 2 : 1 },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: timbers.includes(finish) ? timberOf(draw, tier, finish) : 'Lacquered MDF' },
    })),
    summary: `${plural(drawers, 'drawer')}, ${width} mm wide, ${height} mm high.`.replace(/^./, (letter) =>
      letter.toUpperCase(),
    ),
    paragraphs: [
      `A chest ${width} mm wide and ${height} mm high with ${plural(drawers, 'drawer')}. The drawers are ${draw.int(14, 20) * 10} mm deep inside.`,
      'Fix it to the wall with the strap in the box: an empty chest tips when drawers are pulled out by a child.',
    ],
    notes: ['The load rating is for each drawer.', 'Drawers stop before they fall out.'],
    features: stored(
      feature('Full-width runners', 'Steel runners carry the drawers to within 100 mm of their full depth.'),
      tier >= 0 && feature('Soft close', 'Drawers slow before they shut.'),
      feature('Lined top drawer', 'Felt in the top drawer for watches and glasses.'),
      tier > 0 && feature('Dovetailed', 'Drawer sides of solid timber, joined without screws.'),
    ),
    document: 'Assembly instructions',
  }
}

function wardrobe(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const doors = draw.pick([2, 2, 3, 4])
  const sliding = doors <= 3 && draw.chance(0.4)
  const width = sliding ? draw.pick([1_500, 1_800, 2_000, 2_400]) : doors * draw.pick([450, 500])
  const height = draw.pick([1_900, 2_000, 2_010, 2_100, 2_200])
  const drawers = draw.int(0, 3)
  const mirror = draw.chance(0.3)
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black'], draw.pick([1, 1, 2]))
  return {
    name: `${doors} Door ${sliding ? 'Sliding ' : ''}Wardrobe${mirror ? ' with Mirror' : ''} ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: sliding ? 'WS' : 'WR',
    sizeCode: pieceNumber(draw),
    size: size(width, height, sliding ? 640 : draw.pick([560, 580, 600])),
    weightKg: Math.round((width * height) / 28_000 + (mirror ? 14 : 0)),
    price: 380 + width * 0.5 + drawers * 50 + (mirror ? 120 : 0) + (sliding ? 180 : 0),
    facts: {
      doors,
      drawers,
      material: 'Timber',
      soft_close: tier >= 0,
      assembly: 'Full assembly',
      shelves: draw.int(2, 6),
      max_load_kg: draw.pick([30, 40, 50]),
    },
    kind: 'wardrobe',
    options: { doors, drawers, ...(mirror ? { mirror: 'yes' } : {}), ...(sliding ? { sliding: 'yes' } : {}) },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: timbers.includes(finish) ? timberOf(draw, tier, finish) : 'Laminated board' },
    })),
    summary: `${width} mm wide, ${height} mm high, ${plural(doors, sliding ? 'sliding door' : 'door')}.`,
    paragraphs: [
      `A wardrobe ${width} mm wide and ${height} mm high with ${plural(doors, sliding ? 'sliding door' : 'hinged door')}${drawers ? ` and ${plural(drawers, 'drawer')}` : ''}.`,
      `Inside are a rail and shelves. Put together lying down it needs ${toStep(Math.hypot(height, 600), 10)} mm of ceiling to tilt up.`,
    ],
    notes: [
      'Comes in several cartons.',
      'Assembly is offered at checkout.',
      'Two brackets to fix it to the wall are in the box.',
    ],
    features: stored(
      feature('Adjustable feet', 'Feet turn from inside, through the base, by 15 mm.'),
      sliding && feature('Doors that stay in', 'Rollers run in a rail above and a groove below and cannot jump out.'),
      tier >= 0 && feature('Soft close', 'Doors slow before they shut.'),
      mirror && feature('Mirror with film', 'A film at the back holds the glass together if it breaks.'),
      feature('Rail at two heights', 'The rail can sit 950 or 1650 mm above the base.'),
    ),
    document: 'Assembly instructions',
  }
}

export const bedroom: readonly Template[] = [
  { category: 'bedroom/beds', line: 'beds', quota: 26, design: bed },
  { category: 'bedroom/mattresses', line: 'mattresses', quota: 24, design: mattress },
  { category: 'bedroom/bedside-tables', line: 'storage', quota: 14, design: bedside },
  { category: 'bedroom/chests-of-drawers', line: 'storage', quota: 12, design: chest },
  { category: 'bedroom/wardrobes', line: 'storage', quota: 12, design: wardrobe },
]
