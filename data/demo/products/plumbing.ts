import type { Brand } from '../brands.ts'
import { along, type Design, feature, inFinishes, stored, plural, size, type Template, tierOf } from '../design.ts'
import type { Finish } from '../model-words.ts'
import type { Random } from '../random.ts'

function kitchenSink(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const bowls = draw.pick([1, 1, 1.5, 2])
  const granite = draw.chance(0.3)
  const drainer = draw.chance(0.4)
  const mounting = drainer ? 'Inset' : draw.pick(['Undermount', 'Undermount or inset', 'Flush'])
  const width =
    (bowls === 1 ? draw.pick([440, 500, 550, 640]) : bowls === 2 ? draw.pick([765, 800, 860]) : draw.pick([590, 665])) +
    (drainer ? draw.pick([360, 400]) : 0)
  const depth = draw.pick([180, 200, 205, 220])
  const finishes: readonly Finish[] = granite
    ? ['black', 'charcoal', 'white', 'sand']
    : tier < 0
      ? ['stainless']
      : ['stainless', 'brass', 'dark-stainless', 'matte-black']
  const bowlWords = bowls === 1 ? 'Single Bowl' : bowls === 2 ? 'Double Bowl' : 'One and a Half Bowl'
  return {
    name: `${width}mm ${bowlWords} ${granite ? 'Granite ' : ''}Kitchen Sink${drainer ? ' with Drainer' : ''}`,
    range: 'plumbing',
    typeCode: granite ? 'KG' : 'KS',
    sizeCode: `${Math.round(width / 10)}${bowls * 10}`,
    size: size(width, depth, draw.pick([440, 450, 500])),
    weightKg: Math.round(
      along(
        [
          [440, 5],
          [800, 8],
          [1_260, 11],
        ],
        width,
      ) * (granite ? 1.8 : 1),
    ),
    price:
      along(
        [
          [440, 260],
          [800, 420],
          [1_260, 560],
        ],
        width,
      ) + (granite ? 120 : 0),
    facts: {
      bowls,
      mounting,
      drainer,
      material: granite ? 'Granite composite' : 'Stainless steel',
      bowl_depth_mm: depth,
      cutout_mm: `${width - 20} × 420`,
    },
    kind: 'sink',
    options: { bowls: Math.ceil(bowls), ...(drainer ? { drainer: 'yes' } : {}) },
    versions: inFinishes(draw.some(finishes, finishes.length > 1 ? draw.pick([1, 2, 3]) : 1), (finish) => ({
      priceFactor: finish === 'brass' || finish === 'dark-stainless' ? 1.35 : 1,
    })),
    summary: `${width} mm wide, ${bowlWords.toLowerCase()}, ${depth} mm deep, ${mounting.toLowerCase()}.`,
    paragraphs: [
      `A ${bowlWords.toLowerCase()} sink of ${granite ? 'granite and resin, coloured through' : `304 stainless steel, ${tier > 0 ? 1.2 : 0.9} mm thick`}. The bowl is ${depth} mm deep.`,
      `It needs a cabinet ${Math.ceil((width + 40) / 100) * 100} mm wide. The waste and basket are in the box.`,
    ],
    notes: stored(
      'Must be connected by a licensed plumber.',
      mounting !== 'Inset' && 'A template for the cut-out is in the box.',
      drainer && 'The drainer can go left or right.',
    ),
    features: stored(
      feature('Overflow', 'A slot below the rim carries water to the waste when the bowl is full.'),
      !granite && feature('Sound pads', 'Rubber pads below the bowl damp the sound of water and cutlery.'),
      granite && feature('Heat to 280 °C', 'A hot pan may stand in it. Marks of lime come off with vinegar.'),
      tier > 0 && feature('Ledge for boards', 'A step along the bowl carries a board or rack, sold apart.'),
    ),
    document: 'Installation guide',
  }
}

