import type { Brand } from '../brands.ts'
import { type Design, feature, inFinishes, stored, size, type Template, tierOf, toStep } from '../design.ts'
import type { Random } from '../random.ts'

function stick(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const minutes = draw.pick([30, 40, 45, 60, 60, 70, 80]) + tier * 5
  const bin = draw.pick([0.4, 0.5, 0.6, 0.76])
  const watts = draw.int(35, 60) * 10 + tier * 80
  const weight = toStep(draw.near(2.7, 0.12), 0.1)
  const heads = draw.int(3, 7)
  return {
    name: `${minutes} Minute Cordless Stick Vacuum`,
    range: 'appliance',
    typeCode: 'VS',
    sizeCode: `${minutes}${watts / 10}`,
    size: size(draw.int(24, 26) * 10, draw.int(109, 126) * 10, draw.int(21, 25) * 10),
    weightKg: weight,
    price: 250 + minutes * 4.5 + watts * 0.3,
    facts: {
      run_time_min: minutes,
      bin_l: bin,
      power_w: watts,
      noise_db: draw.int(72, 79),
      dust_collection: 'Bin',
      filter: draw.pick(['HEPA', 'Washable foam']),
      attachments: heads,
      navigation: 'By hand',
      mopping: false,
    },
    kind: 'vacuum-stick',
    versions: inFinishes(draw.some(['grey', 'white', 'red', 'navy', 'black'], draw.pick([1, 1, 2]))),
    summary: `Up to ${minutes} minutes, ${weight} kg, ${bin} L bin.`,
    paragraphs: [
      `A cordless vacuum that runs up to ${minutes} minutes on the lowest setting and about ${Math.round(minutes / 6)} on the highest. It weighs ${weight} kg with the floor head.`,
      `The battery charges in ${draw.pick([3.5, 4, 4.5])} hours and comes out, so a second one can take over.`,
    ],
    notes: [`In the box: wall dock, ${heads} tools.`, 'Wash the filter once a month and let it dry for 24 hours.'],
    features: stored(
      feature('Light at the floor', 'A strip of LEDs on the head shows dust on hard floors.'),
      feature('Hair comb', 'Teeth behind the brush strip long hair into the bin.'),
      tier > 0 && feature('Measures the dust', 'A sensor counts particles and raises the power where there are more.'),
      feature('Becomes a hand vacuum', 'The tube clicks off for stairs and car seats.'),
    ),
    document: 'User manual',
  }
}

function barrel(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const bagged = draw.chance(0.5)
  const bin = bagged ? draw.pick([3, 3.5, 4, 4.5]) : draw.pick([1.2, 1.5, 1.8, 2])
  const watts = draw.pick([700, 800, 890, 1_200, 1_800, 2_000])
  return {
    name: `${watts}W ${bagged ? 'Bagged' : 'Bagless'} Barrel Vacuum`,
    range: 'appliance',
    typeCode: bagged ? 'VB' : 'VC',
    sizeCode: `${watts / 10}${bin * 10}`,
    size: size(draw.int(27, 31) * 10, draw.int(24, 34) * 10, draw.int(39, 49) * 10),
    weightKg: toStep(draw.near(5.6, 0.15), 0.1),
    price: 190 + (bagged ? 30 : 60) + tier * 40,
    facts: {
      power_w: watts,
      bin_l: bin,
      dust_collection: bagged ? 'Bag' : 'Bin',
      filter: draw.pick(['HEPA', 'HEPA', 'Washable foam']),
      noise_db: draw.int(66, 78) - tier * 2,
      cord_m: draw.pick([8, 9, 10, 12]),
      attachments: draw.int(3, 6),
      mopping: false,
      navigation: 'By hand',
    },
    kind: 'vacuum-barrel',
    versions: inFinishes(draw.some(['red', 'navy', 'black', 'white', 'grey'], draw.pick([1, 1, 2]))),
    summary: `${watts} W, ${bin} L ${bagged ? 'bag' : 'bin'}.`,
    paragraphs: [
      `A ${bagged ? 'bagged' : 'bagless'} vacuum of ${watts} W on wheels, with a ${bin} litre ${bagged ? 'bag' : 'bin'}.`,
      bagged
        ? 'Bags close by themselves when taken out. Two are in the box; they last about six weeks each.'
        : 'The bin opens at the bottom with one key. Nothing needs buying but, after years, a filter.',
    ],
    notes: ['The hose turns at the handle.', 'The cord winds in at the press of a foot.'],
    features: stored(
      feature('Power at the handle', 'A slider on the grip sets suction for curtains, rugs and floors.'),
      feature('Floor head with a pedal', 'Bristles down for hard floors, up for carpet.'),
      draw.chance(0.5) && feature('Turbo brush', 'A brush turned by the air lifts hair from carpet and seats.'),
    ),
    document: 'User manual',
  }
}

