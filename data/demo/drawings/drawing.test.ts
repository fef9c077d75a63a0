import { describe, expect, test } from 'vitest'
import { dimensionDrawing, drawing, drawingKinds, finishes, viewOf, type DrawingSpec } from './drawing.ts'
import { placeholderDrawing } from '../../../src/modules/catalogue/product/pictures.server.ts'

/** Ordinary sizes in millimetres: width, height, depth. */
const sizes: Record<string, readonly [number, number, number]> = {
  'fridge-top-mount': [700, 1720, 720],
  'fridge-bottom-mount': [700, 1780, 720],
  'fridge-french-door': [912, 1780, 760],
  'fridge-side-by-side': [910, 1780, 720],
  'fridge-bar': [480, 850, 500],
  'freezer-upright': [595, 1720, 650],
  'freezer-chest': [950, 850, 600],
  'wine-fridge': [595, 870, 570],
  'washer-front': [600, 850, 600],
  'washer-top': [600, 1020, 620],
  'washer-dryer': [600, 850, 650],
  dryer: [600, 850, 620],
  dishwasher: [598, 845, 600],
  'dishwasher-drawer': [599, 863, 570],
  oven: [596, 596, 560],
  'oven-double': [596, 888, 560],
  'oven-freestanding': [900, 920, 600],
  'cooktop-gas': [900, 50, 520],
  'cooktop-induction': [600, 55, 520],
  'cooktop-ceramic': [600, 55, 520],
  'rangehood-canopy': [900, 900, 500],
  'rangehood-undermount': [860, 280, 300],
  'rangehood-slideout': [600, 180, 300],
  microwave: [510, 305, 400],
  'microwave-builtin': [595, 390, 400],
  'coffee-machine': [320, 400, 310],
  'coffee-builtin': [595, 455, 420],
  kettle: [225, 250, 160],
  toaster: [310, 200, 200],
  blender: [200, 430, 200],
  'stand-mixer': [220, 350, 360],
  'food-processor': [220, 400, 250],
  'air-fryer': [280, 330, 350],
  'rice-cooker': [270, 240, 330],
  'vacuum-stick': [250, 1120, 220],
  'vacuum-barrel': [290, 250, 450],
  'vacuum-robot': [350, 96, 350],
  iron: [125, 150, 310],
  television: [1450, 840, 60],
  soundbar: [1000, 65, 110],
  speaker: [180, 300, 220],
  'air-conditioner-split': [880, 300, 220],
  'air-conditioner-portable': [440, 720, 380],
  'fan-pedestal': [430, 1300, 400],
  'fan-tower': [220, 1000, 220],
  'heater-panel': [800, 450, 110],
  'air-purifier': [300, 580, 300],
  dehumidifier: [360, 590, 240],
  sofa: [2200, 850, 950],
  'sofa-chaise': [2800, 850, 1600],
  armchair: [820, 850, 850],
  bed: [1600, 1100, 2120],
  mattress: [1530, 320, 2030],
  'bedside-table': [480, 520, 400],
  'chest-of-drawers': [900, 1150, 450],
  wardrobe: [1500, 2000, 600],
  'dining-table': [1800, 750, 950],
  'coffee-table': [1200, 420, 650],
  'side-table': [450, 500, 450],
  'dining-chair': [480, 820, 520],
  'bar-stool': [420, 950, 450],
  bench: [1400, 450, 380],
  desk: [1400, 740, 650],
  'office-chair': [660, 1150, 660],
  bookcase: [900, 1900, 320],
  'tv-unit': [1800, 500, 420],
  sideboard: [1600, 780, 430],
  'floor-lamp': [450, 1600, 450],
  'table-lamp': [300, 520, 300],
  'pendant-lamp': [400, 900, 400],
  rug: [2300, 12, 1600],
  mirror: [700, 1000, 30],
  'outdoor-lounge': [1900, 720, 850],
  'outdoor-table': [2000, 750, 1000],
  barbecue: [1400, 1180, 600],
  sink: [860, 200, 440],
  tap: [220, 420, 210],
  accessory: [300, 220, 200],
}

