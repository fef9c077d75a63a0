import { randomFrom } from '../data/demo/random.ts'
import { codeOf } from '../src/modules/search/internal/engine/text/tokens.ts'

/** Model numbers as people type them: dashes elsewhere, spaces inside, one slip of a key. The same ones in every run. */

export type ModelCase = { readonly model: string; readonly typed: string; readonly kind: 'dashes' | 'spaces' | 'typo' }

/** Shorter ones are more often a word or an amount than a model. */
const shortestModel = 5

/** A third of each kind. A slip that spells another model exactly is no case: nobody could know which one was meant. */
export function misspeltModels(models: readonly string[], count: number): ModelCase[] {
  const random = randomFrom('misspelt models').next
  const codes = new Set(models.map(codeOf))
  const usable = models.filter((model) => codeOf(model).length >= shortestModel && /\d/.test(model))
  const kinds = ['dashes', 'spaces', 'typo'] as const
  const cases: ModelCase[] = []
  while (cases.length < count) {
    const model = usable[Math.floor(random() * usable.length)] ?? ''
    const kind = kinds[cases.length % kinds.length] ?? 'typo'
    const typed = { dashes: withDashes, spaces: withSpaces, typo: withTypo }[kind](model, random)
    const isAnother = kind === 'typo' ? codes.has(codeOf(typed)) : codeOf(typed) !== codeOf(model)
    if (typed !== model && !isAnother) cases.push({ model, typed, kind })
  }
  return cases
}

/** One dash or two where none belongs; those that were there are gone half the time. */
function withDashes(model: string, random: () => number): string {
  const bare = random() < 0.5 ? model.replaceAll('-', '') : model
  return inserted(bare, '-', random() < 0.5 ? 1 : 2, random)
}

function withSpaces(model: string, random: () => number): string {
  const bare = model.replaceAll(/[-/. ]/g, random() < 0.5 ? ' ' : '')
  return inserted(bare, ' ', random() < 0.5 ? 1 : 2, random)
}

function inserted(text: string, sign: string, times: number, random: () => number): string {
  let result = text
  for (let time = 0; time < times; time++) {
    const at = 1 + Math.floor(random() * (result.length - 1))
    result = result.slice(0, at) + sign + result.slice(at)
  }
  return result.replaceAll(/ +/g, ' ')
}

const neighbours = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** A letter or digit left out, typed twice, swapped with the next, or hit beside. */
function withTypo(model: string, random: () => number): string {
  const positions = [...model].flatMap((sign, at) => (/[a-z0-9]/i.test(sign) ? [at] : []))
  const at = positions[Math.floor(random() * positions.length)] ?? 0
  const [before, sign, after] = [model.slice(0, at), model.charAt(at), model.slice(at + 1)]
  const kind = Math.floor(random() * 4)
  if (kind === 0) return before + after
  if (kind === 1) return before + sign + sign + after
  if (kind === 2) return before + after.charAt(0) + sign + after.slice(1)
  const row = neighbours.find((keys) => keys.includes(sign.toLowerCase())) ?? sign
  const beside = row.indexOf(sign.toLowerCase()) + (random() < 0.5 ? 1 : -1)
  return before + (row[beside] ?? row[row.length - 2] ?? sign) + after
}