function robot(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const suction = draw.int(5, 20) * 500
  const mops = draw.chance(0.65)
  const empties = draw.chance(0.4 + tier * 0.3)
  const navigation = draw.pick(['Laser', 'Laser', 'Camera', 'Gyroscope'])
  const minutes = draw.int(9, 20) * 10
  return {
    name: `Robot Vacuum${mops ? ' and Mop' : ''}${empties ? ' with Self-Empty Dock' : ''}`,
    range: 'appliance',
    typeCode: `R${mops ? 'M' : 'V'}${empties ? 'E' : ''}`,
    sizeCode: `${suction / 100}`,
    size: empties
      ? size(draw.int(34, 40) * 10, draw.int(35, 48) * 10, draw.int(40, 47) * 10)
      : size(draw.int(33, 36) * 10, draw.int(79, 102), draw.int(33, 36) * 10),
    weightKg: toStep((empties ? 8.5 : 3.6) + (mops ? 0.6 : 0), 0.1),
    price: 320 + suction * 0.045 + (mops ? 160 : 0) + (empties ? 420 : 0) + (navigation === 'Gyroscope' ? -80 : 60),
    facts: {
      suction_pa: suction,
      run_time_min: minutes,
      bin_l: draw.pick([0.3, 0.4, 0.5]),
      dust_collection: empties ? 'Dock bag' : 'Bin',
      mopping: mops,
      navigation,
      filter: 'HEPA',
      noise_db: draw.int(58, 67),
      smart: true,
    },
    kind: 'vacuum-robot',
    options: empties ? { dock: 'yes' } : {},
    versions: inFinishes(draw.some(['white', 'black', 'grey'], draw.pick([1, 1, 2]))),
    summary: `${suction} Pa, ${minutes} minutes, finds its way by ${navigation.toLowerCase()}${mops ? ', mops' : ''}.`,
    paragraphs: [
      `Vacuums up to ${minutes} minutes on one charge, enough for about ${toStep(minutes * 1.1, 10)} m², and goes on after charging where it stopped.`,
      navigation === 'Gyroscope'
        ? 'It drives in rows and keeps no map between runs.'
        : `It maps the rooms by ${navigation === 'Laser' ? 'laser' : 'camera'}. Rooms can be named and parts closed off in the app; the map stays on the robot.`,
    ],
    notes: stored(
      'Climbs sills up to 20 mm.',
      mops && 'Lifts the mop on carpet by 7 mm.',
      empties && 'A bag in the dock holds about seven weeks of dust.',
    ),
    features: stored(
      empties && feature('Empties itself', 'The dock sucks the bin out into a 2.5 litre bag after each run.'),
      mops &&
        feature(
          'Mops as it goes',
          `A ${draw.pick([0.2, 0.25, 0.3])} litre tank wets the pad; the amount is set room by room.`,
        ),
      feature('Cliff sensors', 'Stops at stairs, also on dark floors.'),
      tier > 0 && feature('Sees cables', 'A camera and light steer around cables and socks.'),
    ),
    document: 'User manual',
  }
}

export const floorCare: readonly Template[] = [
  { category: 'floor-care/stick-vacuums', line: 'floor-care', quota: 12, design: stick },
  { category: 'floor-care/barrel-vacuums', line: 'floor-care', quota: 9, design: barrel },
  { category: 'floor-care/robot-vacuums', line: 'robots', quota: 11, design: robot },
]
