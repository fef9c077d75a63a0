import type { Brand } from '../brands.ts'
import {
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

type Place = 'freestanding' | 'built-in' | 'drawer'

function dishwasher(draw: Random, maker: Brand, place: Place): Design {
  const tier = tierOf(maker)
  const slim = place !== 'drawer' && draw.chance(0.14)
  const drawers = place === 'drawer' ? draw.pick([1, 2, 2]) : 0
  const settings =
    place === 'drawer'
      ? drawers * 7
      : slim
        ? draw.pick([9, 10])
        : Math.min(16, draw.pick([12, 13, 14, 14, 15]) + (tier > 0 ? 1 : 0))
  const hidden = place === 'built-in' && draw.chance(0.4)
  const label = energyLabel(draw, 3.4 + tier * 0.5, 47.2 * settings, 0.3, 6)
  const water = toStep(draw.near(settings * 0.85 - tier * 0.6 + 0.6, 0.08), 0.1)
  const perSetting = water / settings
  const waterStars =
    perSetting < 0.78 ? 5.5 : perSetting < 0.85 ? 5 : perSetting < 0.95 ? 4.5 : perSetting < 1.1 ? 4 : 3.5
  const noise = draw.int(43, 48) - tier * 3 + (place === 'drawer' ? 1 : 0)
  const programs = Math.max(4, draw.int(5, 9) + tier)
  const cutlery = place === 'drawer' ? 'Basket' : tier > 0 || draw.chance(0.4) ? 'Third tray' : 'Basket'
  const drying = tier > 0 && draw.chance(0.6) ? 'Door opens' : draw.pick(['Condensing', 'Fan'])
  const smart = tier >= 0 && draw.chance(0.2 + tier * 0.4)
  const width = slim ? 448 : place === 'drawer' ? 599 : 598
  const dimensions =
    place === 'freestanding'
      ? size(width, 845, 600)
      : place === 'drawer'
        ? size(width, drawers === 2 ? 820 : 410, 573)
        : size(width, draw.pick([815, 818, 820]), draw.pick([550, 560, 570]))
  const finishes: readonly Finish[] = hidden
    ? ['white']
    : place === 'freestanding'
      ? ['white', 'stainless', 'black']
      : ['stainless', 'dark-stainless', 'matte-black']
  const words =
    place === 'drawer'
      ? `${drawers === 2 ? 'Double' : 'Single'} Drawer Dishwasher`
      : `${settings} Place ${slim ? 'Slim ' : ''}${hidden ? 'Fully Integrated' : place === 'built-in' ? 'Built-under' : 'Freestanding'} Dishwasher`

  return {
    name: words,
    range: 'kitchen',
    typeCode: place === 'drawer' ? 'DD' : hidden ? 'DI' : place === 'built-in' ? 'DU' : 'DF',
    sizeCode: `${width > 500 ? 6 : 4}${settings}`,
    size: dimensions,
    weightKg: place === 'drawer' ? drawers * 27 : slim ? draw.int(34, 40) : draw.int(40, 52),
    price:
      620 +
      settings * 22 +
      (hidden ? 220 : 0) +
      (cutlery === 'Third tray' ? 120 : 0) +
      (place === 'built-in' ? 150 : 0) +
      (place === 'drawer' ? 500 * drawers : 0) +
      (smart ? 120 : 0),
    facts: {
      place_settings: settings,
      ...label,
      water_stars: waterStars,
      water_l: water,
      noise_db: noise,
      programs,
      cutlery,
      drying,
      smart,
      installation: hidden
        ? 'Fully integrated'
        : place === 'built-in'
          ? 'Built-under'
          : place === 'drawer'
            ? 'Built-in'
            : 'Freestanding',
      ...(drawers ? { drawers } : {}),
    },
    kind: place === 'drawer' ? 'dishwasher-drawer' : 'dishwasher',
    options: { handles: hidden ? 'recessed' : draw.pick(['bar', 'recessed']), ...(drawers ? { drawers } : {}) },
    versions: inFinishes(draw.some(finishes, hidden ? 1 : draw.chance(0.35) ? 2 : 1), (finish) => ({
      priceFactor: finish === 'white' && !hidden ? 0.93 : 1,
      ...(hidden ? { facts: { colour: 'Panel ready', finish: 'Panel ready' } } : {}),
    })),
    finishInTitle: !hidden,
    summary: `${settings} place settings, ${label.energy_stars} energy and ${waterStars} water stars, ${noise} dB(A), ${water} L a wash.`,
    paragraphs: [
      place === 'drawer'
        ? drawers === 2
          ? 'Two drawers of seven place settings each, which open at the height of kitchen drawers and run apart from each other.'
          : 'One drawer of seven place settings, which opens at the height of a kitchen drawer.'
        : `A dishwasher for ${settings} place settings, ${width} mm wide, with ${programs} programs. It takes plates up to ${draw.pick([290, 305, 310, 320])} mm across.`,
      `The label program uses ${water} litres and the machine ${label.energy_kwh} kWh a year at one wash a day.`,
      hidden
        ? 'A cabinet door of 3 to 8 kg hides the front. A light on the floor shows that it is running.'
        : place === 'built-in'
          ? 'It goes under a bench 820 to 880 mm high; the feet adjust from the front.'
          : 'Hoses are 1.5 m long for a tap and drain in the next cabinet.',
    ],
    notes: ['Connects to cold water, 30 to 1000 kPa, and a 10 A outlet.', 'Connection is offered at checkout.'],
    features: stored(
      cutlery === 'Third tray' &&
        feature(
          'Third tray',
          'A flat tray at the top for cutlery and spatulas, which leaves the lower rack to plates.',
        ),
      place !== 'drawer' &&
        feature(
          'Upper rack moves',
          `The upper rack lifts by ${draw.pick([30, 50, 60])} mm while loaded, for tall glasses above or large plates below.`,
        ),
      drying === 'Door opens' &&
        feature('Door opens to dry', 'At the end the door opens by 100 mm. Steam leaves and plastic dries too.'),
      feature('Leak stop', 'A float in the base shuts the inlet valve and starts the pump when water collects.'),
      feature(`${draw.pick([30, 35, 45, 60])} minute program`, 'For lightly soiled plates straight after a meal.'),
      drawers === 2 &&
        feature('Two loads, two programs', 'Wash glasses in one drawer and pots in the other, or run one only.'),
      smart && feature('App control', 'Shows the time left and sends a note when rinse aid runs low.'),
    ),
    document: 'User manual',
  }
}

export const dishwashing: readonly Template[] = [
  {
    category: 'kitchen/dishwashers/freestanding-dishwashers',
    line: 'dishwashers',
    quota: 18,
    design: (draw, maker) => dishwasher(draw, maker, 'freestanding'),
  },
  {
    category: 'kitchen/dishwashers/built-in-dishwashers',
    line: 'dishwashers',
    quota: 16,
    design: (draw, maker) => dishwasher(draw, maker, 'built-in'),
  },
  {
    category: 'kitchen/dishwashers/drawer-dishwashers',
    line: 'dishwashers',
    quota: 8,
    design: (draw, maker) => dishwasher(draw, maker, 'drawer'),
  },
]
