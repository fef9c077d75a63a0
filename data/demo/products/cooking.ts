import type { Brand } from '../brands.ts'
import {
  along,
  type Design,
  type Facts,
  feature,
  inFinishes,
  stored,
  listed,
  plural,
  size,
  type Template,
  tierOf,
  toStep,
} from '../design.ts'
import type { Finish } from '../model-words.ts'
import type { Random } from '../random.ts'

const cleaningText = {
  Pyrolytic: 'The oven heats to about 500 °C and burns residue to ash, which is wiped out. The door locks meanwhile.',
  Catalytic: 'The side and back liners break fat down while the oven is in use. They come out for washing.',
  'Steam clean': 'A cup of water in the base and 30 minutes at 90 °C soften residue for wiping.',
  Enamel: 'The enamel is smooth and can be wiped with warm water and soap. Rack rails lift out.',
} as const

type Cleaning = keyof typeof cleaningText

function cleaningOf(draw: Random, tier: number): Cleaning {
  const luck = draw.next() + tier * 0.25
  return luck > 0.62 ? 'Pyrolytic' : luck > 0.42 ? 'Steam clean' : luck > 0.2 ? 'Catalytic' : 'Enamel'
}

const ovenFinishes: readonly Finish[] = ['stainless', 'glass-black', 'dark-stainless', 'matte-black']

function builtInOven(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const wide = draw.chance(0.18)
  const litres = wide ? draw.int(90, 125) : draw.int(62, 85)
  const cleaning = cleaningOf(draw, tier)
  const functions = Math.max(5, draw.int(6, 11) + tier * 3 + (cleaning === 'Pyrolytic' ? 1 : 0))
  const rails = draw.chance(0.5 + tier * 0.4)
  const smart = tier > 0 ? draw.chance(0.6) : draw.chance(0.12)
  const dimensions = wide
    ? size(895, draw.pick([475, 595, 600]), 560)
    : size(draw.pick([594, 595, 596]), 595, draw.pick([548, 560, 567]))
  return {
    name: `${wide ? 900 : 600}mm ${cleaning === 'Pyrolytic' ? 'Pyrolytic' : 'Multifunction'} Built-in Oven`,
    range: 'kitchen',
    typeCode: cleaning === 'Pyrolytic' ? 'OP' : 'OV',
    sizeCode: `${wide ? 9 : 6}${String(functions).padStart(2, '0')}`,
    size: dimensions,
    weightKg: wide ? draw.int(46, 58) : draw.int(30, 41),
    price:
      (wide ? 1_700 : 780) +
      (cleaning === 'Pyrolytic' ? 480 : cleaning === 'Steam clean' ? 120 : 0) +
      functions * 18 +
      (smart ? 220 : 0),
    facts: {
      oven_l: litres,
      oven_functions: functions,
      cleaning,
      steam: cleaning === 'Steam clean',
      telescopic_rails: rails,
      fuel: 'Electric',
      power_w: wide ? draw.int(31, 36) * 100 : draw.int(22, 36) * 100,
      smart,
      lock: draw.chance(0.7),
      cutout_mm: wide ? '860 × 550' : '560 × 550',
      installation: 'Built-in',
    },
    kind: 'oven',
    options: { doors: 1, handles: tier > 0 && draw.chance(0.4) ? 'recessed' : 'bar', shelves: wide ? 2 : 3 },
    versions: inFinishes(draw.some(ovenFinishes, draw.chance(0.3) ? 2 : 1), (finish) => ({
      priceFactor: finish === 'stainless' ? 1 : 1.05,
    })),
    summary: `${litres} L, ${functions} functions, ${cleaning.toLowerCase()} cleaning, for a ${wide ? 900 : 600} mm cabinet.`,
    paragraphs: [
      `A single electric oven of ${litres} litres for a ${wide ? 900 : 600} mm cabinet, with ${functions} functions.`,
      cleaningText[cleaning],
      `It fits under a bench or in a tall cabinet. The cut-out is ${wide ? 860 : 560} mm wide and at least 550 mm deep, with an opening behind for air.`,
    ],
    notes: [
      'Must be connected by a licensed electrician.',
      `In the box: ${listed(['two wire racks', 'a baking tray', 'a grill insert'])}.`,
    ],
    features: stored(
      feature(
        'Fan-forced on two levels',
        'A ring element around the fan gives even heat, so two trays can bake at once without being turned.',
      ),
      rails &&
        feature('Telescopic rails', 'The middle level runs on rails that carry 15 kg and stop before the rack tips.'),
      cleaning === 'Pyrolytic' &&
        feature('Pyrolytic cleaning', 'Three programs of 60, 90 and 120 minutes. Take the racks and rails out first.'),
      feature(
        'Cool door',
        `${draw.pick(['Three', 'Four'])} panes of glass keep the outside below 60 °C at 200 °C inside. The inner panes come out for cleaning.`,
      ),
      functions > 10 &&
        feature('Core probe', 'A probe reads the inside of a roast and switches the oven off at the temperature set.'),
      smart &&
        feature(
          'App control',
          'Start, stop and watch the temperature from a phone. A child lock on the panel has precedence.',
        ),
    ),
    document: 'Installation guide',
  }
}

