/** The answer of something that may be refused. A refusal is a value; a fault is thrown. */
export type Result<Value, Problem> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem }

export function accepted<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function refused<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem }
}

/** A field of a form or call that cannot be taken as it is, and why, in the words shown beside it. */
export type FieldFault = { readonly field: string; readonly message: string }
