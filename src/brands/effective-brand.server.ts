import { isCountry, type AppCode } from './apps.ts'
import { brandOf, countryParts, type EffectiveBrand } from './brands.ts'
import type { Settings } from './settings.server.ts'
import { originOf, type PublicConfig } from './sites.ts'

type RealmConfig = PublicConfig & { readonly isProduction: boolean; readonly isLive: boolean }

const inUse = new WeakMap<
  Pick<Settings, 'text'>,
  Map<AppCode, { readonly key: string; readonly brand: EffectiveBrand }>
>()

/**
 * A brand with what its settings say of its country and its telephone (decisions brands-05 and brands-06), at its public origin; the same
 * object until they change. A brand without a host here is shown on the installation's own.
 */
export function resolveEffectiveBrand(
  app: AppCode,
  settings: Pick<Settings, 'text'>,
  config: RealmConfig,
): EffectiveBrand {
  const brand = brandOf(app)
  const countryCode = settings.text(brand, 'countryCode')
  const country = isCountry(countryCode) ? countryCode : brand.country
  const supportNumber = settings.text(brand, 'customerSupportNumber') || brand.supportNumber
  const key = `${country} ${supportNumber}`
  const known = inUse.get(settings) ?? new Map()
  inUse.set(settings, known)
  const before = known.get(app)
  if (before?.key === key) return before.brand
  const origin = originOf(app, config) ?? new URL(config.publicUrl).origin
  const realm = config.isLive ? 'live' : config.isProduction ? 'staging' : 'demo'
  const made: EffectiveBrand = { ...brand, ...countryParts(country), supportNumber, origin, realm }
  known.set(app, { key, brand: made })
  return made
}
