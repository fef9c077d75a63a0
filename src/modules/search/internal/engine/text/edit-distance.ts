// Positions are bounded by the lengths of the two words, so `!` hides nothing; this runs hundreds of times for one misspelt word.

const longestWord = 48
let row = new Uint8Array(longestWord + 1)
let previous = new Uint8Array(longestWord + 1)
let beforePrevious = new Uint8Array(longestWord + 1)

/**
 * How many letters must be changed, added, dropped or swapped with their neighbour to turn one word into the other, or `limit + 1` when
 * that is more than `limit` or a word is longer than 48 characters.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const tooFar = limit + 1
  if (Math.abs(from.length - to.length) > limit || from.length > longestWord || to.length > longestWord) return tooFar
  for (let j = 0; j <= to.length; j++) previous[j] = j
  for (let i = 1; i <= from.length; i++) {
    const letter = from.charCodeAt(i - 1)
    let min = (row[0] = i)
    for (let j = 1; j <= to.length; j++) {
      const other = to.charCodeAt(j - 1)
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (letter === other ? 0 : 1))
      if (i > 1 && j > 1 && letter === to.charCodeAt(j - 2) && from.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1)
      }
      row[j] = cost
      if (cost < min) min = cost
    }
    if (min > limit) return tooFar
    const recycled = beforePrevious
    beforePrevious = previous
    previous = row
    row = recycled
  }
  return Math.min(previous[to.length]!, tooFar)
}
