import type { AppCode } from '../brands/apps.ts'
import { brandOf, type EffectiveBrand } from '../brands/brands.ts'

/** A brand at 'https://www.{app}.example', for tests whose output contains shop URLs. */
export const brandAtExample = (app: AppCode): EffectiveBrand => ({
  ...brandOf(app),
  origin: `https://www.${app}.example`,
  realm: 'demo',
})
