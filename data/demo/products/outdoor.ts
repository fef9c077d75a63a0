import type { Brand } from '../brands.ts'
import {
  along,
  collectionName,
  type Design,
  feature,
  inFinishes,
  inWords,
  stored,
  plural,
  size,
  type Template,
  tierOf,
  toStep,
} from '../design.ts'
import type { Finish } from '../model-words.ts'
import { pieceNumber } from './living.ts'
import type { Random } from '../random.ts'

const outdoorMaterials = ['Teak', 'Aluminium', 'Woven resin'] as const

function finishFor(material: (typeof outdoorMaterials)[number], draw: Random): readonly Finish[] {
  if (material === 'Teak') return ['oak']
  if (material === 'Woven resin') return draw.some(['rattan', 'charcoal', 'grey'], draw.pick([1, 2]))
  return draw.some(['charcoal', 'white', 'sand', 'black'], draw.pick([1, 2]))
}

function lounge(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const material = draw.pick(outdoorMaterials)
  const seats = draw.pick([2, 3, 4, 5, 6])
  const pieces = seats <= 3 ? draw.pick([1, 2]) : draw.pick([3, 4, 5])
  const width = toStep(
    along(
      [
        [2, 1_450],
        [3, 2_050],
        [4, 2_350],
        [6, 2_800],
      ],
      seats,
    ),
    10,
  )
  return {
    name: `${pieces > 1 ? `${pieces} Piece ` : ''}${material === 'Woven resin' ? 'Wicker' : material} Outdoor Lounge`,
    collection: collectionName(draw),
    range: 'outdoor',
    typeCode: `OL${seats}`,
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(64, 80) * 10, draw.int(78, 92) * 10),
    weightKg: seats * 13 + pieces * 5,
    price: 380 + seats * 260 + (material === 'Teak' ? 500 : 0),
    facts: {
      seats,
      pieces,
      material,
      weatherproof: 'All year',
      cushion_fill: 'Quick-dry foam',
      assembly: draw.pick(['Some assembly', 'Full assembly']),
      removable_covers: true,
    },
    kind: 'outdoor-lounge',
    options: { seats: Math.min(seats, 4) },
    accent: draw.pick(['linen', 'charcoal', 'sage', 'navy']),
    versions: inFinishes(finishFor(material, draw), () =>
      material === 'Teak' ? { facts: { colour: 'Timber', finish: 'Teak' } } : {},
    ),
    finishInTitle: material !== 'Teak',
    summary: `${plural(seats, 'seat')} in ${plural(pieces, 'piece')}, ${material.toLowerCase()}, ${width} mm wide.`,
    paragraphs: [
      `A lounge for ${inWords(seats)} in ${plural(pieces, 'piece')}, ${width} mm wide.`,
      material === 'Teak'
        ? 'Teak turns grey in the sun within a year; oil keeps it brown. Neither harms it.'
        : material === 'Aluminium'
          ? 'The frame is powder-coated aluminium with stainless screws; wash salt off twice a year.'
          : 'Resin strands are woven over an aluminium frame and do not rot.',
      'Cushions dry in a few hours; store them inside over winter.',
    ],
    notes: ['Cushion covers zip off. Wash at 30 °C.', 'Clips to hold the pieces together are in the box.'],
    features: stored(
      feature('Fabric fast to light', `Solution-dyed ${tier > 0 ? 'acrylic' : 'olefin'}: grade 7 of 8 for light.`),
      feature('Feet that level', 'Each foot turns by 15 mm for decks and pavers.'),
      pieces > 2 && feature('Pieces can be rearranged', 'Corner, middle and footstool change places.'),
    ),
    document: 'Assembly instructions',
  }
}

