/** Invalid input, as a careless or hostile caller would send it. */

/** Encodes for a URL; already encoded text is unchanged. */
export const encoded = (value: string) => encodeURI(value).replaceAll('%25', '%')

export function upperCase(path: string): string {
  const [address = '', query] = path.split('?')
  return address.toUpperCase() + (query === undefined ? '' : `?${query}`)
}

/** The first three segments only: later ones may be values. */
export function upperCaseWords(path: string): string {
  return path
    .split('/')
    .map((part, index) => (index <= 3 && !part.includes('?') ? part.toUpperCase() : part))
    .join('/')
}

export function withSlash(path: string, isRequested: boolean): string {
  const [address = '', query] = path.split('?')
  const bare = address.replace(/\/$/, '')
  return `${bare}${isRequested ? '/' : ''}${query === undefined ? '' : `?${query}`}`
}

const wrongValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  'x'.repeat(5_000),
  -1,
  0,
  1.5,
  1e308,
  '1; drop table cart',
  '💥',
  {},
  [],
  [[]],
  { toString: 1 },
]

/** Invalid values of one query parameter. */
export const wrongQueryValues = [
  '',
  '-1',
  '1e999',
  'NaN',
  '%00',
  '%ED%A0%80',
  '%E0%A4%A',
  "' or 1=1 --",
  'x'.repeat(3_000),
  '00000000-0000-0000-0000-000000000000',
  '[object Object]',
]

/** Path ids that do not exist, or cannot exist. */
export const wrongIds = [
  'unknown',
  '%00',
  '%ED%A0%80',
  '%E0%A4%A',
  '..%2f..%2fetc',
  "x' or '1'='1",
  '%F0%9F%9A%9A',
  'x'.repeat(2_000),
  '-1',
  '%20',
]

/** Content types that a form of any site can send, and ones that only look like JSON. */
export const wrongContentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/json',
]

export const malformedBodies = (good: string) => ['', '{', '{"a":}', "{'a':1}", 'undefined', '\u0000', `${good},`]

/** JSON members that are not allowed: prototype keys, too deep, too many, and text that cannot be stored. */
export const hostileMembers = [
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"filler":{"deep":{"__proto__":{"isAdmin":true}}}',
  `"filler":${'['.repeat(30)}${']'.repeat(30)}`,
  `"filler":[${'0,'.repeat(600)}0]`,
  `"filler":{${Array.from({ length: 2_100 }, (_, at) => `"k${at}":0`).join(',')}}`,
  String.raw`"filler":"\u0000"`,
  String.raw`"filler":["\ud800"]`,
]

/** For each field, the body with every invalid value, and without the field. */
export function* wrongBodies(body: object): Generator<[string, Record<string, unknown>[]]> {
  for (const path of pathsOf(body)) {
    yield [path, [...wrongValues, undefined].map((wrong) => replaced(body, path, wrong))]
  }
}

function pathsOf(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = before === '' ? key : `${before}.${key}`
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? [path, ...pathsOf(inner as object, path)]
      : [path]
  })
}

function replaced(body: object, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>
  const parts = path.split('.')
  let inside = copy
  for (const part of parts.slice(0, -1)) inside = inside[part] as Record<string, unknown>
  const last = parts.at(-1) ?? ''
  if (value === undefined) delete inside[last]
  else inside[last] = value
  return copy
}

export function at(body: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], body)
}
