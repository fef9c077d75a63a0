import type { Brand } from '../brands.ts'
import {
  along,
  atLeastOne,
  collectionName,
  type Design,
  type Facts,
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
import type { Random } from '../random.ts'

export const fabricColours: readonly Finish[] = [
  'linen',
  'sand',
  'charcoal',
  'navy',
  'forest',
  'clay',
  'blush',
  'grey',
  'cream',
  'sage',
]
export const timbers: readonly Finish[] = ['oak', 'walnut', 'ash']

/** A number for the model of a piece of furniture; collections, not numbers, tell pieces apart for people. */
export function pieceNumber(draw: Random): string {
  return String(draw.int(100, 999))
}

export function fabricOf(draw: Random, tier: number): string {
  return draw.pick(
    tier > 0
      ? ['Wool blend', 'Linen', 'Bouclé', 'Velvet']
      : tier === 0
        ? ['Linen blend', 'Bouclé', 'Velvet', 'Textured weave']
        : ['Polyester weave', 'Corduroy', 'Velvet'],
  )
}

function fillOf(draw: Random, tier: number): string {
  return draw.pick(
    tier > 0
      ? ['Feather and foam', 'Foam and fibre']
      : tier === 0
        ? ['Foam and fibre', 'High-resilience foam', 'Feather and foam']
        : ['Foam', 'Foam and fibre'],
  )
}

export const timberOf = (draw: Random, tier: number, finish: Finish): string =>
  finish === 'walnut'
    ? tier > 0
      ? 'Solid walnut'
      : 'Walnut veneer'
    : finish === 'ash'
      ? tier < 0
        ? 'Ash veneer'
        : 'Solid ash'
      : tier > 0 || (tier === 0 && draw.chance(0.4))
        ? 'Solid oak'
        : 'Oak veneer'

function sofaFacts(draw: Random, tier: number, upholstery: string, fabric: boolean): Facts {
  return {
    upholstery,
    frame: draw.pick(
      tier > 0
        ? ['Kiln-dried hardwood']
        : tier === 0
          ? ['Kiln-dried hardwood', 'Pine and plywood']
          : ['Pine and plywood', 'Steel'],
    ),
    cushion_fill: fillOf(draw, tier),
    removable_covers: fabric && draw.chance(0.5),
    seat_height_mm: draw.int(41, 47) * 10,
    seat_depth_mm: draw.int(53, 66) * 10,
    assembly: tier < 0 ? 'Some assembly' : draw.pick(['Legs only', 'None']),
  }
}

function sofa(draw: Random, maker: Brand, cover: 'fabric' | 'leather'): Design {
  const tier = tierOf(maker)
  const fabric = cover === 'fabric'
  const seats = draw.pick([2, 2.5, 3, 3, 3, 4])
  const width = toStep(
    along(
      [
        [2, 1_650],
        [2.5, 1_950],
        [3, 2_200],
        [4, 2_640],
      ],
      seats,
    ) +
      draw.int(-4, 4) * 10,
    10,
  )
  const upholstery = fabric
    ? fabricOf(draw, tier)
    : tier < 0
      ? 'Leather and faux leather'
      : draw.pick(['Full leather', 'Full leather', 'Leather with split back'])
  const facts = sofaFacts(draw, tier, upholstery, fabric)
  const bed = fabric && draw.chance(0.12)
  const finishes = fabric
    ? draw.some(fabricColours, draw.pick([1, 2, 3, 4, 4]))
    : draw.some(['leather-tan', 'leather-black'] as const, draw.pick([1, 2]))
  const dimensions = size(width, draw.int(74, 90) * 10, draw.int(88, 104) * 10)
  return {
    name: `${seats} Seat ${bed ? 'Sofa Bed' : 'Sofa'}`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: `${fabric ? 'S' : 'L'}${seats * 2}`,
    sizeCode: pieceNumber(draw),
    size: dimensions,
    weightKg: Math.round(
      along(
        [
          [2, 42],
          [4, 82],
        ],
        seats,
      ) +
        (bed ? 18 : 0) +
        (fabric ? 0 : 8),
    ),
    price:
      along(
        [
          [2, 950],
          [3, 1_450],
          [4, 2_050],
        ],
        seats,
      ) +
      (fabric ? 0 : 850) +
      (bed ? 350 : 0),
    facts: { seats, ...facts, material: upholstery },
    kind: 'sofa',
    options: {
      seats: Math.max(2, Math.floor(seats)),
      arms: draw.pick(['track', 'round', 'slope']),
      legs: draw.pick(['timber', 'metal', 'plinth']),
    },
    accent: draw.pick(['oak', 'walnut', 'black']),
    versions: inFinishes(finishes),
    summary: `${seats} seats, ${width} mm wide, ${dimensions.depthMm} mm deep, ${upholstery.toLowerCase()}.`,
    paragraphs: [
      `A sofa for ${seats === 2.5 ? 'two or three' : String(seats)}, ${width} mm wide and ${dimensions.depthMm} mm deep. The seat is ${String(facts['seat_height_mm'])} mm high and ${String(facts['seat_depth_mm'])} mm deep.`,
      fabric
        ? `Covered in ${upholstery.toLowerCase()}, tested to ${draw.int(25, 80)},000 rubs.`
        : `Leather of ${draw.pick(['1.0 to 1.2', '1.2 to 1.4'])} mm. Marks and shade differ from hide to hide and change with use.`,
      bed
        ? `The seat pulls out to a bed of ${width > 1_900 ? '1400' : '1200'} × 1900 mm with a 100 mm mattress.`
        : `Packed it is ${width + 30} mm long: measure stairs and lifts.`,
    ],
    notes: stored(
      `Comes as one piece; ${facts['assembly'] === 'None' ? 'legs are fixed' : 'legs screw on'}.`,
      facts['removable_covers'] === true && 'Covers come off with zips. Wash at 30 °C.',
      fabric ? 'Vacuum with the soft brush.' : 'Wipe with a damp cloth; feed the leather twice a year.',
    ),
    features: stored(
      feature('Cushions turn over', 'Seat and back cushions are the same on both sides, so they wear evenly.'),
      feature(
        'Webbing and springs',
        tier > 0 ? 'Eight-way tied springs below foam of 35 kg/m³.' : 'Sinuous springs below foam of 32 kg/m³.',
      ),
      facts['removable_covers'] === true &&
        feature('Covers can be replaced', 'New covers in any colour of the collection can be ordered later.'),
      dimensions.heightMm < 780 && feature('Low back', 'The back ends below most window sills.'),
    ),
    document: 'Care guide',
  }
}

function chaise(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const seats = draw.pick([3, 4, 4, 5])
  const width = toStep(
    along(
      [
        [3, 2_420],
        [4, 2_820],
        [5, 3_260],
      ],
      seats,
    ) +
      draw.int(-4, 4) * 10,
    10,
  )
  const depth = draw.int(155, 178) * 10
  const upholstery = fabricOf(draw, tier)
  const facts = sofaFacts(draw, tier, upholstery, true)
  const reversible = tier < 1 && draw.chance(0.3)
  const sides = reversible ? ['Reversible'] : draw.chance(0.4) ? ['Left', 'Right'] : [draw.pick(['Left', 'Right'])]
  const colours = draw.some(fabricColours, sides.length === 2 ? draw.pick([1, 2]) : draw.pick([1, 2, 4]))
  const versions = sides.flatMap((side) =>
    colours.map((finish) => ({
      finish,
      axes: {
        ...(colours.length > 1 ? { Colour: colourName(finish) } : {}),
        ...(sides.length > 1 ? { Chaise: side } : {}),
      },
      code: `${codeOf(finish)}${side[0] ?? ''}`,
      name: `${seats} Seat Sofa with ${side} Chaise`,
      facts: { chaise_side: side },
      options: { side: side.toLowerCase() },
    })),
  )
  return {
    name: `${seats} Seat Chaise Sofa`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: `C${seats}`,
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(76, 88) * 10, depth),
    weightKg: Math.round(
      along(
        [
          [3, 78],
          [5, 118],
        ],
        seats,
      ),
    ),
    price: along(
      [
        [3, 1_750],
        [4, 2_350],
        [5, 3_100],
      ],
      seats,
    ),
    facts: { seats, ...facts, material: upholstery },
    kind: 'sofa-chaise',
    options: { seats, legs: draw.pick(['timber', 'metal', 'plinth']) },
    accent: draw.pick(['oak', 'walnut', 'black']),
    versions: atLeastOne(versions),
    summary: `${seats} seats with chaise, ${width} × ${depth} mm, ${upholstery.toLowerCase()}.`,
    paragraphs: [
      `A sofa of ${seats} seats with a chaise ${depth} mm deep. Left and right are as you face it.`,
      `It comes in ${seats > 3 ? 'three' : 'two'} parts that hook together, the longest ${toStep(width * 0.58, 10)} mm.`,
      `Covered in ${upholstery.toLowerCase()}, tested to ${draw.int(25, 60)},000 rubs.`,
    ],
    notes: stored(
      reversible && 'The chaise is an ottoman and a long cushion: move it to the other side at any time.',
      facts['removable_covers'] === true && 'Covers come off with zips. Wash at 30 °C.',
      'Felt pads for the feet are in the box.',
    ),
    features: stored(
      feature('Hooks hold the parts', 'Steel hooks below the seats keep the parts from drifting apart.'),
      feature('Cushions turn over', 'Back cushions are the same on both sides, so they wear evenly.'),
      draw.chance(0.3) && feature('Storage in the chaise', 'The chaise lifts on gas springs above a box for bedding.'),
    ),
    document: 'Assembly instructions',
  }
}

