import { folded } from '../../geo.ts'
import { directions, typeOfAbbreviation } from './street-types.ts'

/**
 * How a street is found: the words of its name in one spelling. Accents, apostrophes and letter case do not count, 'The' in front is
 * dropped, saints, mounts and ordinals are written out.
 */

const ordinals: Readonly<Record<string, string>> = {
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
  '5th': 'fifth',
  '6th': 'sixth',
  '7th': 'seventh',
  '8th': 'eighth',
  '9th': 'ninth',
  '10th': 'tenth',
  '11th': 'eleventh',
  '12th': 'twelfth',
}

/** Most spellings of one typed text that are looked for. */
const maxSpellings = 6

export function wordsOf(text: string): string[] {
  // "O'Connell" is one word, and so is 'O Connell'.
  const words = folded(text)
    .replaceAll(/\b([od]) (?=[a-z])/g, '$1')
    .split(' ')
    .filter((word) => word !== '')
  return words.length > 1 && words[0] === 'the' ? words.slice(1) : words
}

/** The key of a whole name: "St Peter's Road" is 'saint peters road', 'The Esplanade' is 'esplanade'. */
export function streetKey(name: string): string {
  const words = wordsOf(name)
  return words
    .map((word, at) => {
      if (word === 'st' && at < words.length - 1) return 'saint'
      return word === 'mt' ? 'mount' : (ordinals[word] ?? word)
    })
    .join(' ')
}

/** Beginnings of the keys that typed words may mean, of which the last may be unfinished: 'collins rd' is 'collins rd' or 'collins road'. */
export function typedKeys(words: readonly string[]): string[] {
  let keys = ['']
  for (const [at, word] of words.entries()) {
    const spellings = spellingsOf(word, { isFirst: at === 0, isLast: at === words.length - 1 })
    keys = keys.flatMap((key) => spellings.map((one) => (key === '' ? one : `${key} ${one}`))).slice(0, maxSpellings)
  }
  const found = [...new Set(keys)]
  // What begins with another one is found by it.
  return found.filter((key) => !found.some((other) => other !== key && key.startsWith(other)))
}

function spellingsOf(word: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string[] {
  if (word === 'st' && isFirst) return isLast ? ['st', 'saint'] : ['saint']
  if (word === 'mt') return ['mount']
  const full = isFirst ? undefined : (typeOfAbbreviation.get(word) ?? directions.get(word))
  const spellings = [word, full, word === 'st' ? 'saint' : undefined, ordinals[word]]
  return [...new Set(spellings.filter((one) => one !== undefined))]
}