const ask = (kind: string, more: Partial<DrawingSpec> = {}): DrawingSpec => {
  const [widthMm, heightMm, depthMm] = sizes[kind] ?? [600, 600, 600]
  return { kind, finish: 'white', accent: null, options: {}, widthMm, heightMm, depthMm, ...more }
}

const fancy = {
  icemaker: 'yes',
  screen: '1',
  handles: 'bar',
  doors: 4,
  drawers: 4,
  shelves: 6,
  burners: 5,
  zones: 5,
  seats: 4,
}

const variants: readonly Partial<DrawingSpec>[] = [
  ...finishes.map((finish) => ({ finish })),
  { finish: 'stainless', accent: 'brass', options: fancy },
  { finish: 'oak', accent: 'linen', options: { ...fancy, legs: 'no', shape: 'round' } },
  { finish: 'leather-tan', accent: 'matte-black', options: { handles: 'recessed', slices: 4, bowls: 1 } },
]

test('every kind the shop sells has a size to be tested with', () => {
  expect(drawingKinds.toSorted()).toEqual(Object.keys(sizes).toSorted())
})

describe.each(drawingKinds)('%s', (kind) => {
  const pictures = variants.map((more) => drawing(ask(kind, more)))

  test('is well-formed in every finish, and its references resolve inside it', () => {
    for (const picture of pictures) expect(errors(picture)).toEqual([])
  })

  test('fits in twelve thousand bytes', () => {
    expect(Math.max(...pictures.map((picture) => Buffer.byteLength(picture)))).toBeLessThanOrEqual(12_000)
  })

  test('writes coordinates with at most one decimal', () => {
    for (const picture of pictures) {
      const shapes = picture.slice(picture.indexOf('</defs>')).replaceAll(/opacity="[^"]*"|#p[\w-]+| id="[^"]*"/g, '')
      expect(shapes.match(/\d\.\d{2,}|NaN|Infinity|undefined|\de[+-]\d/)).toBeNull()
    }
  })

  test('has the proportions of the product', () => {
    const view = viewOf(kind)
    // From a little above one sees the top as well; with next to no depth only the front is left.
    const spec = ask(kind, view === 'raised' ? { depthMm: 1 } : {})
    // A bed's headboard stands at the far end, so its front is not its full height.
    if (kind === 'bed') return
    const across = view === 'profile' ? Math.max(spec.widthMm, spec.depthMm) : spec.widthMm
    const upright = view === 'plan' ? spec.depthMm : spec.heightMm
    const body = boundsOf(drawing(spec))
    const off = (body.width / body.height / (across / upright) - 1) * 100
    expect(Math.abs(off)).toBeLessThan(3)
  })

  test('stays inside the picture', () => {
    const { left, top, right, bottom } = boundsOf(drawing(ask(kind)))
    expect(Math.min(left, top, 800 - right, 800 - bottom)).toBeGreaterThan(20)
  })

  test('can be measured', () => {
    const spec = ask(kind)
    const lines = dimensionDrawing(spec, 'Will it fit?')
    expect(errors(lines)).toEqual([])
    for (const mm of [spec.widthMm, spec.heightMm, spec.depthMm]) expect(lines).toContain(`>${mm} mm<`)
    expect(lines).not.toContain('url(')
  })
})