function steamOven(draw: Random, maker: Brand): Design {
  const compact = draw.chance(0.6)
  const litres = compact ? draw.int(38, 52) : draw.int(67, 78)
  const tank = draw.pick([0.8, 1, 1.2, 1.5])
  const combi = draw.chance(0.75)
  const functions = combi ? draw.int(9, 16) : draw.int(3, 6)
  return {
    name: `${compact ? '45cm Compact' : '60cm'} ${combi ? 'Combi Steam' : 'Steam'} Oven`,
    range: 'kitchen',
    typeCode: combi ? 'SC' : 'SO',
    sizeCode: `${compact ? 4 : 6}${String(functions).padStart(2, '0')}`,
    size: size(595, compact ? 455 : 595, draw.pick([548, 560])),
    weightKg: compact ? draw.int(28, 36) : draw.int(38, 45),
    price: (compact ? 1_650 : 2_100) + (combi ? 450 : 0),
    facts: {
      oven_l: litres,
      tank_l: tank,
      oven_functions: functions,
      cleaning: 'Steam clean',
      steam: true,
      telescopic_rails: draw.chance(0.5),
      fuel: 'Electric',
      power_w: combi ? draw.int(29, 36) * 100 : draw.int(18, 25) * 100,
      smart: tierOf(maker) > 0,
      cutout_mm: compact ? '560 × 450' : '560 × 590',
      installation: 'Built-in',
    },
    kind: 'oven',
    options: { doors: 1, handles: draw.pick(['bar', 'recessed']), shelves: 3 },
    versions: inFinishes(draw.some(['glass-black', 'stainless'], draw.chance(0.35) ? 2 : 1)),
    summary: `${litres} L ${combi ? 'steam and hot air' : 'steam'} oven with a ${tank} L tank, ${compact ? 455 : 595} mm high.`,
    paragraphs: [
      combi
        ? `Steam, hot air or both together in ${litres} litres. Steam can be set to 30, 50, 80 or 100 per cent.`
        : `An oven of ${litres} litres that cooks with steam at 40 to 100 °C, without hot air.`,
      `Water comes from a ${tank} litre tank that slides out behind the panel; a full tank lasts about ${Math.round(tank * 60)} minutes of full steam.`,
    ],
    notes: [
      'No plumbing needed.',
      'Must be connected by a licensed electrician.',
      'In the box: perforated tray, solid tray, wire rack.',
    ],
    features: stored(
      feature(
        'Descaling program',
        'The panel says when to descale. The program takes about 40 minutes and rinses by itself.',
      ),
      combi &&
        feature('Bread with steam', 'A burst of steam in the first ten minutes lets the crust rise before it sets.'),
      feature('Reheat without drying', 'A program at 120 °C with half steam warms a plate in about eight minutes.'),
      compact && feature('45 cm high', 'Lines up with a compact microwave or coffee machine in one row.'),
    ),
    document: 'Installation guide',
  }
}

function doubleOven(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const upper = draw.int(34, 48)
  const lower = draw.int(60, 75)
  const cleaning = cleaningOf(draw, tier)
  const functions = draw.int(8, 13) + tier * 2
  const tall = draw.chance(0.7)
  return {
    name: `600mm ${cleaning === 'Pyrolytic' ? 'Pyrolytic ' : ''}Double Oven ${upper + lower}L`,
    range: 'kitchen',
    typeCode: 'DO',
    sizeCode: `${upper + lower}`,
    size: size(595, tall ? 888 : 717, draw.pick([560, 565])),
    weightKg: tall ? draw.int(58, 74) : draw.int(46, 55),
    price: 1_750 + (cleaning === 'Pyrolytic' ? 700 : 0) + functions * 22,
    facts: {
      oven_l: upper + lower,
      oven_functions: functions,
      cleaning,
      steam: false,
      telescopic_rails: draw.chance(0.6),
      fuel: 'Electric',
      power_w: draw.int(52, 72) * 100,
      smart: tier > 0 && draw.chance(0.5),
      cutout_mm: `560 × ${tall ? 875 : 710} high`,
      installation: 'Built-in',
    },
    kind: 'oven-double',
    options: { doors: 2, handles: 'bar' },
    versions: inFinishes(draw.some(ovenFinishes, draw.chance(0.3) ? 2 : 1)),
    summary: `Two cavities, ${upper} and ${lower} L, ${functions} functions, ${tall ? 888 : 717} mm high.`,
    paragraphs: [
      `A grill oven of ${upper} litres above and a fan oven of ${lower} litres below, with separate doors and thermostats.`,
      `Both can run at the same time on one ${draw.pick([25, 32])} A circuit. ${cleaningText[cleaning]}`,
    ],
    notes: ['Must be connected by a licensed electrician.', 'In the box: three racks, two trays, grill insert.'],
    features: stored(
      feature('Two temperatures at once', 'Roast below at 180 °C and grill above at 250 °C.'),
      feature('Small oven for small meals', `The upper cavity is up to heat in about ${draw.int(5, 8)} minutes.`),
      feature('Panel between the doors', 'Clocks and dials sit at chest height, away from the heat of the lower door.'),
    ),
    document: 'Installation guide',
  }
}

