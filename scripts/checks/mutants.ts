import { parseSync } from 'rolldown/utils'

/** Small changes to a file of code, each of which the tests of that file should notice. */

export type Mutant = {
  /** Where the change is in the text of the file. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** The line that it changes, without its indentation. */
  readonly line: string
  /** "a < b → a <= b" */
  readonly change: string
}

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const otherOperator: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

const otherMethod: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  round: 'floor',
  floor: 'ceil',
  ceil: 'floor',
  every: 'some',
  some: 'every',
}

/** Every mutant of a file, in the order of its text. Types are left alone: the compiler checks those. */
export function mutantsOf(name: string, text: string): readonly Mutant[] {
  const found: Mutant[] = []

  function add({ start, end }: Pick<Node, 'start' | 'end'>, replacement: string): void {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const lineEnd = text.indexOf('\n', start)
    const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).trim()
    const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80)
    found.push({ start, end, replacement, line, change: `${short(text.slice(start, end))} → ${short(replacement)}` })
  }

  const source = ({ start, end }: Node): string => text.slice(start, end)

  const mutate: Readonly<Record<string, (node: Node) => void>> = {
    BinaryExpression: replaceOperator,
    LogicalExpression(node) {
      if (node['operator'] === '??') add(node, source(node['left'] as Node))
      else replaceOperator(node)
    },
    UnaryExpression(node) {
      if (node['operator'] === '!' || node['operator'] === '-') add(node, source(node['argument'] as Node))
    },
    ConditionalExpression: forceTest,
    IfStatement: forceTest,
    Literal(node) {
      if (typeof node['value'] === 'number') add(node, String(node['value'] + 1))
      if (typeof node['value'] === 'boolean') add(node, String(!node['value']))
    },
    CallExpression(node) {
      const callee = node['callee'] as Node
      const property = callee['property'] as Node | undefined
      const other = otherMethod[String(property?.['name'])]
      if (callee.type === 'MemberExpression' && property !== undefined && other !== undefined) add(property, other)
    },
  }

  function replaceOperator(node: Node): void {
    const [left, right] = [node['left'] as Node, node['right'] as Node]
    const other = otherOperator[String(node['operator'])]
    // Text is joined by + too, and cannot be subtracted.
    const isText = node['operator'] === '+' && [left, right].some(isTextLiteral)
    if (other !== undefined && !isText) add(node, `${source(left)} ${other} ${source(right)}`)
  }

  function forceTest(node: Node): void {
    const test = node['test'] as Node
    add(test, 'true')
    add(test, 'false')
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) {
      for (const one of value) visit(one)
      return
    }
    if (!isNode(value)) return
    if (value.type.startsWith('TS') && !isNode(value['expression'])) return
    mutate[value.type]?.(value)
    for (const [field, inner] of Object.entries(value))
      if (field !== 'typeAnnotation' && field !== 'typeArguments' && field !== 'returnType') visit(inner)
  }

  visit(parseSync(name, text).program)
  return found.toSorted((a, b) => a.start - b.start)
}

const isTextLiteral = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string')