function colourName(finish: Finish): string {
  return finish[0]?.toUpperCase() + finish.slice(1)
}

function codeOf(finish: Finish): string {
  return finish.slice(0, 3).toUpperCase()
}

function armchair(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const leather = maker.lines.includes('leather-sofas') && draw.chance(0.5)
  const upholstery = leather ? 'Full leather' : fabricOf(draw, tier)
  const kind = draw.pick(['', '', 'Swivel ', 'Rocking ', 'Wing '])
  const width = draw.int(66, 98) * 10
  const facts = sofaFacts(draw, tier, upholstery, !leather)
  return {
    name: `${kind}Armchair`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'A1',
    sizeCode: pieceNumber(draw),
    size: size(width, (kind === 'Wing ' ? draw.int(98, 108) : draw.int(72, 88)) * 10, draw.int(74, 94) * 10),
    weightKg: draw.int(15, 34),
    price: 420 + width * 0.35 + (leather ? 450 : 0) + (kind === 'Swivel ' ? 90 : 0),
    facts: { seats: 1, ...facts, material: upholstery },
    kind: 'armchair',
    options: { seats: 1, base: kind.trim().toLowerCase() || 'legs' },
    accent: draw.pick(['oak', 'walnut', 'black', 'brass']),
    versions: inFinishes(
      leather
        ? draw.some(['leather-tan', 'leather-black'] as const, draw.pick([1, 2]))
        : draw.some(fabricColours, draw.pick([1, 2, 3])),
    ),
    summary: `${width} mm wide, seat ${String(facts['seat_height_mm'])} mm high, ${upholstery.toLowerCase()}.`,
    paragraphs: [
      `A chair ${width} mm wide with a seat ${String(facts['seat_height_mm'])} mm high. ${kind === 'Swivel ' ? 'It turns all the way round on a plate below.' : kind === 'Rocking ' ? 'It rocks on ash runners that stay clear of the wall by 80 mm.' : 'It stands on four legs with felt pads.'}`,
      `Covered in ${upholstery.toLowerCase()} over ${String(facts['cushion_fill']).toLowerCase()}.`,
    ],
    notes: [leather ? 'Feed the leather twice a year.' : 'Vacuum with the soft brush.', 'Rated for 120 kg.'],
    features: stored(
      feature(
        'Corners glued and screwed',
        `The frame is ${String(facts['frame']).toLowerCase()}, with a block in each corner.`,
      ),
      feature('Loose seat cushion', 'The cushion lifts out and turns over.'),
      kind === 'Swivel ' && feature('Returns to the front', 'The plate turns the empty chair back to where it faced.'),
      facts['removable_covers'] === true && feature('Covers come off', 'Zips at the back and below. Wash at 30 °C.'),
    ),
    document: facts['assembly'] === 'None' ? 'Care guide' : 'Assembly instructions',
  }
}

