import type { Brand } from '../brands.ts'
import {
  along,
  type Design,
  energyLabel,
  feature,
  inFinishes,
  stored,
  size,
  type Template,
  tierOf,
  toStep,
} from '../design.ts'
import type { Finish } from '../model-words.ts'
import type { Random } from '../random.ts'

const machineFinishes: readonly Finish[] = ['white', 'dark-stainless', 'black', 'grey']

function waterStarsFor(litresPerKg: number): number {
  return litresPerKg <= 7.5 ? 5 : litresPerKg <= 9 ? 4.5 : litresPerKg <= 10.5 ? 4 : litresPerKg <= 12 ? 3.5 : 3
}

function frontLoader(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const kg = draw.pick(tier > 0 ? [8, 8, 9, 9, 10] : [7, 7.5, 8, 8.5, 9, 10, 12])
  const label = energyLabel(draw, 4.3 + tier * 0.5, 88 * kg, 0.27, 6)
  const water = Math.round(draw.near(kg * (8.5 - tier * 0.5), 0.2))
  const waterStars = waterStarsFor(water / kg)
  const spin = draw.pick(tier < 0 ? [1_200, 1_200, 1_400] : tier > 0 ? [1_400, 1_600, 1_600] : [1_200, 1_400, 1_400])
  const noise = Math.round(70 + spin / 200 - tier * 2 - 2 + draw.int(-1, 1))
  const steam = draw.chance(0.35 + tier * 0.35)
  const smart = draw.chance(0.25 + tier * 0.35)
  const dosing = tier > 0 ? draw.chance(0.5) : draw.chance(0.1)
  const quick = draw.pick([15, 15, 20, 30])
  const programs = draw.int(12, 16) + tier * 2
  const dimensions = size(
    draw.pick([595, 597, 600]),
    draw.pick([845, 850]),
    toStep(
      draw.near(
        along(
          [
            [7, 530],
            [8, 565],
            [9, 590],
            [10, 620],
            [12, 665],
          ],
          kg,
        ),
        0.015,
      ),
      5,
    ),
  )
  return {
    name: `${kg}kg Front Load Washing Machine`,
    range: 'kitchen',
    typeCode: 'WF',
    sizeCode: `${kg * 10}${spin / 100}`,
    size: dimensions,
    weightKg: Math.round(
      along(
        [
          [7, 62],
          [8, 67],
          [10, 74],
          [12, 84],
        ],
        kg,
      ) +
        tier * 8,
    ),
    price:
      along(
        [
          [7, 640],
          [8, 800],
          [9, 960],
          [10, 1_150],
          [12, 1_550],
        ],
        kg,
      ) +
      (steam ? 60 : 0) +
      (dosing ? 250 : 0) +
      (spin - 1_200) * 0.25,
    facts: {
      capacity_kg: kg,
      ...label,
      water_stars: waterStars,
      water_l: water,
      spin_rpm: spin,
      noise_db: noise,
      programs,
      quick_min: quick,
      steam,
      smart,
      inverter: draw.chance(0.8),
      lock: true,
    },
    kind: 'washer-front',
    options: { doors: 1 },
    versions: inFinishes(draw.some(machineFinishes, draw.pick([1, 1, 1, 2])), (finish) => ({
      priceFactor: finish === 'white' ? 1 : 1.08,
    })),
    summary: `${kg} kg, ${label.energy_stars} energy and ${waterStars} water stars, ${spin} rpm, ${dimensions.depthMm} mm deep.`,
    paragraphs: [
      `Washes up to ${kg} kg of dry cotton, about ${Math.round(kg * 5)} shirts, and spins at up to ${spin} rpm.`,
      `The label program, warm cotton with a full drum, takes ${water} litres. At one wash a day it uses ${label.energy_kwh} kWh a year.`,
      `The body is ${dimensions.depthMm} mm deep; allow 50 mm more for the hose behind.`,
    ],
    notes: [
      'Remove the four transit bolts before the first wash.',
      'Cold water connection only; it heats its own water.',
      'Connection is offered at checkout.',
    ],
    features: stored(
      feature(`${quick} minute wash`, `For up to 2 kg of lightly worn clothes, at 30 °C.`),
      steam &&
        feature(
          'Steam',
          'Twenty minutes of steam at the end loosen creases in shirts; a separate program refreshes dry clothes without water.',
        ),
      dosing &&
        feature(
          'Doses by itself',
          'Two tanks hold detergent and softener for about 20 washes; the machine weighs the load and doses to suit.',
        ),
      feature('Add a sock', 'The door can be opened in the first minutes: press pause and wait for the level to fall.'),
      smart &&
        feature(
          'App control',
          'Start later, see the time left, download programs. All programs also work from the dial.',
        ),
      tier > 0 &&
        feature(
          'Tested for 20 years',
          'Its maker runs samples for 10,000 hours, which is five loads a week for 20 years.',
        ),
    ),
    document: 'User manual',
  }
}

