import type { Air } from '../product/fit.ts'

/**
 * Manufacturers state clearance as text: '20 each side, 50 above', 'Sides 20, top 50', '50 mm back'. A number is before or after its sides;
 * a number alone applies all around.
 */

/** Positions in `Air` by the words for a side. A product also needs clearance in front and below, which does not affect the fit. */
const sidesOf: ReadonlyMap<string, readonly number[]> = new Map(
  [
    { sides: [0], words: ['side', 'sides', 'left', 'right'] },
    { sides: [1], words: ['above', 'top', 'overhead'] },
    { sides: [2], words: ['behind', 'back', 'rear'] },
    { sides: [0, 1, 2], words: ['all', 'around'] },
    { sides: [], words: ['front', 'door', 'below', 'bottom'] },
  ].flatMap(({ sides, words }) => words.map((word) => [word, sides] as const)),
)

const maxMm = 9_999

/** The clearance that a product requires around it, in millimetres; null where its manufacturer states nothing that can be read. */
export function readAirSpace(value: unknown): Air | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.slice(0, 200).trim() : ''
  const air: [number, number, number] = [0, 0, 0]
  const isAlone = /^\d{1,4}(?:\s*[cm]m)?$/i.test(text)
  /** Sides that were named before their number. */
  let named: readonly number[] = isAlone ? [0, 1, 2] : []
  /** The number that was given before its sides. */
  let given: number | null = null
  for (const clause of text.toLowerCase().split(/[,;]/)) {
    const tokens = tokensOf(clause)
    const hasNumber = tokens.some((token) => typeof token === 'number')
    const isNumberFirst = !isAlone && (hasNumber ? typeof tokens[0] === 'number' : given !== null)
    if (!isNumberFirst) given = null
    for (const token of tokens) {
      if (typeof token !== 'number') {
        if (isNumberFirst) widen(token, given ?? 0)
        else named = [...named, ...token]
      } else if (isNumberFirst) given = token
      else {
        widen(named, token)
        named = []
      }
    }
    if (hasNumber) named = []
  }
  return air[0] + air[1] + air[2] === 0 ? null : air

  function widen(sides: readonly number[], mm: number): void {
    for (const side of sides) air[side as 0 | 1 | 2] = Math.max(air[side as 0 | 1 | 2], mm)
  }
}

type Token = number | readonly number[]

/** The numbers of a clause in millimetres, and the sides that its words name. */
function tokensOf(clause: string): Token[] {
  return [...clause.matchAll(/(\d+)(?:\.\d+)?\s?(cm)?|[a-z]+/g)].flatMap(([word, digits, isCm]): Token[] => {
    if (digits === undefined) {
      const sides = sidesOf.get(word)
      return sides === undefined ? [] : [sides]
    }
    const mm = Number(digits) * (isCm === undefined ? 1 : 10)
    return mm <= maxMm ? [mm] : []
  })
}
