import { appCodes } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import type { Option } from './admin.ts'

/** Display names of values in lists and forms. */

export const appNames: Readonly<Record<string, string>> = Object.fromEntries(
  appCodes.map((app) => [app, `${brandOf(app).companyName} (${app})`]),
)
export const appOptions: readonly Option[] = appCodes.map((app) => ({ value: app, label: appNames[app] ?? app }))

export const ribbonNames: Readonly<Record<string, string>> = {
  sale: 'Sale',
  cashback: 'Cashback',
  bonus: 'Bonus',
  win: 'Win',
  'special-offer': 'Special offer',
  'catalogue-item': 'Catalogue item',
}

export const conditionNames: Readonly<Record<string, string>> = {
  BrandNew: 'Brand new',
  NewCondition: 'New condition',
  BrandNewRunout: 'Brand new runout',
  CosmeticImperfection: 'Cosmetic imperfection',
  Unavailable: 'Unavailable',
}

export const weekdayOptions: readonly Option[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
].map((label, at) => ({ value: String(at + 1), label }))

export const countryOptions: readonly Option[] = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
]
