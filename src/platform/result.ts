/** The answer of something that may be refused. A refusal is a value; a fault is thrown. */
export type Result<Value, Problem> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function err<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem }
}

/** What is wrong with one field of a form or call: its path, and the text shown beside it. */
export type FieldError = { readonly field: string; readonly message: string }
