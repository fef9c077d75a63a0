import type { Brand } from '../brands.ts'
import {
  atLeastOne,
  collectionName,
  type Design,
  feature,
  inFinishes,
  stored,
  size,
  type Template,
  tierOf,
  type Version,
  titled,
} from '../design.ts'
import { type Finish, finishes as finishWords } from '../model-words.ts'
import { pieceNumber } from './living.ts'
import type { Random } from '../random.ts'

const metals: readonly Finish[] = ['brass', 'black', 'chrome', 'white']

function lampFacts(draw: Random) {
  const led = draw.chance(0.2)
  const bulb = led ? 'Built-in LED' : draw.pick(['E27', 'E27', 'E14'])
  return { led, bulb, lumens: led ? draw.int(6, 18) * 100 : draw.int(4, 11) * 100, dimmable: draw.chance(0.5) }
}

const bulbNote = (bulb: string) =>
  bulb === 'Built-in LED'
    ? 'The LED is part of the lamp: 2700 K, rated for 25,000 hours.'
    : `Takes an ${bulb} bulb, not in the box.`

function floorLamp(draw: Random, maker: Brand): Design {
  const { bulb, lumens, dimmable } = lampFacts(draw)
  const height = draw.int(138, 178) * 10
  const shape = draw.pick(['Arc', 'Tripod', 'Straight', 'Reading'])
  const finishes = draw.some(shape === 'Tripod' ? (['oak', 'walnut', 'black'] as const) : metals, draw.pick([1, 2, 2]))
  return {
    name: `${shape === 'Straight' ? '' : `${shape} `}Floor Lamp`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'FL',
    sizeCode: pieceNumber(draw),
    size: size(shape === 'Arc' ? draw.int(90, 120) * 10 : draw.int(28, 55) * 10, height, draw.int(28, 50) * 10),
    weightKg: shape === 'Arc' ? draw.int(11, 18) : draw.int(3, 8),
    price: shape === 'Arc' ? 340 : 190,
    facts: {
      bulb,
      lumens,
      dimmable,
      material: shape === 'Tripod' ? 'Timber and fabric' : draw.pick(['Steel', 'Steel and fabric', 'Steel and glass']),
      shape,
      assembly: 'Some assembly',
    },
    kind: 'floor-lamp',
    options: { shape: shape.toLowerCase() },
    accent: draw.pick(['linen', 'white', 'black']),
    versions: inFinishes(finishes),
    summary: `${height} mm high, ${bulb === 'Built-in LED' ? 'built-in LED' : `${bulb} fitting`}${dimmable ? ', dimmable' : ''}.`,
    paragraphs: [
      `A lamp ${height} mm high. ${shape === 'Arc' ? 'The arm brings the light over a table or sofa; a stone base keeps it upright.' : shape === 'Reading' ? 'The head turns and the arm bends at two joints.' : shape === 'Tripod' ? 'Three legs stand on a circle of 500 mm.' : 'The pole screws together in three parts.'}`,
      bulbNote(bulb),
    ],
    notes: [`Cord of ${draw.pick([1.8, 2, 2.2])} m with a switch ${dimmable ? 'and dimmer ' : ''}on it.`],
    features: stored(
      feature('Weighted base', 'Stays upright on carpet and at a lean of 10 degrees.'),
      feature('Shade on both sides', 'Light leaves above and below the shade.'),
      dimmable && feature('Dimmer', 'A slider on the cord goes from 10 to 100 %.'),
      maker.segment === 'mid' &&
        feature('Cloth-covered cord', 'The cord is covered in cotton, in the colour of the metal.'),
    ),
    document: 'Assembly instructions',
  }
}

function tableLamp(draw: Random, maker: Brand): Design {
  const { bulb, lumens, dimmable } = lampFacts(draw)
  const height = draw.int(28, 62) * 10
  const material = draw.pick(['Ceramic', 'Glass', 'Steel', 'Paper and timber'])
  const finishes: readonly Finish[] =
    material === 'Steel'
      ? draw.some(metals, draw.pick([1, 2, 3]))
      : material === 'Paper and timber'
        ? ['oak']
        : draw.some(['cream', 'sage', 'clay', 'navy', 'white', 'black'], draw.pick([1, 2, 3]))
  return {
    name: `${material === 'Paper and timber' ? 'Paper' : material} Table Lamp`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'TL',
    sizeCode: pieceNumber(draw),
    size: size(draw.int(16, 38) * 10, height, draw.int(16, 36) * 10),
    weightKg: draw.pick([1.2, 1.6, 2.1, 2.8]),
    price: 70 + height * 0.14,
    facts: { bulb, lumens, dimmable, material },
    kind: 'table-lamp',
    options: {},
    accent: draw.pick(['linen', 'white', 'cream']),
    versions: inFinishes(finishes),
    summary: `${height} mm high, ${material.toLowerCase()}, ${bulb === 'Built-in LED' ? 'built-in LED' : `${bulb} fitting`}.`,
    paragraphs: [`A lamp ${height} mm high with a foot of ${material.toLowerCase()}.`, bulbNote(bulb)],
    notes: ['Cord of 1.5 m with a switch.', 'Felt below the foot.'],
    features: stored(
      dimmable && feature('Touch dimmer', 'Touch the foot for three levels.'),
      feature('Weighted foot', 'A steel plate inside keeps it from tipping.'),
      maker.segment === 'mid' && feature('Shade can be changed', 'The ring has the common 40 mm hole.'),
    ),
    document: null,
  }
}

