import type { Brand } from './brands.ts'
import { collectionName, type DemoRecord, type Design, type Template, type Version } from './design.ts'
import { finishes } from './model-words.ts'
import { appsFor, appsForCondition, type Condition, offersFor, planPrice } from './offers.ts'
import type { Random } from './random.ts'
import { type Calendar, stockFor, type Supply } from './stock.ts'
import { htmlOf, list, paragraph } from '../../src/platform/text/markup.ts'

/** Turns designs into products: numbers them, prices them, puts them in warehouses. It remembers what it has given out. */
export type Press = {
  readonly calendar: Calendar
  /** Designs so far with the same brand, type and size: the next one gets a revision in its model number. */
  readonly revisions: Map<string, number>
  readonly models: Set<string>
  readonly titles: Set<string>
  count: number
}

export function newPress(calendar: Calendar): Press {
  return { calendar, revisions: new Map(), models: new Set(), titles: new Set(), count: 0 }
}

const segmentFactor = { premium: 1.7, mid: 1, value: 0.68 } as const

export function printed(press: Press, draw: Random, template: Template, maker: Brand, design: Design): DemoRecord[] {
  const models = modelNumbers(press, maker, design)
  const collection = collectionFor(press, draw, maker, design)
  const series = collection ?? (maker.ranges.length > 0 ? draw.pick(maker.ranges) : null)
  const apps = appsFor(draw, design.range, maker.segment)
  const factor = 1 + (segmentFactor[maker.segment] - 1) * (design.segmentWeight ?? 1)
  const dollars = draw.near(design.price * factor, 0.07)
  const group = design.versions.length > 1 ? `${skuOf(models[0] ?? '')}-${design.versions.length}` : null
  const condition = conditionFor(draw, design)
  const summary = articled(design.summary)
  const features = design.features.map(({ title, description }) => ({ title, description: articled(description) }))
  const plan = planPrice(draw, condition)
  const age = draw.chance(0.08) ? draw.int(4, 55) : draw.int(56, 1_500)

  return design.versions.map((version, position) => {
    const model = models[position] ?? ''
    const serial = press.count++
    const superseded = condition === 'BrandNewRunout' ? draw.chance(0.5) : draw.chance(0.025)
    const supply = supplyFor(draw, condition, superseded)
    const soldBy = appsForCondition(draw, condition, apps)
    const ask = dollars * (version.priceFactor ?? 1)
    const { widthMm, heightMm, depthMm } = version.size ?? design.size
    const weightKg = Math.round((version.weightKg ?? design.weightKg) * 10) / 10
    const finish = finishes[version.finish]
    const nz = soldBy.includes('aol-nz')

    return {
      sku: skuOf(model),
      gtin: gtinOf(serial),
      mpn: model,
      title: titleOf(maker, collection, design, version, model),
      brand: maker.name,
      categoryUri: template.category,
      shortDescription: summary,
      description: describe(maker, design, condition),
      features,
      condition,
      missingParts: condition === 'CosmeticImperfection' && draw.chance(0.35) ? draw.pick(partsOf(design)) : null,
      widthMm,
      heightMm,
      depthMm,
      weightKg,
      attributes: {
        colour: finish.colour,
        finish: finish.label,
        ...design.facts,
        ...version.facts,
        width_mm: widthMm,
        height_mm: heightMm,
        depth_mm: depthMm,
        weight_kg: weightKg,
        warranty_years: maker.warrantyYears,
        ...(soldBy.includes('aoc') ? { commercial_use: true } : {}),
        ...(series ? { series } : {}),
      },
      images: [],
      // No manual is written yet, and a link that leads nowhere is worse than none.
      documents: [],
      variant: group ? { group, axes: { ...version.axes } } : null,
      offers: offersFor(plan, { dollars: ask, apps: soldBy, condition }),
      stock: stockFor(draw, {
        supply,
        dollars: ask,
        soldIn: { au: soldBy.some((app) => app !== 'aol-nz'), nz },
        calendar: press.calendar,
      }),
      superseded,
      supplierDirect: maker.supplierDirect,
      rating: ratingFor(draw, maker, age),
      releasedOn: press.calendar.on(superseded || condition === 'BrandNewRunout' ? -age - 500 : -age),
      // Now and then a product has no picture: pages must be able to show that.
      model:
        serial % 191 === 77
          ? null
          : {
              kind: design.kind,
              finish: version.finish,
              accent: design.accent ?? null,
              options: { ...design.options, ...version.options },
            },
      isDemo: true,
    }
  })
}

function conditionFor(draw: Random, design: Design): Condition {
  const luck = draw.next()
  // Nobody sells a dented water filter.
  if (design.range === 'accessory') return luck < 0.04 ? 'BrandNewRunout' : 'NewCondition'
  // An imperfect piece stands for itself; a whole group of colours can only run out.
  if (design.versions.length === 1 && luck < 0.1) return 'CosmeticImperfection'
  return luck > 0.92 ? 'BrandNewRunout' : 'NewCondition'
}

function supplyFor(draw: Random, condition: Condition, superseded: boolean): Supply {
  const luck = draw.next()
  if (condition === 'CosmeticImperfection') return luck < 0.08 ? 'none' : 'last_pieces'
  if (superseded) return luck < 0.4 ? 'none' : 'last_pieces'
  if (luck < 0.035) return 'none'
  return luck < 0.08 ? 'on_order' : 'plenty'
}

