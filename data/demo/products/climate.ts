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
import type { Random } from '../random.ts'

function split(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const cooling = draw.pick([2, 2.5, 2.6, 3.5, 3.5, 4.2, 5, 5, 6, 7.1, 7.1, 8, 9])
  const heating = toStep(cooling * draw.near(1.12, 0.06), 0.1)
  const coolStars = Math.min(
    7,
    Math.max(
      1.5,
      toStep(
        along(
          [
            [2, 4.8],
            [3.5, 3.6],
            [5, 2.9],
            [7.1, 2.3],
            [9, 2],
          ],
          cooling,
        ) +
          tier * 0.8 +
          draw.next() -
          0.5,
        0.5,
      ),
    ),
  )
  const heatStars = Math.max(1.5, toStep(coolStars - 0.5 + draw.next(), 0.5))
  // The label's yearly figure for the mixed zone: about 500 hours of cooling and 900 of heating, at half load.
  const kwh = Math.round((cooling / (2.75 + 0.35 * coolStars)) * 300 + (heating / (3 + 0.35 * heatStars)) * 450)
  const room = Math.round(cooling * 6.6)
  const noise =
    Math.round(
      along(
        [
          [2, 19],
          [5, 26],
          [9, 32],
        ],
        cooling,
      ),
    ) -
    tier +
    draw.int(0, 2)
  const smart = tier >= 0 ? draw.chance(0.7) : draw.chance(0.3)
  const dimensions = size(
    toStep(
      along(
        [
          [2, 785],
          [3.5, 835],
          [5, 960],
          [7.1, 1_080],
          [9, 1_240],
        ],
        cooling,
      ),
      5,
    ),
    toStep(
      along(
        [
          [2, 285],
          [9, 345],
        ],
        cooling,
      ),
      1,
    ),
    toStep(
      along(
        [
          [2, 205],
          [9, 270],
        ],
        cooling,
      ),
      1,
    ),
  )
  return {
    name: `${cooling}kW Reverse Cycle Split System Air Conditioner`,
    range: 'appliance',
    typeCode: 'AC',
    sizeCode: `${Math.round(cooling * 10)}`,
    size: dimensions,
    weightKg: Math.round(
      along(
        [
          [2, 32],
          [5, 46],
          [9, 76],
        ],
        cooling,
      ),
    ),
    price: along(
      [
        [2, 680],
        [2.5, 780],
        [3.5, 980],
        [5, 1_450],
        [7.1, 1_950],
        [9, 2_600],
      ],
      cooling,
    ),
    segmentWeight: 0.6,
    facts: {
      cooling_kw: cooling,
      heating_kw: heating,
      energy_stars: coolStars,
      heating_stars: heatStars,
      energy_kwh: kwh,
      room_m2: room,
      noise_db: noise,
      power_w: Math.round((cooling / (2.75 + 0.35 * coolStars)) * 1_000),
      smart,
      timer: true,
      inverter: true,
      refrigerant: 'R32',
      filter: draw.pick(['Mesh', 'Mesh and carbon', 'HEPA']),
      air_cycle: 'Reverse cycle',
      installation: 'Wall and outdoor unit',
    },
    kind: 'air-conditioner-split',
    versions: inFinishes(tier > 0 && draw.chance(0.3) ? ['white', 'black'] : ['white']),
    finishInTitle: tier > 0,
    summary: `${cooling} kW cooling, ${heating} kW heating, ${coolStars} and ${heatStars} stars, rooms to ${room} m².`,
    paragraphs: [
      `Cools with ${cooling} kW and heats with ${heating} kW, for rooms up to about ${room} m² with insulation and a 2.4 m ceiling.`,
      `Stars are for the mixed climate zone: ${coolStars} cooling, ${heatStars} heating. Indoors it is ${noise} dB(A) at the lowest fan speed.`,
      'Installation is not included. A licensed technician joins the two units; up to 4 m of pipe is the usual length.',
    ],
    notes: [
      'Indoor unit, outdoor unit and remote are in the delivery.',
      'Runs from -10 to 46 °C outside.',
      'Contact us for installation.',
    ],
    features: stored(
      feature(
        'Variable-speed compressor',
        'Slows down near the set temperature instead of stopping, which saves starts and noise.',
      ),
      feature('Self-cleaning coil', 'Dries the coil for 20 minutes after cooling, so mould does not settle.'),
      smart && feature('Wi-Fi', 'On, off and temperature from a phone, with a weekly timer.'),
      tier > 0 && feature('Motion sensor', 'Turns the air away from people, or down when the room is empty.'),
      feature('Dry mode', `Takes up to ${toStep(cooling * 0.45, 0.1)} litres of water an hour out of the air.`),
    ),
    document: 'Installation guide',
  }
}

