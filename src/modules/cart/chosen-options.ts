/** The ids of a submitted form: null for none, undefined when the form has no such field; NaN, which matches no id, for anything else. */
export function choicesIn(fields: FormData): { warrantyId?: number | null; installId?: number | null } {
  return Object.fromEntries(
    (['warrantyId', 'installId'] as const).flatMap((field) => {
      const value = fields.get(field)
      return value === null ? [] : [[field, value === '' ? null : Number(value)]]
    }),
  )
}