function cooker(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick(
    tier < 0 ? [540, 600, 600, 900] : tier > 0 ? [600, 900, 900, 1_000, 1_200] : [600, 600, 900, 900],
  )
  const fuel = draw.pick(width < 600 ? ['Electric', 'Gas'] : ['Dual fuel', 'Dual fuel', 'Electric', 'Gas'])
  const induction = fuel === 'Electric' && tier >= 0 && width >= 600 && draw.chance(0.6)
  const burners = width >= 1_000 ? 6 : width >= 900 ? draw.pick([5, 6]) : 4
  const litres = Math.round(
    draw.near(
      along(
        [
          [540, 60],
          [600, 72],
          [900, 115],
          [1_000, 125],
          [1_200, 140],
        ],
        width,
      ),
      0.06,
    ),
  )
  const functions = Math.max(3, draw.int(5, 9) + tier * 2)
  const cleaning = fuel === 'Gas' ? 'Enamel' : cleaningOf(draw, tier - 1)
  const top = fuel === 'Electric' ? (induction ? 'Induction' : 'Ceramic') : 'Gas'
  const long = width >= 900 && draw.chance(0.5)
  const name = long
    ? `${width}mm ${fuel === 'Dual fuel' ? 'Dual Fuel' : fuel} Freestanding Cooker with ${burners} ${top === 'Gas' ? 'Burner Gas' : `Zone ${top}`} Cooktop and ${functions} Function ${fuel === 'Gas' ? 'Gas' : 'Electric'} Oven`
    : `${width}mm ${fuel === 'Dual fuel' ? 'Dual Fuel' : fuel} Freestanding Cooker`
  const finishes: readonly Finish[] =
    tier > 0
      ? ['stainless', 'black', 'cream', 'red', 'sage']
      : tier === 0
        ? ['stainless', 'black', 'cream']
        : ['white', 'stainless', 'black']
  return {
    name,
    range: 'kitchen',
    typeCode: `F${fuel[0] ?? 'E'}`,
    sizeCode: `${width / 10}${functions}`,
    size: size(width === 900 ? 895 : width === 600 ? draw.pick([596, 600]) : width, draw.pick([905, 915, 930]), 600),
    weightKg: Math.round(
      draw.near(
        along(
          [
            [540, 44],
            [600, 52],
            [900, 92],
            [1_000, 112],
            [1_200, 138],
          ],
          width,
        ),
        0.05,
      ),
    ),
    price:
      along(
        [
          [540, 780],
          [600, 1_250],
          [900, 2_700],
          [1_000, 4_100],
          [1_200, 5_900],
        ],
        width,
      ) + (induction ? 700 : 0),
    facts: {
      oven_l: litres,
      oven_functions: functions,
      cleaning,
      fuel,
      telescopic_rails: draw.chance(0.4 + tier * 0.3),
      installation: 'Freestanding',
      power_w: fuel === 'Gas' ? 60 : fuel === 'Dual fuel' ? draw.int(22, 34) * 100 : draw.int(80, 115) * 100,
      steam: false,
      ...(top === 'Gas' ? { burners, burner_mj: draw.pick([12.5, 14, 15, 17, 20]) } : { zones: burners }),
    },
    kind: 'oven-freestanding',
    options: { doors: width >= 1_000 ? 2 : 1, handles: 'bar', ...(top === 'Gas' ? { burners } : { zones: burners }) },
    versions: inFinishes(
      draw.some(finishes, tier > 0 && draw.chance(0.5) ? 4 : draw.chance(0.3) ? 2 : 1),
      (finish) => ({
        priceFactor: finish === 'red' || finish === 'sage' || finish === 'cream' ? 1.06 : finish === 'white' ? 0.92 : 1,
      }),
    ),
    summary: `${width} mm wide, ${top.toLowerCase()} cooktop with ${burners} ${top === 'Gas' ? 'burners' : 'zones'}, ${litres} L ${fuel === 'Gas' ? 'gas' : 'electric'} oven.`,
    paragraphs: [
      `A cooker ${width} mm wide with ${plural(burners, top === 'Gas' ? 'gas burner' : `${top.toLowerCase()} zone`)} above and a ${litres} litre ${fuel === 'Gas' ? 'gas' : 'electric'} oven below.`,
      top === 'Gas'
        ? 'It comes set for natural gas; jets for bottled gas are in the box and a gas fitter changes them on site.'
        : `The cooktop and oven together need a ${draw.pick([32, 40, 50])} A circuit.`,
      cleaningText[cleaning],
    ],
    notes: stored(
      top === 'Gas' && 'Must be connected by a licensed gas fitter.',
      fuel !== 'Gas' && 'Must be connected by a licensed electrician.',
      'The feet adjust by 25 mm to meet the bench.',
      'Two people are needed to lift it.',
    ),
    features: stored(
      top === 'Gas' &&
        feature('Flame failure cut-off', 'If a flame goes out, a thermocouple shuts that burner off within a minute.'),
      top === 'Gas' && feature('Cast iron trivets', 'The trivets meet, so pots slide from burner to burner.'),
      top === 'Induction' &&
        feature(
          'Boost on two zones',
          'The two large zones take 3.7 kW for ten minutes: two litres of water boil in about four.',
        ),
      feature('Storage drawer', 'A drawer below the oven for trays. It is not heated.'),
      feature('Door lifts off', 'The oven door unhooks without tools, for cleaning between the panes.'),
      functions >= 8 && feature('Pizza function', 'Base element and fan together reach 275 °C at the lowest shelf.'),
      width >= 1_000 &&
        feature('Two ovens', 'The smaller cavity on the left heats up in half the time of the main oven.'),
    ),
    document: 'Installation guide',
  }
}

const clearSpace = 'Keep 200 mm to a side wall and 600 mm to anything above.'