function portable(draw: Random, maker: Brand): Design {
  const cooling = draw.pick([2, 2.6, 2.9, 3.2, 3.5, 4, 4.6, 5])
  const reverse = draw.chance(0.4)
  const stars = toStep(Math.max(1, Math.min(2.5, 1.2 + draw.next() * 1.2)), 0.5)
  const room = Math.round(cooling * 5)
  const smart = draw.chance(0.4)
  return {
    name: `${cooling}kW Portable Air Conditioner${reverse ? ' with Heating' : ''}`,
    range: 'appliance',
    typeCode: reverse ? 'PR' : 'PA',
    sizeCode: `${Math.round(cooling * 10)}`,
    size: size(draw.int(33, 48) * 10, draw.int(69, 85) * 10, draw.int(33, 41) * 10),
    weightKg: Math.round(
      along(
        [
          [2, 22],
          [5, 38],
        ],
        cooling,
      ),
    ),
    price:
      along(
        [
          [2, 390],
          [3.5, 640],
          [5, 980],
        ],
        cooling,
      ) + (reverse ? 90 : 0),
    segmentWeight: 0.6,
    facts: {
      cooling_kw: cooling,
      ...(reverse ? { heating_kw: toStep(cooling * 0.85, 0.1) } : {}),
      energy_stars: stars,
      energy_kwh: Math.round((cooling / (2 + 0.3 * stars)) * 320),
      room_m2: room,
      power_w: Math.round((cooling / (2 + 0.3 * stars)) * 1_000),
      noise_db: draw.int(49, 54),
      timer: true,
      smart,
      refrigerant: 'R290',
      air_cycle: reverse ? 'Reverse cycle' : 'Cooling only',
      installation: 'Window kit',
    },
    kind: 'air-conditioner-portable',
    versions: inFinishes(draw.some(['white', 'grey', 'black'], draw.pick([1, 1, 2]))),
    summary: `${cooling} kW, rooms to ${room} m², ${stars} energy stars, window kit in the box.`,
    paragraphs: [
      `Cools rooms up to about ${room} m² with ${cooling} kW. A hose of 1.5 m takes the warm air out of a window.`,
      `${reverse ? 'It heats too, down to 7 °C outside. ' : ''}Water is blown out with the warm air; on very humid days a 1 litre tray is emptied.`,
    ],
    notes: [
      'The window kit suits openings of 560 to 1230 mm.',
      'Let it stand upright for two hours before use.',
      maker.segment === 'value' ? 'Remote without display.' : 'Remote with display.',
    ],
    features: stored(
      feature('Castors', 'Four castors and handles at the sides.'),
      feature('Sleep mode', 'Raises the temperature by 1 °C an hour, twice, and dims the display.'),
      feature('Washable filters', 'Two meshes slide out at the back.'),
      smart && feature('Wi-Fi', 'Start it on the way home.'),
    ),
    document: 'User manual',
  }
}

