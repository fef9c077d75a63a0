import { z } from 'zod'
import { givenRibbons } from '../../modules/catalogue/product/ribbon.ts'

const day = z.string().meta({ description: 'YYYY-MM-DD' })

/** A promotion, by itself and with the products it is for. */
export const promotionSchema = z.object({
  path: z.string(),
  title: z.string(),
  startDate: day,
  endDate: day.nullable(),
  brand: z.string().nullable().meta({ description: 'Brand URI' }),
  thumbnailImg: z.string().nullable(),
  ribbon: z.enum(givenRibbons).nullable(),
  featured: z.boolean(),
  categories: z.array(z.string()),
  products: z.array(z.string()).meta({ description: 'SKUs, if limited to certain products' }),
  redemption: z.boolean(),
  redemptionEndDate: day.nullable(),
  childHasActiveRedemption: z.boolean(),
  rewardLabel: z.string().nullable(),
})