function gasCooktop(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([300, 600, 600, 600, 750, 900, 900])
  const burners = width === 300 ? 2 : width === 600 ? 4 : width === 750 ? 5 : draw.pick([5, 5, 6])
  const wok = width >= 600 ? draw.pick(tier > 0 ? [17, 20, 22] : [12.5, 14.5, 16]) : 10
  const glass = draw.chance(0.35)
  return {
    name: `${width / 10}cm ${burners} Burner Gas Cooktop`,
    range: 'kitchen',
    typeCode: glass ? 'GG' : 'GC',
    sizeCode: `${width / 10}${burners}`,
    size: size(
      width === 600 ? draw.pick([590, 595, 600]) : width === 900 ? draw.pick([860, 880, 900]) : width - 10,
      draw.pick([50, 55, 60]),
      draw.pick([500, 510, 520]),
    ),
    weightKg: toStep(
      along(
        [
          [300, 6],
          [600, 11],
          [900, 18],
        ],
        width,
      ) +
        tier * 2,
      0.5,
    ),
    price:
      along(
        [
          [300, 320],
          [600, 520],
          [750, 820],
          [900, 1_050],
        ],
        width,
      ) +
      (glass ? 120 : 0) +
      (wok > 16 ? 150 : 0),
    facts: {
      burners,
      burner_mj: wok,
      fuel: 'Gas',
      material: glass ? 'Ceramic glass' : 'Stainless steel',
      installation: 'Built-in',
      cutout_mm: `${width - 40} × 480`,
      power_w: 1,
    },
    kind: 'cooktop-gas',
    options: { burners },
    versions: inFinishes(
      glass ? ['glass-black'] : draw.some(['stainless', 'matte-black', 'black'], draw.chance(0.25) ? 2 : 1),
    ),
    summary: `${width / 10} cm, ${plural(burners, 'burner')}, the largest ${wok} MJ/h, cut-out ${width - 40} × 480 mm.`,
    paragraphs: [
      `A gas cooktop ${width / 10} cm wide with ${plural(burners, 'burner')} on ${glass ? 'black ceramic glass' : 'pressed stainless steel'}. The largest burner gives ${wok} MJ/h.`,
      'It is set for natural gas; jets for bottled gas are in the box. Ignition is in the knobs and needs a 10 A outlet in the cabinet.',
    ],
    notes: ['Must be connected by a licensed gas fitter.', clearSpace],
    features: stored(
      width >= 600 &&
        feature(
          'Wok burner',
          `Two rings of flame, ${wok} MJ/h together; the inner ring alone simmers at 1 MJ/h. A wok stand is in the box.`,
        ),
      feature('Flame failure cut-off', 'If a flame goes out, a thermocouple shuts that burner off within a minute.'),
      feature(
        'Cast iron trivets',
        'Heavy enough to stay put. They can go in the dishwasher, but washing by hand keeps the enamel longer.',
      ),
      glass && feature('Flat glass', 'No rims under the burners: spills wipe off in one pass.'),
      !glass && feature('Pressed spill bowls', 'Each burner sits in a bowl that holds about half a litre.'),
    ),
    document: 'Installation guide',
  }
}

function inductionCooktop(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([300, 600, 600, 600, 750, 800, 900])
  const zones = width === 300 ? 2 : width === 600 ? 4 : width < 900 ? draw.pick([4, 5]) : draw.pick([5, 6])
  const flex = width >= 600 && draw.chance(0.4 + tier * 0.35)
  const venting = width >= 800 && tier > 0 && draw.chance(0.4)
  const watts = width === 300 ? 3_700 : width === 600 ? draw.pick([7_200, 7_400]) : draw.pick([9_200, 10_800, 11_100])
  return {
    name: `${width / 10}cm ${zones} Zone ${venting ? 'Venting ' : ''}Induction Cooktop`,
    range: 'kitchen',
    typeCode: venting ? 'IV' : flex ? 'IF' : 'IC',
    sizeCode: `${width / 10}${zones}`,
    size: size(width === 600 ? draw.pick([580, 590, 592]) : width - 5, venting ? 210 : draw.pick([52, 55, 58]), 520),
    weightKg: toStep(
      along(
        [
          [300, 6],
          [600, 11],
          [900, 17],
        ],
        width,
      ) + (venting ? 12 : 0),
      0.5,
    ),
    price:
      along(
        [
          [300, 620],
          [600, 980],
          [750, 1_450],
          [900, 2_000],
        ],
        width,
      ) +
      (flex ? 250 : 0) +
      (venting ? 2_100 : 0),
    facts: {
      zones,
      power_w: watts,
      flex_zone: flex,
      fuel: 'Induction',
      timer: true,
      lock: true,
      installation: 'Built-in',
      cutout_mm: `${width - 40} × 490`,
    },
    kind: 'cooktop-induction',
    options: { zones },
    versions: inFinishes(['glass-black']),
    finishInTitle: false,
    summary: `${width / 10} cm, ${plural(zones, 'zone')}${flex ? ', joined zones' : ''}, ${watts / 1_000} kW, cut-out ${width - 40} × 490 mm.`,
    paragraphs: [
      `An induction cooktop ${width / 10} cm wide with ${plural(zones, 'zone')} and ${watts / 1_000} kW in all. Pans must hold a magnet at the base.`,
      venting
        ? 'A fan in the middle draws steam down through a filter, so no rangehood is needed. It takes 210 mm of the cabinet below.'
        : 'It needs 20 mm of air below the glass and its own circuit. A drawer fits underneath.',
    ],
    notes: [
      'Must be connected by a licensed electrician.',
      'Wipe with a damp cloth; the glass stays cooler than the pan, so spills do not burn on.',
    ],
    features: stored(
      feature(
        'Boost',
        `One zone takes ${draw.pick([3, 3.3, 3.7])} kW for up to ten minutes: a litre of water boils in about three.`,
      ),
      flex && feature('Joined zones', 'Two zones on the left become one for a griddle or a fish pan.'),
      feature('Timer on each zone', 'Counts to 99 minutes and switches the zone off.'),
      feature('Pause', 'One touch takes all zones to keep-warm and back.'),
      venting &&
        feature(
          'Filters in the dishwasher',
          'The grease filter and drip tray lift out in one piece. Charcoal filters last about three years.',
        ),
    ),
    document: 'Installation guide',
  }
}