function coffeeTable(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const shape = draw.pick(['Rectangular', 'Round', 'Oval', 'Square'])
  const width = shape === 'Round' || shape === 'Square' ? draw.int(70, 100) * 10 : draw.int(95, 140) * 10
  const depth = shape === 'Round' || shape === 'Square' ? width : draw.int(52, 72) * 10
  const stone = tier >= 0 && draw.chance(0.22)
  const finishes: readonly Finish[] = stone
    ? ['marble']
    : draw.some([...timbers, 'black', 'white'], draw.pick([1, 1, 2]))
  const storage = !stone && draw.chance(0.3)
  const first = finishes[0] ?? 'oak'
  const material = stone ? 'Marble' : timbers.includes(first) ? timberOf(draw, tier, first) : 'Painted timber'
  return {
    name: `${shape} Coffee Table ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'CT',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(34, 46) * 10, depth),
    weightKg: Math.round((width * depth) / 36_000 + (stone ? 22 : 4)),
    price: 220 + width * 0.2 + (stone ? 420 : 0) + (storage ? 90 : 0),
    facts: {
      shape,
      material,
      bed_storage: storage ? 'Drawer' : 'None',
      assembly: 'Legs only',
      max_load_kg: draw.pick([25, 30, 40, 50]),
    },
    kind: 'coffee-table',
    options: { shape: shape.toLowerCase(), ...(storage ? { drawers: 1 } : {}) },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) =>
      stone
        ? {}
        : {
            facts: {
              material:
                finish === first
                  ? material
                  : timbers.includes(finish)
                    ? timberOf(draw, tier, finish)
                    : 'Painted timber',
            },
          },
    ),
    summary: `${shape}, ${width} × ${depth} mm${finishes.length === 1 ? `, ${material.toLowerCase()}` : ''}.`,
    paragraphs: [
      `A ${shape.toLowerCase()} table of ${width} × ${depth} mm.${storage ? ' A drawer opens on both sides.' : ''}`,
      stone
        ? 'The top is 18 mm marble on a steel frame, sealed at the works. Wipe wine and lemon off at once; both etch the stone.'
        : 'The top is finished with a hard oil or lacquer that stands up to hot cups.',
    ],
    notes: ['Legs screw on with the key in the box.', 'Felt pads are fixed to the feet.'],
    features: stored(
      feature('Levelling feet', 'Each foot turns by 8 mm to take out an uneven floor.'),
      feature('Rounded edges', `Edges have a radius of ${draw.pick([3, 6, 12])} mm.`),
      storage && feature('Drawer on both sides', 'One drawer runs right through and stops in the middle.'),
      tier > 0 && feature('Timber from one board', 'The grain of the top runs through from end to end.'),
    ),
    document: 'Assembly instructions',
  }
}

function sideTable(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const shape = draw.pick(['Round', 'Round', 'Square', 'C-shaped'])
  const width = draw.int(32, 55) * 10
  const height = draw.int(45, 65) * 10
  const finishes: readonly Finish[] = draw.some([...timbers, 'black', 'white', 'brass'], draw.pick([1, 1, 2, 3]))
  return {
    name: `${shape} Side Table`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'ST',
    sizeCode: pieceNumber(draw),
    size: size(width, height, shape === 'C-shaped' ? draw.int(30, 40) * 10 : width),
    weightKg: draw.int(4, 12),
    price: 120 + width * 0.15,
    facts: {
      shape,
      material: 'Timber',
      assembly: draw.pick(['None', 'Legs only']),
      max_load_kg: draw.pick([15, 20, 25]),
    },
    kind: 'side-table',
    options: { shape: shape.toLowerCase() },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: {
        material:
          finish === 'brass' || finish === 'black' || finish === 'white'
            ? 'Powder-coated steel'
            : timberOf(draw, tier, finish),
      },
    })),
    summary: `${shape}, ${width} mm wide, ${height} mm high.`,
    paragraphs: [
      `A ${shape.toLowerCase()} table ${height} mm high and ${width} mm wide, for the end of a sofa or the side of a bed.`,
      shape === 'C-shaped'
        ? 'The foot slides under the sofa and the top comes over the seat.'
        : 'It weighs little enough to move with one hand.',
    ],
    notes: ['Felt pads are fixed to the feet.'],
    features: stored(
      feature('Reaches over the arm', 'The top is about as high as most sofa arms, so a cup is within reach.'),
      feature('Lip around the top', 'A 4 mm lip keeps pens and remotes from rolling off.'),
      tier >= 0 && feature('Levelling foot', 'One foot turns to take out 5 mm of an uneven floor.'),
    ),
    document: null,
  }
}

function tvUnit(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([1_200, 1_400, 1_500, 1_600, 1_800, 2_000, 2_200])
  const doors = width < 1_500 ? 2 : draw.pick([2, 3, 4])
  const drawers = draw.int(0, 2)
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black'], draw.pick([1, 1, 2]))
  return {
    name: `TV Unit ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'TV',
    sizeCode: pieceNumber(draw),
    size: size(width, draw.int(42, 58) * 10, draw.int(38, 45) * 10),
    weightKg: Math.round(width * 0.026),
    price: 260 + width * 0.28 + drawers * 40,
    facts: {
      material: 'Timber',
      doors,
      drawers,
      max_load_kg: draw.pick([40, 50, 60, 80]),
      soft_close: tier >= 0,
      assembly: tier < 0 ? 'Full assembly' : draw.pick(['Legs only', 'Some assembly']),
    },
    kind: 'tv-unit',
    options: { doors, drawers },
    accent: draw.pick(['black', 'brass', 'oak']),
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: finish === 'white' || finish === 'black' ? 'Lacquered MDF' : timberOf(draw, tier, finish) },
    })),
    summary: `${width} mm wide, ${plural(doors, 'door')}${drawers ? `, ${plural(drawers, 'drawer')}` : ''}, for screens to ${Math.floor(width / 22.5 / 5) * 5} inches.`,
    paragraphs: [
      `A unit ${width} mm wide for televisions up to ${Math.floor(width / 22.5 / 5) * 5} inches, with ${plural(doors, 'door')}${drawers ? ` and ${plural(drawers, 'drawer')}` : ''}.`,
      'Holes 60 mm wide at the back of each bay let cables through; the back panel leaves 25 mm for plugs.',
    ],
    notes: stored(
      'A strap to fix it to the wall is in the box.',
      tier < 0 && 'Two people need about 90 minutes to put it together.',
    ),
    features: stored(
      feature('Remote works through', 'The door fronts are slatted, so a remote control reaches boxes behind them.'),
      tier >= 0 && feature('Soft close', 'Doors and drawers slow before they shut.'),
      feature('Shelves move', 'Shelves sit on pins at steps of 32 mm.'),
    ),
    document: 'Assembly instructions',
  }
}

