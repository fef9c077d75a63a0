import { expect, test } from 'vitest'
import { showsError } from './form-error.ts'

const both = [false, true]

test('an error shows once its control was touched and changed, or the form submitted, and only while it exists [WIDG-14]', () => {
  for (const isTouched of both)
    for (const isDirty of both)
      for (const isSubmitted of both) {
        const control = { isTouched, isDirty, errors: { required: true } }
        const isDue = (isTouched && isDirty) || isSubmitted
        expect(showsError(control, 'required', { isSubmitted })).toBe(isDue)
        expect(showsError(control, 'email', { isSubmitted })).toBe(false)
        expect(showsError({ ...control, errors: {} }, 'required', { isSubmitted })).toBe(false)
        expect(showsError({ ...control, errors: { required: false } }, 'required', { isSubmitted })).toBe(false)
      }
})
