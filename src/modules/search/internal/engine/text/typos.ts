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

/** Whether a text one edit away was probably meant: by the hand, or by one vowel for another. */
export function isLikelySlip(typed: string, meant: string): boolean {
  if (typoCost(typed, meant) < cost.other) return true
  if (typed.length !== meant.length) return false
  const at = [...typed].findIndex((sign, place) => sign !== meant[place])
  const [is, other] = [typed[at] ?? ' ', meant[at] ?? ' ']
  return (vowels.includes(is) && vowels.includes(other)) || areAboveOneAnother(is, other)
}

const vowels = 'aeiouy'

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

/** Keys of neighbouring rows that touch: 's' touches 'z' and 'x'. */
function areAboveOneAnother(a: string, b: string): boolean {
  return keyRows.slice(1).some((row, above) => {
    const upper = keyRows[above] ?? ''
    const gap = [upper.indexOf(a) - row.indexOf(b), upper.indexOf(b) - row.indexOf(a)]
    const areInBoth = [upper.includes(a) && row.includes(b), upper.includes(b) && row.includes(a)]
    return gap.some((one, way) => areInBoth[way] === true && (one === 0 || one === 1))
  })
}

function areNeighbours(a: string, b: string): boolean {
  return keyRows.some((row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1)
}