function bookcase(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const shelves = draw.int(2, 6)
  const width = draw.pick([400, 600, 800, 800, 1_000, 1_200])
  const height = toStep(
    along(
      [
        [2, 780],
        [4, 1_480],
        [6, 2_060],
      ],
      shelves,
    ),
    10,
  )
  const finishes: readonly Finish[] = draw.some([...timbers, 'white', 'black'], draw.pick([1, 1, 2]))
  return {
    name: `${shelves} Shelf Bookcase ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'BK',
    sizeCode: pieceNumber(draw),
    size: size(width, height, draw.int(28, 38) * 10),
    weightKg: Math.round((width * height) / 44_000),
    price: 110 + (width * height) / 5_200,
    facts: {
      shelves,
      material: 'Timber',
      max_load_kg: draw.pick([15, 20, 25, 30]),
      assembly: tier < 0 ? 'Full assembly' : draw.pick(['Some assembly', 'None']),
      doors: 0,
    },
    kind: 'bookcase',
    options: { shelves },
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: finish === 'white' || finish === 'black' ? 'Laminated board' : timberOf(draw, tier, finish) },
    })),
    summary: `${shelves} shelves, ${width} mm wide, ${height} mm high.`,
    paragraphs: [
      `A bookcase ${height} mm high and ${width} mm wide with ${plural(shelves, 'shelf').replace('shelfs', 'shelves')}.`,
      height > 1_200
        ? 'Fix it to the wall with the bracket in the box; a full bookcase tips when a child climbs it.'
        : 'Low enough for below a window.',
    ],
    notes: ['The load rating is for each shelf, spread evenly.'],
    features: stored(
      feature('Shelves move', 'All but one sit on pins at steps of 32 mm.'),
      feature('Back panel in a groove', 'The back sits in a groove and keeps the frame square.'),
      tier > 0 && feature('Joined without screws', 'Dovetails hold the sides; it comes in one piece.'),
    ),
    document: 'Assembly instructions',
  }
}

export const living: readonly Template[] = [
  {
    category: 'living/sofas/fabric-sofas',
    line: 'fabric-sofas',
    quota: 28,
    design: (draw, maker) => sofa(draw, maker, 'fabric'),
  },
  {
    category: 'living/sofas/leather-sofas',
    line: 'leather-sofas',
    quota: 12,
    design: (draw, maker) => sofa(draw, maker, 'leather'),
  },
  { category: 'living/sofas/chaise-sofas', line: 'fabric-sofas', quota: 18, design: chaise },
  { category: 'living/armchairs', line: 'seating', quota: 16, design: armchair },
  { category: 'living/coffee-tables', line: 'tables', quota: 14, design: coffeeTable },
  { category: 'living/side-tables', line: 'tables', quota: 12, design: sideTable },
  { category: 'living/tv-units', line: 'storage', quota: 12, design: tvUnit },
  { category: 'living/bookcases', line: 'storage', quota: 11, design: bookcase },
]
