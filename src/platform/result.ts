/** The result of an operation that may fail in an expected way. An expected failure is a value; an unexpected one is thrown. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function err<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem }
}

/** A validation error of one field of a form or call: its path, and the text shown beside it. */
export type FieldError = { readonly field: string; readonly message: string }