function topLoader(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const kg = draw.pick([5.5, 6, 7, 8, 9, 10, 11, 12, 14])
  const label = energyLabel(
    draw,
    along(
      [
        [5.5, 2.2],
        [8, 3],
        [12, 4],
      ],
      kg,
    ) +
      tier * 0.4,
    95 * kg,
    0.27,
    5.5,
  )
  const water = Math.round(
    draw.near(
      kg *
        along(
          [
            [5.5, 13],
            [9, 11],
            [14, 9.8],
          ],
          kg,
        ),
      0.08,
    ),
  )
  const waterStars = waterStarsFor(water / kg)
  const spin = draw.pick([700, 750, 800, 900])
  const agitator = tier < 0 || draw.chance(0.3)
  const dimensions = size(
    toStep(
      along(
        [
          [5.5, 515],
          [7, 550],
          [8, 575],
          [9, 590],
          [10, 600],
          [12, 650],
          [14, 690],
        ],
        kg,
      ),
      1,
    ),
    toStep(
      along(
        [
          [5.5, 910],
          [8, 960],
          [10, 1_030],
          [14, 1_110],
        ],
        kg,
      ),
      5,
    ),
    toStep(
      along(
        [
          [5.5, 525],
          [8, 590],
          [10, 625],
          [14, 720],
        ],
        kg,
      ),
      5,
    ),
  )
  return {
    name: `${kg}kg Top Load Washing Machine`,
    range: 'kitchen',
    typeCode: 'WT',
    sizeCode: `${kg * 10}`,
    size: dimensions,
    weightKg: Math.round(
      along(
        [
          [5.5, 29],
          [8, 37],
          [14, 58],
        ],
        kg,
      ),
    ),
    price: along(
      [
        [5.5, 420],
        [8, 680],
        [10, 920],
        [14, 1_500],
      ],
      kg,
    ),
    facts: {
      capacity_kg: kg,
      ...label,
      water_stars: waterStars,
      water_l: water,
      spin_rpm: spin,
      noise_db: draw.int(64, 69) - tier,
      programs: draw.int(6, 11),
      quick_min: draw.pick([15, 20, 30]),
      inverter: draw.chance(0.5 + tier * 0.3),
      smart: draw.chance(0.2),
      steam: false,
      lock: draw.chance(0.7),
    },
    kind: 'washer-top',
    options: { doors: 1 },
    versions: inFinishes(draw.some(['white', 'grey', 'dark-stainless'], draw.pick([1, 1, 1, 2]))),
    summary: `${kg} kg, ${label.energy_stars} energy and ${waterStars} water stars, ${dimensions.widthMm} mm wide, ${dimensions.heightMm} mm high.`,
    paragraphs: [
      `Washes up to ${kg} kg, loaded from above. The normal program takes about ${draw.pick([48, 52, 58])} minutes and ${water} litres.`,
      agitator
        ? 'A post in the middle turns the load over, which suits work clothes and towels.'
        : 'A plate in the base turns the load, which leaves more room and is gentler than a post.',
      `With the lid open it is about ${dimensions.heightMm + toStep(dimensions.depthMm * 0.6, 10)} mm high: check shelves above.`,
    ],
    notes: ['Connects to hot and cold water; cold alone works too.', 'Connection is offered at checkout.'],
    features: stored(
      feature('Lint filter', 'A filter in the tub wall is emptied after each wash.'),
      feature('Soft-close lid', 'A damper lets the lid down slowly; it locks while the tub spins.'),
      feature('Level by weight', 'It weighs the dry load and fills to suit; the level can also be set by hand.'),
      !agitator &&
        feature(
          'Low post-free tub',
          `The bottom of the tub is ${draw.int(36, 44)} cm from the rim, within reach for most people.`,
        ),
    ),
    document: 'User manual',
  }
}