function ceramicCooktop(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([300, 600, 600, 700, 750, 900])
  const zones = width === 300 ? 2 : width < 750 ? 4 : draw.pick([4, 5])
  const touch = tier >= 0 || draw.chance(0.5)
  const watts = width === 300 ? 3_000 : width < 750 ? draw.pick([6_000, 6_400, 6_600]) : draw.pick([7_800, 8_400])
  return {
    name: `${width / 10}cm ${zones} Zone Ceramic Cooktop`,
    range: 'kitchen',
    typeCode: touch ? 'CC' : 'CK',
    sizeCode: `${width / 10}${zones}`,
    size: size(width === 600 ? 590 : width - 10, draw.pick([48, 50, 52]), 520),
    weightKg: along(
      [
        [300, 5],
        [600, 8],
        [900, 13],
      ],
      width,
    ),
    price:
      along(
        [
          [300, 290],
          [600, 480],
          [750, 720],
          [900, 900],
        ],
        width,
      ) + (touch ? 70 : 0),
    facts: {
      zones,
      power_w: watts,
      fuel: 'Electric',
      timer: touch,
      lock: touch,
      installation: 'Built-in',
      cutout_mm: `${width - 40} × 490`,
    },
    kind: 'cooktop-ceramic',
    options: { zones },
    versions: inFinishes(['glass-black']),
    finishInTitle: false,
    summary: `${width / 10} cm, ${plural(zones, 'zone')}, ${watts / 1_000} kW, ${touch ? 'touch controls' : 'knobs'}.`,
    paragraphs: [
      `Radiant elements under ceramic glass, ${width / 10} cm wide, with ${plural(zones, 'zone')}. It works with any pan that has a flat base.`,
      touch
        ? 'Touch controls along the front edge set nine levels and a timer for each zone.'
        : 'Knobs at the side set six levels; there are no electronics in the panel.',
    ],
    notes: ['Must be connected by a licensed electrician.', 'Lights show which zones are still above 60 °C.'],
    features: stored(
      feature('Two-ring zone', 'One zone heats 120 or 210 mm, so a small pot does not waste the outer ring.'),
      feature('Heat lights', 'A light for each zone stays on until the glass is cool enough to touch.'),
      touch && feature('Control lock', 'Holding one key for three seconds locks the panel, for cleaning or children.'),
    ),
    document: 'Installation guide',
  }
}

function hoodFacts(draw: Random, tier: number, extraction: number): { facts: Facts; noise: number; speeds: number } {
  const noise =
    Math.round(
      along(
        [
          [280, 56],
          [700, 62],
          [1_200, 68],
        ],
        extraction,
      ),
    ) -
    tier * 3 +
    draw.int(-1, 2)
  const speeds = draw.pick([3, 3, 4])
  return {
    noise,
    speeds,
    facts: {
      extraction_m3h: extraction,
      noise_db: noise,
      speeds,
      ducting: draw.pick(['Ducted or recirculating', 'Ducted or recirculating', 'Ducted']),
      power_w: Math.round(extraction * 0.24),
    },
  }
}

const hoodFeatures = (speeds: number, filter: string) => [
  feature('Filters in the dishwasher', `${filter} filters unclip without tools. Wash them about once a month.`),
  feature(`${speeds} speeds`, 'The lowest is for simmering; the highest is meant for ten minutes of frying.'),
  feature('LED lights', 'Two strips at 3000 K over the front and back burners.'),
]

function canopyHood(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([600, 600, 900, 900, 900, 1_000, 1_200])
  const extraction = toStep(
    draw.near(
      along(
        [
          [600, 620],
          [900, 850],
          [1_200, 1_150],
        ],
        width,
      ),
      0.15,
    ) +
      tier * 60,
    10,
  )
  const island = width >= 900 && draw.chance(0.15)
  const { facts, noise, speeds } = hoodFacts(draw, tier, extraction)
  return {
    name: `${width / 10}cm ${island ? 'Island ' : ''}Canopy Rangehood`,
    range: 'kitchen',
    typeCode: island ? 'RI' : 'RC',
    sizeCode: `${width / 10}${Math.round(extraction / 10)}`,
    size: size(width - 2, draw.pick([640, 680, 720, 950]), island ? 600 : draw.pick([470, 480, 500])),
    weightKg: toStep(
      along(
        [
          [600, 14],
          [900, 19],
          [1_200, 27],
        ],
        width,
      ) + (island ? 8 : 0),
      0.5,
    ),
    price:
      along(
        [
          [600, 420],
          [900, 680],
          [1_200, 1_350],
        ],
        width,
      ) +
      extraction * 0.25 +
      (island ? 500 : 0),
    facts: { ...facts, installation: island ? 'Island' : 'Wall', filter: 'Baffle' },
    kind: 'rangehood-canopy',
    versions: inFinishes(draw.some(['stainless', 'matte-black', 'white'], draw.chance(0.3) ? 2 : 1)),
    summary: `${width / 10} cm wide, ${extraction} m³/h, ${noise} dB(A) at the highest speed.`,
    paragraphs: [
      `A canopy ${width / 10} cm wide for the ${island ? 'ceiling above an island' : 'wall'}. It moves ${extraction} m³ of air an hour at ${noise} dB(A) on the highest speed.`,
      'The chimney comes in two parts and covers ceilings from 2.4 to 2.75 m. The duct is 150 mm wide.',
    ],
    notes: ['Mount it 650 mm above gas and 600 mm above electric cooktops.', 'Ducting is not in the box.'],
    features: stored(
      ...hoodFeatures(speeds, 'Baffle'),
      draw.chance(0.5) && feature('Runs on after cooking', 'A timer switches the fan off after 5, 10 or 15 minutes.'),
    ),
    document: 'Installation guide',
  }
}

