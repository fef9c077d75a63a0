import type { Brand } from '../brands.ts'
import {
  along,
  type Design,
  energyLabel,
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

/** The label's base figure grows with the volume, with frozen litres counted for more because they cost more to keep. */
function baseKwh(fridgeL: number, freezerL: number, perLitre = 8.8): number {
  return 150 + perLitre * (fridgeL + 1.6 * freezerL) ** 0.67
}

const airSpace = '20 each side, 50 above'

type Layout = {
  readonly category: string
  readonly kind: Design['kind']
  readonly type: string
  readonly words: string
  readonly litres: readonly [number, number]
  readonly freezerShare: number
  /** Litres to millimetres, the same for every maker: a larger fridge of a layout is never narrower. */
  readonly width: readonly (readonly [number, number])[]
  readonly height: readonly (readonly [number, number])[]
  readonly depth: readonly (readonly [number, number])[]
  readonly price: readonly (readonly [number, number])[]
  readonly doors: readonly number[]
  readonly finishes: readonly Finish[]
  readonly plumbing: number
  readonly intro: (litres: number, doors: number) => string
}

const layouts: readonly Layout[] = [
  {
    category: 'kitchen/fridges/french-door-fridges',
    kind: 'fridge-french-door',
    type: 'FD',
    words: 'French Door Fridge',
    litres: [470, 720],
    freezerShare: 0.33,
    width: [
      [470, 785],
      [540, 790],
      [560, 835],
      [600, 835],
      [601, 908],
      [680, 908],
      [681, 914],
      [720, 914],
    ],
    height: [
      [470, 1720],
      [720, 1810],
    ],
    depth: [
      [470, 690],
      [720, 765],
    ],
    price: [
      [470, 1_450],
      [560, 1_950],
      [620, 2_450],
      [720, 3_400],
    ],
    doors: [3, 4, 4],
    finishes: ['stainless', 'dark-stainless', 'black', 'white'],
    plumbing: 0.62,
    intro: (litres, doors) =>
      `A ${litres} litre fridge with two fridge doors above and ${doors === 3 ? 'one wide freezer drawer' : 'two freezer drawers'} below.`,
  },
  {
    category: 'kitchen/fridges/side-by-side-fridges',
    kind: 'fridge-side-by-side',
    type: 'SS',
    words: 'Side by Side Fridge',
    litres: [510, 700],
    freezerShare: 0.36,
    width: [
      [510, 880],
      [540, 895],
      [600, 908],
      [640, 910],
      [700, 912],
    ],
    height: [
      [510, 1760],
      [700, 1790],
    ],
    depth: [
      [510, 655],
      [700, 745],
    ],
    price: [
      [510, 1_250],
      [600, 1_650],
      [700, 2_600],
    ],
    doors: [2],
    finishes: ['stainless', 'dark-stainless', 'black', 'white'],
    plumbing: 0.7,
    intro: (litres) =>
      `A ${litres} litre fridge with the freezer on the left and the fridge on the right, both from floor to top.`,
  },
  {
    category: 'kitchen/fridges/bottom-mount-fridges',
    kind: 'fridge-bottom-mount',
    type: 'BM',
    words: 'Bottom Mount Fridge',
    litres: [280, 540],
    freezerShare: 0.27,
    width: [
      [280, 595],
      [370, 600],
      [400, 635],
      [440, 700],
      [480, 710],
      [540, 790],
    ],
    height: [
      [280, 1600],
      [340, 1690],
      [540, 1770],
    ],
    depth: [
      [280, 640],
      [540, 715],
    ],
    price: [
      [280, 850],
      [400, 1_150],
      [460, 1_450],
      [540, 1_900],
    ],
    doors: [2],
    finishes: ['stainless', 'white', 'black', 'dark-stainless'],
    plumbing: 0.2,
    intro: (litres) => `A ${litres} litre fridge with the fridge at eye level and freezer drawers below.`,
  },
  {
    category: 'kitchen/fridges/top-mount-fridges',
    kind: 'fridge-top-mount',
    type: 'TM',
    words: 'Top Mount Fridge',
    litres: [200, 520],
    freezerShare: 0.24,
    width: [
      [200, 545],
      [270, 550],
      [300, 600],
      [380, 640],
      [420, 680],
      [470, 700],
      [520, 780],
    ],
    height: [
      [200, 1420],
      [300, 1610],
      [400, 1690],
      [520, 1750],
    ],
    depth: [
      [200, 570],
      [520, 730],
    ],
    price: [
      [200, 480],
      [300, 680],
      [400, 920],
      [520, 1_350],
    ],
    doors: [2],
    finishes: ['white', 'stainless', 'black'],
    plumbing: 0.05,
    intro: (litres) => `A ${litres} litre fridge with the freezer on top.`,
  },
]

function fridge(draw: Random, maker: Brand, layout: Layout): Design {
  const tier = tierOf(maker)
  const litres = draw.int(...layout.litres)
  const freezerL = Math.round(litres * draw.near(layout.freezerShare, 0.06))
  const doors = draw.pick(layout.doors)
  const plumbed = draw.chance(layout.plumbing + tier * 0.15)
  const tankFed = plumbed && draw.chance(0.35)
  const iceMaker = plumbed ? 'Automatic' : draw.chance(0.5) ? 'Twist tray' : 'Trays'
  const frostFree = layout.type !== 'TM' || litres > 240 || draw.chance(0.5)
  const inverter = draw.chance(0.72 + tier * 0.25)
  const smart = tier >= 0 && litres > 400 && draw.chance(0.25 + tier * 0.3)
  const label = energyLabel(
    draw,
    3.1 + tier * 0.5 + (inverter ? 0.3 : -0.4),
    baseKwh(litres - freezerL, freezerL) + (plumbed ? 60 : 0),
    0.23,
    6,
  )
  const dimensions = size(
    toStep(along(layout.width, litres), 1),
    toStep(draw.near(along(layout.height, litres), 0.012), 5),
    toStep(draw.near(along(layout.depth, litres), 0.02), 5),
  )
  const noise = draw.int(35, 39) - tier - (inverter ? 1 : 0)
  const hinge =
    layout.type === 'FD'
      ? 'Both sides'
      : layout.type === 'SS'
        ? 'Both sides'
        : draw.pick(['Right, reversible', 'Right', 'Left'])
  const finishes = draw.some(layout.finishes, draw.chance(0.32) ? 2 : 1)

  return {
    name: `${litres}L ${layout.words}`,
    range: 'kitchen',
    typeCode: layout.type,
    sizeCode: String(litres),
    size: dimensions,
    weightKg: Math.round(draw.near(22 + litres * 0.155, 0.05)),
    price: along(layout.price, litres) + (plumbed ? 250 : 0) + (smart ? 180 : 0) + (inverter ? 60 : 0),
    facts: {
      capacity_l: litres,
      fridge_l: litres - freezerL,
      freezer_l: freezerL,
      ...label,
      noise_db: noise,
      doors,
      frost_free: frostFree,
      ice_maker: iceMaker,
      water_dispenser: plumbed ? (tankFed ? 'Tank' : 'Plumbed') : 'None',
      door_hinge: hinge,
      inverter,
      smart,
      clearance_mm: airSpace,
      installation: 'Freestanding',
    },
    kind: layout.kind,
    options: {
      doors,
      handles: tier > 0 || draw.chance(0.4) ? 'recessed' : 'bar',
      ...(plumbed && layout.type !== 'BM' ? { icemaker: 'yes' } : {}),
    },
    versions: inFinishes(finishes, (finish) => ({
      priceFactor: finish === 'white' ? 0.94 : finish === 'dark-stainless' ? 1.06 : 1,
    })),
    summary: `${litres} L (fridge ${litres - freezerL} L, freezer ${freezerL} L), ${dimensions.widthMm} mm wide, ${label.energy_stars} energy stars, ${label.energy_kwh} kWh a year.`,
    paragraphs: [
      `${layout.intro(litres, doors)} The fridge part holds ${litres - freezerL} litres, the freezer ${freezerL} litres.`,
      `It is ${dimensions.widthMm} mm wide, ${dimensions.heightMm} mm high and ${dimensions.depthMm} mm deep without handles. Leave 20 mm of air on each side and 50 mm above.`,
      `On the label it uses ${label.energy_kwh} kWh a year, measured at 32 °C. In a cooler kitchen it uses less.`,
    ],
    notes: stored(
      'Let it stand upright for four hours before switching it on.',
      plumbed && !tankFed && 'Needs a cold water tap within 3 m, at 150 to 800 kPa; connection is offered at checkout.',
      tankFed && 'The water tank holds 4 litres and lifts out for rinsing.',
      hinge === 'Right, reversible' &&
        'The doors open to the right and can be changed over; we offer this as a service.',
    ),
    features: stored(
      frostFree &&
        feature(
          'Frost free',
          'A fan moves dry air through both parts, so ice does not build up and the freezer needs no defrosting.',
        ),
      inverter &&
        feature(
          'Variable-speed compressor',
          `The compressor slows down instead of stopping. That holds the temperature within 1 °C and keeps noise at ${noise} dB(A).`,
        ),
      feature(
        'Humidity drawers',
        `${draw.chance(0.5) ? 'One drawer has' : 'Two drawers have'} a slide that closes the vents: closed for leaves, open for fruit.`,
      ),
      plumbed &&
        feature(
          'Ice and water in the door',
          tankFed
            ? 'Water comes from a tank behind the crisper, so no plumbing is needed. The ice maker fills from the same tank.'
            : 'Chilled water and ice come from a plumbed line through a filter that lasts six months.',
        ),
      !plumbed &&
        iceMaker === 'Twist tray' &&
        feature('Twist ice tray', 'Turn the knob and the cubes drop into a bin below. The tray comes out for filling.'),
      litres > 420 &&
        feature(
          'Shelves that split',
          'One glass shelf slides under itself to make room for a tall pot or a cake stand.',
        ),
      feature('Door alarm', `A tone sounds when a door has been open for ${draw.pick([60, 90, 120])} seconds.`),
      smart &&
        feature(
          'App control',
          'Set temperatures and see door alarms on a phone. The fridge works the same without a network.',
        ),
      doors === 4 &&
        layout.type === 'FD' &&
        feature(
          'Two freezer drawers',
          'The upper drawer is shallow for flat packs, the lower one takes bulky ones. Opening one keeps the cold in the other.',
        ),
      maker.slug === 'tasmere' &&
        feature('Rated to 43 °C', 'Climate class T: tested to hold 4 °C inside in a room at 43 °C.'),
    ),
    document: 'User manual',
  }
}

function barFridge(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const litres = draw.int(44, 148)
  const outdoor = litres > 90 && draw.chance(0.22)
  const lock = outdoor || draw.chance(0.25)
  const label = energyLabel(draw, 2 + tier * 0.5, 100 + 8.2 * litres ** 0.67, 0.23, 5)
  const dimensions = size(
    toStep(
      along(
        [
          [44, 440],
          [90, 480],
          [125, 500],
          [148, 550],
        ],
        litres,
      ),
      1,
    ),
    toStep(
      along(
        [
          [44, 495],
          [70, 630],
          [92, 835],
          [148, 860],
        ],
        litres,
      ),
      5,
    ),
    toStep(
      along(
        [
          [44, 450],
          [90, 500],
          [148, 560],
        ],
        litres,
      ),
      5,
    ),
  )
  const noise = draw.int(37, 42) - tier
  return {
    name: `${litres}L ${outdoor ? 'Outdoor ' : ''}Bar Fridge`,
    range: 'kitchen',
    typeCode: 'BF',
    sizeCode: String(litres),
    size: dimensions,
    weightKg: Math.round(12 + litres * 0.16),
    price:
      along(
        [
          [44, 210],
          [90, 300],
          [148, 420],
        ],
        litres,
      ) + (outdoor ? 420 : 0),
    facts: {
      capacity_l: litres,
      ...label,
      noise_db: noise,
      doors: 1,
      lock,
      door_hinge: draw.pick(['Right, reversible', 'Right']),
      weatherproof: outdoor ? 'Under cover' : 'Indoor only',
      shelves: litres > 90 ? 3 : 2,
      installation: 'Freestanding',
      clearance_mm: '50 each side, 100 above',
    },
    kind: 'fridge-bar',
    options: { doors: 1, handles: 'recessed', shelves: litres > 90 ? 3 : 2 },
    versions: inFinishes(
      outdoor ? ['stainless'] : draw.some(['white', 'black', 'stainless', 'cream', 'sage'], draw.pick([1, 1, 2, 3])),
    ),
    summary: `${litres} L, ${dimensions.heightMm} mm high, ${dimensions.widthMm} mm wide, ${label.energy_kwh} kWh a year.`,
    paragraphs: [
      `A one-door fridge of ${litres} litres, ${dimensions.heightMm} mm high and ${dimensions.widthMm} mm wide. ${dimensions.heightMm > 800 ? 'It is as high as a bench and stands in line with one.' : 'It fits on a bench or under a desk.'}`,
      outdoor
        ? 'The case and hinges are stainless and the electrics are sealed to IPX4. It may stand outside under a roof.'
        : 'It is meant for indoor rooms between 10 and 38 °C.',
    ],
    notes: stored('Not for building in: the sides give off heat.', lock && 'Two keys are in the box.'),
    features: stored(
      feature('Door shelves for bottles', 'The lowest door shelf takes 1.5 litre bottles standing up.'),
      feature('Adjustable thermostat', `A dial inside sets about ${draw.pick(['1 to 8', '2 to 10', '0 to 10'])} °C.`),
      lock && feature('Lock', 'A key lock on the door, for shared rooms and pool areas.'),
      outdoor &&
        feature(
          'Heated glass door',
          'A thin heater in the glass keeps it clear on humid days. It can be switched off.',
        ),
      !outdoor &&
        litres < 100 &&
        feature('Chiller box', 'A small box under the top keeps ice cubes frozen. It is not for storing frozen food.'),
    ),
    document: 'User manual',
  }
}

function wineFridge(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const bottles = draw.pick([24, 30, 34, 38, 44, 46, 51, 56, 66, 98, 110, 132, 154, 166, 180, 192]) + draw.int(-2, 2)
  const tall = bottles > 70
  const zones = draw.chance(0.55) ? 2 : 1
  const builtIn = !tall ? draw.chance(0.7) : draw.chance(0.4)
  const dimensions = tall
    ? size(
        595,
        toStep(
          along(
            [
              [96, 1250],
              [134, 1560],
              [194, 1790],
            ],
            bottles,
          ),
          5,
        ),
        draw.pick([680, 695, 710]),
      )
    : size(bottles < 32 ? 395 : 595, bottles < 24 ? 600 : 820, draw.pick([565, 570, 575]))
  const noise = draw.int(37, 41) - tier
  return {
    name: `${bottles} Bottle ${zones === 2 ? 'Dual' : 'Single'} Zone Wine Fridge`,
    range: 'kitchen',
    typeCode: zones === 2 ? 'WD' : 'WS',
    sizeCode: String(bottles),
    size: dimensions,
    weightKg: Math.round(30 + bottles * 0.32 + (tall ? 10 : 0)),
    price:
      along(
        [
          [24, 620],
          [46, 1_050],
          [66, 1_450],
          [110, 1_900],
          [194, 2_700],
        ],
        bottles,
      ) + (zones === 2 ? 180 : 0),
    facts: {
      bottles,
      capacity_l: Math.round(bottles * 3.05),
      temperature_zones: zones,
      energy_kwh: Math.round(draw.near(105 + bottles * 0.55, 0.12)),
      noise_db: noise,
      doors: 1,
      lock: draw.chance(0.6),
      door_hinge: draw.pick(['Right, reversible', 'Right', 'Left']),
      installation: builtIn ? 'Built-in or freestanding' : 'Freestanding',
      shelves: Math.max(4, Math.round(bottles / 9)),
    },
    kind: 'wine-fridge',
    options: {
      doors: 1,
      shelves: Math.min(14, Math.max(4, Math.round(bottles / 9))),
      handles: draw.pick(['bar', 'recessed']),
    },
    versions: inFinishes(draw.some(['glass-black', 'stainless'], draw.chance(0.3) ? 2 : 1)),
    summary: `Holds ${bottles} bottles in ${plural(zones, 'temperature zone')}, ${dimensions.widthMm} mm wide, ${noise} dB(A).`,
    paragraphs: [
      `Holds ${bottles} Bordeaux bottles of 750 ml on beech shelves. Wider bottles, such as Champagne, reduce the count by about a quarter.`,
      zones === 2
        ? 'The upper zone goes from 5 to 12 °C, the lower from 12 to 18 °C, so white and red can be kept ready to pour.'
        : 'One temperature from 5 to 20 °C throughout, the choice for storing rather than serving.',
      builtIn
        ? 'Warm air leaves through the plinth, so it can stand between cabinets.'
        : 'It needs 100 mm of air behind and at the sides.',
    ],
    notes: ['The door glass filters ultraviolet light.', 'Shelves pull out to two thirds of their depth.'],
    features: stored(
      feature('Low vibration', 'The compressor sits on rubber mounts, so sediment stays where it is.'),
      zones === 2 && feature('Two temperatures', 'Each zone has its own fan, sensor and display.'),
      feature('Charcoal filter', 'Air is drawn in through a charcoal filter. Change it once a year.'),
      tier > 0 && feature('Humidity held at 60 to 70 %', 'Moist air keeps corks from drying and letting air in.'),
    ),
    document: 'User manual',
  }
}

function uprightFreezer(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const litres = draw.int(88, 405)
  const frostFree = litres > 150 ? draw.chance(0.85 + tier * 0.1) : draw.chance(0.25)
  const label = energyLabel(draw, 2.9 + tier * 0.4, (frostFree ? 150 : 110) + 7.4 * (1.6 * litres) ** 0.67, 0.23, 5)
  const dimensions = size(
    toStep(
      along(
        [
          [88, 550],
          [190, 555],
          [230, 595],
          [310, 600],
          [340, 640],
          [405, 710],
        ],
        litres,
      ),
      1,
    ),
    toStep(
      along(
        [
          [88, 845],
          [160, 1_300],
          [190, 1_440],
          [270, 1_720],
          [405, 1_790],
        ],
        litres,
      ),
      5,
    ),
    toStep(
      along(
        [
          [88, 550],
          [270, 640],
          [405, 730],
        ],
        litres,
      ),
      5,
    ),
  )
  const drawers = litres < 120 ? 3 : litres < 220 ? 5 : 7
  return {
    name: `${litres}L Upright Freezer`,
    range: 'kitchen',
    typeCode: 'UF',
    sizeCode: String(litres),
    size: dimensions,
    weightKg: Math.round(24 + litres * 0.15),
    price: along(
      [
        [88, 420],
        [180, 720],
        [270, 1_050],
        [405, 1_650],
      ],
      litres,
    ),
    facts: {
      capacity_l: litres,
      freezer_l: litres,
      ...label,
      noise_db: draw.int(38, 42) - tier,
      frost_free: frostFree,
      doors: 1,
      drawers,
      door_hinge: draw.pick(['Right, reversible', 'Right']),
      lock: draw.chance(0.3),
      installation: 'Freestanding',
      clearance_mm: airSpace,
    },
    kind: 'freezer-upright',
    options: { doors: 1, drawers, handles: draw.pick(['bar', 'recessed']) },
    versions: inFinishes(draw.some(['white', 'stainless', 'black'], draw.chance(0.3) ? 2 : 1), (finish) => ({
      priceFactor: finish === 'white' ? 0.95 : 1,
    })),
    summary: `${litres} L in ${drawers} compartments, ${frostFree ? 'frost free' : 'manual defrost'}, ${label.energy_stars} energy stars.`,
    paragraphs: [
      `A freezer of ${litres} litres behind one door, with ${plural(drawers, 'compartment')}. It is ${dimensions.heightMm} mm high and ${dimensions.widthMm} mm wide.`,
      frostFree
        ? 'Frost free: a fan keeps the air dry and food packs do not freeze together.'
        : 'Defrost it once or twice a year; a drain at the front takes the water.',
    ],
    notes: [
      'Let it stand upright for four hours before switching it on.',
      `In a power cut it keeps food frozen for about ${draw.int(9, 18)} hours while the door stays shut.`,
    ],
    features: stored(
      feature(
        'Fast freeze',
        'Runs at full power for up to 24 hours before new food goes in, then returns to the set temperature.',
      ),
      feature('Clear drawers', 'The drawer fronts are clear, so the contents can be seen without pulling them out.'),
      feature('Temperature alarm', 'A light and a tone show when it is warmer than -12 °C inside.'),
      draw.chance(0.4) && feature('Works in the garage', 'Rated for rooms from 0 to 43 °C.'),
    ),
    document: 'User manual',
  }
}

function chestFreezer(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const litres = draw.int(98, 520)
  const label = energyLabel(draw, 2.9 + tier * 0.4, 130 + 7.3 * (1.6 * litres) ** 0.67, 0.23, 5)
  const dimensions = size(
    toStep(
      along(
        [
          [98, 560],
          [145, 730],
          [200, 945],
          [295, 1_115],
          [380, 1_300],
          [520, 1_650],
        ],
        litres,
      ),
      5,
    ),
    draw.pick([845, 850, 860]),
    toStep(
      along(
        [
          [98, 520],
          [200, 550],
          [295, 670],
          [520, 740],
        ],
        litres,
      ),
      5,
    ),
  )
  const lock = litres > 180 || draw.chance(0.3)
  return {
    name: `${litres}L Chest Freezer`,
    range: 'kitchen',
    typeCode: 'CF',
    sizeCode: String(litres),
    size: dimensions,
    weightKg: Math.round(20 + litres * 0.12),
    price: along(
      [
        [98, 300],
        [200, 450],
        [295, 620],
        [520, 1_050],
      ],
      litres,
    ),
    facts: {
      capacity_l: litres,
      freezer_l: litres,
      ...label,
      noise_db: draw.int(38, 42) - tier,
      frost_free: false,
      lock,
      installation: 'Freestanding',
    },
    kind: 'freezer-chest',
    options: { doors: 1, handles: 'recessed' },
    versions: inFinishes(['white']),
    summary: `${litres} L, ${dimensions.widthMm} mm wide, ${label.energy_stars} energy stars, ${label.energy_kwh} kWh a year.`,
    paragraphs: [
      `A chest of ${litres} litres, ${dimensions.widthMm} mm wide and ${dimensions.depthMm} mm deep. With the lid open it is about ${toStep(850 + dimensions.depthMm * 0.85, 10)} mm high.`,
      'Cold air stays in when the lid opens, so it uses less than an upright freezer of the same volume. It is defrosted by hand through a drain at the front.',
    ],
    notes: stored(
      'Four castors, two with brakes.',
      lock && 'Two keys are in the box.',
      `Keeps food frozen for about ${draw.int(24, 42)} hours in a power cut.`,
    ),
    features: stored(
      feature(
        'Hanging baskets',
        `${plural(litres > 300 ? 3 : litres > 150 ? 2 : 1, 'basket')} for what is used often.`.replace(/^./, (letter) =>
          letter.toUpperCase(),
        ),
      ),
      feature('Lid that stays open', 'Springs in the hinges hold the lid at any angle above 45 degrees.'),
      lock && feature('Lid lock', 'A key lock on the lid, for garages and shared houses.'),
      draw.chance(0.5) &&
        feature(
          'Fridge or freezer',
          'A switch turns the whole chest into a fridge at 2 to 8 °C, for parties and produce.',
        ),
    ),
    document: 'User manual',
  }
}

const isPremium = (maker: Brand) => maker.segment === 'premium'

export const cooling: readonly Template[] = [
  ...layouts.map((layout): Template => ({
    category: layout.category,
    line: 'cooling',
    without: (maker) => isPremium(maker) && (layout.type === 'TM' || (layout.type === 'SS' && maker.agency)),
    quota: { FD: 24, SS: 14, BM: 20, TM: 16 }[layout.type] ?? 12,
    design: (draw, maker) => fridge(draw, maker, layout),
  })),
  { category: 'kitchen/fridges/bar-fridges', line: 'cooling', without: isPremium, quota: 12, design: barFridge },
  { category: 'kitchen/fridges/wine-fridges', line: 'wine', quota: 12, design: wineFridge },
  { category: 'kitchen/freezers/upright-freezers', line: 'cooling', quota: 12, design: uprightFreezer },
  { category: 'kitchen/freezers/chest-freezers', line: 'cooling', without: isPremium, quota: 10, design: chestFreezer },
]
