import { slug } from '../../../../../platform/text/slug.ts'
import type { AttributeDefinition, AttributeValue } from '../../../../catalogue/product/product-record.ts'
import { cut, readBoolean, readNumber } from './measures.ts'

/** A feed's own names for facts, brought to the attributes the shop has; what it has no name for becomes a new attribute. */

/** A feed that puts values where names belong would fill the table without end. */
const maxNew = 8_000

export class FeedAttributes {
  readonly #byCode = new Map<string, AttributeDefinition>()
  readonly #byTitle = new Map<string, AttributeDefinition>()
  readonly #fresh = new Map<string, AttributeDefinition>()

  constructor(known: Iterable<AttributeDefinition>) {
    for (const definition of known) {
      this.#byCode.set(definition.code, definition)
      this.#byTitle.set(definition.title.toLowerCase(), definition)
    }
  }

  /** Those the shop does not have yet. */
  get fresh(): Iterable<AttributeDefinition> {
    return this.#fresh.values()
  }

  /** The attribute a name means; a new one when there is none. Null when no code can be made of the name. */
  named(name: string, as: Pick<AttributeDefinition, 'group' | 'valueType' | 'unit'>): AttributeDefinition | null {
    const plainCode = slug(name).replaceAll('-', '_').slice(0, 50)
    const known = this.#byTitle.get(name.toLowerCase()) ?? this.#byCode.get(plainCode) ?? this.#fresh.get(plainCode)
    // A bare number is the shop's only in the shop's unit: a weight in grams is not our weight.
    if (known !== undefined && !(as.valueType === 'number' && known.unit !== as.unit)) return known
    const code = this.#byCode.has(plainCode) ? `${plainCode}_in_feed` : plainCode
    const before = this.#fresh.get(code)
    if (before !== undefined) return before
    if (code === '' || this.#fresh.size >= maxNew) return null
    const fresh = { code, title: cut(name, 80), facet: null, ...as }
    this.#fresh.set(code, fresh)
    return fresh
  }

  definition(code: string): AttributeDefinition | null {
    return this.#byCode.get(code) ?? this.#fresh.get(code) ?? null
  }
}

const unitNames: Readonly<Record<string, string>> = {
  litre: 'l',
  liter: 'l',
  ltr: 'l',
  kilogram: 'kg',
  millimetre: 'mm',
  watt: 'w',
  year: 'years',
  star: '',
  inch: 'inches',
}
const unitOf = (text: string): string => {
  const lower = text.trim().toLowerCase().replace(/\.$/, '')
  return unitNames[lower.replace(/s$/, '')] ?? unitNames[lower.replace(/es$/, '')] ?? lower
}

/** A text as the attribute's type wants it; null when it cannot be that, or is in another unit. */
export function attributeValueOf({ valueType, unit }: AttributeDefinition, text: string): AttributeValue | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (valueType === 'number' || valueType === 'stars') {
    const written = unitOf(trimmed.replace(/^[-+]?[\d,]*(\.\d+)?/, ''))
    return written === '' || written === unitOf(unit ?? '') ? readNumber(trimmed) : null
  }
  if (valueType === 'boolean') return readBoolean(trimmed)
  if (valueType === 'text') return cut(trimmed, 500)
  const items = trimmed
    .split(/[,/;]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
  return items.length === 0 ? null : items.slice(0, 40).map((item) => cut(item, 200))
}