test('two products on one page share no ids, the same product always looks the same', () => {
  const idsOf = (picture: string) => [...picture.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const white = drawing(ask('sofa'))
  const navy = drawing(ask('sofa', { finish: 'navy' }))
  expect(idsOf(white).filter((id) => idsOf(navy).includes(id))).toEqual([])
  expect(drawing(ask('sofa'))).toBe(white)
  expect(idsOf(dimensionDrawing(ask('sofa'), '')).filter((id) => idsOf(white).includes(id))).toEqual([])
})

test('the order of options does not matter', () => {
  const one = drawing(ask('wardrobe', { options: { doors: 3, drawers: 2 } }))
  expect(drawing(ask('wardrobe', { options: { drawers: 2, doors: 3 } }))).toBe(one)
})

test('options show', () => {
  for (const [kind, options] of [
    ['fridge-french-door', { icemaker: 'yes' }],
    ['fridge-french-door', { doors: 4 }],
    ['fridge-bottom-mount', { drawers: 2 }],
    ['wardrobe', { doors: 2 }],
    ['cooktop-gas', { burners: 4 }],
    ['cooktop-induction', { zones: 2 }],
    ['sofa', { seats: 2 }],
    ['toaster', { slices: 4 }],
    ['bookcase', { shelves: 3 }],
    ['coffee-machine', { screen: '1' }],
    ['fridge-top-mount', { handles: 'bar' }],
    ['sideboard', { legs: 'no' }],
  ] as const) {
    const plain = drawing(ask(kind)).replaceAll(/p[0-9a-z]+-/g, '')
    expect(drawing(ask(kind, { options })).replaceAll(/p[0-9a-z]+-/g, ''), kind).not.toBe(plain)
  }
})

test('captions and labels are escaped', () => {
  const nasty = `Tom & "Jerry's" <b>fridge</b>\u0000`
  for (const picture of [dimensionDrawing(ask('fridge-bar'), nasty), placeholderDrawing(nasty)]) {
    expect(picture).toContain("Tom &amp; &quot;Jerry's&quot; &lt;b&gt;fridge")
    expect(errors(picture)).toEqual([])
  }
})

test('what cannot be drawn is refused by name', () => {
  expect(() => drawing(ask('spaceship'))).toThrow(RangeError)
  expect(() => drawing(ask('spaceship'))).toThrow(/'spaceship'/)
  expect(() => drawing({ ...ask('sofa'), kind: 'toString' })).toThrow(RangeError)
  expect(() => drawing(ask('sofa', { finish: 'tartan' }))).toThrow(/'tartan'/)
  expect(() => drawing(ask('sofa', { accent: 'glitter' }))).toThrow(/'glitter'/)
  expect(() => dimensionDrawing(ask('spaceship'), '')).toThrow(/'spaceship'/)
  expect(() => drawing(ask('sofa', { widthMm: 0 }))).toThrow(/widthMm/)
})

test('nonsense in options falls back to what is usual', () => {
  const odd = { doors: 'many', drawers: -3, seats: 900, burners: Number.NaN, shelves: 'x', zones: 99, slices: 'two' }
  for (const kind of drawingKinds) expect(errors(drawing(ask(kind, { options: odd }))), kind).toEqual([])
})

/** What an XML reader would complain about, and references that lead nowhere. */
function errors(xml: string): string[] {
  const found: string[] = []
  const open: string[] = []
  const ids = new Set<string>()
  const rest = xml.replaceAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<&]*(?:&(?:amp|lt|gt|quot|#39);[^"<&]*)*")*)\s*(\/?)>/g,
    (_tag, slash: string, name: string, attributes: string, empty: string) => {
      const names = [...attributes.matchAll(/([a-zA-Z][\w:-]*)="/g)].map(([, key]) => key)
      if (new Set(names).size < names.length) found.push(`<${name}> repeats an attribute`)
      for (const [, id = ''] of attributes.matchAll(/ id="([^"]+)"/g)) {
        if (ids.has(id)) found.push(`id ${id} twice`)
        ids.add(id)
      }
      if (slash && open.pop() !== name) found.push(`</${name}> closes nothing`)
      else if (!slash && !empty) open.push(name)
      return ''
    },
  )
  if (open.length > 0) found.push(`left open: ${open.join(', ')}`)
  const text = rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')
  // oxlint-disable-next-line no-control-regex -- looking for characters XML forbids
  if (/[<>&\u0000-\u0008]/.test(text)) found.push(`stray markup: ${text.slice(0, 60)}`)
  for (const [, id = ''] of xml.matchAll(/(?:url\(|href=")#([^)"]+)/g))
    if (!ids.has(id)) found.push(`#${id} is not defined`)
  return found
}

type Bounds = { left: number; top: number; right: number; bottom: number; width: number; height: number }

/** The box around the drawn body: opaque shapes of the body group, thick strokes included, light and shadow not. */
function boundsOf(picture: string): Bounds {
  const body = picture.slice(picture.indexOf('body">') + 6).replaceAll(/<g class="l">.*?<\/g>/g, '')
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [, name = '', attributes = ''] of body
    .slice(0, bodyEnd(body))
    .matchAll(/<(rect|circle|ellipse|path)([^>]*)\/>/g)) {
    const value = (key: string) => Number(new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1] ?? 0)
    if (attributes.includes('class="l"') || (attributes.includes(' opacity="') && value('opacity') < 1)) continue
    const stroke = value('stroke-width')
    const wide = stroke > 4 ? stroke / 2 : 0
    const points: (readonly [number, number])[] = []
    if (name === 'rect')
      points.push([value('x'), value('y')], [value('x') + value('width'), value('y') + value('height')])
    else if (name === 'path') points.push(...pathPoints(/ d="([^"]*)"/.exec(attributes)?.[1] ?? ''))
    else {
      const [rx, ry] = name === 'circle' ? [value('r'), value('r')] : [value('rx'), value('ry')]
      points.push([value('cx') - rx, value('cy') - ry], [value('cx') + rx, value('cy') + ry])
    }
    for (const [x, y] of points) {
      box.left = Math.min(box.left, x - wide)
      box.right = Math.max(box.right, x + wide)
      box.top = Math.min(box.top, y - wide)
      box.bottom = Math.max(box.bottom, y + wide)
    }
  }
  return { ...box, width: box.right - box.left, height: box.bottom - box.top }
}