function partsOf({ document, kind }: Design): readonly string[] {
  if (document === 'Assembly instructions') return ['Fixings bag', 'One adjustable foot', 'Assembly key']
  if (kind.startsWith('fridge') || kind.startsWith('freezer')) return ['One door shelf', 'Egg tray', 'Crisper divider']
  if (kind.startsWith('oven')) return ['One oven rack', 'Grill tray', 'Trim screws']
  if (kind.startsWith('washer') || kind.startsWith('dryer')) return ['Transit bolts', 'Hose clip', 'Door sticker']
  if (kind === 'television') return ['Stand screws', 'Remote batteries']
  return ['Original carton', 'User manual', 'Spare fixings']
}

/** A revision is a letter, then a letter and a number; I, O and Q are left out because they are misread. */
const revisionLetters = 'ACDEFHJKLMNPRTUVWYZ'

function revisionOf(earlier: number): string {
  if (earlier === 0) return ''
  const letter = revisionLetters[(earlier - 1) % revisionLetters.length] ?? ''
  const turn = Math.floor((earlier - 1) / revisionLetters.length)
  return turn === 0 ? letter : `${letter}${turn + 1}`
}

function modelNumbers(press: Press, maker: Brand, design: Design): string[] {
  const base = `${maker.slug}|${design.typeCode}|${design.sizeCode}`
  for (;;) {
    const earlier = press.revisions.get(base) ?? 0
    press.revisions.set(base, earlier + 1)
    const revision = revisionOf(earlier)
    const models = design.versions.map((version) =>
      maker.modelNumber
        .replace('{T}', design.typeCode)
        .replace('{S}', design.sizeCode)
        .replace('{R}', revision)
        .replace('{F}', version.code ?? finishes[version.finish].code),
    )
    // Search reads past dashes and spaces, so models must differ without them.
    const plain = models.map((model) => model.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase())
    if (new Set(plain).size !== plain.length) throw new Error(`versions share a model number: ${models.join(', ')}`)
    if (plain.some((model) => press.models.has(model))) continue
    for (const model of plain) press.models.add(model)
    return models
  }
}

function skuOf(model: string): string {
  return model.replaceAll(' ', '-').toUpperCase()
}

/** Furniture is told apart by its collection, so the same name is not given twice. */
function collectionFor(press: Press, draw: Random, maker: Brand, design: Design): string | null {
  if (design.collection === undefined) return null
  let collection = design.collection
  for (;;) {
    const titles = design.versions.map((version) => titleOf(maker, collection, design, version, ''))
    if (!titles.some((title) => press.titles.has(title))) {
      for (const title of titles) press.titles.add(title)
      return collection
    }
    collection = collectionName(draw)
  }
}

function titleOf(maker: Brand, collection: string | null, design: Design, version: Version, model: string): string {
  const finish = design.finishInTitle === false ? '' : finishes[version.finish].label
  const name = version.name ?? design.name
  const parts = collection === null ? [maker.name, name, finish, model] : [maker.name, collection, name, finish]
  return parts.filter(Boolean).join(' ')
}

/** GS1 keeps 20 to 29 for use inside one company, so no real product can have these numbers. */
function gtinOf(serial: number): string {
  // The factor shares no divisor with 10^10, so different serials give different numbers.
  const number = Number((BigInt(serial + 1) * 7_368_787_231n) % 10_000_000_000n)
  const digits = `20${String(number).padStart(10, '0')}`
  let sum = 0
  for (let place = 0; place < 12; place++) sum += Number(digits[place]) * (place % 2 === 0 ? 1 : 3)
  return digits + ((10 - (sum % 10)) % 10)
}

function ratingFor(draw: Random, maker: Brand, ageDays: number): DemoRecord['rating'] {
  if (draw.chance(ageDays < 56 ? 0.6 : 0.12)) return null
  const lean = maker.segment === 'premium' ? 0.2 : maker.segment === 'value' ? -0.2 : 0
  const average = Math.min(5, Math.max(2.1, 4.2 + lean + (draw.next() + draw.next() - 1) * 1.1))
  const count = Math.max(1, Math.round(10 ** (draw.next() * 2.4) * Math.min(1, ageDays / 400)))
  const byStars = starsAround(average, count)
  const stars = byStars.reduce((sum, one, at) => sum + one * (at + 1), 0)
  return { average: Math.round((100 * stars) / count) / 100, count, byStars }
}

/** How many of so many ratings give one star, two … five, when they lie in a triangle around an average. */
function starsAround(average: number, count: number): number[] {
  const byStars = [0, 0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    const share = (at + 0.5) / count
    const offset = share < 0.5 ? Math.sqrt(2 * share) - 1 : 1 - Math.sqrt(2 - 2 * share)
    const stars = Math.min(5, Math.max(1, Math.round(average + offset * 1.8)))
    byStars[stars - 1] = (byStars[stars - 1] ?? 0) + 1
  }
  return byStars
}

function describe(maker: Brand, design: Design, condition: Condition): string {
  const notes = design.notes.map(articled)
  const warranty = `Warranty for use at home: ${maker.warrantyYears} ${maker.warrantyYears === 1 ? 'year' : 'years'}.`
  return htmlOf(
    ...design.paragraphs.map((text) => paragraph(articled(text))),
    ...(notes.length > 0 ? [list('ul', notes)] : []),
    paragraph(`${conditionText[condition]}${warranty}`),
  )
}

const conditionText: Record<Condition, string> = {
  NewCondition: '',
  BrandNewRunout: 'This is runout stock: new, in its carton, and not made any more. ',
  CosmeticImperfection:
    'This piece has a cosmetic imperfection, such as a scratch or a small dent on one side. It was checked and works as new. ',
}

/** 'A OLED', 'A 800 W' and 'A oval' to 'An …'. The A of '10 A outlet' is a unit and stays. */
function articled(text: string): string {
  return text.replaceAll(/(?<![\d.)] |\w)([Aa]) (?=(?!one\b|uni|use|eu)[aeioAEIO]|LED\b|8|11\b|18\b)/g, '$1n ')
}