function pedestalFan(draw: Random, maker: Brand): Design {
  const dc = draw.chance(0.45)
  const blade = draw.pick([30, 35, 40, 40, 45])
  const speeds = dc ? draw.pick([8, 10, 12, 26]) : 3
  const noise = draw.int(46, 56) - (dc ? 5 : 0)
  return {
    name: `${blade}cm ${dc ? 'DC ' : ''}Pedestal Fan`,
    range: 'appliance',
    typeCode: dc ? 'FD' : 'FP',
    sizeCode: `${blade}${speeds}`,
    size: size(blade * 10 + 40, draw.int(118, 139) * 10, draw.int(36, 42) * 10),
    weightKg: toStep(draw.near(dc ? 5.8 : 4.4, 0.15), 0.1),
    price: (dc ? 150 : 65) + blade,
    facts: {
      speeds,
      noise_db: noise,
      power_w: dc ? draw.int(22, 30) : draw.int(45, 60),
      oscillation: true,
      timer: dc || draw.chance(0.5),
      inverter: dc,
      smart: dc && draw.chance(0.3),
    },
    kind: 'fan-pedestal',
    versions: inFinishes(draw.some(['white', 'black', 'brass', 'grey'], draw.pick([1, 1, 2]))),
    summary: `${blade} cm blades, ${speeds} speeds, ${noise} dB(A).`,
    paragraphs: [
      `A fan with ${blade} cm blades on a pole of 0.95 to 1.25 m. It turns from side to side by ${draw.pick([70, 80, 90])} degrees and tilts by 30.`,
      dc
        ? `The direct-current motor takes ${draw.int(2, 4)} W on the lowest of ${speeds} speeds.`
        : 'Three keys and a cord; no electronics.',
    ],
    notes: [
      'About ten minutes to put together.',
      dc ? 'Remote in the box, with a place for it on the pole.' : 'Keys on the body.',
    ],
    features: stored(
      dc && feature('Quiet at night', 'The lowest speed can barely be heard in a bedroom.'),
      feature('Weighted base', 'A steel plate keeps it from tipping up to 10 degrees.'),
      feature('Guard comes off', 'One screw opens the guard for wiping the blades.'),
      maker.segment !== 'value' && feature('Timer', 'Switches off after 1 to 12 hours.'),
    ),
    document: 'Assembly instructions',
  }
}

function towerFan(draw: Random, maker: Brand): Design {
  const height = draw.int(80, 122) * 10
  const speeds = draw.pick([3, 4, 6, 8, 10])
  const noise = draw.int(42, 55)
  const heats = draw.chance(0.15)
  return {
    name: `${height / 10}cm Tower Fan${heats ? ' and Heater' : ''}`,
    range: 'appliance',
    typeCode: heats ? 'TH' : 'TF',
    sizeCode: `${height / 10}${speeds}`,
    size: size(draw.int(20, 31) * 10, height, draw.int(20, 31) * 10),
    weightKg: toStep(draw.near(4.6, 0.2), 0.1),
    price: 75 + height * 0.05 + (heats ? 110 : 0),
    facts: {
      speeds,
      noise_db: noise,
      power_w: heats ? 2_000 : draw.int(32, 50),
      oscillation: true,
      timer: true,
      smart: draw.chance(0.25),
    },
    kind: 'fan-tower',
    versions: inFinishes(draw.some(['black', 'white', 'grey'], draw.pick([1, 1, 2]))),
    summary: `${height} mm high, ${speeds} speeds, ${noise} dB(A).`,
    paragraphs: [
      `A column ${height} mm high with a drum fan inside: ${plural(speeds, 'speed')} and a swing of ${draw.pick([60, 75, 90])} degrees.`,
      heats
        ? 'In winter a 2000 W element warms the air; it stops when the tower is knocked over.'
        : 'The air leaves over most of the height, so it is felt sitting and lying.',
    ],
    notes: ['Remote in the box.'],
    features: stored(
      feature('Sleep mode', 'Steps down a speed every half hour.'),
      feature('Dust filter', 'A mesh at the back comes off for washing.'),
      maker.segment !== 'value' && feature('Display goes dark', 'The panel switches off after ten seconds.'),
    ),
    document: 'User manual',
  }
}