function kitchenTap(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const spout = draw.pick(['Gooseneck', 'Gooseneck', 'Pull-out', 'Pull-down Spring', 'Square', 'Straight'])
  const reach = draw.int(19, 24) * 10
  const flow = draw.pick([4.5, 5.5, 6, 7.5])
  const stars = flow <= 4.5 ? 6 : flow <= 6 ? 5 : 4
  const finishes: readonly Finish[] = ['chrome', 'matte-black', 'brass', 'stainless']
  return {
    name: `${spout} Kitchen Mixer Tap`,
    range: 'plumbing',
    typeCode: spout.startsWith('Pull') ? 'TP' : 'TK',
    sizeCode: `${reach}`,
    size: size(draw.pick([50, 54, 60]), draw.int(31, 46) * 10, reach + draw.int(2, 4) * 10),
    weightKg: draw.pick([1.6, 1.9, 2.2, 2.6]),
    price: spout.startsWith('Pull') ? 320 : 190,
    facts: {
      spout,
      reach_mm: reach,
      water_stars: stars,
      flow_l_min: flow,
      material: draw.pick(['Brass body', 'Stainless steel']),
      mounting: 'Bench, 35 mm hole',
    },
    kind: 'tap',
    options: { spout: spout.toLowerCase() },
    versions: inFinishes(draw.some(finishes, draw.pick(tier < 0 ? [1, 2] : [2, 3, 4])), (finish) => ({
      priceFactor: finish === 'chrome' ? 1 : finish === 'brass' ? 1.4 : 1.22,
    })),
    summary: `${spout} spout, ${reach} mm reach, ${stars} water stars (${flow} L a minute).`,
    paragraphs: [
      `A single-lever mixer with a ${spout.toLowerCase()} spout that reaches ${reach} mm from the middle of the hole and turns ${draw.pick([140, 180, 360])} degrees.`,
      `It lets through ${flow} litres a minute: ${stars} stars for water. Hot and cold hoses of 450 mm are fitted.`,
    ],
    notes: ['Must be connected by a licensed plumber.', 'For pressures of 150 to 500 kPa; fit a valve above that.'],
    features: stored(
      feature('Ceramic cartridge', 'Two ceramic discs 35 mm wide, a standard size that can be replaced.'),
      spout.startsWith('Pull') &&
        feature(
          'Hose comes out',
          `The hose pulls out by ${draw.pick([400, 500, 600])} mm; a weight below draws it back.`,
        ),
      spout.startsWith('Pull') && feature('Two sprays', 'A key on the head changes from aerated stream to spray.'),
      feature('Lever to one side', 'The lever needs no room behind, so the tap can stand close to a wall.'),
    ),
    document: 'Installation guide',
  }
}

function laundryTub(draw: Random, maker: Brand): Design {
  const cabinet = draw.chance(0.6)
  const litres = draw.pick([30, 35, 42, 45, 60, 70])
  const width = cabinet ? draw.pick([450, 560, 600, 700]) : draw.pick([450, 500, 600])
  const metal = draw.chance(0.7)
  return {
    name: `${litres}L Laundry Tub ${cabinet ? 'and Cabinet' : 'Insert'}`,
    range: 'plumbing',
    typeCode: cabinet ? 'LC' : 'LT',
    sizeCode: `${litres}${Math.round(width / 10)}`,
    size: size(width, cabinet ? draw.pick([880, 900, 910]) : draw.pick([220, 240, 300]), draw.pick([480, 500, 560])),
    weightKg: cabinet ? draw.int(17, 26) : draw.int(5, 9),
    price: (cabinet ? 330 : 210) + litres * 2.2,
    facts: {
      capacity_l: litres,
      mounting: cabinet ? 'On cabinet' : 'Inset or undermount',
      material: metal ? 'Stainless steel' : 'Polypropylene',
      bowls: 1,
      bowl_depth_mm: draw.pick([200, 220, 250, 280]),
    },
    kind: 'sink',
    options: { bowls: 1, ...(cabinet ? { doors: width > 500 ? 2 : 1 } : {}) },
    versions: inFinishes([metal ? 'stainless' : 'white']),
    summary: `${litres} L, ${width} mm wide, ${cabinet ? 'on a cabinet' : 'for setting into a bench'}.`,
    paragraphs: [
      `A tub of ${litres} litres${cabinet ? ` on a powder-coated cabinet with ${plural(width > 500 ? 2 : 1, 'door')}` : ' for an inset or undermount bench'}, ${width} mm wide.`,
      'A bypass in the waste takes the drain hose of a washing machine, so the tub can be used while it pumps.',
    ],
    notes: stored(
      'Must be connected by a licensed plumber.',
      cabinet && 'The cabinet has cut-outs for taps on the left and right.',
    ),
    features: stored(
      feature('Bypass for the washer', 'The drain of a washing machine joins below the plug.'),
      cabinet && feature('Adjustable feet', 'Four feet adjust by 20 mm and keep the cabinet off a wet floor.'),
      feature('Overflow', 'A slot below the rim carries water to the waste when the tub is full.'),
      cabinet && maker.segment !== 'value' && feature('Soft-close doors', 'The hinges slow the last 30 degrees.'),
    ),
    document: 'Installation guide',
  }
}

export const plumbing: readonly Template[] = [
  { category: 'kitchen/sinks-and-taps/kitchen-sinks', line: 'sinks', quota: 14, design: kitchenSink },
  { category: 'kitchen/sinks-and-taps/kitchen-taps', line: 'taps', quota: 16, design: kitchenTap },
  { category: 'laundry/laundry-tubs', line: 'sinks', quota: 8, design: laundryTub },
]
