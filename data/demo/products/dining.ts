import type { Brand } from '../brands.ts'
import {
  along,
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
} from '../design.ts'
import type { Finish } from '../model-words.ts'
import { fabricColours, fabricOf, pieceNumber, timberOf, timbers } from './living.ts'
import type { Random } from '../random.ts'

function diningTable(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const shape = draw.pick(['Rectangular', 'Rectangular', 'Rectangular', 'Round', 'Oval'])
  const seats = shape === 'Round' ? draw.pick([4, 4, 6]) : draw.pick([4, 6, 6, 8, 8, 10])
  const extendable = shape !== 'Round' && draw.chance(0.25)
  const width =
    shape === 'Round'
      ? (seats === 4 ? draw.int(100, 120) : draw.int(130, 150)) * 10
      : toStep(
          along(
            [
              [4, 1_300],
              [6, 1_800],
              [8, 2_200],
              [10, 2_800],
            ],
            seats,
          ) +
            draw.int(-5, 5) * 10,
          10,
        )
  const depth = shape === 'Round' ? width : draw.int(85, 105) * 10
  const stone = tier >= 0 && draw.chance(0.12)
  const finishes: readonly Finish[] = stone
    ? ['marble']
    : draw.some([...timbers, 'black', 'white'], draw.pick([1, 1, 2]))
  const max = extendable ? seats + 2 : seats
  return {
    name: `${extendable ? 'Extending ' : ''}${shape} Dining Table ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'DT',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.pick([740, 750, 750, 760]), depth),
    weightKg: Math.round((width * depth) / 36_000 + (stone ? 60 : 12)),
    price:
      along(
        [
          [1_000, 620],
          [1_800, 1_050],
          [2_800, 1_850],
        ],
        width,
      ) +
      (extendable ? 320 : 0) +
      (stone ? 900 : 0),
    facts: {
      seats,
      shape,
      extendable,
      material: stone ? 'Marble' : 'Timber',
      assembly: 'Legs only',
      max_load_kg: draw.pick([60, 80, 100]),
    },
    kind: 'dining-table',
    options: { shape: shape.toLowerCase(), seats, legs: draw.pick(['four', 'trestle', 'pedestal']) },
    accent: draw.pick(['black', 'oak', 'brass']),
    versions: inFinishes(finishes, (finish) =>
      stone
        ? {}
        : {
            facts: {
              material: finish === 'black' || finish === 'white' ? 'Painted timber' : timberOf(draw, tier, finish),
            },
          },
    ),
    summary: `Seats ${seats}, ${width} × ${depth} mm${extendable ? ', extends by 500 mm' : ''}.`,
    paragraphs: [
      `A ${shape.toLowerCase()} table of ${width} × ${depth} mm for ${plural(seats, 'person').replace('persons', 'people')}.${extendable ? ` A leaf of 500 mm stored below the top makes room for ${max}.` : ''}`,
      stone
        ? 'The top is 20 mm marble, sealed at the works. Acids etch it: use mats.'
        : `The top is ${draw.pick([25, 28, 32])} mm thick. ${tier > 0 ? 'It is oiled; a scratch can be sanded and oiled again.' : 'It is lacquered against water rings.'}`,
    ],
    notes: stored(
      'Legs bolt on with the key in the box.',
      width * depth > 1_800_000 && 'The top comes in one piece: two people carry it.',
      `There are ${draw.int(61, 68) * 10} mm below the frame for knees and armrests.`,
    ),
    features: stored(
      feature('Levelling feet', 'Each foot turns by 10 mm to take out an uneven floor.'),
      extendable && feature('Leaf inside', 'The leaf unfolds from below the top; one person can do it.'),
      feature('Legs at the corners', 'Chairs go in along the whole side.'),
      tier > 0 && feature('Grain runs through', 'Boards are matched end to end.'),
    ),
    document: 'Assembly instructions',
  }
}

function diningChair(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const upholstered = draw.chance(0.5)
  const pack = draw.pick([1, 2, 2])
  const arms = draw.chance(0.25)
  const stack = !upholstered && draw.chance(0.3)
  const seat = draw.int(44, 48) * 10
  const upholstery = fabricOf(draw, tier)
  const finishes: readonly Finish[] = upholstered
    ? draw.some(fabricColours, draw.pick([1, 2, 3, 4]))
    : draw.some([...timbers, 'black', 'white', 'sage'], draw.pick([1, 2, 3]))
  return {
    name: `${upholstered ? 'Upholstered ' : ''}Dining Chair${arms ? ' with Arms' : ''}${pack === 2 ? ', Set of 2' : ''}`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: `DC${pack}`,
    sizeCode: pieceNumber(draw),
    size: size(draw.int(44, arms ? 60 : 52) * 10, draw.int(76, 92) * 10, draw.int(48, 58) * 10),
    weightKg: draw.int(4, 8) * pack,
    price: (upholstered ? 170 : 130) * pack * (pack === 2 ? 0.92 : 1) + (arms ? 30 * pack : 0),
    facts: {
      pack_size: pack,
      seat_height_mm: seat,
      material: upholstered ? upholstery : 'Timber',
      upholstery: upholstered ? upholstery : 'None',
      armrests: arms ? 'Fixed' : 'None',
      stackable: stack,
      max_load_kg: draw.pick([110, 120, 130, 150]),
      assembly: tier < 0 ? 'Legs only' : 'None',
    },
    kind: 'dining-chair',
    options: { arms: arms ? 'yes' : 'no', seat: upholstered ? 'padded' : 'timber' },
    accent: draw.pick(['oak', 'walnut', 'black']),
    versions: inFinishes(finishes, (finish) =>
      upholstered
        ? {}
        : {
            facts: {
              material:
                finish === 'black' || finish === 'white' || finish === 'sage'
                  ? 'Painted beech'
                  : timberOf(draw, tier, finish),
            },
          },
    ),
    summary: `${pack === 2 ? 'Set of two' : 'One chair'}, seat ${seat} mm high, ${upholstered ? upholstery.toLowerCase() : 'timber seat'}.`,
    paragraphs: [
      `${pack === 2 ? 'Two chairs' : 'A chair'} with a seat ${seat} mm high, for tables of 730 to 770 mm.`,
      upholstered
        ? `The pad is ${draw.pick([40, 50, 60])} mm foam under ${upholstery.toLowerCase()}.`
        : 'The seat is shaped from one board; a cushion can be tied on.',
    ],
    notes: stored('Plastic glides for hard floors are fixed; felt pads are in the box.', stack && 'Up to four stack.'),
    features: stored(
      feature('Curved back', 'The back rail is bent by 40 mm, so it meets the back along its width.'),
      feature('Joints that can be tightened', 'Bolts below the seat take the key in the box.'),
      arms && feature('Arms below the table', `The arms end ${draw.int(64, 68) * 10} mm above the floor.`),
      upholstered && feature('Seat comes off', 'Four screws hold it, so it can be covered again.'),
    ),
    document: tier < 0 ? 'Assembly instructions' : null,
  }
}

function barStool(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const gas = draw.chance(0.25)
  const seat = gas ? 650 : draw.pick([650, 650, 660, 680, 750])
  const back = draw.chance(0.6)
  const upholstered = draw.chance(0.45)
  const finishes: readonly Finish[] = upholstered
    ? draw.some(fabricColours, draw.pick([1, 2, 3]))
    : draw.some([...timbers, 'black', 'white'], draw.pick([1, 2]))
  const upholstery = fabricOf(draw, tier)
  return {
    name: `${gas ? 'Adjustable ' : ''}Bar Stool${back ? ' with Back' : ''} ${seat / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'BS',
    sizeCode: pieceNumber(draw),
    size: size(draw.int(38, 48) * 10, seat + (back ? draw.int(22, 32) * 10 : 0), draw.int(38, 50) * 10),
    weightKg: draw.int(4, 9),
    price: 140 + (back ? 30 : 0) + (upholstered ? 30 : 0),
    facts: {
      seat_height_mm: seat,
      material: upholstered ? upholstery : 'Timber',
      upholstery: upholstered ? upholstery : 'None',
      adjustable_height: gas,
      max_load_kg: draw.pick([110, 120, 130]),
      pack_size: 1,
      assembly: draw.pick(['None', 'Legs only']),
    },
    kind: 'bar-stool',
    options: { back: back ? 'yes' : 'no' },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) =>
      upholstered
        ? {}
        : {
            facts: {
              material: finish === 'black' || finish === 'white' ? 'Powder-coated steel' : timberOf(draw, tier, finish),
            },
          },
    ),
    summary: `Seat ${seat} mm high${gas ? ', adjusts to 850 mm' : ''}, rated for 110 kg or more.`,
    paragraphs: [
      gas
        ? 'A stool on a gas lift: the seat goes from 650 to 850 mm and turns.'
        : `A stool with a seat ${seat} mm high, for a ${seat < 700 ? 'kitchen bench of 880 to 940' : 'bar of 1000 to 1060'} mm.`,
      'Allow 600 mm of bench for each stool.',
    ],
    notes: ['Felt pads are fixed to the feet.'],
    features: stored(
      feature(
        'Foot rail',
        `A rail ${draw.pick([220, 250, 280])} mm above the floor, with a steel strip where shoes wear it.`,
      ),
      back && feature('Low back', 'The back ends below the benchtop, so the stool goes under it.'),
      upholstered && feature('Wipes clean', 'The cover is treated against stains.'),
    ),
    document: 'Assembly instructions',
  }
}