function panelHeater(draw: Random, maker: Brand): Design {
  const watts = draw.pick([500, 1_000, 1_200, 1_500, 2_000, 2_400])
  const room = Math.round(watts / 95)
  const smart = draw.chance(0.4)
  const width = toStep(
    along(
      [
        [500, 460],
        [1_000, 600],
        [1_500, 760],
        [2_400, 980],
      ],
      watts,
    ),
    10,
  )
  return {
    name: `${watts}W Panel Heater`,
    range: 'appliance',
    typeCode: smart ? 'HW' : 'HP',
    sizeCode: `${watts / 100}`,
    size: size(width, draw.int(40, 46) * 10, draw.int(8, 11) * 10),
    weightKg: toStep(
      along(
        [
          [500, 3.2],
          [2_400, 7.5],
        ],
        watts,
      ),
      0.1,
    ),
    price:
      along(
        [
          [500, 110],
          [1_000, 160],
          [2_400, 290],
        ],
        watts,
      ) + (smart ? 60 : 0),
    facts: {
      power_w: watts,
      room_m2: room,
      thermostat: true,
      timer: true,
      smart,
      installation: 'Wall or feet',
      noise_db: 20,
    },
    kind: 'heater-panel',
    versions: inFinishes(draw.some(['white', 'black'], draw.pick([1, 1, 2]))),
    summary: `${watts} W, rooms to ${room} m², ${width} mm wide.`,
    paragraphs: [
      `A convection heater of ${watts} W for rooms up to about ${room} m². Air rises through it without a fan.`,
      'The surface stays below 75 °C at the front. It stands on feet or hangs on the bracket in the box.',
    ],
    notes: [
      'IP24: may hang in a bathroom, outside the shower zones.',
      maker.segment === 'value' ? 'Timer of 24 hours.' : 'Timer for each day of the week.',
    ],
    features: stored(
      feature('Thermostat', `Holds the room within ${draw.pick([0.3, 0.5, 1])} °C from 5 to 35 °C.`),
      feature('Tip switch', 'On feet it stops when it leans by more than 45 degrees.'),
      smart && feature('Wi-Fi', 'Set temperatures and times from a phone.'),
    ),
    document: 'User manual',
  }
}

function purifier(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const cadr = draw.int(15, 62) * 10
  const room = Math.round(cadr / 12)
  const noise = draw.int(46, 56) - tier
  return {
    name: `${cadr} m³/h Air Purifier`,
    range: 'appliance',
    typeCode: 'AP',
    sizeCode: `${cadr}`,
    size: size(
      toStep(
        along(
          [
            [150, 210],
            [620, 380],
          ],
          cadr,
        ),
        5,
      ),
      toStep(
        along(
          [
            [150, 360],
            [620, 720],
          ],
          cadr,
        ),
        5,
      ),
      toStep(
        along(
          [
            [150, 210],
            [620, 360],
          ],
          cadr,
        ),
        5,
      ),
    ),
    weightKg: toStep(
      along(
        [
          [150, 3.2],
          [620, 9.8],
        ],
        cadr,
      ),
      0.1,
    ),
    price: along(
      [
        [150, 190],
        [350, 380],
        [620, 690],
      ],
      cadr,
    ),
    facts: {
      clean_air_m3h: cadr,
      room_m2: room,
      noise_db: noise,
      filter: draw.pick(['HEPA and carbon', 'HEPA and carbon', 'HEPA']),
      speeds: draw.int(3, 5),
      smart: draw.chance(0.5),
      timer: true,
      power_w: Math.round(
        along(
          [
            [150, 28],
            [620, 68],
          ],
          cadr,
        ),
      ),
    },
    kind: 'air-purifier',
    versions: inFinishes(draw.some(['white', 'black', 'grey'], draw.pick([1, 1, 2]))),
    summary: `${cadr} m³ of clean air an hour, rooms to ${room} m², ${noise} dB(A) at most.`,
    paragraphs: [
      `Gives ${cadr} m³ of clean air an hour: five changes in a room of ${room} m² with a 2.4 m ceiling.`,
      `On the lowest speed it is ${draw.int(19, 26)} dB(A). The filter lasts about a year at eight hours a day.`,
    ],
    notes: ['A light shows the air: blue, yellow, red.', 'The first filter is inside; take off its wrapper.'],
    features: stored(
      feature('Particle sensor', 'Counts PM2.5 and sets the speed in automatic mode.'),
      feature('Pre-filter', 'A net for hair and fluff comes off for vacuuming.'),
      tier >= 0 && feature('Night mode', 'Lowest speed, lights off.'),
    ),
    document: 'User manual',
  }
}

