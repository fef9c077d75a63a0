const lettersOnly = /^[a-z]+$/
const vowel = /[aeiouy]/
/** Two consonants in the plural, which 'gas' and 'bus' are not. */
const abbreviation = /^[b-df-hj-np-rtv-xz]{2}s$/
const doubled = /([bdfgmnprt])\1$/

/** Words that only look like the -ing of another one: bedding is not a bed. */
const keptWhole = new Set([
  'bedding',
  'building',
  'ceiling',
  'clothing',
  'during',
  'evening',
  'morning',
  'railing',
  'series',
  'wedding',
])

/**
 * What the plural, -ing and -ed forms of an English word share: 'dryers' and 'dryer', 'cooling', 'cooled' and 'cool'. It is a key for
 * comparing, not a word to show. Short words and those with digits are their own stem, except
 * abbreviations: 'TVs' and 'TV'.
 */
export function stemOf(word: string): string {
  if (abbreviation.test(word)) return word.slice(0, -1)
  if (word.length < 4 || keptWhole.has(word) || !lettersOnly.test(word)) return word
  const stem = withoutSuffix(singular(word))
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function withoutSuffix(word: string): string {
  const root = word.endsWith('ing') ? word.slice(0, -3) : /[^e]ed$/.test(word) ? word.slice(0, -2) : word
  if (root.length < 3 || !vowel.test(root)) return word
  return root === word ? word : root.replace(doubled, '$1')
}
