import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/**
 * Names use the words of the field: a newcomer searches for `refund`, `permission` or `footer`, and finds them. Here are the words that this
 * code once used instead. Names of columns, of the API and of the wire keep theirs.
 */

type Rule = {
  /** A word of a name, in lower case, or the beginning of a whole name. */
  readonly word?: string
  readonly name?: RegExp
  readonly instead: string
  /** Names, as they are, that mean something else by it. */
  readonly except?: readonly string[]
  /** Folders where the word is the field's own. */
  readonly not?: RegExp
}

const rules: readonly Rule[] = [
  {
    name: /^(most|least)([A-Z]|$)/,
    instead: 'max…, min…',
    // "The most popular", and no limit.
    except: ['mostPopular', 'mostRelevant', 'leastLikely'],
  },
  { word: 'wish', instead: 'input, query, request' },
  { word: 'wishes', instead: 'input, query, request' },
  { word: 'asked', instead: 'requested' },
  { word: 'wanted', instead: 'requested, selected, expected' },
  // Of a word's stem, and the count of an import's summary.
  { word: 'kept', instead: 'stored, saved, cached', except: ['keptWhole', 'kept'] },
  { word: 'keeper', instead: 'owner' },
  // Injected on purpose: the field's word for it.
  { word: 'fault', instead: 'error, problem', not: /^(sandbox|fault-injection)\// },
  { word: 'faults', instead: 'errors, problems', not: /^(sandbox|fault-injection|scripts|tests)\// },
  { word: 'means', instead: 'instrument' },
  // `standing` and `standingText` are the API's.
  { word: 'standing', instead: 'status', except: ['standing', 'standingText'] },
  {
    word: 'office',
    instead: 'admin',
    except: ['BackOffice', 'isBackOffice', 'backOfficeOf', 'backOfficeUrl', 'BackOfficeButton', 'openBackOffice'],
  },
  { word: 'desk', instead: 'staff service, admin' },
  { word: 'mould', instead: 'template' },
  { word: 'packed', instead: 'serialized' },
  { word: 'foot', instead: 'footer' },
  { word: 'told', instead: 'notified, reported' },
  { word: 'tell', instead: 'notify, track' },
  { word: 'slips', instead: 'typos' },
  { word: 'paper', instead: 'pdf' },
  { word: 'attended', instead: 'assisted' },
  { word: 'usual', instead: 'default' },
  { word: 'rig', instead: 'fault injection' },
  { word: 'twin', instead: 'alternate' },
  { word: 'twins', instead: 'alternates' },
  { word: 'nobody', instead: 'anonymous' },
  { word: 'wire', instead: 'to…, …Response, …Schema' },
  { word: 'face', instead: 'adapter' },
  {
    name: /^(accepted|refused|giveBack|lateMoney|moveOrder|lookUp|turnTo|inTurn|brandInUse|crashPoint|sentCarts?|SentCarts?|StaffDesk|PaymentMeans|Parts|Visit|Act)$/,
    instead:
      'ok, err, reverse, orphanedPayment, transitionOrder, find, navigate, queue, effectiveBrand, failpoint, sharedCart, …',
    // Participles of their own: what was refused, and who was accepted.
    except: ['refused', 'accepted'],
  },
]

const root = join(import.meta.dirname, '../..')
const wordsOf = (name: string) => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

type Node = { readonly type: string; readonly name?: unknown } & Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Every name that a file declares: variables, parameters, functions, types and their properties. */
function declaredNames(file: string): ReadonlySet<string> {
  const names = new Set<string>()
  const declare = (pattern: unknown): void => {
    if (!isNode(pattern)) return
    if (pattern.type === 'Identifier') names.add(String(pattern.name))
    for (const key of ['left', 'argument', 'parameter'] as const) declare(pattern[key])
    for (const key of ['properties', 'elements'] as const)
      for (const one of (pattern[key] as readonly unknown[] | undefined) ?? [])
        declare(isNode(one) && one.type === 'Property' ? one['value'] : one)
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'VariableDeclarator' || 'body' in value) declare(value['id'])
    if (/^TS(TypeAlias|Interface)Declaration$/.test(value.type)) declare(value['id'])
    if (/^TS(Property|Method)Signature$/.test(value.type)) declare(value['key'])
    if (Array.isArray(value['params'])) value['params'].forEach(declare)
    Object.values(value).forEach(walk)
  }
  walk(parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body)
  return names
}

function breaks(file: string, name: string, { word, name: pattern, except = [], not }: Rule): boolean {
  if (not?.test(file) === true || except.includes(name)) return false
  return word === undefined ? pattern?.test(name) === true : wordsOf(name).includes(word)
}

const files = globSync('{src,sandbox,scripts,bench,fault-injection,tests}/**/*.{ts,tsx}', { cwd: root }).filter(
  // Generated from the schema, whose columns keep their names.
  (file) => !file.endsWith('database-types.ts') && !file.includes('vocabulary'),
)

test('no declared name uses a word for which the field has another', () => {
  const found = files.flatMap((file) =>
    [...declaredNames(file)].flatMap((name) =>
      rules.filter((rule) => breaks(file, name, rule)).map(({ instead }) => `${file}: ${name} → ${instead}`),
    ),
  )
  expect(files.length).toBeGreaterThan(1_500)
  expect(found).toEqual([])
})

test('no file name uses such a word', () => {
  const words = rules.flatMap(({ word = [] }) => word)
  const found = files.filter((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1)
    return (
      words.some((word) => name.split(/[-.]/).includes(word)) &&
      !/^(fault-injection|faulty-proxy|back-office)\./.test(name)
    )
  })
  expect(found).toEqual([])
})
