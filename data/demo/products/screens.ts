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
import type { Random } from '../random.ts'

/** A 16:9 picture of this many inches with a thin frame. */
function screenSize(inches: number, depthMm: number) {
  return size(Math.round(inches * 22.14 + 12), Math.round(inches * 12.45 + 28), depthMm)
}

function television(draw: Random, maker: Brand, panel: 'OLED' | 'LED'): Design {
  const tier = tierOf(maker)
  const inches =
    panel === 'OLED'
      ? draw.pick([42, 48, 55, 55, 65, 65, 77, 83])
      : draw.pick(tier < 0 ? [24, 32, 40, 43, 50, 55, 65, 75] : [32, 43, 50, 55, 55, 65, 65, 75, 85, 98])
  const kind =
    panel === 'OLED' ? 'OLED' : inches >= 50 && draw.chance(0.35 + tier * 0.3) ? draw.pick(['QLED', 'Mini LED']) : 'LED'
  const resolution = inches <= 24 ? 'HD' : inches <= 40 ? draw.pick(['HD', 'Full HD']) : '4K'
  const areaM2 = inches * 0.02214 * (inches * 0.01245)
  const label = energyLabel(draw, 4.4 + (resolution === '4K' ? 0 : 0.8), 65 + 860 * areaM2, 0.2, 7)
  const refresh =
    panel === 'OLED' ? draw.pick([120, 120, 144]) : kind === 'LED' ? draw.pick([50, 60, 60]) : draw.pick([60, 120, 144])
  const hdmi = resolution === '4K' ? draw.pick([3, 4, 4]) : 2
  const hdr = resolution === '4K' ? (kind === 'LED' ? ['HDR10', 'HLG'] : ['HDR10', 'HLG', 'HDR10+']) : ['None']
  const dimensions = screenSize(inches, panel === 'OLED' ? draw.pick([42, 46, 49]) : draw.int(58, 92))
  const price =
    panel === 'OLED'
      ? along(
          [
            [42, 1_350],
            [48, 1_500],
            [55, 1_850],
            [65, 2_600],
            [77, 4_200],
            [83, 6_200],
          ],
          inches,
        )
      : along(
          [
            [24, 210],
            [32, 290],
            [43, 480],
            [50, 620],
            [55, 780],
            [65, 1_050],
            [75, 1_500],
            [85, 2_300],
            [98, 4_600],
          ],
          inches,
        ) * (kind === 'Mini LED' ? 1.55 : kind === 'QLED' ? 1.25 : 1)
  return {
    name: `${inches} Inch ${resolution} ${kind} TV`,
    range: 'screen',
    typeCode: kind === 'OLED' ? 'E' : kind === 'Mini LED' ? 'M' : kind === 'QLED' ? 'Q' : 'L',
    sizeCode: String(inches),
    size: dimensions,
    weightKg: toStep(
      along(
        [
          [24, 2.8],
          [32, 4.2],
          [43, 7],
          [55, 13.5],
          [65, 20],
          [75, 30],
          [85, 42],
          [98, 58],
        ],
        inches,
      ),
      0.1,
    ),
    price,
    segmentWeight: 0.45,
    facts: {
      screen_in: inches,
      panel: kind,
      resolution,
      refresh_hz: refresh,
      hdmi,
      hdr,
      ...label,
      power_w: Math.round(label.energy_kwh / 3.65),
      smart: true,
      connections: ['HDMI', 'USB', 'Wi-Fi', ...(hdmi > 2 ? ['HDMI eARC'] : ['HDMI ARC'])],
    },
    kind: 'television',
    versions: inFinishes(['black']),
    finishInTitle: false,
    summary: `${inches} inches, ${resolution} ${kind}, ${refresh} Hz, ${label.energy_stars} energy stars, ${dimensions.widthMm} mm wide.`,
    paragraphs: [
      `A ${kind} television of ${inches} inches (${Math.round(inches * 2.54)} cm) with ${resolution === '4K' ? '3840 × 2160' : resolution === 'Full HD' ? '1920 × 1080' : '1366 × 768'} pixels and ${refresh} Hz.`,
      `Without the stand it is ${dimensions.widthMm} mm wide and ${dimensions.heightMm} mm high. ${resolution === '4K' ? `Sit about ${toStep(inches * 0.0305, 0.1)} m away.` : ''}`.trim(),
      `At ten hours a day it uses ${label.energy_kwh} kWh a year.`,
    ],
    notes: stored(
      'In the box: remote, two feet with screws, power cord.',
      `VESA ${inches < 43 ? '200 × 200' : inches < 75 ? '300 × 300' : '400 × 400'} mm for a wall bracket.`,
      inches >= 75 && 'Two people are needed to lift it.',
    ),
    features: stored(
      panel === 'OLED' &&
        feature('No backlight', 'Each pixel lights by itself. Black is off, so subtitles have no halo.'),
      kind === 'Mini LED' &&
        feature('Light in zones', `${draw.pick([240, 384, 512, 720])} zones dim on their own behind the picture.`),
      kind === 'QLED' &&
        feature('Wider colours', 'A film of quantum dots covers about 95 % of the cinema colour space.'),
      refresh >= 120 &&
        feature('For consoles', `Two of the HDMI inputs take 4K at ${refresh} Hz with a variable rate.`),
      feature(
        'Free-to-air and streaming',
        'Two tuners record one channel to a USB drive while another is watched. Apps are loaded over Wi-Fi.',
      ),
      feature('Microphone with a switch', 'A slider on the edge cuts the microphone off for good.'),
    ),
    document: 'User manual',
  }
}

