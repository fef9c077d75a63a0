import type { Node, RangeVar } from 'libpg-query'

/** Questions about expressions and queries in PostgreSQL's syntax tree. */

/** Every node of a tree, itself included: objects with one key that begins with a capital. */
export function* nodesWithin(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  const keys = Object.keys(tree)
  if (keys.length === 1 && /^[A-Z]/.test(keys[0] ?? '')) yield tree as Node
  for (const value of Object.values(tree)) yield* nodesWithin(value)
}

/** Tables that a query of a statement reads; names of the statement's WITH are none. */
export function sourcesOf(query: Node | undefined, statement: Node): readonly RangeVar[] {
  const own = new Set(
    [...nodesWithin(statement)].flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr.ctename] : [])),
  )
  return [...nodesWithin(query)].flatMap((node) =>
    'RangeVar' in node && !own.has(node.RangeVar.relname) ? [node.RangeVar] : [],
  )
}

/** Functions that return the same for all rows of a statement, so that PostgreSQL stores a default once and rewrites no row. */
const computedOnce: ReadonlySet<string> = new Set(['now', 'transaction_timestamp', 'statement_timestamp'])

/** Whether a default is one value for all rows that exist. */
export function isComputedOnce(expression: Node): boolean {
  if ('A_Const' in expression || 'SQLValueFunction' in expression) return true
  if ('TypeCast' in expression) return expression.TypeCast.arg !== undefined && isComputedOnce(expression.TypeCast.arg)
  if ('A_ArrayExpr' in expression) return (expression.A_ArrayExpr.elements ?? []).every(isComputedOnce)
  if ('A_Expr' in expression) {
    const { lexpr, rexpr } = expression.A_Expr
    return [lexpr, rexpr].every((one) => one === undefined || isComputedOnce(one))
  }
  if (!('FuncCall' in expression)) return false
  const last = expression.FuncCall.funcname?.at(-1)
  return last !== undefined && 'String' in last && computedOnce.has(last.String.sval ?? '')
}

/** Whether a condition holds for rows that constants name: `code = 'x'` or `code in ('x', 'y')`, alone or joined to others by AND. */
export function isNarrow(condition: Node | undefined): boolean {
  if (condition === undefined) return false
  if ('BoolExpr' in condition)
    return condition.BoolExpr.boolop === 'AND_EXPR' && (condition.BoolExpr.args ?? []).some(isNarrow)
  if (!('A_Expr' in condition)) return false
  const { kind, name = [], lexpr, rexpr } = condition.A_Expr
  const isEqual = name.length === 1 && name.every((one) => 'String' in one && one.String.sval === '=')
  if (!isEqual || lexpr === undefined || !('ColumnRef' in lexpr) || rexpr === undefined) return false
  if (kind === 'AEXPR_IN') return 'List' in rexpr && (rexpr.List.items ?? []).every(isName)
  return kind === 'AEXPR_OP' && isName(rexpr)
}

/** A text or a number. True or false would name half of a table. */
function isName(value: Node): boolean {
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isName(value.TypeCast.arg)
  return 'A_Const' in value && (value.A_Const.sval !== undefined || value.A_Const.ival !== undefined)
}