function pendant(draw: Random, maker: Brand): Design {
  const { bulb, lumens, dimmable } = lampFacts(draw)
  const width = draw.int(18, 70) * 10
  const material = draw.pick(['Steel', 'Glass', 'Rattan', 'Paper', 'Linen'])
  const finishes: readonly Finish[] =
    material === 'Rattan'
      ? ['rattan']
      : material === 'Paper'
        ? ['white']
        : material === 'Linen'
          ? draw.some(['linen', 'cream', 'grey'], draw.pick([1, 2]))
          : draw.some([...metals, 'sage', 'clay'], draw.pick([1, 2, 3]))
  return {
    name: `${material} Pendant Lamp ${width / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'PL',
    sizeCode: pieceNumber(draw),
    size: size(width, Math.round((width * draw.pick([0.6, 0.8, 1])) / 10) * 10, width),
    weightKg: draw.pick([0.9, 1.4, 2.2, 3.1]),
    price: 90 + width * 0.25,
    facts: { bulb, lumens, dimmable, material, installation: 'Hard-wired' },
    kind: 'pendant-lamp',
    options: {},
    accent: draw.pick(['brass', 'black', 'white']),
    versions: inFinishes(finishes),
    finishInTitle: material !== 'Rattan',
    summary: `${width} mm wide, ${material.toLowerCase()}, ${bulb === 'Built-in LED' ? 'built-in LED' : `${bulb} fitting`}.`,
    paragraphs: [
      `A pendant ${width} mm wide made of ${material.toLowerCase()}. The cord is ${draw.pick([1.5, 2, 3])} m long and is cut to height.`,
      `${bulbNote(bulb)} Above a table, hang it 700 to 800 mm over the top.`,
    ],
    notes: ['Must be connected by a licensed electrician.', 'Ceiling cup and hook are in the box.'],
    features: stored(
      feature('Cord cut to height', 'A clamp in the ceiling cup holds the cord at any length.'),
      feature('Shade opens below', 'The bulb can be changed without taking the lamp down.'),
      maker.segment === 'mid' && feature('Matching cup', 'The ceiling cup has the finish of the shade.'),
      dimmable && feature('Dimmable', 'Works with trailing-edge dimmers.'),
    ),
    document: 'Installation guide',
  }
}

const rugSizes = [
  { name: '120 × 180 cm', code: '12', widthMm: 1_800, depthMm: 1_200, priceFactor: 0.45 },
  { name: '160 × 230 cm', code: '16', widthMm: 2_300, depthMm: 1_600, priceFactor: 0.75 },
  { name: '200 × 300 cm', code: '20', widthMm: 3_000, depthMm: 2_000, priceFactor: 1.2 },
  { name: '240 × 330 cm', code: '24', widthMm: 3_300, depthMm: 2_400, priceFactor: 1.6 },
  { name: '80 × 300 cm', code: '80', widthMm: 3_000, depthMm: 800, priceFactor: 0.5 },
] as const

function rug(draw: Random, maker: Brand): Design {
  const material = draw.pick(
    tierOf(maker) > 0 ? ['Wool', 'Wool', 'Wool and silk'] : ['Wool', 'Jute', 'Cotton', 'Polypropylene'],
  )
  const pile = draw.pick(material === 'Jute' ? ['Flat weave'] : ['Flat weave', 'Tufted', 'Loop', 'Hand-knotted'])
  const thickness = pile === 'Flat weave' ? draw.int(5, 9) : draw.int(10, 22)
  const finish: Finish =
    material === 'Jute'
      ? 'sand'
      : draw.pick(['linen', 'sand', 'charcoal', 'navy', 'forest', 'clay', 'blush', 'grey', 'cream', 'sage'])
  const sizes = draw.some(rugSizes, draw.pick([2, 3, 4]))
  const perM2 = { Wool: 210, 'Wool and silk': 320, Jute: 90, Cotton: 80, Polypropylene: 60 }[material] ?? 100
  const versions = sizes.map((one): Version => ({
    finish,
    axes: { Size: one.name },
    code: `${finishWords[finish].code}${one.code}`,
    name: `${titled(`${material} ${pile}`)} Rug ${one.name}`,
    size: size(one.widthMm, thickness, one.depthMm),
    weightKg: Math.max(2, Math.round(((one.widthMm * one.depthMm) / 1e6) * (pile === 'Flat weave' ? 1.9 : 3.2))),
    facts: { rug_size: one.name },
    priceFactor: one.priceFactor,
    options: { size: one.code },
  }))
  return {
    name: `${material} Rug`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'RG',
    sizeCode: pieceNumber(draw),
    size: size(2_300, thickness, 1_600),
    weightKg: 9,
    price: perM2 * 4.2 * (pile === 'Hand-knotted' ? 1.5 : 1),
    facts: { material, pile, shape: 'Rectangular' },
    kind: 'rug',
    options: { pattern: draw.pick(['plain', 'stripe', 'border', 'check']) },
    accent: draw.pick(['cream', 'charcoal', 'clay', 'linen']),
    versions: atLeastOne(versions),
    summary: `${material}, ${pile.toLowerCase()}, ${thickness} mm thick.`,
    paragraphs: [
      `A ${pile.toLowerCase()} rug of ${material.toLowerCase()}, ${thickness} mm thick.`,
      material === 'Wool'
        ? 'New wool sheds for the first weeks: vacuum without the brush.'
        : material === 'Jute'
          ? 'Jute does not like water: keep it out of bathrooms and off balconies.'
          : 'Vacuum in the direction of the pile.',
    ],
    notes: ['Use a pad below it on hard floors.', 'Sizes vary by up to 2 %.'],
    features: stored(
      feature('Bound edges', 'Edges are sewn round with yarn of the same colour.'),
      pile === 'Flat weave' && feature('Same on both sides', 'Turn it over to spread wear.'),
      feature('Suits floor heating', 'Rated for floors up to 27 °C.'),
    ),
    document: 'Care guide',
  }
}

function mirror(draw: Random, maker: Brand): Design {
  const shape = draw.pick(['Round', 'Round', 'Rectangular', 'Arch', 'Oval', 'Full length'])
  const width = shape === 'Full length' ? draw.int(45, 80) * 10 : draw.int(50, 110) * 10
  const height =
    shape === 'Round' ? width : shape === 'Full length' ? draw.int(160, 195) * 10 : Math.round((width * 1.35) / 10) * 10
  const finishes: readonly Finish[] = draw.some(
    ['brass', 'black', 'oak', 'walnut', 'white', 'chrome'],
    draw.pick([1, 2, 2]),
  )
  return {
    name: `${shape} Mirror ${width / 10} × ${height / 10}cm`,
    collection: collectionName(draw),
    range: 'furniture',
    typeCode: 'MI',
    sizeCode: pieceNumber(draw),
    size: size(width, height, draw.int(18, 40)),
    weightKg: Math.round((width * height) / 52_000) + 2,
    price: 80 + (width * height) / 5_200,
    facts: { shape, material: 'Metal frame', mounting: shape === 'Full length' ? 'Leans or hangs' : 'Hangs' },
    kind: 'mirror',
    options: { shape: shape.toLowerCase() },
    versions: inFinishes(finishes, (finish) => ({
      facts: { material: finish === 'oak' || finish === 'walnut' ? 'Timber frame' : 'Metal frame' },
    })),
    summary: `${shape}, ${width} × ${height} mm.`,
    paragraphs: [
      `A ${shape.toLowerCase()} mirror of ${width} × ${height} mm with a frame ${draw.pick([8, 12, 20])} mm wide.`,
      shape === 'Full length'
        ? 'It leans against the wall at 8 degrees; a strap holds it at the top.'
        : shape === 'Round'
          ? 'A ring at the back takes one screw.'
          : 'Bars at the back let it hang upright or across.',
    ],
    notes: ['Screws and plugs for masonry are in the box.'],
    features: stored(
      feature('Copper-free glass', '4 mm glass with a silver layer that does not spot in bathrooms.'),
      feature('Film at the back', 'Holds the glass together if it breaks.'),
      maker.segment === 'mid' && feature('Level', 'A small level in the carton helps when hanging.'),
    ),
    document: null,
  }
}

export const decor: readonly Template[] = [
  { category: 'lighting-and-decor/floor-lamps', line: 'lighting', quota: 10, design: floorLamp },
  { category: 'lighting-and-decor/table-lamps', line: 'lighting', quota: 12, design: tableLamp },
  { category: 'lighting-and-decor/pendant-lamps', line: 'lighting', quota: 11, design: pendant },
  { category: 'lighting-and-decor/rugs', line: 'rugs', quota: 18, design: rug },
  { category: 'lighting-and-decor/mirrors', line: 'mirrors', quota: 11, design: mirror },
]