function washerDryer(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const kg = draw.pick([7.5, 8, 8.5, 9, 10, 12])
  const dry = draw.pick([kg / 2, kg * 0.55, kg * 0.6]) | 0
  const label = energyLabel(draw, 4 + tier * 0.5, 88 * kg, 0.27, 5.5)
  const water = Math.round(draw.near(kg * 8.6, 0.08))
  const waterStars = waterStarsFor(water / kg)
  const spin = draw.pick([1_200, 1_400, 1_400, 1_600])
  const depth = toStep(
    draw.near(
      along(
        [
          [7, 560],
          [8, 590],
          [10, 640],
          [12, 670],
        ],
        kg,
      ),
      0.015,
    ),
    5,
  )
  return {
    name: `${kg}kg/${dry}kg Washer Dryer Combo`,
    range: 'kitchen',
    typeCode: 'WD',
    sizeCode: `${kg * 10}${dry}`,
    size: size(draw.pick([595, 600]), 850, depth),
    weightKg: Math.round(
      along(
        [
          [7, 68],
          [10, 80],
          [12, 92],
        ],
        kg,
      ) +
        tier * 6,
    ),
    price: along(
      [
        [7, 1_050],
        [8, 1_250],
        [10, 1_650],
        [12, 2_200],
      ],
      kg,
    ),
    facts: {
      capacity_kg: kg,
      dry_kg: dry,
      ...label,
      water_stars: waterStars,
      water_l: water,
      spin_rpm: spin,
      noise_db: draw.int(70, 75) - tier * 2,
      programs: draw.int(12, 16),
      steam: draw.chance(0.5),
      smart: draw.chance(0.4 + tier * 0.3),
      inverter: true,
      lock: true,
      dryer_type: draw.pick(['Condenser', 'Heat pump']),
    },
    kind: 'washer-dryer',
    options: { doors: 1 },
    versions: inFinishes(draw.some(machineFinishes, draw.pick([1, 1, 2])), (finish) => ({
      priceFactor: finish === 'white' ? 1 : 1.07,
    })),
    summary: `Washes ${kg} kg, dries ${dry} kg, ${label.energy_stars} energy stars, ${depth} mm deep.`,
    paragraphs: [
      `Washes ${kg} kg and dries ${dry} kg. To wash and dry without stopping, load no more than ${dry} kg.`,
      `The energy stars are for washing. Drying ${dry} kg takes about ${draw.pick([2.5, 3, 3.5])} hours.`,
    ],
    notes: [
      'Remove the four transit bolts before the first wash.',
      'The lint is rinsed away with the water: no filter to empty after each load.',
    ],
    features: stored(
      feature('One-hour wash and dry', 'For about 1 kg, such as two shirts and socks.'),
      feature('Dries by sensor', 'Stops when the load is iron dry, cupboard dry or extra dry.'),
      feature('No duct', 'Moisture condenses inside and leaves through the drain.'),
    ),
    document: 'User manual',
  }
}