function undermountHood(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([520, 520, 700, 860, 860, 1_160])
  const extraction = toStep(
    draw.near(
      along(
        [
          [520, 560],
          [860, 850],
          [1_160, 1_100],
        ],
        width,
      ),
      0.15,
    ) +
      tier * 80,
    10,
  )
  const { facts, noise, speeds } = hoodFacts(draw, tier, extraction)
  return {
    name: `${width / 10}cm Undermount Rangehood`,
    range: 'kitchen',
    typeCode: 'RU',
    sizeCode: `${Math.round(width / 10)}${Math.round(extraction / 10)}`,
    size: size(width, draw.pick([250, 290, 320]), draw.pick([285, 300, 360])),
    weightKg: along(
      [
        [520, 8],
        [860, 12],
        [1_160, 17],
      ],
      width,
    ),
    price:
      along(
        [
          [520, 380],
          [860, 640],
          [1_160, 980],
        ],
        width,
      ) +
      extraction * 0.2,
    facts: { ...facts, installation: 'In cabinet', cutout_mm: `${width - 30} × 265` },
    kind: 'rangehood-undermount',
    versions: inFinishes(draw.some(['stainless', 'white', 'matte-black'], 1)),
    summary: `For a ${width <= 520 ? 600 : width <= 700 ? 750 : width <= 860 ? 900 : 1_200} mm cabinet, ${extraction} m³/h, ${noise} dB(A).`,
    paragraphs: [
      `An insert for the cabinet above the cooktop, ${width} mm wide. Only the intake panel shows from below. It moves ${extraction} m³ of air an hour.`,
      `The cut-out is ${width - 30} × 265 mm. The motor sits in the cabinet and leaves room for a shelf beside it.`,
    ],
    notes: ['Mount it 650 mm above gas and 600 mm above electric cooktops.', 'A draught flap is fitted to the outlet.'],
    features: stored(
      ...hoodFeatures(speeds, 'Aluminium mesh'),
      tier > 0 &&
        feature(
          'Intake along the edge',
          'A plate covers the filter, so air enters faster at the sides and grease collects before the fan.',
        ),
    ),
    document: 'Installation guide',
  }
}

function slideoutHood(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const width = draw.pick([600, 600, 600, 900])
  const extraction = toStep(
    draw.near(
      along(
        [
          [600, 400],
          [900, 560],
        ],
        width,
      ),
      0.22,
    ) +
      tier * 60,
    5,
  )
  const { facts, noise, speeds } = hoodFacts(draw, tier, extraction)
  return {
    name: `${width / 10}cm Slideout Rangehood`,
    range: 'kitchen',
    typeCode: 'RS',
    sizeCode: `${width / 10}${Math.round(extraction / 10)}`,
    size: size(width - 2, draw.pick([175, 180, 200]), draw.pick([280, 295, 305])),
    weightKg: width === 600 ? 8.5 : 12,
    price: (width === 600 ? 250 : 390) + extraction * 0.15,
    facts: { ...facts, installation: 'In cabinet' },
    kind: 'rangehood-slideout',
    versions: inFinishes(draw.some(['stainless', 'white', 'dark-stainless'], draw.chance(0.3) ? 2 : 1), (finish) => ({
      priceFactor: finish === 'white' ? 0.95 : 1,
    })),
    summary: `${width / 10} cm, ${extraction} m³/h, ${noise} dB(A), starts when pulled out.`,
    paragraphs: [
      `A drawer under the wall cabinet, ${width / 10} cm wide. Pulling it out doubles the intake and starts the fan and light at the last speed.`,
      'Behind the front strip a cabinet door panel up to 18 mm thick can be fixed.',
    ],
    notes: ['Recirculating kits are sold as an accessory.', 'The outlet is 120 mm, with a reducer to 150 mm.'],
    features: hoodFeatures(speeds, 'Aluminium mesh'),
    document: 'Installation guide',
  }
}

function benchMicrowave(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const litres = draw.int(19, 44)
  const watts = toStep(
    along(
      [
        [19, 700],
        [26, 900],
        [34, 1_100],
        [44, 1_200],
      ],
      litres,
    ) +
      tier * 50,
    50,
  )
  const convection = litres > 24 && draw.chance(0.3 + tier * 0.2)
  const inverter = draw.chance(0.4 + tier * 0.3)
  const dimensions = size(
    toStep(
      along(
        [
          [19, 440],
          [28, 500],
          [34, 525],
          [44, 590],
        ],
        litres,
      ),
      1,
    ),
    toStep(
      along(
        [
          [19, 260],
          [34, 315],
          [44, 350],
        ],
        litres,
      ),
      1,
    ),
    toStep(
      along(
        [
          [19, 340],
          [34, 430],
          [44, 500],
        ],
        litres,
      ),
      5,
    ),
  )
  return {
    name: `${litres}L ${convection ? 'Convection ' : inverter ? 'Inverter ' : ''}Microwave`,
    range: 'kitchen',
    typeCode: convection ? 'MC' : inverter ? 'MI' : 'MW',
    sizeCode: `${litres}`,
    size: dimensions,
    weightKg: toStep(
      along(
        [
          [19, 10.5],
          [34, 15],
          [44, 18],
        ],
        litres,
      ) + (convection ? 3 : 0),
      0.5,
    ),
    price:
      along(
        [
          [19, 119],
          [28, 210],
          [34, 270],
          [44, 360],
        ],
        litres,
      ) +
      (convection ? 170 : 0) +
      (inverter ? 50 : 0),
    facts: {
      capacity_l: litres,
      power_w: watts,
      convection,
      inverter,
      timer: true,
      lock: true,
      installation: 'Benchtop',
    },
    kind: 'microwave',
    options: { handles: draw.pick(['bar', 'recessed']) },
    versions: inFinishes(draw.some(['black', 'white', 'stainless'], draw.pick([1, 1, 2]))),
    summary: `${litres} L, ${watts} W${convection ? ', convection and grill' : ''}, ${dimensions.widthMm} mm wide.`,
    paragraphs: [
      `A benchtop microwave of ${litres} litres with ${watts} W. The turntable is ${Math.round(
        along(
          [
            [19, 245],
            [34, 315],
            [44, 380],
          ],
          litres,
        ),
      )} mm wide.`,
      convection
        ? 'A ring element and grill also bake and brown up to 230 °C.'
        : 'Ten power levels and programs by weight for defrosting.',
    ],
    notes: ['Leave 100 mm above and 50 mm at the sides.', 'In the box: turntable, roller ring.'],
    features: stored(
      inverter &&
        feature(
          'Steady low power',
          'Low settings run all the time at less power instead of switching on and off, so edges do not cook while it defrosts.',
        ),
      convection &&
        feature('Convection and grill', 'Bakes at 110 to 230 °C. A metal rack is in the box for the grill.'),
      feature('One-touch start', 'Each press of start adds 30 seconds at full power.'),
      feature('Control lock', 'Hold stop for three seconds to lock the panel.'),
    ),
    document: 'User manual',
  }
}