/** Where the body group closes: what follows it is not part of the measured object. */
function bodyEnd(body: string): number {
  let depth = 1
  for (const tag of body.matchAll(/<(\/?)g(?=[\s>])/g)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return tag.index
  }
  return body.length
}

/** Points on a path: ends of its pieces, and curves at their quarters. Half-circle arcs give their summit. */
function pathPoints(d: string): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const curve = (...knots: readonly (readonly [number, number])[]) => {
    for (const t of [0.25, 0.5, 0.75, 1]) {
      let level = knots
      while (level.length > 1)
        level = level
          .slice(1)
          .map(
            ([bx, by], i) =>
              [(level[i]?.[0] ?? 0) * (1 - t) + bx * t, (level[i]?.[1] ?? 0) * (1 - t) + by * t] as const,
          )
      points.push(level[0] ?? [x, y])
    }
  }
  for (const [, letter = '', list = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const command = letter.toUpperCase()
    const numbers = (list.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const step = { M: 2, L: 2, T: 2, H: 1, V: 1, Q: 4, S: 4, C: 6, A: 7, Z: 1 }[command] ?? 2
    if (command === 'Z') [x, y] = [startX, startY]
    for (let i = 0; i + step <= numbers.length; i += step) {
      const [dx, dy] = letter === command ? [0, 0] : [x, y]
      const n = (at: number) => numbers[i + at] ?? 0
      const [fromX, fromY] = [x, y]
      if (command === 'H') x = n(0) + dx
      else if (command === 'V') y = n(0) + dy
      else [x, y] = [n(step - 2) + dx, n(step - 1) + dy]
      if (command === 'M') [startX, startY] = [x, y]
      if (command === 'Q') curve([fromX, fromY], [n(0) + dx, n(1) + dy], [x, y])
      else if (command === 'C') curve([fromX, fromY], [n(0) + dx, n(1) + dy], [n(2) + dx, n(3) + dy], [x, y])
      else if (command === 'A') {
        const half = Math.abs(Math.hypot(x - fromX, y - fromY) - n(0) * 2) < 1
        if (half) points.push([(x + fromX) / 2, (y + fromY) / 2 + (n(4) === (x > fromX ? 1 : 0) ? -n(1) : n(1))])
        points.push([x, y])
      } else points.push([x, y])
    }
  }
  return points
}
