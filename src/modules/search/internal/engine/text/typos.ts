/**
 * How likely a slip of the hand is, for two texts that are one edit apart: less is likelier. People swap neighbours, repeat or swallow
 * a repeated sign, hit the key beside, and read one sign for another far more often than they put in just any other.
 */
export function typoCost(typed: string, meant: string): number {
  if (typed === meant) return 0
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  const [added, missing] = [typed.length - meant.length, meant.length - typed.length]
  if (added === 1) return isRepeat(typed, start) ? cost.repeated : cost.other
  if (missing === 1) return isRepeat(meant, start) ? cost.repeated : cost.missing
  const [is, other] = [typed[start] ?? '', meant[start] ?? '']
  if (is === meant[start + 1] && other === typed[start + 1] && is !== other) return cost.swapped
  if (areAlike(is, other)) return cost.readWrong
  return areNeighbours(is, other) ? cost.keyBeside : cost.other
}

const cost = { swapped: 0.4, repeated: 0.4, readWrong: 0.5, keyBeside: 0.6, missing: 0.8, other: 1 } as const

/** The sign that is too many or too few stands where the texts part, or was the last of a run that ended there. */
function isRepeat(longer: string, at: number): boolean {
  return longer[at] === longer[at - 1]
}

const alike = ['0o', '1il', '2z', '5s', '8b']

function areAlike(a: string, b: string): boolean {
  return alike.some((signs) => signs.includes(a) && signs.includes(b))
}

const keyRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function areNeighbours(a: string, b: string): boolean {
  return keyRows.some((row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1)
}