function bench(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([1_000, 1_200, 1_400, 1_500, 1_600, 1_800])
  const padded = draw.chance(0.45)
  const storage = draw.chance(0.25)
  const upholstery = fabricOf(draw, tier)
  const finishes: readonly Finish[] = padded
    ? draw.some(fabricColours, draw.pick([1, 2]))
    : draw.some([...timbers, 'black'], draw.pick([1, 2]))
  const seats = Math.floor(width / 480)
  return {
    name: `${padded ? 'Upholstered ' : ''}${storage ? 'Storage ' : ''}Bench ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'BN',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(44, 48) * 10, draw.int(34, 42) * 10),
    weightKg: Math.round(width / 90 + (storage ? 8 : 0)),
    price: 180 + width * 0.12 + (storage ? 90 : 0),
    facts: {
      seats,
      material: padded ? upholstery : 'Timber',
      upholstery: padded ? upholstery : 'None',
      bed_storage: storage ? 'Lift-up seat' : 'None',
      max_load_kg: seats * 110,
      assembly: 'Legs only',
    },
    kind: 'bench',
    options: { seats, seat: padded ? 'padded' : 'timber' },
    accent: draw.pick(['oak', 'black', 'walnut']),
    versions: inFinishes(finishes, (finish) =>
      padded ? {} : { facts: { material: finish === 'black' ? 'Painted timber' : timberOf(draw, tier, finish) } },
    ),
    summary: `${width} mm wide, for ${seats}, ${padded ? 'padded' : 'timber'} seat.`,
    paragraphs: [
      `A bench ${width} mm wide for ${plural(seats, 'person').replace('persons', 'people')}.`,
      storage
        ? 'The seat lifts on a gas spring above a box for linen or shoes.'
        : 'It goes under a table with 640 mm or more below the frame.',
    ],
    notes: ['Legs screw on with the key in the box.'],
    features: stored(
      feature('Levelling feet', 'Each foot turns by 8 mm to take out an uneven floor.'),
      feature('Middle rail', 'A steel rail below the seat keeps it from bending.'),
      storage && feature('Lid stays open', 'The gas spring holds the lid at any angle, so fingers are safe.'),
      padded && feature('Foam of 60 mm', 'Firm enough to stand up from.'),
    ),
    document: 'Assembly instructions',
  }
}

function sideboard(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([900, 1_200, 1_400, 1_600, 1_800, 2_000])
  const doors = width < 1_200 ? 2 : draw.pick([2, 3, 4])
  const drawers = draw.int(0, 4)
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black', 'sage'], draw.pick([1, 1, 2]))
  return {
    name: `${doors} Door Sideboard ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'SD',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(72, 88) * 10, draw.int(40, 48) * 10),
    weightKg: Math.round(width * 0.036),
    price: 380 + width * 0.38 + drawers * 35,
    facts: {
      doors,
      drawers,
      material: 'Timber',
      soft_close: tier >= 0,
      assembly: tier < 0 ? 'Full assembly' : 'None',
      max_load_kg: draw.pick([40, 50, 60]),
    },
    kind: 'sideboard',
    options: { doors, drawers },
    accent: draw.pick(['brass', 'black', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: timbers.includes(finish) ? timberOf(draw, tier, finish) : 'Lacquered MDF' },
    })),
    summary: `${width} mm wide, ${plural(doors, 'door')}${drawers ? `, ${plural(drawers, 'drawer')}` : ''}.`,
    paragraphs: [
      `A sideboard ${width} mm wide with ${plural(doors, 'door')}${drawers ? ` and ${plural(drawers, 'drawer')}` : ''}. Plates of 300 mm stand or lie behind the doors.`,
      tier < 0 ? 'It is packed flat; two people need about two hours.' : 'It comes in one piece.',
    ],
    notes: ['A strap to fix it to the wall is in the box.', 'A hole in the back takes cables.'],
    features: stored(
      feature('Shelves move', 'Shelves sit on pins at steps of 32 mm.'),
      drawers > 0 && feature('Cutlery insert', 'The top drawer has a felt insert for cutlery.'),
      tier >= 0 && feature('Soft close', 'Doors and drawers slow before they shut.'),
    ),
    document: tier < 0 ? 'Assembly instructions' : 'Care guide',
  }
}

export const dining: readonly Template[] = [
  { category: 'dining/dining-tables', line: 'tables', quota: 16, design: diningTable },
  { category: 'dining/dining-chairs', line: 'seating', quota: 18, design: diningChair },
  { category: 'dining/bar-stools', line: 'seating', quota: 12, design: barStool },
  { category: 'dining/benches', line: 'seating', quota: 8, design: bench },
  { category: 'dining/sideboards', line: 'storage', quota: 10, design: sideboard },
]