function dehumidifier(draw: Random, maker: Brand): Design {
  const litres = draw.pick([6, 8, 10, 12, 16, 20, 22, 25, 30, 50])
  const desiccant = litres <= 8 && draw.chance(0.6)
  const tank = toStep(
    along(
      [
        [6, 1.8],
        [20, 4],
        [50, 7.5],
      ],
      litres,
    ),
    0.1,
  )
  const noise = draw.int(38, 47)
  return {
    name: `${litres}L ${desiccant ? 'Desiccant ' : ''}Dehumidifier`,
    range: 'appliance',
    typeCode: desiccant ? 'DS' : 'DH',
    sizeCode: `${litres}${noise}`,
    size: size(
      toStep(
        along(
          [
            [6, 300],
            [50, 400],
          ],
          litres,
        ),
        5,
      ),
      toStep(
        along(
          [
            [6, 460],
            [50, 640],
          ],
          litres,
        ),
        5,
      ),
      toStep(
        along(
          [
            [6, 190],
            [50, 290],
          ],
          litres,
        ),
        5,
      ),
    ),
    weightKg: toStep(
      along(
        [
          [6, 7],
          [20, 14.5],
          [50, 22],
        ],
        litres,
      ),
      0.1,
    ),
    price:
      along(
        [
          [6, 230],
          [20, 410],
          [50, 690],
        ],
        litres,
      ) + (desiccant ? 90 : 0),
    facts: {
      moisture_l_day: litres,
      tank_l: tank,
      noise_db: noise,
      power_w: desiccant
        ? draw.int(55, 65) * 10
        : Math.round(
            along(
              [
                [6, 150],
                [50, 640],
              ],
              litres,
            ),
          ),
      timer: true,
      smart: draw.chance(0.35),
      refrigerant: desiccant ? 'None' : 'R290',
      room_m2: Math.round(litres * 2.2 + 10),
    },
    kind: 'dehumidifier',
    versions: inFinishes(draw.some(['white', 'grey'], 1)),
    summary: `${litres} L a day, ${tank} L tank, ${noise} dB(A).`,
    paragraphs: [
      `Takes up to ${litres} litres a day out of the air at 30 °C and 80 % humidity. ${desiccant ? 'A drying wheel works down to 1 °C, for garages and unheated rooms.' : 'At 15 °C expect about half of that.'}`,
      `The tank holds ${tank} litres; with the hose in the box it drains by itself.`,
    ],
    notes: [
      'Stops when the tank is full.',
      maker.segment === 'value' ? 'Humidity set in four steps.' : 'Humidity set from 35 to 80 %.',
    ],
    features: [
      feature('Laundry mode', 'Runs the fan at full speed and swings the air over a rack of washing.'),
      feature('Humidity control', 'Holds the humidity chosen and starts again when it rises by 3 %.'),
      feature('Castors', 'Rolls from room to room; the handle folds flat.'),
    ],
    document: 'User manual',
  }
}

export const climate: readonly Template[] = [
  { category: 'heating-and-cooling/split-system-air-conditioners', line: 'air-conditioning', quota: 18, design: split },
  { category: 'heating-and-cooling/portable-air-conditioners', line: 'air-conditioning', quota: 8, design: portable },
  { category: 'heating-and-cooling/pedestal-fans', line: 'fans-and-heaters', quota: 9, design: pedestalFan },
  { category: 'heating-and-cooling/tower-fans', line: 'fans-and-heaters', quota: 8, design: towerFan },
  { category: 'heating-and-cooling/panel-heaters', line: 'fans-and-heaters', quota: 8, design: panelHeater },
  { category: 'heating-and-cooling/air-purifiers', line: 'air-care', quota: 9, design: purifier },
  { category: 'heating-and-cooling/dehumidifiers', line: 'air-care', quota: 8, design: dehumidifier },
]
