/** The state of one control of a form. */
export type ControlState = {
  /** It was left at least once. */
  readonly isTouched: boolean
  /** Its value is not the one it began with. */
  readonly isDirty: boolean
  /** The rules it breaks now, by name. */
  readonly errors: Readonly<Record<string, unknown>>
}

/**
 * Whether the fault of one rule is shown: not before a person had the chance to get it right, so after the control was touched and
 * changed or the form was sent, and only while the rule is broken (WIDG-14, decision ui-13).
 */
export function showsError(
  { isTouched, isDirty, errors }: ControlState,
  rule: string,
  { isSubmitted }: { isSubmitted: boolean },
): boolean {
  return ((isTouched && isDirty) || isSubmitted) && Boolean(errors[rule])
}