function soundbar(draw: Random, maker: Brand): Design {
  const channels = draw.pick(['2.0', '2.1', '2.1', '3.1', '3.1.2', '5.1', '5.1.2', '7.1.4'])
  const speakers = channels.split('.').reduce((sum, part) => sum + Number(part), 0)
  const subwoofer = !channels.startsWith('2.0')
  const watts = toStep(speakers * draw.int(45, 70), 10)
  const width = toStep(
    along(
      [
        [2, 620],
        [4, 900],
        [8, 1_060],
        [12, 1_240],
      ],
      speakers,
    ) + draw.int(-40, 40),
    5,
  )
  const connections = stored('HDMI eARC', 'Optical', 'Bluetooth', speakers > 4 && 'Wi-Fi', draw.chance(0.4) && 'USB')
  return {
    name: `${channels} Channel Soundbar${subwoofer ? ' with Subwoofer' : ''}`,
    range: 'screen',
    typeCode: 'SB',
    sizeCode: `${channels.replaceAll('.', '')}${watts / 10}`,
    size: size(width, draw.int(56, 74), draw.int(85, 128)),
    weightKg: toStep(2 + speakers * 0.9, 0.1),
    price: along(
      [
        [2, 180],
        [3, 320],
        [6, 690],
        [8, 950],
        [12, 1_500],
      ],
      speakers,
    ),
    facts: { channels, power_w: watts, subwoofer, connections, smart: speakers > 4 },
    kind: 'soundbar',
    versions: inFinishes(draw.some(['black', 'white', 'charcoal'], draw.pick([1, 1, 2]))),
    summary: `${channels} channels, ${watts} W, ${width} mm wide${subwoofer ? ', wireless subwoofer' : ''}.`,
    paragraphs: [
      `A soundbar ${width} mm wide with ${channels} channels and ${watts} W in all.`,
      subwoofer
        ? 'The subwoofer stands anywhere within 10 m and pairs when it is switched on.'
        : 'The bass comes from two ports at the back; leave 50 mm to the wall.',
      speakers > 5
        ? 'Sound over the head and from behind follows the formats of discs and streams with height channels.'
        : 'A dialogue mode lifts voices by 4 dB.',
    ],
    notes: [
      'One HDMI cable is in the box.',
      'The remote of the television sets the volume over HDMI.',
      'Brackets and a template for the wall are in the box.',
    ],
    features: stored(
      feature('Night mode', 'Makes loud parts softer and soft parts clear.'),
      speakers >= 8 && feature('Rear speakers', 'Two rear speakers need a power outlet each, but no cable to the bar.'),
      feature('Bluetooth', 'Plays from a phone when the television is off.'),
      maker.segment === 'premium' &&
        feature('Measures the room', 'A microphone in the bar sets delays and levels in a minute.'),
    ),
    document: 'User manual',
  }
}