function heatPumpDryer(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const kg = draw.pick([7, 8, 8, 9, 9, 10])
  const label = energyLabel(draw, 7.6 + tier * 0.9, 53 * kg, 0.15, 10)
  const noise = draw.int(63, 67) - tier
  const smart = draw.chance(0.3 + tier * 0.3)
  const depth = toStep(
    draw.near(
      along(
        [
          [7, 600],
          [8, 630],
          [9, 660],
          [10, 690],
        ],
        kg,
      ),
      0.02,
    ),
    5,
  )
  return {
    name: `${kg}kg Heat Pump Dryer`,
    range: 'kitchen',
    typeCode: 'HP',
    sizeCode: `${kg * 10}`,
    size: size(draw.pick([595, 597, 600]), draw.pick([845, 850]), depth),
    weightKg: Math.round(
      along(
        [
          [7, 46],
          [10, 58],
        ],
        kg,
      ) +
        tier * 3,
    ),
    price:
      along(
        [
          [7, 980],
          [8, 1_180],
          [9, 1_380],
          [10, 1_750],
        ],
        kg,
      ) +
      label.energy_stars * 25,
    facts: {
      capacity_kg: kg,
      ...label,
      noise_db: noise,
      dryer_type: 'Heat pump',
      programs: draw.int(12, 16),
      stackable: true,
      smart,
      inverter: draw.chance(0.6),
      steam: draw.chance(0.2),
      refrigerant: 'R290',
      installation: 'Floor or on a washer',
    },
    kind: 'dryer',
    options: { doors: 1 },
    versions: inFinishes(draw.some(machineFinishes, draw.pick([1, 1, 1, 2])), (finish) => ({
      priceFactor: finish === 'white' ? 1 : 1.08,
    })),
    summary: `${kg} kg, ${label.energy_stars} energy stars, ${label.energy_kwh} kWh a year, ${noise} dB(A).`,
    paragraphs: [
      `Dries up to ${kg} kg with air of about 55 °C, cooler than a vented dryer, and uses ${label.energy_kwh} kWh a year at one load a week.`,
      'Water collects in a tank in the panel, or runs to the drain through the hose in the box. No duct, and the room stays dry.',
    ],
    notes: [
      'Stacks on a front loader with the stacking kit, sold as an accessory.',
      'Let it stand upright for two hours before the first load.',
    ],
    features: stored(
      feature(
        'Two lint filters',
        'Both are in the door opening. A third, in front of the heat exchanger, is cleaned every 20 loads.',
      ),
      feature(
        'Dries by sensor',
        'Bars in the drum measure moisture and stop the program when the load is as dry as chosen.',
      ),
      feature('Reversing drum', 'Turns both ways, so sheets do not roll up around small pieces.'),
      smart &&
        feature('App control', 'Shows the time left; with a washer of the same brand it picks the matching program.'),
    ),
    document: 'User manual',
  }
}

function ventedDryer(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const kg = draw.pick([4, 4.5, 5, 6, 6.5, 7, 8])
  const label = energyLabel(draw, 2 + tier * 0.3, 53 * kg, 0.15, 3)
  const wall = kg <= 7
  const dimensions = size(
    draw.pick([595, 600]),
    toStep(
      along(
        [
          [4, 670],
          [5, 720],
          [6, 840],
          [8, 850],
        ],
        kg,
      ),
      5,
    ),
    toStep(
      along(
        [
          [4, 440],
          [6, 540],
          [8, 600],
        ],
        kg,
      ),
      5,
    ),
  )
  return {
    name: `${kg}kg Vented Dryer`,
    range: 'kitchen',
    typeCode: 'VD',
    sizeCode: `${kg * 10}`,
    size: dimensions,
    weightKg: Math.round(
      along(
        [
          [4, 22],
          [8, 36],
        ],
        kg,
      ),
    ),
    price: along(
      [
        [4, 340],
        [6, 480],
        [8, 650],
      ],
      kg,
    ),
    facts: {
      capacity_kg: kg,
      ...label,
      noise_db: draw.int(62, 67),
      dryer_type: 'Vented',
      programs: draw.int(3, 8),
      stackable: true,
      smart: false,
      installation: wall ? 'Wall or floor' : 'Floor',
    },
    kind: 'dryer',
    options: { doors: 1 },
    versions: inFinishes(['white']),
    summary: `${kg} kg, ${label.energy_stars} energy stars, ${dimensions.heightMm} mm high, ${wall ? 'wall bracket in the box' : 'for the floor'}.`,
    paragraphs: [
      `Dries up to ${kg} kg with heated room air and uses ${label.energy_kwh} kWh a year at one load a week.`,
      wall
        ? 'At this weight it can hang on the wall, also upside down so that the dial is within reach. The bracket is in the box.'
        : 'It stands on the floor or on a front loader with a kit.',
      'Moist air leaves at the front. Open a window, or fit a ducting kit.',
    ],
    notes: ['Plugs into a 10 A outlet.', 'Clean the lint filter after each load.'],
    features: stored(
      tier >= 0 && feature('Dries by sensor', 'Stops when the load is dry instead of when the time is up.'),
      feature('Cool down', 'The last ten minutes run without heat, so creases do not set.'),
      feature('Reversing drum', 'Turns both ways, so sheets do not roll up.'),
    ),
    document: 'User manual',
  }
}

