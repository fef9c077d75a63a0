/** Names of streets as people write them, from data in capitals. */

/** Not capitalised inside a name. */
const small: ReadonlySet<string> = new Set(['of', 'the', 'and'])

/** "O'CONNELL" is "O'Connell", 'MCDONALD' is 'McDonald', "KING'S" is "King's"; a name that is not all in capitals stays. */
export function writtenName(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name
    .toLowerCase()
    .split(' ')
    .map((word, at) => (at > 0 && small.has(word) ? word : word.split('-').map(capitalised).join('-')))
    .join(' ')
}

function capitalised(word: string): string {
  // O'Connell and D'Arcy, but not King's.
  if (word[1] === "'" && word.length > 3) return `${upper(word.slice(0, 2))}${capitalised(word.slice(2))}`
  if (word.startsWith('mc') && word.length > 4) return `Mc${capitalised(word.slice(2))}`
  return `${upper(word.slice(0, 1))}${word.slice(1)}`
}

const upper = (text: string): string => text.toUpperCase()
