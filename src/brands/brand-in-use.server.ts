import { isCountry } from './apps.ts'
import { countryParts, type Brand } from './brands.ts'
import type { Settings } from './settings.server.ts'

const inUse = new WeakMap<Brand, { readonly key: string; readonly brand: Brand }>()

/** A brand with what its settings say of its country and its telephone (decisions brands-05 and brands-06); the same object until they change. */
export function brandInUse(brand: Brand, settings: Pick<Settings, 'text'>): Brand {
  const countryCode = settings.text(brand, 'countryCode')
  const country = isCountry(countryCode) ? countryCode : brand.country
  const supportNumber = settings.text(brand, 'customerSupportNumber') || brand.supportNumber
  if (country === brand.country && supportNumber === brand.supportNumber) return brand
  const key = `${country} ${supportNumber}`
  const known = inUse.get(brand)
  if (known?.key === key) return known.brand
  const made = { ...brand, ...countryParts(country), supportNumber }
  inUse.set(brand, { key, brand: made })
  return made
}
