import { z } from 'zod'
import type { AppCode } from '../../../../../brands/apps.ts'
import { productRecord } from '../../../../catalogue/product/product-record.ts'
import type { Mapping, MappingContext } from './mapping.ts'

/** Our own JSON Lines: every line is a product record already. */
export function nativeMapping({ apps }: Pick<MappingContext, 'apps'>): Mapping {
  return {
    name: 'native',
    attributes: [],
    categories: [],
    columnOf: (field) => field,
    map(fields) {
      const unknown = Object.keys(fields).find((name) => !(name in productRecord.shape))
      if (unknown !== undefined) {
        const sku = typeof fields['sku'] === 'string' ? fields['sku'] : null
        return { kind: 'refused', sku, field: unknown, reason: 'is no field of a product record' }
      }
      if (apps === null) return { kind: 'record', input: fields }
      const offers = offersSchema.safeParse(fields['offers'])
      if (!offers.success) return { kind: 'record', input: fields }
      const stored = offers.data.filter((offer) => apps.includes(offer.app as AppCode))
      if (stored.length === 0) return { kind: 'skipped', why: `no price for ${apps.join(', ')}` }
      return { kind: 'record', input: { ...fields, offers: stored } }
    },
  }
}

const offersSchema = z.array(z.looseObject({ app: z.string() }))
