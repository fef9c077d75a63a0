/**
 * Detects card numbers in free text (PCI DSS 4.0.1, 3.2.1 and 4.2.2: data that is not needed is not stored, and shoppers send card numbers
 * unprompted). Every incoming text is checked before anything is written or logged.
 */

export const cardNumberText = 'Please remove the card number. We never ask for card numbers here.'

/**
 * Field names of identifiers and secrets, not free text: long runs of digits are ordinary in them, and one in ten passes the checksum. Each
 * is checked by its own schema or compared with an issued value.
 */
// prettier-ignore
const identifierFields: ReadonlySet<string> = new Set([
  // Secrets that the shop or a provider issued, and data encrypted in the browser.
  'token', 'nonce', 'key', 'access_token', 'id_token', 'captchaToken', 'g-recaptcha-response', 'fraudCheckToken',
  'password', 'current', 'rawId', 'clientDataJSON', 'authenticatorData', 'attestationObject',
  'signature', 'userHandle', 'devicePaymentCode', 'paymentToken',
  // Ids of our own records.
  'id', 'cartId', 'productCode', 'unitId', 'sku', 'skus', 'SkuList', 'attemptId', 'paymentReference', 'reference',
  'sessionId', 'userId', 'projectId', 'bookingReference', 'version', 'entry', 'view', 'code',
  // Parameters of a provider's return address.
  'orderToken', 'PayerID', 'checkoutId',
  // Ids that other systems gave: barcodes, parcels, accounts at providers.
  'gtin', 'barcode', 'model', 'trackingNumber', 'providerRef', 'winningUserId', 'virtualTourId', 'value',
])

/** Records of which every text is encrypted or made by a browser's own interface. */
const opaqueFields: ReadonlySet<string> = new Set(['encryptedValues', 'wallet', 'response'])

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** Invisible characters. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Separators between two groups of a number: spaces and dashes; and a line break, where both groups have four digits. */
const maxSeparators = 6
const separators = /^[ \t\u2010-\u2015\u2212-]*$/
const lineBreaks = /^[\s\u2010-\u2015\u2212-]*$/

/**
 * Whether a text contains a number of 13 to 19 digits that passes the Luhn checksum, with or without spaces and dashes between its digits.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false
  const plain = text.normalize('NFKC').replaceAll(invisible, '').replaceAll(uuid, ' | ')
  let chain: string[] = []
  let end = -1
  for (const { 0: digits, index } of plain.matchAll(/\d+/g)) {
    const between = plain.slice(end, index)
    const isOfFour = digits.length === 4 && chain.at(-1)?.length === 4
    const isJoined = between.length <= maxSeparators && (isOfFour ? lineBreaks : separators).test(between)
    if (end === -1 || !isJoined) chain = []
    end = index + digits.length
    chain.push(digits)
    if (digits.length > 16 && hasCardAtEnd(digits)) return true
    if (chain.length > 19) chain.shift()
    if (endsInCardNumber(chain)) return true
  }
  return false
}

/** Whether the last groups together are a card number. */
function endsInCardNumber(groups: readonly string[]): boolean {
  let number = ''
  for (let at = groups.length - 1; at >= 0; at--) {
    number = `${groups[at] ?? ''}${number}`
    if (number.length > 19) return false
    // Phone numbers in a row also have 13 digits; among grouped numbers only those with a card scheme's prefix count.
    const isPlausible = at === groups.length - 1 || /^[2-6]/.test(number)
    if (number.length >= 13 && isPlausible && passesChecksum(number)) return true
  }
  return false
}

/** The expiry or the security code may follow or precede the number without a gap: '41111111111111111228' is a card of December 2028. */
function hasCardAtEnd(digits: string): boolean {
  return [15, 16].some((length) =>
    [digits.slice(0, length), digits.slice(-length)].some(
      (part) => schemes[length]?.test(part) && passesChecksum(part),
    ),
  )
}

/** The first digits of Amex with 15 digits; of Visa, Mastercard, Discover and UnionPay with 16 (ISO/IEC 7812 issuer ranges). */
const schemes: Readonly<Record<number, RegExp>> = { 15: /^3[47]/, 16: /^(4|5[1-5]|2[2-7]|6)/ }

/** ISO/IEC 7812-1, annex B. */
function passesChecksum(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const value = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** A barcode (GS1 General Specifications 7.9) is no card number, even where it passes both checksums: people search by it. */
export function isBarcode(text: string): boolean {
  const digits = text.trim()
  if (!/^\d{13,14}$/.test(digits)) return false
  const body = [...digits].toReversed().map(Number)
  return body.reduce((sum, digit, at) => sum + digit * (at % 2 === 1 ? 3 : 1), 0) % 10 === 0
}

/** Search fields, which may contain a barcode. */
const searchFields: ReadonlySet<string> = new Set(['q', 'term', 'search', 'searchterm', 'searchterms', 'query', 'find'])

/** Whether the text of a field contains a card number; identifiers and barcodes in searches are excluded. */
export function isCardNumberIn(field: string, text: string): boolean {
  const [name = ''] = field.split('.').slice(-1)
  if (identifierFields.has(name) || field.split('.').some((one) => opaqueFields.has(one))) return false
  if (searchFields.has(name.toLowerCase()) && isBarcode(text)) return false
  return holdsCardNumber(text)
}

/** The path of the first text in a value that contains a card number, such as 'deliveryAddress.companyName'; null when none does. */
export function cardNumberField(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isCardNumberIn(path, value) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    // The items of a list have the name of the list.
    const below = Array.isArray(value) ? path : path === '' ? name : `${path}.${name}`
    if (opaqueFields.has(name)) continue
    if (!Array.isArray(value) && holdsCardNumber(name)) return path === '' ? 'body' : path
    const found = cardNumberField(inner, below)
    if (found !== null) return found
  }
  return null
}

/** The same for the fields of a form, or the parameters of an address. */
export function cardNumberFieldOf(fields: Iterable<readonly [string, unknown]>): string | null {
  for (const [name, value] of fields) if (typeof value === 'string' && isCardNumberIn(name, value)) return name
  return null
}

/** The problem of a form by field; null when no field contains a card number. */
export function cardNumberProblems(typed: Readonly<Record<string, string>>): Record<string, string> | null {
  const field = cardNumberFieldOf(Object.entries(typed))
  return field === null ? null : { [field]: cardNumberText }
}