function iron(draw: Random, maker: Brand): Design {
  const station = draw.chance(0.35)
  const steam = station ? draw.int(11, 16) * 10 : draw.int(30, 55)
  const tank = station ? draw.pick([1.2, 1.5, 1.8]) : draw.pick([0.25, 0.3, 0.35])
  const watts = station ? draw.pick([2_400, 2_600]) : draw.pick([2_000, 2_200, 2_400, 2_600])
  const cordless = !station && draw.chance(0.2)
  return {
    name: station ? 'Steam Station' : `${cordless ? 'Cordless ' : ''}Steam Iron`,
    range: 'appliance',
    typeCode: station ? 'IS' : cordless ? 'IL' : 'IR',
    sizeCode: `${steam}${watts / 100}`,
    size: station
      ? size(draw.int(38, 42) * 10, draw.int(26, 31) * 10, draw.int(22, 26) * 10)
      : size(draw.int(28, 31) * 10, draw.int(14, 16) * 10, draw.int(12, 13) * 10),
    weightKg: station ? draw.pick([3.9, 4.4, 5.1]) : draw.pick([1.3, 1.5, 1.7]),
    price: station ? 280 : cordless ? 120 : 85,
    facts: { steam_g_min: steam, power_w: watts, tank_l: tank, cord_m: draw.pick([2, 2.5, 3]), lock: station },
    kind: 'iron',
    options: station ? { station: 'yes' } : {},
    versions: inFinishes(draw.some(['navy', 'white', 'black', 'blush', 'grey'], draw.pick([1, 1, 2]))),
    finishInTitle: true,
    summary: `${steam} g of steam a minute, ${watts} W, ${tank} L tank.`,
    paragraphs: [
      station
        ? `A steam iron on a base with a ${tank} litre tank. The base makes ${steam} g of steam a minute and can be refilled while in use.`
        : `A steam iron of ${watts} W with ${steam} g of steam a minute and a ${tank} litre tank.`,
      cordless
        ? 'It heats on its stand and works about 30 seconds away from it.'
        : 'The soleplate is ceramic on aluminium.',
    ],
    notes: ['Works with tap water.', 'Switches off after 8 minutes standing, 30 seconds lying still.'],
    features: stored(
      feature(
        'Steam burst',
        `A key gives up to ${draw.int(14, 26) * 10} g at once, also with the iron upright for curtains.`,
      ),
      feature(
        'Descaling',
        station
          ? 'A screw at the side empties the boiler with its lime; no cartridge to buy.'
          : 'A key flushes lime out over the sink.',
      ),
      maker.segment !== 'value' &&
        feature('One temperature', 'A single setting for cotton to silk, so no waiting between fabrics.'),
    ),
    document: 'User manual',
  }
}

export const laundry: readonly Template[] = [
  { category: 'laundry/washing-machines/front-load-washers', line: 'laundry', quota: 24, design: frontLoader },
  {
    category: 'laundry/washing-machines/top-load-washers',
    line: 'laundry',
    without: ({ segment }) => segment === 'premium',
    quota: 14,
    design: topLoader,
  },
  { category: 'laundry/washing-machines/washer-dryer-combos', line: 'laundry', quota: 10, design: washerDryer },
  { category: 'laundry/dryers/heat-pump-dryers', line: 'laundry', quota: 14, design: heatPumpDryer },
  {
    category: 'laundry/dryers/vented-dryers',
    line: 'laundry',
    without: ({ segment }) => segment === 'premium',
    quota: 8,
    design: ventedDryer,
  },
  { category: 'laundry/irons', line: 'irons', quota: 10, design: iron },
]
