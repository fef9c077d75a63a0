import type { Country } from '../../brands/apps.ts'

/** Telephone numbers of Australia and New Zealand (PHONE-01 to PHONE-11, decision platform-24). */

const australianLandline = /^0[1236789]\d{8}$/
const australianMobile = /^0[45]\d{8}$/
const newZealandLandline = /^0[3-9]\d{7}$/
const newZealandMobile = /^02\d{7,9}$/
/** 0800 and 0508 numbers of New Zealand. */
export const tollFree = /^0(800|508)\d{6,7}$/

/** Digits at most (PHONE-11). */
export const longestInternational = 15
export const australianLength = 10

export const phoneTexts = {
  invalid: 'Please enter a valid phone number',
  missingAreaCode: 'Please include your area code.',
} as const

/** Letters and digits only, with the country's prefix as 0: '+61 412 345 678' and '0061412345678' are '0412345678'. */
export function cleanPhone(text: string): string {
  const bare = text.replaceAll(/[^0-9A-Za-z]/g, '')
  const hasPlus = text.trim().startsWith('+')
  if (/^00(61|64)/.test(bare)) return `0${bare.slice(4)}`
  // Without a plus, 61 and 64 may begin a local number; they are a country code only before a complete number.
  if (bare.startsWith('61') && (hasPlus || /^61\d{9,}$/.test(bare))) return `0${bare.slice(2)}`
  if (bare.startsWith('64') && (hasPlus || /^64\d{8,}$/.test(bare))) return `0${bare.slice(2)}`
  return bare
}

/** Null for a good number of the country (of either, when none is given), else the text to show. */
export function phoneProblem(text: string, country: Country | null): string | null {
  const number = cleanPhone(text)
  if (number.length > (country === 'AU' ? australianLength : longestInternational)) return phoneTexts.invalid
  const isAustralian = australianLandline.test(number) || australianMobile.test(number)
  const isNewZealand = newZealandLandline.test(number) || newZealandMobile.test(number) || tollFree.test(number)
  if (country === 'AU' ? isAustralian : country === 'NZ' ? isNewZealand : isAustralian || isNewZealand) return null
  if (country !== 'NZ' && /^\d{8}$/.test(number)) return phoneTexts.missingAreaCode
  return phoneTexts.invalid
}

/**
 * '0412 345 678' for a mobile, '02 9876 5432' for a landline (PHONE-10); any other number as it is. 02 is a landline in Australia and a
 * mobile in NZ.
 */
export function formatPhone(text: string, country: Country): string {
  const number = cleanPhone(text)
  const [mobile, landline] =
    country === 'AU' ? [australianMobile, australianLandline] : [newZealandMobile, newZealandLandline]
  if (!mobile.test(number) && !landline.test(number)) return text.trim()
  const [first, second] = mobile.test(number) ? [4, 7] : [2, 6]
  return [number.slice(0, first), number.slice(first, second), number.slice(second)]
    .filter((part) => part !== '')
    .join(' ')
}