function speaker(draw: Random, maker: Brand): Design {
  const tier = tierOf(maker)
  const portable = draw.chance(0.55)
  const watts = portable ? draw.int(1, 8) * 10 : draw.int(4, 20) * 10
  const hours = portable ? draw.int(8, 30) : 0
  const connections = portable
    ? stored('Bluetooth', 'USB-C', draw.chance(0.3) && 'Wi-Fi')
    : ['Bluetooth', 'Wi-Fi', '3.5 mm']
  const resistance = portable ? draw.pick(['IP67', 'IPX7', 'IPX5']) : 'None'
  const scale = along(
    [
      [10, 0.7],
      [80, 1.35],
      [200, 1.7],
    ],
    watts,
  )
  return {
    name: `${watts}W ${portable ? 'Portable' : 'Wireless Shelf'} Speaker`,
    range: 'screen',
    typeCode: portable ? 'PS' : 'WS',
    sizeCode: `${watts}${hours || ''}`,
    size: portable
      ? size(Math.round(190 * scale), Math.round(85 * scale), Math.round(85 * scale))
      : size(Math.round(200 * scale), Math.round(160 * scale), Math.round(130 * scale)),
    weightKg: toStep((portable ? 0.7 : 1.7) * scale ** 2, 0.1) || 0.4,
    price: (portable ? 70 : 160) + watts * 2 + tier * 40,
    facts: {
      power_w: watts,
      ...(portable ? { battery_h: hours, water_resistance: resistance } : {}),
      connections,
      smart: connections.includes('Wi-Fi'),
      channels: portable ? 'Mono' : '2.0',
    },
    kind: 'speaker',
    versions: inFinishes(
      draw.some(
        portable ? ['black', 'navy', 'clay', 'sage', 'red', 'sand'] : ['walnut', 'black', 'oak', 'white'],
        draw.pick([1, 2, 3, 4]),
      ),
    ),
    summary: `${watts} W${portable ? `, ${hours} hours on battery, ${resistance}` : ', Wi-Fi and Bluetooth'}.`,
    paragraphs: [
      portable
        ? `A portable speaker of ${watts} W that plays for up to ${hours} hours at half volume and charges in ${draw.pick([2.5, 3, 4])} hours.`
        : `A speaker of ${watts} W for a shelf, with two woofers and two tweeters in one cabinet.`,
      portable
        ? `${resistance} means it may get wet${resistance === 'IP67' ? ' and dusty, and lie in a metre of water for half an hour' : resistance === 'IPX7' ? ' and lie in a metre of water for half an hour' : ' from a hose, but not lie in water'}.`
        : 'It plays from phones on the same network and joins others of its brand room by room.',
    ],
    notes: stored(
      portable && 'A charging cable is in the box; the charger is not.',
      !portable && 'Power cord of 1.8 m.',
    ),
    features: stored(
      feature('Pairs for stereo', 'Two of the same model play left and right.'),
      portable && feature('Calls', 'A microphone with echo reduction for calls on the table.'),
      !portable && feature('Dial on top', 'Volume and pause without a phone.'),
      portable && watts > 40 && feature('Power bank', 'Charges a phone from its own battery.'),
    ),
    document: 'User manual',
  }
}

export const screens: readonly Template[] = [
  {
    category: 'tv-and-audio/televisions/oled-tvs',
    line: 'televisions',
    quota: 12,
    design: (draw, maker) => television(draw, maker, 'OLED'),
  },
  {
    category: 'tv-and-audio/televisions/led-tvs',
    line: 'televisions',
    quota: 20,
    design: (draw, maker) => television(draw, maker, 'LED'),
  },
  { category: 'tv-and-audio/soundbars', line: 'audio', quota: 12, design: soundbar },
  { category: 'tv-and-audio/speakers', line: 'audio', quota: 14, design: speaker },
]