function builtInMicrowave(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const combi = draw.chance(0.45 + tier * 0.2)
  const tall = combi || draw.chance(0.3)
  const litres = tall ? draw.int(40, 46) : draw.int(20, 28)
  const watts = draw.pick([800, 900, 1_000])
  return {
    name: `${litres}L Built-in ${combi ? 'Combination ' : ''}Microwave`,
    range: 'kitchen',
    typeCode: combi ? 'BC' : 'BW',
    sizeCode: `${litres}${watts / 100}`,
    size: size(595, tall ? 455 : draw.pick([382, 388, 390]), tall ? 550 : draw.pick([320, 380, 400])),
    weightKg: tall ? draw.int(30, 36) : draw.int(17, 21),
    price: (tall ? 980 : 560) + (combi ? 350 : 0),
    facts: {
      capacity_l: litres,
      power_w: watts,
      convection: combi,
      installation: 'Built-in',
      timer: true,
      lock: true,
      cutout_mm: tall ? '560 × 450 high' : '562 × 382 high',
    },
    kind: 'microwave-builtin',
    options: { handles: draw.pick(['bar', 'recessed']) },
    versions: inFinishes(draw.some(['glass-black', 'stainless'], draw.chance(0.35) ? 2 : 1)),
    summary: `${litres} L, ${watts} W${combi ? ', with oven and grill' : ''}, ${tall ? 455 : 390} mm high.`,
    paragraphs: [
      `A microwave of ${litres} litres for a 600 mm wide cabinet. ${combi ? 'It also bakes and grills, alone or together with microwaves.' : 'The base is flat glass without a turntable.'}`,
      `The frame is part of the appliance. The opening must be ${tall ? '560 mm wide and 450 mm high' : '562 mm wide and 382 mm high'}.`,
    ],
    notes: [
      'Plugs into a 10 A outlet in the next cabinet.',
      tall ? 'Door opens downwards.' : 'Door opens to the left.',
    ],
    features: stored(
      combi &&
        feature(
          'Microwave with hot air',
          'A roast takes about half the time: hot air browns it while microwaves cook the middle.',
        ),
      feature('Programs by weight', 'Choose the food and the weight; it sets power and time.'),
      feature('Flush fit', 'The door stands 22 mm proud, in line with ovens of the same range.'),
    ),
    document: 'Installation guide',
  }
}

function espressoMachine(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const automatic = draw.chance(0.4)
  const grinder = automatic || draw.chance(0.5)
  const milk = automatic ? draw.pick(['Carafe', 'Hose', 'Steam wand']) : 'Steam wand'
  const dual = !automatic && tier > 0 && draw.chance(0.6)
  const tank = draw.pick([1.4, 1.8, 2, 2.3, 2.5])
  const width = automatic ? draw.int(238, 285) : draw.int(grinder ? 310 : 150, grinder ? 360 : 290)
  return {
    name: automatic
      ? 'Automatic Coffee Machine'
      : `${dual ? 'Dual Boiler ' : ''}Espresso Machine${grinder ? ' with Grinder' : ''}`,
    range: 'kitchen',
    typeCode: automatic ? 'CA' : dual ? 'CD' : 'CM',
    sizeCode: `${Math.round(width / 10)}${Math.round(tank * 10)}`,
    size: size(
      width,
      automatic ? draw.int(350, 390) : draw.int(310, 420),
      automatic ? draw.int(420, 470) : draw.int(300, 400),
    ),
    weightKg: toStep(automatic ? draw.near(9.5, 0.1) : draw.near(grinder ? 11 : 6, 0.2) + (dual ? 4 : 0), 0.1),
    price: automatic ? (milk === 'Carafe' ? 1_250 : 890) : 260 + (grinder ? 420 : 0) + (dual ? 650 : 0),
    facts: {
      grinder,
      milk,
      tank_l: tank,
      pressure_bar: draw.pick([9, 15, 15]),
      power_w: draw.pick([1_450, 1_500, 1_600, 1_850]),
      installation: 'Benchtop',
      programs: automatic ? draw.int(6, 16) : draw.int(2, 4),
    },
    kind: 'coffee-machine',
    versions: inFinishes(
      draw.some(['stainless', 'black', 'cream', 'red', 'white'], automatic ? draw.pick([1, 2]) : draw.pick([1, 2, 3])),
    ),
    summary: `${automatic ? 'Coffee at the push of a button' : 'Portafilter machine'}, ${grinder ? 'with grinder, ' : ''}${tank} L tank, ${width} mm wide.`,
    paragraphs: [
      automatic
        ? 'Grinds, presses and brews by itself. Strength, amount and grind are set once and kept for each drink.'
        : `A pump machine with a 58 mm portafilter${grinder ? ' and a conical grinder with 30 settings' : '; use ground coffee or a separate grinder'}.`,
      milk === 'Steam wand'
        ? 'Milk is steamed by hand with a wand that turns sideways.'
        : `Milk comes from a ${milk.toLowerCase()} that rinses itself after each drink.`,
    ],
    notes: [
      `${tank} litre tank, filled from ${draw.pick(['the front', 'the side', 'behind'])}.`,
      'Descale about every 200 cups; the display says when.',
    ],
    features: stored(
      dual && feature('Two boilers', 'Brew and steam at the same time. Brewing temperature is set in steps of 1 °C.'),
      feature('Pre-infusion', 'A few seconds of low pressure wet the coffee before the full 9 bar.'),
      automatic && feature('Brew group comes out', 'Rinse it under the tap once a week; no tablets needed.'),
      !automatic && feature('Pressure gauge', 'Shows whether the grind is too coarse or too fine.'),
      feature('Cup tray', 'The top is warmed by the boiler and holds six espresso cups.'),
    ),
    document: 'User manual',
  }
}

