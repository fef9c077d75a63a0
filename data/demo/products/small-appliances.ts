import type { Brand } from '../brands.ts'
import {
  along,
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
import type { Random } from '../random.ts'

const kitchenColours: readonly Finish[] = ['stainless', 'black', 'white', 'cream', 'sage', 'red', 'navy']

/** Bench colours: makers of the middle and above sell the same machine in several. */
function benchColours(draw: Random, maker: Brand) {
  return inFinishes(draw.some(kitchenColours, tierOf(maker) < 0 ? draw.pick([1, 1, 2]) : draw.pick([1, 2, 3, 4])))
}

function kettle(draw: Random, maker: Brand): Design {
  const litres = draw.pick([1, 1.2, 1.5, 1.7, 1.7])
  const variable = draw.chance(0.3 + tierOf(maker) * 0.3)
  const goose = variable && draw.chance(0.35)
  const watts = draw.pick(litres > 1.2 ? [2_200, 2_400] : [1_500, 1_850, 2_200])
  const material = draw.pick(['Stainless steel', 'Stainless steel', 'Glass', 'Plastic'])
  return {
    name: `${litres}L ${goose ? 'Gooseneck ' : ''}${variable ? 'Variable Temperature ' : ''}Kettle`,
    range: 'appliance',
    typeCode: goose ? 'KN' : variable ? 'KV' : 'KT',
    sizeCode: `${litres * 10}${watts / 50}`,
    size: size(draw.int(21, 24) * 10, draw.int(23, 27) * 10, draw.int(15, 17) * 10),
    weightKg: toStep(0.8 + litres * 0.35, 0.1),
    price: 45 + litres * 15 + (variable ? 60 : 0) + (goose ? 30 : 0),
    facts: { capacity_l: litres, power_w: watts, variable_temperature: variable, material },
    kind: 'kettle',
    options: goose ? { spout: 'gooseneck' } : {},
    versions: benchColours(draw, maker),
    summary: `${litres} L, ${watts} W${variable ? ', set from 40 to 100 °C' : ''}.`,
    paragraphs: [
      `A kettle for ${litres} litres with ${watts} W: a full kettle boils in about ${Math.round((litres * 315) / (watts / 1_000) / 60)} minutes.`,
      variable
        ? 'Five keys set 60, 70, 80, 90 or 100 °C, and it can hold that for 30 minutes.'
        : 'It switches off at the boil and when lifted, and will not start dry.',
    ],
    notes: [`The base takes in the spare cord; ${draw.pick([0.7, 0.75, 0.9])} m reach.`],
    features: stored(
      goose && feature('Gooseneck spout', 'Pours a thin stream for filter coffee.'),
      feature(
        'Marks on both sides',
        'The water level can be read with either hand on the handle; the lowest mark is one cup.',
      ),
      feature('Lime filter', 'A mesh in the spout holds flakes back and lifts out for rinsing.'),
    ),
    document: 'User manual',
  }
}

function toaster(draw: Random, maker: Brand): Design {
  const slices = draw.pick([2, 2, 4])
  const long = draw.chance(0.25)
  const watts = slices === 2 ? draw.pick([850, 900, 1_000]) : draw.pick([1_600, 1_750, 1_850])
  return {
    name: `${slices} Slice ${long ? 'Long Slot ' : ''}Toaster`,
    range: 'appliance',
    typeCode: long ? 'TL' : 'TO',
    sizeCode: `${slices}${watts / 10}`,
    size: long
      ? size(slices === 2 ? 400 : 420, 200, slices === 2 ? 160 : 240)
      : size(slices === 2 ? draw.int(28, 31) * 10 : draw.int(31, 34) * 10, 200, slices === 2 ? 180 : 290),
    weightKg: slices === 2 ? 1.6 : 2.6,
    price: slices === 2 ? 60 : 95,
    facts: { slices, power_w: watts, speeds: draw.int(6, 9), material: draw.pick(['Steel', 'Plastic']) },
    kind: 'toaster',
    options: { slices },
    versions: benchColours(draw, maker),
    summary: `${slices} slices, ${long ? 'long slots, ' : ''}${watts} W.`,
    paragraphs: [
      `A toaster for ${plural(slices, 'slice')} with slots ${draw.pick([34, 36, 38])} mm wide${long ? ' and 255 mm long, for sourdough' : ''}.`,
      slices === 4
        ? 'The two pairs of slots have their own levers and settings.'
        : 'The lever lifts 20 mm above the slot, so small pieces can be taken without a fork.',
    ],
    notes: ['A crumb tray slides out at the back.'],
    features: [
      feature('A bit more', 'A key adds 30 seconds without starting again.'),
      feature('Frozen bread', 'Thaws first and toasts after, at the shade chosen.'),
      feature('Look', 'Lift the lever to see the toast without stopping it.'),
    ],
    document: 'User manual',
  }
}

function blender(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const watts =
    tier > 0
      ? draw.pick([1_400, 1_680, 1_800])
      : tier === 0
        ? draw.pick([800, 1_000, 1_200])
        : draw.pick([500, 600, 700])
  const litres = draw.pick([1.2, 1.5, 1.75, 2])
  const glass = draw.chance(0.4)
  const speeds = draw.pick([3, 5, 10])
  return {
    name: `${watts}W ${litres}L Blender`,
    range: 'appliance',
    typeCode: glass ? 'BG' : 'BL',
    sizeCode: `${watts / 10}${(litres * 10) | 0}`,
    size: size(draw.int(18, 22) * 10, draw.int(39, 45) * 10, draw.int(19, 23) * 10),
    weightKg: toStep(2.4 + watts / 900 + (glass ? 1.2 : 0), 0.1),
    price: 55 + watts * 0.16,
    facts: {
      capacity_l: litres,
      power_w: watts,
      speeds,
      noise_db: draw.int(82, 90),
      material: glass ? 'Glass jug' : 'Copolyester jug',
    },
    kind: 'blender',
    versions: benchColours(draw, maker),
    summary: `${watts} W, ${litres} L ${glass ? 'glass' : 'copolyester'} jug, ${speeds} speeds.`,
    paragraphs: [
      `A ${watts} W blender with a ${litres} litre jug of ${glass ? 'glass' : 'copolyester'}, ${speeds} speeds and pulse.`,
      watts > 1_200
        ? 'The blades turn at about 25,000 rpm: nuts become butter in two minutes and soup gets hot from friction in six.'
        : 'For smoothies, sauces and ice in small amounts; add liquid to start hard pieces moving.',
    ],
    notes: ['Jug and lid may go in the top rack of a dishwasher.', 'Runs only with the jug locked.'],
    features: stored(
      feature('Lid with a cap', 'Add oil or ice through the cap while it runs. The cap measures 50 ml.'),
      feature('Cleans itself', 'A drop of detergent and warm water, 40 seconds on high.'),
      watts > 1_200 && feature('Tamper', 'A rod that stops short of the blades pushes thick mixtures down.'),
    ),
    document: 'User manual',
  }
}

function standMixer(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const litres = draw.pick([3.3, 4.3, 4.8, 5, 5.5, 6.7])
  const watts = toStep(
    along(
      [
        [3.3, 500],
        [4.8, 800],
        [6.7, 1_300],
      ],
      litres,
    ) -
      tier * 150,
    50,
  )
  const attachments = draw.int(3, 5)
  return {
    name: `${litres}L Stand Mixer`,
    range: 'appliance',
    typeCode: 'SM',
    sizeCode: `${litres * 10}`,
    size: size(draw.int(34, 38) * 10, draw.int(33, 38) * 10, draw.int(22, 25) * 10),
    weightKg: toStep(
      along(
        [
          [3.3, 5],
          [6.7, 8],
        ],
        litres,
      ) +
        tier * 2.5,
      0.1,
    ),
    price: along(
      [
        [3.3, 250],
        [4.8, 420],
        [6.7, 650],
      ],
      litres,
    ),
    facts: {
      capacity_l: litres,
      power_w: watts,
      speeds: draw.pick([6, 8, 10]),
      attachments,
      material: tier > 0 ? 'Cast metal' : 'Metal and plastic',
    },
    kind: 'stand-mixer',
    versions: benchColours(draw, maker),
    summary: `${litres} L bowl, ${watts} W, ${attachments} attachments.`,
    paragraphs: [
      `A mixer with a tilting head and a ${litres} litre steel bowl, enough for ${toStep(litres * 0.22, 0.1)} kg of flour in a bread dough.`,
      tier > 0
        ? 'The motor drives the beater through metal gears without a belt.'
        : 'A belt drives the beater; it slips rather than breaking when the dough is too stiff.',
    ],
    notes: ['In the box: flat beater, dough hook, whisk, splash guard.'],
    features: stored(
      feature('Planetary action', 'The beater turns one way and travels the other, so it reaches the whole bowl.'),
      feature('Slow start', 'Speeds rise over two seconds to keep flour in the bowl.'),
      tier >= 0 && feature('Front outlet', 'Drives a mincer, pasta roller or grater, sold apart.'),
    ),
    document: 'User manual',
  }
}

function foodProcessor(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const litres = draw.pick([1.5, 2.1, 2.6, 3, 3.7])
  const watts = toStep(
    along(
      [
        [1.5, 500],
        [2.6, 850],
        [3.7, 1_250],
      ],
      litres,
    ) +
      tier * 100,
    50,
  )
  const attachments = draw.int(3, 9)
  return {
    name: `${watts}W ${litres}L Food Processor`,
    range: 'appliance',
    typeCode: 'FP',
    sizeCode: `${litres * 10}${attachments}`,
    size: size(draw.int(20, 25) * 10, draw.int(38, 45) * 10, draw.int(22, 27) * 10),
    weightKg: toStep(2.5 + litres * 1.2, 0.1),
    price:
      along(
        [
          [1.5, 110],
          [2.6, 210],
          [3.7, 380],
        ],
        litres,
      ) +
      attachments * 8,
    facts: { capacity_l: litres, power_w: watts, speeds: draw.pick([2, 3, 6]), attachments },
    kind: 'food-processor',
    versions: inFinishes(draw.some(['black', 'white', 'stainless', 'cream'], draw.pick([1, 1, 2]))),
    summary: `${litres} L bowl, ${watts} W, ${attachments} discs and blades.`,
    paragraphs: [
      `A ${watts} W processor with a ${litres} litre bowl and ${plural(attachments, 'disc')} and blades for chopping, slicing and grating.`,
      'The chute takes a whole tomato or half an apple.',
    ],
    notes: ['Bowl, lid and discs may go in the dishwasher.', 'A box keeps the discs together.'],
    features: stored(
      feature('Slices from 1 to 6 mm', 'The slicing disc turns over or is set by a dial on its hub.'),
      litres > 2.5 && feature('Small bowl inside', 'A 0.6 litre bowl for herbs and dressings fits in the large one.'),
      feature('Rubber feet', 'Suction feet hold it on a smooth bench.'),
    ),
    document: 'User manual',
  }
}

function airFryer(draw: Random, maker: Brand): Design {
  const litres = draw.pick([2.6, 3.5, 4.2, 5, 5.7, 6.2, 7.5, 8, 9, 10.5])
  const drawers = litres >= 7.5 && draw.chance(0.8) ? 2 : 1
  const watts = toStep(
    along(
      [
        [2.6, 1_200],
        [5, 1_600],
        [10.5, 2_400],
      ],
      litres,
    ),
    50,
  )
  const window = draw.chance(0.4)
  return {
    name: `${litres}L ${drawers === 2 ? 'Dual Drawer ' : ''}Air Fryer`,
    range: 'appliance',
    typeCode: drawers === 2 ? 'AD' : 'AF',
    sizeCode: `${litres * 10}`,
    size: size(
      toStep(
        along(
          [
            [2.6, 240],
            [5, 290],
            [7.5, 380],
            [10.5, 415],
          ],
          litres,
        ),
        5,
      ),
      toStep(
        along(
          [
            [2.6, 290],
            [10.5, 330],
          ],
          litres,
        ),
        5,
      ),
      toStep(
        along(
          [
            [2.6, 300],
            [10.5, 400],
          ],
          litres,
        ),
        5,
      ),
    ),
    weightKg: toStep(
      along(
        [
          [2.6, 3.2],
          [10.5, 8.5],
        ],
        litres,
      ),
      0.1,
    ),
    price:
      along(
        [
          [2.6, 95],
          [5, 180],
          [7.5, 280],
          [10.5, 380],
        ],
        litres,
      ) + (window ? 20 : 0),
    facts: { capacity_l: litres, power_w: watts, drawers, timer: true, programs: draw.int(4, 12) },
    kind: 'air-fryer',
    options: { drawers },
    versions: inFinishes(draw.some(['black', 'white', 'grey', 'sage'], draw.pick([1, 1, 2]))),
    summary: `${litres} L in ${plural(drawers, 'drawer')}, ${watts} W.`,
    paragraphs: [
      `A basket of ${litres} litres ${drawers === 2 ? 'in two drawers ' : ''}under a fan and a ${watts} W element. It is hot in three minutes.`,
      `Room for about ${toStep(litres * 0.16, 0.1)} kg of chips. ${maker.segment === 'value' ? 'Two dials set temperature and time.' : 'Temperature goes from 40 to 200 °C, low enough for drying fruit.'}`,
    ],
    notes: ['Basket and plate may go in the dishwasher.', 'Leave 150 mm of air behind.'],
    features: stored(
      feature('Stays cool outside', 'The walls stay below 60 °C; the handle can be held without a cloth.'),
      drawers === 2 &&
        feature(
          'Finish together',
          'Each drawer has its own time; the shorter one starts later so that both end together.',
        ),
      feature('Shake reminder', 'A tone at half time. Cooking goes on when the basket is back.'),
      window && feature('Window', 'A pane and a light show browning without opening.'),
    ),
    document: 'User manual',
  }
}

function riceCooker(draw: Random, maker: Brand): Design {
  const cups = draw.pick([6, 7, 8, 10, 12, 20])
  const litres = toStep(cups * 0.18, 0.1)
  const watts = toStep(
    along(
      [
        [6, 350],
        [10, 620],
        [20, 1_000],
      ],
      cups,
    ),
    10,
  )
  const multi = draw.chance(0.4 + tierOf(maker) * 0.2)
  return {
    name: `${cups} Cup ${multi ? 'Multi Cooker and ' : ''}Rice Cooker`,
    range: 'appliance',
    typeCode: multi ? 'RM' : 'RK',
    sizeCode: `${cups}${watts / 10}`,
    size: size(draw.int(23, 28) * 10, draw.int(21, 27) * 10, draw.int(23, 30) * 10),
    weightKg: toStep(
      along(
        [
          [6, 2],
          [20, 4.2],
        ],
        cups,
      ),
      0.1,
    ),
    price:
      along(
        [
          [6, 40],
          [10, 85],
          [20, 130],
        ],
        cups,
      ) + (multi ? 70 : 0),
    facts: { cups, capacity_l: litres, power_w: watts, timer: multi, programs: multi ? draw.int(6, 14) : 2 },
    kind: 'rice-cooker',
    versions: inFinishes(draw.some(['white', 'black', 'stainless'], draw.pick([1, 1, 2]))),
    summary: `${cups} cups of cooked rice, ${watts} W${multi ? ', with programs and timer' : ''}.`,
    paragraphs: [
      `Cooks ${cups} cups of rice from ${cups / 2} cups dry. ${multi ? 'Programs for white and brown rice, porridge, soup and slow cooking.' : 'One lever: it cooks, then keeps warm.'}`,
      'The bowl lifts out and has marks for rice and water.',
    ],
    notes: ['In the box: measuring cup, ladle, steaming tray.'],
    features: stored(
      feature('Steaming tray', 'Vegetables or fish cook above the rice.'),
      feature('Keeps warm', multi ? 'For up to 24 hours; the display counts.' : 'For up to five hours.'),
      multi && feature('Delay start', 'Up to 15 hours, so that rice is ready at dinner.'),
    ),
    document: 'User manual',
  }
}

export const smallAppliances: readonly Template[] = [
  { category: 'small-appliances/kettles', line: 'breakfast', quota: 14, design: kettle },
  { category: 'small-appliances/toasters', line: 'breakfast', quota: 14, design: toaster },
  { category: 'small-appliances/blenders', line: 'food-prep', quota: 10, design: blender },
  { category: 'small-appliances/stand-mixers', line: 'food-prep', quota: 12, design: standMixer },
  { category: 'small-appliances/food-processors', line: 'food-prep', quota: 9, design: foodProcessor },
  { category: 'small-appliances/air-fryers', line: 'food-prep', quota: 12, design: airFryer },
  { category: 'small-appliances/rice-cookers', line: 'food-prep', quota: 8, design: riceCooker },
]