function outdoorTable(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const material = draw.pick(['Teak', 'Aluminium'] as const)
  const seats = draw.pick([2, 4, 4, 6, 6, 8, 10])
  const shape =
    seats <= 4 ? draw.pick(['Round', 'Square', 'Rectangular']) : draw.pick(['Rectangular', 'Rectangular', 'Oval'])
  const width =
    shape === 'Rectangular' || shape === 'Oval'
      ? toStep(
          along(
            [
              [4, 1_300],
              [6, 1_800],
              [8, 2_200],
              [10, 2_700],
            ],
            seats,
          ),
          10,
        )
      : toStep(
          along(
            [
              [2, 650],
              [4, 950],
            ],
            seats,
          ),
          10,
        )
  const depth = shape === 'Rectangular' || shape === 'Oval' ? draw.pick([850, 900, 1_000]) : width
  const extendable = seats >= 6 && draw.chance(0.25)
  return {
    name: `${extendable ? 'Extending ' : ''}${material} ${shape} Outdoor Table ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'outdoor',
    typeCode: `OT${seats}`,
    sizeCode: pieceNumber(draw),
    size: size(width, draw.pick([740, 750]), depth),
    weightKg: Math.round((width * depth) / (material === 'Teak' ? 32_000 : 52_000)) + 6,
    price: 240 + width * 0.42 + (material === 'Teak' ? 350 : 0) + (extendable ? 300 : 0),
    facts: { seats, shape, material, extendable, weatherproof: 'All year', assembly: 'Legs only' },
    kind: 'outdoor-table',
    options: { shape: shape.toLowerCase(), seats },
    versions: inFinishes(finishFor(material, draw), () =>
      material === 'Teak' ? { facts: { colour: 'Timber', finish: 'Teak' } } : {},
    ),
    finishInTitle: material !== 'Teak',
    summary: `Seats ${seats}, ${width} × ${depth} mm, ${material.toLowerCase()}.`,
    paragraphs: [
      `A table of ${width} × ${depth} mm for ${inWords(seats)}${extendable ? '; a leaf makes room for two more' : ''}.`,
      material === 'Teak'
        ? 'Slats leave gaps of 5 mm for rain.'
        : 'The top is slatted aluminium, cool enough to touch in the sun in light colours.',
    ],
    notes: [
      'A hole of 50 mm for an umbrella is under a cap.',
      tier > 0 ? 'Screws are marine-grade stainless.' : 'Screws are stainless.',
    ],
    features: stored(
      feature('Stays outside', 'No part of it rusts or swells.'),
      extendable && feature('Leaf inside', 'The leaf unfolds from below the top.'),
      feature('Feet that level', 'Each foot turns by 15 mm.'),
    ),
    document: 'Assembly instructions',
  }
}

function barbecue(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const fuel = draw.pick(['LPG', 'LPG', 'LPG', 'Charcoal', 'Electric'])
  const burners = fuel === 'LPG' ? draw.pick([2, 2, 3, 4, 4, 6]) : fuel === 'Electric' ? 1 : 0
  const lid = draw.chance(0.8)
  const side = burners >= 4 && draw.chance(0.5)
  const width =
    fuel === 'LPG'
      ? toStep(
          along(
            [
              [2, 980],
              [4, 1_420],
              [6, 1_780],
            ],
            burners,
          ),
          10,
        )
      : draw.int(58, 120) * 10
  const power = fuel === 'LPG' ? toStep(burners * draw.pick([12, 14, 15]), 1) : 0
  const words =
    fuel === 'LPG'
      ? `${burners} Burner Gas Barbecue${side ? ' with Side Burner' : ''}`
      : `${fuel} ${lid ? 'Kettle ' : ''}Barbecue ${width / 10}cm`
  return {
    name: words,
    range: 'outdoor',
    typeCode: fuel === 'LPG' ? 'BB' : fuel === 'Electric' ? 'BE' : 'BC',
    sizeCode: `${burners}${Math.round(width / 10)}`,
    size: size(width, lid ? draw.int(110, 122) * 10 : draw.int(88, 96) * 10, draw.int(55, 68) * 10),
    weightKg: fuel === 'LPG' ? burners * 12 + 20 : draw.int(11, 26),
    price: fuel === 'LPG' ? 180 + burners * 190 + (side ? 120 : 0) : fuel === 'Electric' ? 420 : 320,
    facts: {
      burners,
      fuel,
      lid,
      material: tier > 0 ? 'Stainless steel' : 'Powder-coated steel',
      weatherproof: tier > 0 ? 'All year' : 'With a cover',
      assembly: 'Full assembly',
      ...(power ? { burner_mj: power } : {}),
    },
    kind: 'barbecue',
    options: { burners: burners || 1, lid: lid ? 'yes' : 'no' },
    versions: inFinishes(
      tier > 0
        ? draw.some(['stainless', 'black'], draw.pick([1, 2]))
        : draw.some(['black', 'sage', 'charcoal'], draw.pick([1, 1, 2])),
    ),
    summary:
      `${fuel === 'LPG' ? `${plural(burners, 'burner')}, ${power} MJ/h` : fuel}, ${width} mm wide${lid ? ', with lid' : ''}.`.replace(
        /^./,
        (letter) => letter.toUpperCase(),
      ),
    paragraphs: [
      fuel === 'LPG'
        ? `A barbecue with ${plural(burners, 'burner')} of ${power / burners} MJ/h each${side ? ' and a side burner for a pot' : ''}. It is ${width} mm wide with the shelves up.`
        : fuel === 'Electric'
          ? 'An electric barbecue for balconies where flames are not allowed. It reaches 280 °C at the plate.'
          : 'A charcoal barbecue with vents above and below to set the heat.',
      `Half of the surface is grill, half is plate; both are ${tier > 0 ? 'stainless' : 'enamelled cast iron'} and change sides.`,
    ],
    notes: stored(
      fuel === 'LPG' && 'Regulator and hose are in the box; the bottle is not.',
      fuel === 'LPG' && 'Keep 450 mm to walls at the back and sides.',
      'Two people need about an hour to put it together.',
    ),
    features: stored(
      fuel === 'LPG' && feature('Ignition at each burner', 'A battery spark lights each burner by its own knob.'),
      lid && feature('Thermometer in the lid', 'Shows 50 to 350 °C. With the lid shut it roasts.'),
      feature('Fat tray', 'The tray slides out at the front and takes a foil liner.'),
      fuel === 'LPG' && burners >= 4 && feature('Cabinet below', 'Room for a 9 kg bottle and tools behind two doors.'),
    ),
    document: 'Assembly instructions',
  }
}

export const outdoor: readonly Template[] = [
  { category: 'outdoor/outdoor-lounges', line: 'outdoor', quota: 12, design: lounge },
  { category: 'outdoor/outdoor-tables', line: 'outdoor', quota: 11, design: outdoorTable },
  { category: 'outdoor/barbecues', line: 'barbecues', quota: 12, design: barbecue },
]