function builtInCoffee(draw: Random): Design {
  const plumbed = draw.chance(0.3)
  const tank = draw.pick([1.8, 2.3, 2.5, 2.7])
  const milk = draw.pick(['Carafe', 'Hose'])
  const drinks = draw.int(8, 20)
  return {
    name: '45cm Built-in Coffee Machine',
    range: 'kitchen',
    typeCode: plumbed ? 'CP' : 'CB',
    sizeCode: `45${drinks}`,
    size: size(595, 455, draw.pick([375, 410, 475])),
    weightKg: draw.int(19, 26),
    price: 2_250 + drinks * 30 + (plumbed ? 500 : 0),
    segmentWeight: 0.8,
    facts: {
      tank_l: tank,
      milk,
      grinder: true,
      power_w: draw.pick([1_350, 1_500, 2_700]),
      pressure_bar: 15,
      programs: drinks,
      smart: draw.chance(0.6),
      installation: plumbed ? 'Built-in, plumbed' : 'Built-in',
    },
    kind: 'coffee-builtin',
    versions: inFinishes(draw.some(['glass-black', 'stainless', 'dark-stainless'], draw.chance(0.35) ? 2 : 1)),
    summary: `${drinks} drinks, milk by ${milk.toLowerCase()}, ${tank} L tank${plumbed ? ' and water line' : ''}, 455 mm high.`,
    paragraphs: [
      `A coffee machine for a 600 mm wide, 450 mm high opening. It grinds, brews and froths milk for ${drinks} drinks.`,
      plumbed
        ? 'It fills from the water line and drains by itself; the tank serves when the line is shut.'
        : `It slides out on rails to fill the ${tank} litre tank and the bean hopper.`,
    ],
    notes: [
      'Plugs into a 10 A outlet in the next cabinet.',
      'Mount it so that the spout is 950 to 1450 mm above the floor.',
    ],
    features: [
      feature('Two cups at once', 'The grinder runs twice, so both cups are full strength.'),
      feature('Settings for eight people', 'Each keeps strength, temperature and amount for every drink.'),
      feature('Rinses by itself', 'At start and stop, into a tray or a cup below.'),
    ],
    document: 'Installation guide',
  }
}

export const cooking: readonly Template[] = [
  { category: 'kitchen/ovens/built-in-ovens', line: 'ovens', quota: 24, design: builtInOven },
  { category: 'kitchen/ovens/steam-ovens', line: 'ovens', quota: 9, design: steamOven },
  { category: 'kitchen/ovens/double-ovens', line: 'ovens', quota: 10, design: doubleOven },
  { category: 'kitchen/ovens/freestanding-cookers', line: 'cookers', quota: 18, design: cooker },
  { category: 'kitchen/cooktops/gas-cooktops', line: 'cooktops', quota: 16, design: gasCooktop },
  { category: 'kitchen/cooktops/induction-cooktops', line: 'cooktops', quota: 18, design: inductionCooktop },
  { category: 'kitchen/cooktops/ceramic-cooktops', line: 'cooktops', quota: 10, design: ceramicCooktop },
  { category: 'kitchen/rangehoods/canopy-rangehoods', line: 'rangehoods', quota: 14, design: canopyHood },
  { category: 'kitchen/rangehoods/undermount-rangehoods', line: 'rangehoods', quota: 10, design: undermountHood },
  { category: 'kitchen/rangehoods/slideout-rangehoods', line: 'rangehoods', quota: 10, design: slideoutHood },
  {
    category: 'kitchen/microwaves/benchtop-microwaves',
    line: 'microwaves',
    without: ({ segment }) => segment === 'premium',
    quota: 14,
    design: benchMicrowave,
  },
  { category: 'kitchen/microwaves/built-in-microwaves', line: 'microwaves', quota: 10, design: builtInMicrowave },
  {
    category: 'kitchen/coffee-machines/espresso-machines',
    line: 'coffee',
    without: ({ lines }) => lines.includes('ovens'),
    quota: 15,
    design: espressoMachine,
  },
  { category: 'kitchen/coffee-machines/built-in-coffee-machines', line: 'coffee', quota: 8, design: builtInCoffee },
]
